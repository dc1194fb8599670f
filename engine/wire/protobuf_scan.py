"""Walks protocol-buffer bytes without building objects. Pure.

Two megabytes of empty messages become a million objects in a parser. So elements are counted
here, on the wire, and refused before anything is built (protocol rule: count first, decode then).
Groups, which none of our schemas has, are refused.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from enum import IntEnum
from typing import NamedTuple, assert_never

from engine.errors import PeerViolation
from engine.wire.varint import decode_varint

FIELDS_MAX = 150_000  # ours: repeated elements of one packet, all together
PIECES_MAX = 20_000  # ours (P-3): fields looked at singly; the worst of them take some 70 ms
UNCOUNTED_BYTES_MAX = 16 << 10  # ours: at most some thousand empty elements

_SECTION = "protocol buffers"
_RUN_MAX = 128  # ours: a few hundred bytes are looked at for each run, never all the rest
_TAG_LIMIT = 1 << 32  # 29 bits of field number, 3 of wire type


class WireType(IntEnum):
    """How a value lies on the wire; 3 and 4 are groups, 6 and 7 do not exist."""

    VARINT = 0
    FIXED64 = 1
    BYTES = 2
    FIXED32 = 5


_WIRE_TYPES = {kind.value: kind for kind in WireType}


class ScannedField(NamedTuple):
    """One field of one message. ``data[start:end]`` is its value, without tag and length."""

    field: int
    wire_type: WireType
    start: int
    end: int


def scan_fields(data: bytes, start: int = 0, end: int | None = None) -> Iterator[ScannedField]:
    """The fields of the message ``data[start:end]``, one level, in the order of the wire.

    Raises PeerViolation, on reaching it, for a varint of more than 10 bytes or 64 bits, a tag of
    more than 32 bits, field number 0, a group or unknown wire type, a value that reaches beyond
    ``end``, and the field after the 20,000th.
    """
    stop = len(data) if end is None else end
    position = start
    for _ in range(PIECES_MAX):
        if position >= stop:
            return
        scanned = _field_at(data, position, stop)
        position = scanned.end
        yield scanned
    if position < stop:
        raise PeerViolation("more fields than a packet may have", section=_SECTION)


def scan_runs(
    data: bytes, start: int, end: int, singly: Container[int] = ()
) -> Iterator[tuple[ScannedField, int]]:
    """As ``scan_fields``, with neighbours alike told once: the first of them, and how many.

    Alike are byte fields of one number and one length; at most 128 are told together. A hundred
    thousand hashes are counted so in a few milliseconds. Fields in ``singly`` are told one by one.
    In how many pieces is for the caller to bound (PIECES_MAX): the time it takes goes by them.
    """
    position, count = start, 0
    while position < end:
        scanned = _field_at(data, position, end)
        alike = 1
        if scanned.wire_type is WireType.BYTES and scanned.field not in singly:
            alike += _alike(data, position, scanned, end)
        count += alike
        if count > FIELDS_MAX:
            raise PeerViolation("more fields than a packet may have", section=_SECTION)
        yield scanned, alike
        position += alike * (scanned.end - position)


def demand_count(data: bytes, field: int, limit: int, section: str) -> None:
    """Elements of one repeated field are counted before a parser makes objects of them.

    Raises PeerViolation for one too many. Small data are not walked: what they can become is small.
    """
    if len(data) <= UNCOUNTED_BYTES_MAX:
        return
    count = 0
    for scanned in scan_fields(data):
        count += scanned.field == field
        if count > limit:
            raise PeerViolation("more elements than the limit", section)


def _alike(data: bytes, position: int, scanned: ScannedField, stop: int) -> int:
    """How many fields with the tag and length of the one at ``position`` follow it directly."""
    size = scanned.end - position
    alike = min(_RUN_MAX - 1, (stop - scanned.end) // size)
    beyond = scanned.end + alike * size
    for offset in range(scanned.start - position):
        byte = data[position + offset : position + offset + 1]
        column = data[scanned.end + offset : beyond : size]
        alike = min(alike, len(column) - len(column.lstrip(byte)))
    return alike


def _field_at(data: bytes, position: int, stop: int) -> ScannedField:
    tag, start = decode_varint(data, position)
    if tag >= _TAG_LIMIT or tag < 1 << 3:
        raise PeerViolation("a field number out of range", section=_SECTION)
    wire_type = _WIRE_TYPES.get(tag & 7)
    if wire_type is None:
        raise PeerViolation("a group or an unknown wire type", section=_SECTION)
    match wire_type:
        case WireType.VARINT:
            end = decode_varint(data, start)[1]
        case WireType.FIXED64:
            end = start + 8
        case WireType.BYTES:
            length, start = decode_varint(data, start)
            end = start + length
        case WireType.FIXED32:
            end = start + 4
        case _:
            assert_never(wire_type)
    if end > stop:
        raise PeerViolation("a field that reaches beyond its message", section=_SECTION)
    return ScannedField(tag >> 3, wire_type, start, end)
