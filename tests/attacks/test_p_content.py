"""What a message says that no message may say: P-4, P-5, P-6, P-7, P-8."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from dataclasses import replace
from math import inf, nan

from engine.protocols.peerlinks.messages import encode_message, read_message
from engine.protocols.peerlinks.packets import ChannelMessage, Json
from engine.schemas import peerlinks_pb2
from engine.wire.json_text import is_json
from engine.wire.protobuf_scan import ScannedField, WireType, scan_fields
from engine.wire.varint import encode_varint
from tests.amounts import amount
from tests.attacks.attack import attack, replaced
from tests.attacks.scenes import Siege, by_owner, chain_of, is_refused

SHAPES = "engine.protocols.peerlinks.shapes"
POSTS = "engine.protocols.peerlinks.messages.posts"
ACCEPTANCE = "engine.protocols.peerlinks.graph.acceptance"

# ---- one message, one hash ----------------------------------------------------------------------

Written = list[tuple[ScannedField, bytes]]
MESSAGES = amount("MESSAGES", 10_000)
UNKNOWN = encode_varint(99 << 3 | 2) + b"\x03abc"


def _read(data: bytes) -> Written:
    return [(one, data[one.start : one.end]) for one in scan_fields(data)]


def _number(value: int, *, wide: bool) -> bytes:
    """A varint, minimal or two bytes longer than it need be."""
    short = encode_varint(value)
    return short[:-1] + bytes([short[-1] | 0x80, 0x80, 0x00]) if wide else short


def _write(fields: Written, *, wide: bool = False) -> bytes:
    parts = []
    for one, value in fields:
        parts.append(_number(one.field << 3 | one.wire_type, wide=wide))
        if one.wire_type is WireType.BYTES:
            parts.append(_number(len(value), wide=wide))
        parts.append(value)
    return b"".join(parts)


def _inside(data: bytes, field: int, change: Callable[[bytes], bytes]) -> bytes:
    return _write([(one, change(v) if one.field == field else v) for one, v in _read(data)])


MUTATORS: tuple[Callable[[bytes], bytes], ...] = (
    lambda data: _write(_read(data)[::-1]),
    lambda data: data + UNKNOWN,
    lambda data: UNKNOWN + data,
    lambda data: _write(_read(data), wide=True),
    lambda data: data + _write(_read(data)[-1:]),
    lambda data: _inside(data, 1, lambda tbs: tbs + UNKNOWN),
    lambda data: _inside(data, 1, lambda tbs: _write(_read(tbs), wide=True)),
    lambda data: _inside(data, 1, lambda tbs: _inside(tbs, 5, lambda body: body + UNKNOWN)),
)
"""Other encodings of the same signed message: order, unknown fields, long numbers, repetition."""


def _leave_unknown_fields(_raw: object) -> None:
    """In place of the step that strips them."""


@attack("P-4", without=replaced(f"{POSTS}._canonicalise", _leave_unknown_fields))
def test_p4_one_signed_message_has_one_hash_however_it_is_encoded() -> None:
    siege = Siege()
    chance = random.Random(4)
    chain = chain_of(siege.ben, siege.channel)
    usual = siege.message()
    for number in range(MESSAGES):
        message = replace(
            usual,
            body=Json(f'{{"text":"{number}"}}'),
            timestamp=siege.play.now + chance.random(),
            chain=chain if number % 2 else (),
            signature=chance.randbytes(64),
        )
        wire = encode_message(message)
        named = read_message(wire)
        for mutate in MUTATORS:
            other = mutate(wire)
            assert other != wire
            read = read_message(other)
            assert (read.hash, read.wire, read.tbs) == (named.hash, wire, named.tbs)


@attack("P-4", without=replaced(f"{POSTS}._canonicalise", _leave_unknown_fields))
def test_p4_what_is_stored_and_passed_on_is_the_one_encoding() -> None:
    siege = Siege()
    honest = by_owner(siege.channel, siege.message())
    name = read_message(honest).hash
    siege.brings(honest + UNKNOWN, names=[name])
    assert siege.has_all
    assert siege.ben.records.wires(siege.channel.id, [name]) == [honest]


# ---- JSON ---------------------------------------------------------------------------------------

DEEP = [f"{'[' * depth}{']' * depth}" for depth in (32, 1_100, 100_000, 200_000)]


def _at_depth(depth: int, work: Callable[[], bool]) -> bool:
    return work() if depth == 0 else _at_depth(depth - 1, work)


def _pythons_verdict(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    except RecursionError:
        raise AssertionError("the reader fell over") from None
    return True


@attack("P-5", without=replaced(f"{__name__}.is_json", _pythons_verdict))
def test_p5_depth_does_not_make_the_reader_fall_over() -> None:
    for text in DEEP:
        assert _at_depth(500, lambda text=text: is_json(text))  # type: ignore[misc]  # it binds
        assert not is_json(text[:-1])


@attack("P-5", without=replaced(f"{ACCEPTANCE}.is_json", lambda text: len(text) < 1_000))
def test_p5_a_deep_message_is_a_message() -> None:
    siege = Siege()
    siege.brings(by_owner(siege.channel, siege.message(body=Json(DEEP[2]))))
    assert siege.has_all


NO_JSON = ("NaN", '{"a":NaN}', "[Infinity]", "", "{", "{'a':1}", "\ufeff{}", "01", "[1,]")
ODD_JSON = ('{"a":1,"a":2}', "[" + "9" * 5_000 + "]", '"text"', "null", '{"\\ud800":0}')


@attack("P-6", without=replaced(f"{ACCEPTANCE}.is_json", lambda _: True))
def test_p6_what_javascript_would_not_read_is_no_message() -> None:
    for text in NO_JSON:
        siege = Siege()
        siege.brings(by_owner(siege.channel, siege.message(body=Json(text))))
        assert siege.is_refused, text


@attack("P-6", without=replaced(f"{ACCEPTANCE}.is_json", _pythons_verdict))
def test_p6_what_javascript_reads_is_one() -> None:
    for text in ODD_JSON:
        siege = Siege()
        siege.brings(by_owner(siege.channel, siege.message(body=Json(text))))
        assert siege.has_all, text


# ---- numbers ------------------------------------------------------------------------------------

NO_TIMES = (
    nan, -nan, inf, -inf, -0.0, -1.0, -1e-300, 2.0**53, 1e300, sys.float_info.max,
    -sys.float_info.max, -5e-324, 2.0**53 + 2.0, -1_700_000_000.0,
)  # fmt: skip


def _any_time(_: float) -> bool:
    return True


@attack("P-7", without=replaced(f"{POSTS}.is_time", _any_time))
def test_p7_a_timestamp_that_is_no_time_makes_no_message() -> None:
    siege = Siege()
    for time in NO_TIMES:
        assert _is_no_message(siege.message(timestamp=time)), time


@attack("P-7", without=replaced(f"{SHAPES}.is_time", _any_time))
def test_p7_a_permission_from_or_to_no_time_is_none() -> None:
    siege = Siege()
    (link,) = chain_of(siege.ben, siege.channel)
    for time in NO_TIMES:
        for odd in (replace(link, valid_from=time), replace(link, valid_to=time)):
            assert _is_no_message(siege.message(chain=(odd,))), time


@attack("P-7", without=replaced(f"{POSTS}.HEIGHT_MAX", 1 << 70))
def test_p7_a_height_out_of_range_makes_no_message() -> None:
    siege = Siege()
    for height in (2**62, 2**63 - 1):
        assert _is_no_message(siege.message(height=height)), height


def _is_no_message(message: ChannelMessage) -> bool:
    wire = encode_message(replace(message, signature=bytes(64)))
    return is_refused(lambda: read_message(wire))


# ---- text ---------------------------------------------------------------------------------------

NO_TEXTS = (b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"ok\x80")


MARK = "@" * 8


def _with_broken_text_left_out(
    schema: type[peerlinks_pb2.ChannelMessage], data: bytes, _section: str
) -> peerlinks_pb2.ChannelMessage:
    for text in NO_TEXTS:
        data = data.replace(text.ljust(len(MARK), b" "), b" " * len(MARK))
    return schema.FromString(data)


@attack("P-8", without=replaced(f"{POSTS}.parse", _with_broken_text_left_out))
def test_p8_text_that_is_no_text_makes_no_message() -> None:
    siege = Siege()
    for text in NO_TEXTS:
        marked = encode_message(replace(siege.message(), body=Json(MARK), signature=bytes(64)))
        wire = marked.replace(MARK.encode(), text.ljust(len(MARK), b" "))
        assert is_refused(lambda wire=wire: read_message(wire)), text  # type: ignore[misc]  # it binds
