"""Hashes that a peer has named and that were not asked for yet. Pure.

They stay as they came, 32 bytes each: a long history is a few megabytes, not objects.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from engine.model.ids import PostId
from engine.protocols.cable.limits import HASH_BYTES, NAMED_BYTES_MAX


class Named:
    """A queue, first come, first out. What is beyond the bound is lost: see ``overflowed``."""

    __slots__ = ("_bytes", "_pieces", "overflowed")

    def __init__(self) -> None:
        self._pieces: deque[bytes] = deque()
        self._bytes = 0
        self.overflowed = False
        """Whether something was lost: once all else was had, it has to be named again."""

    def __bool__(self) -> bool:
        return bool(self._pieces)

    @property
    def bytes(self) -> int:
        """What is held."""
        return self._bytes

    def add(self, hashes: Sequence[PostId]) -> None:
        """They wait behind all others."""
        piece = b"".join(hashes)
        if not piece:
            return
        if self._bytes + len(piece) > NAMED_BYTES_MAX:
            self.overflowed = True
            return
        self._pieces.append(piece)
        self._bytes += len(piece)

    def take(self, count: int) -> list[PostId]:
        """The first of them, at most ``count``; none: there are none left."""
        if not self._pieces:
            return []
        piece = self._pieces.popleft()
        taken, rest = piece[: count * HASH_BYTES], piece[count * HASH_BYTES :]
        if rest:
            self._pieces.appendleft(rest)
        self._bytes -= len(taken)
        return [PostId(taken[at : at + HASH_BYTES]) for at in range(0, len(taken), HASH_BYTES)]

    def take_over(self, other: Named) -> None:
        """What waits there waits here from now on, behind all else; what is beyond is lost."""
        for piece in other._pieces:
            if self._bytes + len(piece) > NAMED_BYTES_MAX:
                self.overflowed = True
                break
            self._pieces.append(piece)
            self._bytes += len(piece)
        self.overflowed |= other.overflowed
        other.overflowed = False
        other.clear()

    def clear(self) -> None:
        """Nothing waits any more."""
        self._pieces.clear()
        self._bytes = 0
