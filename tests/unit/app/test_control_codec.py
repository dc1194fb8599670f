"""What goes over the control socket arrives as it was, and nothing unforeseen is ever built."""

from __future__ import annotations

import dataclasses
import functools
import json
import tomllib
import types
import typing
from enum import Enum
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spark_reports
from app.control import codec
from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.model.commands import RenameSpace
from engine.model.ids import SpaceId
from engine.model.queries import FindSpace

ROOT = Path(__file__).parents[3]
PLAIN: dict[object, st.SearchStrategy[object]] = {
    int: st.integers(-(2**63), 2**63 - 1),
    float: st.floats(allow_nan=False, allow_infinity=False),
    str: st.text(max_size=20),
    bytes: st.binary(max_size=40),
    bool: st.booleans(),
    types.NoneType: st.none(),
}


@functools.cache  # made anew for each example it took most of the time
def values(kind: typing.Any) -> st.SearchStrategy[object]:  # a type form
    """Any value that a field of that type can hold."""
    if kind in PLAIN:
        return PLAIN[kind]
    if isinstance(kind, typing.NewType):
        return values(kind.__supertype__)
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in {typing.Union, types.UnionType}:
        return st.one_of([values(one) for one in arguments])
    if origin is tuple:
        assert arguments[1:] == (...,)
        return st.lists(values(arguments[0]), max_size=3).map(tuple)
    if issubclass(kind, Enum):
        return st.sampled_from(list(kind))
    assert isinstance(kind, type)
    assert dataclasses.is_dataclass(kind) or issubclass(kind, tuple), kind
    hints = typing.get_type_hints(kind)
    return st.builds(kind, **{name: values(hints[name]) for name in names_of(kind)})


def names_of(kind: type) -> list[str]:
    """Of a dataclass, or a named tuple."""
    if not dataclasses.is_dataclass(kind):
        return list(kind._fields)  # type: ignore[attr-defined]  # it is a named tuple
    return [one.name for one in dataclasses.fields(kind)]


WISHES: dict[str, typing.Any] = {**codec.COMMANDS, **codec.QUERIES}  # types
EVENTS: dict[str, typing.Any] = dict(codec.EVENTS)
ANSWERED = {codec.answer_type(kind): kind for kind in WISHES.values()}
"""One wish for each type of an answer: how it is read depends on nothing else."""


@pytest.mark.parametrize("name", WISHES)
@given(data=st.data())
def test_every_command_and_query_arrives_as_it_was(name: str, data: st.DataObject) -> None:
    wish = data.draw(values(WISHES[name]))
    assert codec.read_wish(name, codec.raw(wish)) == wish


@pytest.mark.parametrize("kind", ANSWERED.values())
@given(data=st.data())
def test_every_answer_arrives_as_it_was(
    kind: typing.Any,  # the type of a wish
    data: st.DataObject,
) -> None:
    wish: typing.Any = data.draw(values(kind))
    answer = data.draw(values(codec.answer_type(kind)))
    assert codec.read_answer(wish, codec.raw(answer)) == answer


@pytest.mark.parametrize("name", EVENTS)
@given(data=st.data())
def test_every_event_arrives_as_it_was(name: str, data: st.DataObject) -> None:
    event = data.draw(values(EVENTS[name]))
    assert codec.read_event(codec.Told(name, codec.raw(event))) == event


NUMBER = st.integers(0, 2**53)
REQUESTS = st.one_of(
    st.builds(codec.Hello, st.text(), st.booleans()),
    st.builds(codec.Do, NUMBER, st.text(), st.just(msgspec.Raw(b'{"a":1}'))),
    st.builds(codec.Subscribe, NUMBER),
    st.builds(codec.Show, NUMBER, st.none() | st.text()),
    st.builds(codec.Stop, NUMBER),
)
REPLIES = st.one_of(
    st.builds(codec.Hello, st.text(), st.booleans()),
    st.builds(codec.Done, NUMBER, st.just(msgspec.Raw(b"[1,2]"))),
    st.builds(codec.Failed, NUMBER, st.sampled_from(["refused", "fault"]), st.text(), st.text()),
    st.builds(codec.Told, st.text(), st.just(msgspec.Raw(b"{}"))),
)


def payload_of(frame: bytes) -> bytes:
    """Without its length, which must be right."""
    assert int.from_bytes(frame[:4], "big") == len(frame) - 4
    return frame[4:]


@given(REQUESTS)
def test_every_request_arrives_as_it_was(request: codec.Request) -> None:
    assert codec.unpack_request(payload_of(codec.pack(request))) == request


@given(REPLIES)
def test_every_reply_arrives_as_it_was(reply: codec.Reply) -> None:
    assert codec.unpack_reply(payload_of(codec.pack(reply))) == reply


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(st.binary() | JSON.map(lambda value: json.dumps(value).encode()))
def test_whatever_a_stranger_sends_is_understood_or_not_and_nothing_else(payload: bytes) -> None:
    for unpack in (codec.unpack_request, codec.unpack_reply):
        with pytest.raises(codec.NotUnderstood):
            unpack(payload)


@pytest.mark.parametrize(
    "payload",
    [
        b'{"kind":"do","content":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"kind":"do","content":{"id":"1","type":"Post","fields":{}}}',
        b'{"kind":"do","content":{}}',
        b'{"kind":"os.system","content":{}}',
        b'{"kind":"hello","content":{"version":"1"},"more":1}',
    ],
)
def test_hostile_envelopes_are_refused(payload: bytes) -> None:
    with pytest.raises(codec.NotUnderstood):
        codec.unpack_request(payload)


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("system", b"{}"),
        ("Command", b"{}"),
        ("FindSpace", b"{}"),
        ("FindSpace", b'{"text":1}'),
        ("Space", b'{"space":"no base 64!"}'),
        ("Listen", b'{"protocol":"gopher","address":{"host":"h","port":1}}'),
        ("Say", b'{"space":"","content":{"type":"Post","fields":{}},"identity":null}'),
        ("Say", b'{"space":"","content":{"type":"Words","fields":{}},"identity":null}'),
        ("Say", b'{"space":"","content":{"text":"hello"},"identity":null}'),
        ("FindSpace", b'{"text":' + b"[" * 100_000 + b"]" * 100_000 + b"}"),
    ],
)
def test_wishes_that_are_none_are_refused(name: str, fields: bytes) -> None:
    with pytest.raises(codec.NotUnderstood):
        codec.read_wish(name, msgspec.Raw(fields))


def test_an_event_of_another_version_is_passed_over() -> None:
    assert codec.read_event(codec.Told("Unheard", msgspec.Raw(b"{}"))) is None


def test_what_does_not_fit_a_frame_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codec, "FRAME_BYTES_MAX", 100)
    assert codec.pack(codec.Show(1, "x" * 20))
    with pytest.raises(codec.TooLong):
        codec.pack(codec.Show(1, "x" * 200))


def test_half_a_surrogate_pair_becomes_a_replacement_character() -> None:
    wish = RenameSpace(SpaceId(bytes(32)), "a\ud800b")
    assert codec.read_wish("RenameSpace", codec.raw(wish)) == RenameSpace(
        wish.space, "a\N{REPLACEMENT CHARACTER}b"
    )


@pytest.mark.parametrize("reason", list(Refusal))
def test_every_refusal_arrives_with_its_detail(reason: Refusal) -> None:
    arrived = codec.problem_of(codec.failed(7, Refused(reason, "detail")))
    assert isinstance(arrived, Refused)
    assert (arrived.reason, arrived.detail) == (reason, "detail")


@pytest.mark.parametrize("reason", list(FaultReason))
def test_every_fault_arrives_with_its_detail(reason: FaultReason) -> None:
    arrived = codec.problem_of(codec.failed(7, Fault(reason, "detail")))
    assert isinstance(arrived, Fault)
    assert (arrived.reason, arrived.detail) == (reason, "detail")


def test_a_reason_of_another_version_is_a_fault_of_ours() -> None:
    arrived = codec.problem_of(codec.Failed(1, "refused", "unheard_of", ""))
    assert isinstance(arrived, Fault)
    assert arrived.reason is FaultReason.BUG


def test_an_answer_of_another_shape_is_not_understood() -> None:
    with pytest.raises(codec.NotUnderstood):
        codec.read_answer(FindSpace("x"), msgspec.Raw(b"[]"))


def test_the_version_is_the_projects() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert project["project"]["version"] == codec.PROGRAM_VERSION
    assert project["project"]["version"] == spark_reports.VERSION, "it imports nothing of ours"
