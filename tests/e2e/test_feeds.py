"""Feeds between two programs: followed live, read sparsely, paused, and after a restart."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass

import pytest

from tests.e2e.conftest import MakePerson
from tests.e2e.processes import (
    DEADLINE_SECONDS,
    ROOT,
    Document,
    Person,
    Serve,
    environment,
    eventually,
)

pytestmark = pytest.mark.slow


@dataclass
class Following:
    """Ann publishes, Ben follows; both serve, and Ben knows where Ann is."""

    ann: Person
    ben: Person
    ann_serving: Serve
    ben_serving: Serve
    feed: str
    """Its key."""

    def info(self, person: Person) -> Document:
        return person.see("feed", "info", self.feed)

    def wait_until_ben_has(self, count: int) -> Document:
        """So many blocks, as Ben's program tells them."""

        def look() -> Document:
            told = self.info(self.ben)
            return told if told["downloaded"] >= count else None

        return eventually(look)


@pytest.fixture
def following(person: MakePerson) -> Following:
    ann, ben = person("ann"), person("ben")
    ann.settle()
    ann_serving, ben_serving = ann.serve(), ben.serve()
    made = ann.do("feed", "new", "Orchard")
    ann.do("feed", "post", "Orchard", "The first apple")
    followed = ben.do("feed", "follow", ann.do("feed", "info", "Orchard")["link"])
    assert (followed["key"], followed["name"]) == (made["key"], "Orchard")
    return Following(ann, ben, ann_serving, ben_serving, made["key"])


def raw(person: Person, *words: str) -> bytes:
    """What a command writes as it is."""
    without_json = [word for word in person.words(*words) if word != "--json"]
    done = subprocess.run(
        without_json,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=DEADLINE_SECONDS,
        env=environment(person.runtime),
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_feed_is_followed_live_paused_and_taken_up_after_a_restart(
    following: Following,
) -> None:
    ann, ben = following.ann, following.ben
    following.wait_until_ben_has(1)
    assert [post["text"] for post in ben.read("Orchard")] == ["The first apple"]
    arrived = following.ben_serving.wait_for("posts_arrived", space=following.feed)
    assert arrived["count"] == 1

    ann.do("feed", "append", "Orchard", "--text", "plain")
    following.wait_until_ben_has(2)
    assert raw(ben, "feed", "read", "Orchard", "1") == b"plain"
    eventually(lambda: following.info(ann)["holders"] == 1)
    (hit,) = ben.do("search", "apple")
    assert hit["space"] == following.feed

    assert ben.do("feed", "pause", "Orchard")["state"] == "paused"
    ann.do("feed", "append", "Orchard", "--text", "while Ben has paused")
    other = ann.do("feed", "new", "Other")
    ann.do("feed", "append", "Other", "--text", "something that goes on meanwhile")
    ben.do("feed", "follow", other["key"], "--name", "Other")
    eventually(lambda: ben.see("feed", "info", "Other")["downloaded"] == 1)
    assert following.info(ben)["downloaded"] == 2
    ben.do("feed", "resume", "Orchard")
    following.wait_until_ben_has(3)

    following.ben_serving.stop()
    ann.do("feed", "append", "Orchard", "--text", "while Ben was away")
    synced = ben.do("sync", "--no-discovery", "--until-quiet", "1")
    assert synced["blocks"][following.feed] == 1
    assert following.info(ben)["downloaded"] == 4
    following.ann_serving.kill()
    assert following.info(ann)["length"] == 4
    assert raw(ben, "feed", "read", "Orchard", "1:") == raw(ann, "feed", "read", "Orchard", "1:")


def test_of_a_sparse_feed_only_what_is_read_comes(person: MakePerson) -> None:
    ann, ben = person("ann"), person("ben")
    serving = ann.serve()
    made = ann.do("feed", "new", "Long")
    lines = [f"line {number}" for number in range(5_000)]
    ann.do("feed", "append", "Long", "-", "--lines", stdin="\n".join(lines))
    ben.do("feed", "follow", ann.do("feed", "info", "Long")["link"], "--sparse")
    words = ("feed", "read", made["key"], "--no-discovery")
    assert raw(ben, *words, "3000:3002") == b"line 3000line 3001"
    assert raw(ben, *words, "--bytes", "0:13") == b"line 0line 1l"
    told = ben.do("feed", "info", made["key"])
    assert told["length"] == 5_000
    assert told["downloaded"] <= 10
    serving.stop()
    assert raw(ben, *words, "3000") == b"line 3000"
    assert ben.refused(*words, "4000", "--timeout", "1", status=5) == "blocks_missing"


def test_a_feed_that_never_changes_is_had_whole(
    person: MakePerson, tmp_path_factory: pytest.TempPathFactory
) -> None:
    ann, ben = person("ann"), person("ben")
    file = tmp_path_factory.mktemp("files") / "book"
    file.write_bytes(bytes(range(256)) * 24_000)  # more than one step takes
    serving = ann.serve()
    made = ann.do("feed", "new", "Book", "--static", str(file), "--cut", "65536")
    ben.do("feed", "follow", made["link"])
    assert [feed["name"] for feed in ann.do("feed", "list")] == ["Book"]
    assert raw(ben, "feed", "read", "Book", "--no-discovery") == file.read_bytes()
    assert ben.do("feed", "info", "Book")["tree_hash"] == made["key"]
    serving.stop()


def test_a_feed_followed_by_its_bare_key_comes_once_its_form_is_said(
    person: MakePerson, tmp_path_factory: pytest.TempPathFactory
) -> None:
    ann, ben = person("ann"), person("ben")
    ann.protocol = "hypercore"
    file = tmp_path_factory.mktemp("files") / "note"
    file.write_bytes(b"for ever")
    serving = ann.serve()
    key = ann.do("feed", "new", "Note", "--static", str(file))["key"]
    sync = ("sync", "--no-discovery", "--peer", ann.endpoint, "--until-quiet", "1")
    assert ben.do("feed", "follow", key, "--name", "Note")["form"] == "signed"
    assert ben.do("feed", "follow", key, "--form", "static")["form"] == "static"
    ben.do(*sync)
    assert raw(ben, "feed", "read", "Note") == b"for ever"
    again = ("feed", "follow", key, "--form", "signed")
    assert ben.refused(*again) == "feed_of_other_form"
    serving.stop()


def test_a_bare_port_serves_feeds_to_programs_of_others(person: MakePerson) -> None:
    ann, ben = person("ann"), person("ben")
    ann.protocol = "hypercore"
    serving = ann.serve()
    made = ann.do("feed", "new", "Bare")
    ann.do("feed", "append", "Bare", "--text", "for everybody")
    ben.do("feed", "follow", made["key"], "--name", "Bare")
    ben.do("sync", "--no-discovery", "--peer", ann.endpoint, "--until-quiet", "1")
    assert raw(ben, "feed", "read", "Bare") == b"for everybody"
    serving.stop()


def test_lines_are_published_as_they_come_and_followed_by_another(person: MakePerson) -> None:
    ann, ben = person("ann"), person("ben")
    ann_serving, ben_serving = ann.serve(), ben.serve()
    made = ann.do("feed", "new", "Log")
    ben.do("feed", "follow", made["link"])
    appending = _started(ann, "feed", "append", "Log", "-", "--lines")
    following = _started(ben, "feed", "read", "Log", "--follow")
    assert appending.stdin is not None
    assert following.stdout is not None
    for index in range(3):
        appending.stdin.write(b"line %d\n" % index)
        appending.stdin.flush()
        told = json.loads(following.stdout.readline())
        assert (told["index"], bytes.fromhex(told["bytes"])) == (index, b"line %d" % index)
    out, _ = appending.communicate(timeout=DEADLINE_SECONDS)
    assert json.loads(out) == {"length": 3, "byte_length": 18}
    ben_serving.stop()
    assert following.wait(DEADLINE_SECONDS) == 0
    following.communicate()
    ann_serving.stop()


def _started(person: Person, *words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        person.words(*words),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(person.runtime),
        cwd=ROOT,
    )
