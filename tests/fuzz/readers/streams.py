"""Byte streams that are cut anywhere: however they are, the same comes out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from engine.errors import PeerViolation
from tests.fuzz.target import Read

Messages = list[object]


class Stream(Protocol):
    """What takes bytes, and gives what is whole so far."""

    def feed(self, data: bytes) -> None:
        """Cut anywhere."""
        ...

    def whole(self) -> Iterator[object]:
        """May raise PeerViolation."""
        ...


def cut_anywhere(make: Callable[[], Stream]) -> Read:
    """The first byte of what it is given says how long the pieces are, in one of two readings."""

    def look(data: bytes) -> None:
        size, rest = (data[0] if data else 0) + 1, data[1:]
        pieces = [rest[at : at + size] for at in range(0, len(rest), size)]
        assert _said(make(), pieces) == _said(make(), [rest]), "the cuts change what is read"

    return look


def _said(stream: Stream, pieces: list[bytes]) -> tuple[Messages, bool]:
    said: Messages = []
    try:
        for piece in pieces:
            stream.feed(piece)
            said.extend(stream.whole())
    except PeerViolation:
        return said, False
    return said, True
