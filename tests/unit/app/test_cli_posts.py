"""Posts on the command line: written, read page by page, taken from standard input."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.unit.app.terminal import POST, Terminal


def test_posts(ann: Terminal) -> None:
    said = ann.do("channel", "post", "ann", "Hello")
    assert set(said) >= POST
    assert set(said["author"]) == {"public_key", "path"}
    assert (said["kind"], said["text"], said["height"]) == ("message", "Hello", 1)
    assert json.loads(said["body"]) == {"text": "Hello"}
    again = ann.do("channel", "post", "ann", "Again", "--reply-to", said["id"])
    assert again["parents"] == [said["id"]]
    read = ann.do("channel", "read", "ann", "--limit", "2")
    assert read == [said, again]
    assert ann.do("channel", "read", "ann", "--after", said["id"]) == [again]
    assert [post["kind"] for post in ann.do("channel", "read", "ann", "--before", said["id"])] == [
        "root"
    ]
    _, out, _ = ann.run("channel", "read", "ann", "--all")
    assert [json.loads(line)["text"] for line in out.splitlines()] == ["", "Hello", "Again"]


def test_a_whole_channel_is_read_over_many_pages(
    ann: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.cli.posts.PAGE_POSTS", 2)
    for number in range(5):
        ann.do("channel", "post", "ann", str(number))
    _, out, _ = ann.run("channel", "read", "ann", "--all")
    assert [json.loads(line)["text"] for line in out.splitlines()] == ["", *"01234"]
    assert [post["text"] for post in ann.do("channel", "read", "ann", "--limit", "3")] == [*"234"]


def test_reactions_edits_and_files(ann: Terminal, tmp_path: Path) -> None:
    said = ann.do("channel", "post", "ann", "Helo")
    for option in ("--react-to", "--edit"):
        assert ann.do("channel", "post", "ann", "👍", option, said["id"])["kind"] == "message"
    picture = tmp_path / "flower.png"
    picture.write_bytes(b"not really a picture")
    body = ann.do("channel", "post", "ann", "Look", "--file", str(picture))["body"]
    assert "flower.png" in body
    assert "data:image/png;base64," in body
    assert ann.fail("channel", "post", "ann", "--file", str(tmp_path / "none")) == (
        1,
        "file_unreadable",
    )


def test_what_is_posted_may_come_from_standard_input(
    ann: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for content, text in ((b"two\nlines\n", "two\nlines"), ("ä\r\n".encode(), "ä")):
        (tmp_path / "in").write_bytes(content)
        with (tmp_path / "in").open() as stream:
            monkeypatch.setattr(sys, "stdin", stream)
            assert ann.do("channel", "post", "ann", "-")["text"] == text
    (tmp_path / "in").write_bytes(b"\xff\xfe")
    with (tmp_path / "in").open() as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        assert ann.fail("channel", "post", "ann", "-") == (1, "text_unreadable")
