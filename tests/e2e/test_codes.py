"""Wrong, foreign, truncated and expired codes: status 1, one sentence, one stable code."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from app.qr import QrCodes
from tests.e2e.conftest import MakePerson
from tests.e2e.processes import Document, Person, eventually

pytestmark = pytest.mark.slow

ANSWERS_NOTHING = {"invite_not_for_us", "request_expired"}


@pytest.fixture(scope="module")
def ann(person: MakePerson) -> Person:
    """She serves, so that each of the many commands is quick."""
    made = person("ann")
    made.settle()
    made.serve()
    return made


@pytest.fixture(scope="module")
def asked(person: MakePerson) -> Document:
    ben = person("ben")
    ben.settle()
    return ben.do("invite", "request")


@pytest.fixture
def codes(asked: Document) -> dict[str, str]:
    link = asked["link"]
    at = len(link) // 2
    return {
        "truncated": link[:-20],
        "mistyped": link[:at] + ("A" if link[at] != "A" else "B") + link[at + 1 :],
        "a web address": "https://example.org/",
        "plain words": "see you tomorrow",
        "empty": "",
        "a key cut short": "ab" * 31,
        "a channel": "cd" * 32,
    }


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ("truncated", "link_truncated"),
        ("mistyped", "link_invalid"),
        ("a web address", "link_foreign"),
        ("plain words", "link_foreign"),
        ("empty", "link_foreign"),
        ("a key cut short", "link_invalid"),
        ("a channel", "link_of_other_type"),
    ],
)
def test_a_text_that_is_no_request(
    ann: Person, codes: dict[str, str], what: str, code: str
) -> None:
    assert ann.refused("invite", "issue", "ann", codes[what], "--name", "Ben") == code


def test_an_invite_is_no_request_and_a_request_no_invite(
    ann: Person, asked: Document, tmp_path: Path
) -> None:
    file = tmp_path / "invite.txt"
    ann.do("invite", "issue", "ann", asked["link"], "--name", "Ben", "--out", str(file))
    invite = file.read_text().strip()
    assert ann.refused("invite", "show", invite) == "link_of_other_type"
    assert ann.refused("invite", "accept", asked["link"]) == "link_of_other_type"
    assert ann.refused("invite", "accept", invite) in ANSWERS_NOTHING


def test_ones_own_request_is_not_answered(ann: Person) -> None:
    own = ann.do("invite", "request")["link"]
    assert ann.refused("invite", "issue", "ann", own, "--name", "Me") == "request_own"


def test_pictures(ann: Person, tmp_path: Path) -> None:
    """Of nothing, of something else, and files that are no pictures."""
    blank = tmp_path / "blank.png"
    Image.new("L", (200, 200), 255).save(blank)
    assert ann.refused("invite", "show", "--qr", str(blank)) == "no_code_in_picture"
    foreign = tmp_path / "foreign.png"
    foreign.write_bytes(QrCodes().picture("https://example.org/", ".png", 8))
    assert ann.refused("invite", "show", "--qr", str(foreign)) == "link_foreign"
    text = tmp_path / "text.png"
    text.write_text("no picture")
    assert ann.refused("invite", "show", "--qr", str(text)) == "picture_unreadable"
    missing = tmp_path / "missing.png"
    assert ann.refused("invite", "show", "--qr", str(missing)) == "file_unreadable"


def test_an_expired_request(person: MakePerson, ann: Person) -> None:
    """Its secret is gone: an invite that answers it opens nothing."""
    late = person("late")
    late.settle()
    asked = late.do("invite", "request", "--valid", str(0.5 / 86_400))
    invite = ann.do("invite", "issue", "ann", asked["request"], "--name", "Late")["link"]
    eventually(lambda: late.do("invite", "list") == [])
    assert late.refused("invite", "accept", invite) in ANSWERS_NOTHING


def test_what_was_typed_wrongly_is_told_as_usage(ann: Person, asked: Document) -> None:
    assert ann.refused("invite", "issue", "ann", asked["link"], status=2) == "usage"
    assert ann.refused("invite", "show", status=2) == "usage"
    assert ann.refused("nonsense", status=2) == "usage"
