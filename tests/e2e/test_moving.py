"""A profile moves between two real programs, and a backup is made of one that runs."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.e2e.conftest import MakePerson
from tests.e2e.processes import DEADLINE_SECONDS, ROOT, environment

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
