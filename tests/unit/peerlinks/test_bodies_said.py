"""What a body says, and the files in it (protocols/tidings.md 3)."""

from __future__ import annotations

import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.ids import PostId, PublicKey
from engine.model.marks import Mark
from engine.model.views import FileContent, FileView
from engine.protocols.peerlinks.bodies.data_urls import file_data, file_url, file_url_units
from engine.protocols.peerlinks.bodies.said import (
    NAME_CHARACTERS_MAX,
    Said,
    attached_file,
    said,
)

HASH = "ab" * 32
POST = PostId(bytes.fromhex(HASH))
KEY = PublicKey(bytes.fromhex("cd" * 32))


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ('{"text":"hello"}', Said("hello")),
        ('{"text": "hello"}', Said("hello")),
        ('{"text":"yes","reply_to":"' + HASH + '"}', Said("yes", about=POST)),
        ('{"text":"👍","react_to":"' + HASH + '"}', Said("👍", Mark.REACTION, POST)),
        (
            '{"text":"","unreact":"' + HASH + '","emoji":"👍"}',
            Said("👍", Mark.TAKEN_BACK, POST),
        ),
        ('{"text":"new","edits":"' + HASH + '"}', Said("new", Mark.EDIT, POST)),
        ('{"text":"","retracts":"' + HASH + '"}', Said("", Mark.RETRACTION, POST)),
        (
            json.dumps({"text": "you", "mentions": ["cd" * 32, "cd" * 32, "no key"]}),
            Said("you", mentions=(KEY,)),
        ),
        ("[1]", Said("[1]", plain_json=True)),
        ('{"edits":"' + HASH + '"}', Said('{"edits":"' + HASH + '"}', plain_json=True)),
    ],
)
def test_each_form_says_what_the_notes_say(body: str, what: Said) -> None:
    assert said(body) == what


def test_files_are_seen_with_their_sizes_and_names_of_a_bearable_length() -> None:
    name = "n" * 1_000
    files = [
        {"name": name, "content-type": name, "data": "data:;base64,aGVsbG8="},
        {"name": "b", "content-type": "", "data": "no url"},
        {"name": "c", "content-type": "", "data": "data:,"},
    ]
    body = json.dumps({"files": files})
    short = name[:NAME_CHARACTERS_MAX]
    assert said(body) == Said(
        "",
        files=(
            FileView(short, short, 5),
            FileView("b", "", 0, size_known=False),
            FileView("c", "", 0),
        ),
    )
    assert attached_file(body, 0) == FileContent(name, name, b"hello")
    assert [attached_file(body, number) for number in (-1, 1, 3)] == [None] * 3
    assert attached_file('{"text":"hello"}', 0) is None


@pytest.mark.parametrize(
    ("url", "data"),
    [
        ("data:,", b""),
        ("data:,a%20b", b"a b"),
        ("data:text/plain,%C3%a9", "é".encode()),
        ("data:text/plain;charset=utf-8;base64,aGVsbG8=", b"hello"),
        ("DATA:IMAGE/PNG;BASE64,aGVsbG8=", b"hello"),
        ("data:;base64,", b""),
        ("data:image/png;base64,aGVsbG8", None),
        ("data:image/png;base64,aGVs\nbG8=", None),
        ("data:image/png;base64,aGVsbG8=x", None),
        ("data:image/png;base64,aGVs-_8=", None),
        ("data:image/png;base64,é", None),
        ("data:,100%", None),
        ("data:,%zz", None),
        ("data:,a b", None),
        ("data:,é", None),
        ("data:a b,c", None),
        ("data:" + "x" * 2_000 + ",c", None),
        ("data:", None),
        ("http://example.org/", None),
        ("", None),
    ],
)
def test_only_a_strict_data_url_is_a_file(url: str, data: bytes | None) -> None:
    assert file_data(url) == data


def test_a_file_that_is_too_large_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.protocols.peerlinks.bodies.data_urls.FILE_BYTES_MAX", 8)
    for size, kept in ((8, True), (9, False), (99, False)):
        data = bytes(size)
        assert (file_data(file_url("a/b", data)) == data) is kept
        assert (file_data("data:," + "%00" * size) == data) is kept


@given(data=st.binary(max_size=300))
def test_what_is_attached_comes_out_again_and_was_weighed_right(data: bytes) -> None:
    url = file_url("image/png", data)
    assert url == "data:image/png;base64," + base64.b64encode(data).decode()
    assert file_data(url) == data
    assert file_url_units("image/png", len(data)) == len(url)


@given(text=st.text(max_size=60))
def test_no_text_is_an_error(text: str) -> None:
    file_data(text)
    file_data("data:" + text)
    file_data("data:;base64," + text)
