"""Protocol Buffers by hand: what the document's messages need of them, and frames over a stream."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

Value = int | bytes  # a varint, or the bytes of anything else

VARINT, FIXED64, BYTES = 0, 1, 2
FRAME_BYTES_MAX = 64 << 20

T = TypeVar("T")


class MalformedError(Exception):
    """These bytes are not what they should be."""


# ---- writing


def varint(value: int) -> bytes:
    """A negative int64 takes ten bytes."""
    value &= (1 << 64) - 1
    written = bytearray()
    while value > 0x7F:
        written.append(value & 0x7F | 0x80)
        value >>= 7
    written.append(value)
    return bytes(written)


def number(field: int, value: int, *, always: bool = False) -> bytes:
    """A scalar; zero is left out unless ``always``."""
    return varint(field << 3 | VARINT) + varint(value) if value or always else b""


def double(field: int, value: float, *, always: bool = False) -> bytes:
    """The same, of eight bytes."""
    if not value and not always:
        return b""
    return varint(field << 3 | FIXED64) + struct.pack("<d", value)


def data(field: int, value: bytes, *, always: bool = False) -> bytes:
    """Bytes or a message; an empty one is left out unless ``always``."""
    if not value and not always:
        return b""
    return varint(field << 3 | BYTES) + varint(len(value)) + value


def each(field: int, values: Iterable[bytes]) -> bytes:
    """A repeated field of bytes or messages."""
    return b"".join(data(field, value, always=True) for value in values)


# ---- reading


class Fields:
    """The fields of one message; those that the document does not know are skipped by not asking.

    Every accessor raises MalformedError if the field is not of that kind.
    """

    def __init__(self, message: bytes) -> None:
        self._values = _read(message)

    def has(self, field: int) -> bool:
        """Whether it was written."""
        return field in self._values

    def number(self, field: int) -> int:
        """The last one, zero if there is none."""
        value = self._last(field, 0)
        if not isinstance(value, int):
            raise MalformedError(f"field {field} is no number")
        return value

    def data(self, field: int) -> bytes:
        """The last one, empty if there is none."""
        value = self._last(field, b"")
        if not isinstance(value, bytes):
            raise MalformedError(f"field {field} is no bytes")
        return value

    def text(self, field: int) -> str:
        """UTF-8."""
        try:
            return self.data(field).decode()
        except UnicodeDecodeError as error:
            raise MalformedError(f"field {field} is no text") from error

    def double(self, field: int) -> float:
        """Zero if there is none."""
        value = self.data(field) or bytes(8)
        if len(value) != 8:
            raise MalformedError(f"field {field} is no double")
        (read,) = struct.unpack("<d", value)
        assert isinstance(read, float)
        return read

    def each(self, field: int, read: Callable[[bytes], T]) -> tuple[T, ...]:
        """A repeated field."""
        values = self._values.get(field, ())
        messages = [value for value in values if isinstance(value, bytes)]
        if len(messages) < len(values):
            raise MalformedError(f"field {field} is no bytes")
        return tuple(map(read, messages))

    def _last(self, field: int, default: Value) -> Value:
        values = self._values.get(field)
        return values[-1] if values else default


def _read(message: bytes) -> Mapping[int, Sequence[Value]]:
    values: dict[int, list[Value]] = {}
    at = 0
    while at < len(message):
        key, at = _read_varint(message, at)
        value: Value
        match key & 7:
            case 0:
                value, at = _read_varint(message, at)
            case 1:
                value, at = _read_bytes(message, at, 8)
            case 2:
                length, at = _read_varint(message, at)
                value, at = _read_bytes(message, at, length)
            case other:
                raise MalformedError(f"wire type {other}")
        values.setdefault(key >> 3, []).append(value)
    return values


def _read_varint(message: bytes, at: int) -> tuple[int, int]:
    value = 0
    for shift in range(0, 70, 7):
        if at >= len(message):
            break
        byte = message[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
    raise MalformedError("a varint without end")


def _read_bytes(message: bytes, at: int, length: int) -> tuple[bytes, int]:
    if at + length > len(message):
        raise MalformedError("a field longer than its message")
    return message[at : at + length], at + length


# ---- frames: the document is transport-agnostic; over TCP each message is preceded by its length


def frame(message: bytes) -> bytes:
    """The length is 32 bits, the most significant byte first."""
    return struct.pack(">I", len(message)) + message


def unframed(stream: bytes) -> tuple[bytes | None, bytes]:
    """The first whole message, if there is one, and the rest."""
    if len(stream) < 4:
        return None, stream
    (length,) = struct.unpack_from(">I", stream)
    if length > FRAME_BYTES_MAX:
        raise MalformedError("a frame that nobody can hold")
    end = 4 + length
    return (None, stream) if len(stream) < end else (stream[4:end], stream[end:])
