"""Unsigned LEB128, the varint of protocol buffers, cable and Hypercore. Pure.

At most 10 bytes, values below 2^64. Non-minimal forms (``80 00`` for 0) are read, since published
readers read them, except by ``decode_minimal_varint``: nothing hashed, signed or printed may have
two forms.
"""

from __future__ import annotations

from engine.errors import PeerViolation

VARINT_BYTES_MAX = 10  # 64 bits in groups of 7
VARINT_LIMIT = 1 << 64
"""The first value that is too large."""

_SECTION = "varint"
_MORE = 0x80
_BITS = 0x7F


def encode_varint(value: int) -> bytes:
    """The minimal form of 0 <= value < 2^64. Another value is a bug of ours: ValueError."""
    if not 0 <= value < VARINT_LIMIT:
        raise ValueError("a varint holds 0 to 2^64 - 1")
    encoded = bytearray()
    while value > _BITS:
        encoded.append(value & _BITS | _MORE)
        value >>= 7
    encoded.append(value)
    return bytes(encoded)


def decode_varint_prefix(data: bytes, offset: int = 0) -> tuple[int, int] | None:
    """``(value, offset after it)``, or None while ``data`` ends inside the varint: more may come.

    Raises PeerViolation if it cannot become a varint: more than 10 bytes, or 2^64 and above.
    """
    value = 0
    end = min(len(data), offset + VARINT_BYTES_MAX)
    for shift, position in enumerate(range(offset, end)):
        byte = data[position]
        value |= (byte & _BITS) << (7 * shift)
        if byte < _MORE:
            if value >= VARINT_LIMIT:
                raise PeerViolation("a varint of 2^64 or more", section=_SECTION)
            return value, position + 1
    if end - offset >= VARINT_BYTES_MAX:
        raise PeerViolation("a varint of more than 10 bytes", section=_SECTION)
    return None


def decode_varint(data: bytes, offset: int = 0) -> tuple[int, int]:
    """``(value, offset after it)`` where ``data`` is complete.

    Raises PeerViolation if the varint is cut off, longer than 10 bytes, or 2^64 and above.
    """
    if offset < len(data) and data[offset] < _MORE:
        return data[offset], offset + 1  # most are one byte, and scans live on this
    decoded = decode_varint_prefix(data, offset)
    if decoded is None:
        raise PeerViolation("a varint cut off", section=_SECTION)
    return decoded


def decode_minimal_varint(data: bytes, offset: int = 0) -> tuple[int, int]:
    """As ``decode_varint``, and PeerViolation also for a form longer than needed."""
    value, end = decode_varint(data, offset)
    if end - offset > 1 and data[end - 1] == 0:
        raise PeerViolation("a varint longer than needed", section=_SECTION)
    return value, end
