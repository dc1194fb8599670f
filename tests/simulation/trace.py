"""What happened, as one hash and as the last few lines. The hash is a function of the seed alone.

Only names of types and encoded bytes enter it: no reprs, no ids, no hashes of Python's own.
"""

from __future__ import annotations

import dataclasses
import hashlib
import struct
from collections import deque
from enum import Enum
from functools import cache

LINES_KEPT = 200


class Trace:
    """Write-only until somebody asks for ``digest`` or ``lines``."""

    __slots__ = ("_hash", "_last", "count")

    def __init__(self) -> None:
        self._hash = hashlib.blake2b(digest_size=16)
        self._last: deque[tuple[float, str, str, int, str]] = deque(maxlen=LINES_KEPT)
        self.count = 0

    def note(self, at: float, who: str, what: str, data: bytes = b"") -> None:
        """``data`` is what it was about, encoded."""
        self.count += 1
        head = f"{who}|{what}|".encode()
        self._hash.update(struct.pack(">dII", at, len(head), len(data)) + head + data)
        self._last.append((at, who, what, len(data), data[:6].hex()))

    @property
    def digest(self) -> str:
        """Of everything so far."""
        return self._hash.hexdigest()

    def lines(self) -> list[str]:
        """The last few things that happened, oldest first, for people."""
        return [
            f"{at:12.4f} {who:<10} {what}" + (f" ({size} bytes {start})" if size else "")
            for at, who, what, size, start in self._last
        ]


def encoded(value: object) -> bytes:  # noqa: PLR0911 - one a kind of value
    """Plain values as bytes: dataclasses field by field, sequences in order. Refuses sets."""
    match value:
        case None:
            return b"-"
        case Enum():
            return b"E" + str(value.value).encode() + b";"
        case bool() | int():
            return b"i%d;" % value
        case float():
            return b"f" + struct.pack(">d", value)
        case str():
            text = value.encode("utf-8", "surrogatepass")
            return b"s%d:" % len(text) + text
        case bytes() | bytearray():
            return b"b%d:" % len(value) + value
        case tuple() | list():
            return b"(" + b"".join(encoded(one) for one in value) + b")"
        case _ if dataclasses.is_dataclass(value):
            kind: type = type(value)
            return kind.__name__.encode() + encoded([getattr(value, one) for one in _fields(kind)])
        case _:
            raise TypeError(type(value).__name__)


@cache
def _fields(kind: type) -> tuple[str, ...]:
    """The names of a dataclass's fields, in their order."""
    return tuple(field.name for field in dataclasses.fields(kind))
