"""Posts on the command line: written, read page by page, taken from standard input."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from app.cli.files import NAME_BYTES_MAX, safe_name
from engine.model.ids import PostId
from engine.model.queries import OnePost
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


def test_a_post_is_meant_by_the_digits_that_its_id_begins_with(
    ann: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.cli.post_pages.PAGE_POSTS", 2)
    said = ann.do("channel", "post", "ann", "Hello")
    for number in range(4):
        ann.do("channel", "post", "ann", str(number))
    for digits in (said["id"][:6], said["id"][:12].upper()):
        answer = ann.do("channel", "post", "ann", "Yes", "--reply-to", digits)
        assert answer["reply"]["id"] == said["id"]
    (root,) = ann.do("channel", "read", "ann", "--before", said["id"][:6])
    assert root["kind"] == "root"
    assert ann.do("channel", "delete", "ann", said["id"][:6], "--for-me")["hidden"] is True
    assert ann.do("channel", "delete", "ann", said["id"][:6], "--undo")["hidden"] is False


def test_digits_that_no_post_or_several_begin_with_are_refused(
    ann: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = ann.do("channel", "post", "ann", "Hello")
    other = "0" if said["id"][5] != "0" else "1"
    for digits in (said["id"][:5] + other, said["id"][:5], "nothing", said["id"] + "00"):
        assert ann.fail("channel", "delete", "ann", digits) == (1, "post_unknown")
    ann.do("feed", "new", "Orchard")
    for text in ("one", "two"):  # whose ids begin alike
        ann.do("feed", "post", "Orchard", text)
    entries = ann.do("channel", "read", "Orchard")
    status, _, err = ann.run("channel", "file", "Orchard", entries[0]["id"][:6])
    assert (status, json.loads(err)["error"]["code"]) == (1, "post_ambiguous")
    assert "Several posts begin so" in json.loads(err)["error"]["message"]


def test_ids_are_shown_to_people_who_ask_for_them(ann: Terminal) -> None:
    said = ann.do("channel", "post", "ann", "two\nlines")
    for more in ((), ("--all",)):
        _, out, _ = ann.run("channel", "read", "ann", "--ids", *more, as_json=False)
        _, first, second = out.splitlines()
        assert first.startswith(f"{said['id'][:12]}  ")
        assert first.endswith("ann: two")
        assert second == "lines"
    assert said["id"][:12] not in ann.run("channel", "read", "ann", as_json=False)[1]


def test_a_whole_channel_is_read_over_many_pages(
    ann: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.cli.posts.PAGE_POSTS", 2)
    for number in range(5):
        ann.do("channel", "post", "ann", str(number))
    _, out, _ = ann.run("channel", "read", "ann", "--all")
    assert [json.loads(line)["text"] for line in out.splitlines()] == ["", *"01234"]
    assert [post["text"] for post in ann.do("channel", "read", "ann", "--limit", "3")] == [*"234"]


def test_a_post_that_is_taken_away_while_it_is_read_ends_nothing(
    ann: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = "long " * 20_000
    ann.do("channel", "post", "ann", words)
    gone = PostId(bytes(32))
    monkeypatch.setattr("app.bodies.OnePost", lambda space, _post: OnePost(space, gone))
    _, read = ann.do("channel", "read", "ann")
    assert (read["text"], read["body"]) == (words, None)


def test_what_is_said_of_a_post_changes_how_it_looks(ann: Terminal) -> None:
    said = ann.do("channel", "post", "ann", "Helo")
    reacted = ann.do("channel", "post", "ann", "👍", "--react-to", said["id"])
    assert (reacted["id"], reacted["text"]) == (said["id"], "Helo")
    assert reacted["reactions"] == [{"emoji": "👍", "count": 1, "ours": True, "names": [""]}]
    assert ann.do("channel", "post", "ann", "👍", "--unreact", said["id"])["reactions"] == []
    edited = ann.do("channel", "post", "ann", "Hello", "--edit", said["id"])
    assert (edited["text"], json.loads(edited["body"])) == ("Hello", {"text": "Helo"})
    assert edited["edited_at"] is not None
    answer = ann.do("channel", "post", "ann", "Yes", "--reply-to", said["id"])
    assert (answer["reply"]["id"], answer["reply"]["text"]) == (said["id"], "Hello")
    taken = ann.do("channel", "post", "ann", "--retract", said["id"])
    assert (taken["text"], taken["body"], taken["retracted"]) == ("", None, True)
    read = ann.do("channel", "read", "ann")
    assert [post["text"] for post in read] == ["", "", "Yes"]
    assert [post["body"] for post in read[:2]] == [None, None]
    assert json.loads(read[2]["body"])["text"] == "Yes"


def test_members_are_mentioned_by_name_or_key(ann: Terminal) -> None:
    (owner,) = ann.do("channel", "members", "ann")
    key = owner["public_key"]
    for named in ("ANN", key[:8]):
        said = ann.do("channel", "post", "ann", "hi", "--mention", named)
        assert said["mentions"] == [key]
    refused = ann.fail("channel", "post", "ann", "hi", "--mention", "nobody")
    assert refused == (1, "member_unknown")


def test_files_are_posted_and_saved_without_overwriting(ann: Terminal, tmp_path: Path) -> None:
    picture = tmp_path / "flower.png"
    picture.write_bytes(b"not really a picture")
    said = ann.do("channel", "post", "ann", "Look", "--file", str(picture))
    assert "data:image/png;base64," in said["body"]
    assert said["files"] == [{"name": "flower.png", "content_type": "image/png", "size": 20}]
    out = tmp_path / "saved"
    out.mkdir()
    saved = ann.do("channel", "file", "ann", said["id"], "--out", str(out))
    assert saved["file"] == str(out / "flower.png")
    assert (out / "flower.png").read_bytes() == picture.read_bytes()
    again = ("channel", "file", "ann", said["id"], "1", "--out", str(out / "flower.png"))
    (out / "flower.png").write_bytes(b"mine")
    assert ann.fail(*again) == (1, "file_unwritable")
    assert (out / "flower.png").read_bytes() == b"mine"
    ann.do(*again, "--force")
    assert (out / "flower.png").read_bytes() == picture.read_bytes()
    assert ann.fail("channel", "file", "ann", said["id"], "2") == (1, "file_unknown")
    missing = ann.fail("channel", "post", "ann", "--file", str(tmp_path / "none"))
    assert missing == (1, "file_unreadable")


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("flower.png", "flower.png"),
        ("../../.ssh/authorized_keys", "authorized_keys"),
        ("..", "file"),
        (".profile", "profile"),
        ("", "file"),
        ("a/", "file"),
        ("C:\\x\\evil.exe", "C__x_evil.exe"),
        ("gnp\u202egpj.exe", "gnp_gpj.exe"),
        ("a\0b\nc.txt", "a_b_c.txt"),
        ("x" * 300 + ".jpeg", "x" * 195 + ".jpeg"),
        ("é" * 300, "é" * 100),
        ("a b.txt ", "a b.txt"),
    ],
)
def test_a_file_is_saved_under_a_name_that_harms_nothing(name: str, safe: str) -> None:
    assert safe_name(name) == safe
    assert len(safe.encode()) <= NAME_BYTES_MAX


def test_a_post_is_taken_back_or_deleted_for_oneself_alone(ann: Terminal) -> None:
    said = ann.do("channel", "post", "ann", "Hello")
    hidden = ann.do("channel", "delete", "ann", said["id"], "--for-me")
    assert (hidden["hidden"], hidden["retracted"]) == (True, False)
    assert len(ann.do("channel", "read", "ann")) == 1
    assert not ann.do("channel", "delete", "ann", said["id"], "--undo")["hidden"]
    assert len(ann.do("channel", "read", "ann")) == 2
    assert ann.do("channel", "delete", "ann", said["id"])["retracted"]
    root = ann.do("channel", "read", "ann")[0]["id"]
    assert ann.fail("channel", "delete", "ann", root) == (1, "content_unsupported")


def test_posts_are_found_by_their_words_newest_first(
    ann: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.cli.searching.PAGE_HITS", 2)
    ann.do("channel", "new", "garden")
    for number in range(5):
        ann.do("channel", "post", "ann" if number % 2 else "garden", f"tulips {number}")
    hits = ann.do("search", "tul")
    assert [hit["snippet"] for hit in hits] == [f"tulips {number}" for number in (4, 3, 2, 1, 0)]
    assert set(hits[0]) == {"space", "id", "at", "author", "snippet", "comment", "entry"}
    assert [hit["snippet"] for hit in ann.do("search", "tulips", "--limit", "3")] == [
        "tulips 4",
        "tulips 3",
        "tulips 2",
    ]
    inside = ann.do("search", "tulips", "--in", "ann")
    assert [hit["snippet"] for hit in inside] == ["tulips 3", "tulips 1"]
    assert ann.do("search", "tulips", "4") == hits[:1]
    assert ann.do("search", "roses") == []
    assert ann.fail("search", "x", "--in", "nowhere") == (1, "space_unknown")


def test_people_read_what_was_said_of_posts(ann: Terminal, tmp_path: Path) -> None:
    text = tmp_path / "note.txt"
    text.write_bytes(b"x" * 2_500)
    said = ann.do("channel", "post", "ann", "Hello \x1b[31mred", "--file", str(text))
    ann.do("channel", "post", "ann", "🎉", "--react-to", said["id"])
    ann.do("channel", "post", "ann", "Yes", "--reply-to", said["id"])
    ann.do("channel", "post", "ann", "Hello", "--edit", said["id"])
    status, out, _ = ann.run("channel", "read", "ann", as_json=False)
    assert status == 0
    assert "Hello (edited)" in out
    assert "[1] note.txt (2 kB)" in out
    assert "🎉 1 (you too)" in out
    assert "> ann: Hello" in out
    ann.do("channel", "delete", "ann", said["id"])
    _, out, _ = ann.run("channel", "read", "ann", as_json=False)
    assert "(taken back)" in out
    assert "in answer to a post that was taken back" in out
    _, out, _ = ann.run("search", "yes", as_json=False)
    assert "ann / ann: Yes" in out
    assert "\x1b" not in out


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
