"""A profile moves between two real programs, and a backup is made of one that runs."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.e2e.conftest import MakePerson
from tests.e2e.processes import DEADLINE_SECONDS, ROOT, environment, eventually

pytestmark = pytest.mark.slow


def test_a_profile_moves_to_another_computer(person: MakePerson) -> None:
    here, there = person("here"), person("there")
    here.settle()
    here.do("channel", "post", "here", "before the move")
    with subprocess.Popen(
        here.words("move", "--listen", here.host, "--timeout", str(DEADLINE_SECONDS)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(here.runtime),
        cwd=ROOT,
    ) as moving:
        assert moving.stdout is not None
        waiting = json.loads(moving.stdout.readline())
        assert waiting["event"] == "waiting"
        taken = there.do("receive", waiting["code"], "--no-passphrase")
        assert taken["profile"] == str(there.folder.resolve())
        out, _ = moving.communicate(timeout=DEADLINE_SECONDS)
    assert json.loads(out) == {"event": "moved"}
    assert moving.returncode == 0
    assert there.do("channel", "read", "here")[-1]["text"] == "before the move"


def test_a_profile_that_is_served_is_backed_up_and_restored(
    person: MakePerson, tmp_path: Path
) -> None:
    here, there = person("here"), person("there")
    here.settle()
    words = tmp_path / "words"
    words.write_text("correct horse\n")
    file = str(tmp_path / "saved")
    serving = here.serve()
    here.do("channel", "post", "here", "while it runs")
    told = here.do("backup", file, "--secret-file", str(words))
    assert told["file"] == file
    serving.stop()
    ended = there.run("restore", file, "--secret-file", str(words))
    assert ended.status == 0
    there.passphrase = words
    assert there.do("channel", "read", "here")[-1]["text"] == "while it runs"


def test_a_restored_feed_meets_a_reader_catches_up_and_goes_on(
    person: MakePerson, tmp_path: Path
) -> None:
    """One command does it: nothing needs to serve beside it."""
    here, there, reader = person("here"), person("there"), person("reader")
    here.settle()
    words = tmp_path / "words"
    words.write_text("correct horse\n")
    file = str(tmp_path / "saved")
    feed = here.do("feed", "new", "Orchard")["key"]
    here.do("feed", "post", "Orchard", "before the backup")
    here.do("backup", file, "--secret-file", str(words))
    here.do("feed", "post", "Orchard", "after it")
    serving = here.serve()
    reader.settle()
    reader.serve()
    reader.do("feed", "follow", here.do("feed", "info", "Orchard")["link"])
    eventually(lambda: reader.see("feed", "info", feed)["downloaded"] == 2)
    serving.stop()

    assert there.run("restore", file, "--secret-file", str(words)).status == 0
    there.passphrase = words
    assert there.refused("feed", "post", "Orchard", "instead") == "feed_elsewhere"
    there.do("peers", "add", reader.endpoint)
    assert there.do("feed", "continue", "Orchard", "--no-discovery")["length"] == 2
    there.do("feed", "post", "Orchard", "third")
    assert [one["text"] for one in there.read("Orchard")] == [
        "before the backup",
        "after it",
        "third",
    ]


def test_beside_a_program_that_runs_nothing_is_put_back(person: MakePerson) -> None:
    """It answers, and is not said to be dumb."""
    here = person("here")
    here.settle()
    serving = here.serve()
    done = here.run("restore", "--before-update")
    serving.stop()
    told = json.loads(done.err)["error"]
    assert (done.status, told["code"]) == (3, "profile_in_use")
    assert told["message"] == "Tidings runs on this profile."
