"""Bytes no encoder would write: single protobuf fields, and posts put together of them."""

from __future__ import annotations

import struct

from engine.model.ids import PeerId, PostId
from engine.wire.varint import encode_varint

HASH = PostId(b"\x09" * 32)
PEER = PeerId(b"\xfe" * 32)
NO_TIMES = [
    float("nan"),
    float("inf"),
    float("-inf"),
    -1.0,
    -0.0,
    -5e-324,
    2.0**53,
    1e300,
]


def field(number: int, value: bytes) -> bytes:
    """One field of bytes."""
    return encode_varint(number << 3 | 2) + encode_varint(len(value)) + value


def scalar(number: int, value: int) -> bytes:
    """One varint field."""
    return encode_varint(number << 3) + encode_varint(value)


def double(number: int, value: float) -> bytes:
    """One fixed field of 8 bytes."""
    return encode_varint(number << 3 | 1) + struct.pack("<d", value)


def post(tbs: bytes, signature: bytes = bytes(64)) -> bytes:
    """A ChannelMessage around that TBS."""
    return field(1, tbs) + field(2, signature)


BODY = field(5, field(2, b"{}"))
