"""A reader with a fault that only who is guided by what the code does finds quickly."""

from __future__ import annotations

from engine.errors import PeerViolation
from engine.wire.varint import decode_varint
from tests.fuzz.target import Target


def _faulty(data: bytes) -> None:
    number, end = decode_varint(data)
    if number > 1 << 20 and data[end:].startswith(b"a"):
        raise KeyError(number)


PLANTED = Target("planted", (_faulty,), (PeerViolation,), ())
