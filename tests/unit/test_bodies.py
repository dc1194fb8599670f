"""Message bodies and fingerprints, with literal texts."""

from __future__ import annotations

import hashlib
import json

import pytest

from engine.model.body_text import text_body
from engine.protocols.peerlinks.bodies import forms as bodies
from engine.protocols.peerlinks.bodies.forms import (
    AttachedFile,
    Body,
    EditBody,
    FilesBody,
    PlainJson,
    ReactionBody,
    ReplyBody,
    RetractBody,
    TextBody,
    UnreactBody,
    compose_body,
    parse_body,
)
from engine.protocols.tidings.fingerprint import request_fingerprint, safety_code

HASH = bytes(range(32))
HEX = HASH.hex()
KEY = b"\xaa" * 32
FILE = AttachedFile("a.txt", "text/plain", "data:text/plain;base64,aGk=")

FORMS: list[tuple[Body, str]] = [
    (TextBody("hi"), '{"text":"hi"}'),
    (TextBody(""), '{"text":""}'),
    (TextBody('hé\n"👍', (KEY,)), f'{{"text":"hé\\n\\"👍","mentions":["{KEY.hex()}"]}}'),
    (ReplyBody("yes", HASH), f'{{"text":"yes","reply_to":"{HEX}"}}'),
    (ReactionBody("👍", HASH), f'{{"text":"👍","react_to":"{HEX}"}}'),
    (UnreactBody("👍", HASH), f'{{"text":"","unreact":"{HEX}","emoji":"👍"}}'),
    (EditBody("new", HASH), f'{{"text":"new","edits":"{HEX}"}}'),
    (RetractBody(HASH), f'{{"text":"","retracts":"{HEX}"}}'),
    (
        FilesBody((FILE,)),
        (
            '{"files":[{"name":"a.txt","content-type":"text/plain",'
            '"data":"data:text/plain;base64,aGk="}]}'
        ),
    ),
]


@pytest.mark.parametrize(("body", "text"), FORMS)
def test_every_form_has_this_very_text(body: Body, text: str) -> None:
    assert compose_body(body) == text
    assert parse_body(text) == body


def test_files_may_come_with_a_text() -> None:
    body = FilesBody((FILE, FILE), "two files", (KEY,))
    assert parse_body(compose_body(body)) == body


def test_unknown_keys_are_ignored() -> None:
    assert parse_body('{"text":"hi","colour":[1,{"a":null}],"n":1e400}') == TextBody("hi")


@pytest.mark.parametrize(
    "text",
    [
        "5",
        "null",
        '"text"',
        "[]",
        "{}",
        '{"text":5}',
        '{"text":null,"files":[]}',
        '{"files":[]}',
        '{"files":[{"name":"a"}]}',
        '{"files":[5]}',
        "not json",
        "",
        '{"text":"x","n":NaN}',
        '{"text":"x","n":' + "1" * 5000 + "}",
        '{"text":"x","deep":' + "[" * 32 + "]" * 32 + "}",
        "[" * 2_000_000 + "]" * 2_000_000,
        '{"text":"x","wide":[' + "0," * 5000 + "0]}",
    ],
    ids=lambda text: text[:24],
)
def test_a_body_of_another_shape_is_plain_json(text: str) -> None:
    assert parse_body(text) == PlainJson(text)
    assert compose_body(PlainJson(text)) == text


def test_brackets_and_commas_in_a_text_are_no_nesting() -> None:
    body = TextBody('[{"\\' * 5000 + "," * 5000)
    assert parse_body(compose_body(body)) == body


@pytest.mark.parametrize("reference", [HEX.upper(), HEX[:-1], HEX + "0", HEX + "\\n", "z" * 64, ""])
def test_a_reference_that_is_no_lower_case_hash_leaves_a_plain_message(reference: str) -> None:
    assert parse_body(f'{{"text":"hi","reply_to":"{reference}"}}') == TextBody("hi")


def test_malformed_mentions_are_left_out_and_too_many_are_none() -> None:
    assert parse_body(f'{{"text":"x","mentions":["zz",5,"{KEY.hex()}"]}}') == TextBody("x", (KEY,))
    crowd = compose_body(TextBody("x", (KEY,) * 256))
    assert parse_body(crowd) == TextBody("x", (KEY,) * 256)
    assert parse_body(compose_body(TextBody("x", (KEY,) * 257))) == TextBody("x")
    assert parse_body('{"text":"x","mentions":"all"}') == TextBody("x")


def test_an_endless_emoji_is_a_message() -> None:
    text = "x" * (bodies.EMOJI_CHARACTERS_MAX + 1)
    assert parse_body(f'{{"text":"{text}","react_to":"{HEX}"}}') == TextBody(text)


def test_lone_surrogates_never_reach_the_store() -> None:
    assert parse_body('{"text":"a\\ud800b"}') == TextBody("a\ufffdb")
    assert compose_body(TextBody("a\udc00")) == '{"text":"a\ufffd"}'


def test_a_fingerprint_is_thirty_digits_of_the_first_hundred_bits() -> None:
    digest = hashlib.blake2b(HASH + KEY, digest_size=32).digest()
    number = int(digest.hex()[:25], 16) % 10**30
    shown = request_fingerprint(HASH, KEY)
    assert shown.replace(" ", "") == str(number).zfill(30)
    assert [len(group) for group in shown.split(" ")] == [5] * 6


def test_a_fingerprint_has_these_digits() -> None:
    assert request_fingerprint(bytes(32), bytes(32)) == "07290 57593 32292 50912 86887 69413"


def test_a_safety_code_is_the_same_for_both() -> None:
    assert safety_code(HASH, KEY) == safety_code(KEY, HASH) == request_fingerprint(HASH, KEY)
    assert request_fingerprint(HASH, KEY) != request_fingerprint(KEY, HASH)


@pytest.mark.parametrize("text", ["hello", 'quotes "and" \\', "\u00fc \U0001f44d", "a\nb"])
def test_the_body_of_a_text_is_compact_json_that_carries_the_text(text: str) -> None:
    body = text_body(text)
    assert json.loads(body) == {"text": text}
    assert body.startswith('{"text":"')
    assert "\\u" not in body
