"""The short way to a message's text gives what reading the whole body gives."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from engine.model.body_text import is_text_body, text_body
from engine.protocols.peerlinks.bodies.forms import PlainJson, TextBody, parse_body
from engine.protocols.peerlinks.bodies.said import said, speaks_of_nothing

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@given(text=st.text(alphabet=st.characters(exclude_categories=["Cs"])))
def test_a_text_body_says_its_text_and_nothing_else(text: str) -> None:
    body = text_body(text)
    assert json.loads(body) == {"text": text}
    assert parse_body(body) == TextBody(text)
    assert said(body).text == text


@given(text=st.text(), other=st.text(), is_written_plainly=st.booleans())
def test_a_text_body_is_told_without_being_written(
    text: str, other: str, *, is_written_plainly: bool
) -> None:
    body = f'{{"text":"{text}"}}' if is_written_plainly else text_body(text)
    for one in (text, other):
        assert is_text_body(body, one) is (text_body(one) == body)


@given(
    value=st.fixed_dictionaries({"text": st.text()}, optional={"mentions": JSON, "other": JSON}),
    is_spaced=st.booleans(),
    is_escaped=st.booleans(),
)
def test_a_body_with_text_reads_as_the_whole_parser_reads_it(
    value: dict[str, object], *, is_spaced: bool, is_escaped: bool
) -> None:
    separators = (", ", ": ") if is_spaced else (",", ":")
    body = json.dumps(value, separators=separators, ensure_ascii=is_escaped)
    body = body.encode("utf-8", "replace").decode()
    parsed = parse_body(body)
    assert isinstance(parsed, TextBody | PlainJson)
    assert said(body).text == (parsed.text if isinstance(parsed, TextBody) else body)


@given(value=JSON)
def test_any_other_json_is_shown_as_it_is_written(value: object) -> None:
    body = json.dumps(value).encode("utf-8", "replace").decode()
    parsed = parse_body(body)
    shown = said(body).text
    assert shown == body if isinstance(parsed, PlainJson) else isinstance(shown, str)
    shown.encode()


@given(
    value=st.dictionaries(
        st.sampled_from(["text", "reply_to", "edits", "mentions"]), st.text(max_size=8) | JSON
    ),
    is_escaped=st.booleans(),
    is_spaced=st.booleans(),
)
def test_what_looks_like_a_text_alone_is_one(
    value: dict[str, object], *, is_escaped: bool, is_spaced: bool
) -> None:
    separators = (", ", ": ") if is_spaced else (",", ":")
    body = json.dumps(value, separators=separators, ensure_ascii=is_escaped)
    if speaks_of_nothing(body):
        assert value.keys() == {"text"}
        assert isinstance(value["text"], str)
    if value == {"text": "plain"} and not is_spaced:
        assert speaks_of_nothing(body)
