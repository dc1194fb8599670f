"""Two programs, one channel: answers, reactions, edits, files and who holds what, over TCP."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.conftest import MakePerson
from tests.e2e.meeting import Meeting, meet
from tests.e2e.processes import Document, Person, eventually

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def meeting(person: MakePerson, tmp_path_factory: pytest.TempPathFactory) -> Meeting:
    return meet(person, tmp_path_factory.mktemp("pictures"))


def one(person: Person, post: Document) -> Document:
    """That post as the person sees it now."""
    return next(
        found for found in person.see("channel", "read", "ann") if found["id"] == post["id"]
    )


def test_what_one_says_of_a_post_the_other_sees(meeting: Meeting, tmp_path: Path) -> None:
    ann, ben = meeting.ann, meeting.ben
    hello = ann.do("channel", "post", "ann", "Helo")
    eventually(lambda: hello["id"] in meeting.ben.ids(meeting.space))
    answer = ben.do("channel", "post", "ann", "Yes?", "--reply-to", hello["id"])
    ben.do("channel", "post", "ann", "👍", "--react-to", hello["id"])
    ann.do("channel", "post", "ann", "Hello", "--edit", hello["id"])
    picture = tmp_path / "a flower.png"
    picture.write_bytes(bytes(range(256)) * 2_000)
    sent = ben.do("channel", "post", "ann", "Look", "--file", str(picture))

    eventually(lambda: one(ann, hello)["reactions"] != [])
    eventually(lambda: one(ben, answer)["reply"]["text"] == "Hello")
    eventually(lambda: sent["id"] in ann.ids(meeting.space))
    assert one(ann, answer)["speaks_to_us"]
    assert one(ann, sent)["files"][0]["size"] == 512_000
    saved = ann.do("channel", "file", "ann", sent["id"], "--out", str(tmp_path / "saved.png"))
    assert Path(saved["file"]).read_bytes() == picture.read_bytes()
    (hit,) = ben.do("search", "hello", "--in", "ann")
    assert hit["id"] == hello["id"]
    eventually(lambda: one(ann, hello)["reached"] == 1)
    ben.do("channel", "delete", "ann", answer["id"])
    eventually(lambda: one(ann, answer)["retracted"])
    ann.do("channel", "delete", "ann", sent["id"], "--for-me")
    assert sent["id"] not in ann.ids(meeting.space)
    assert sent["id"] in ben.ids(meeting.space)
