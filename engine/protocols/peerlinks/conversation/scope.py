"""Of which channels one peer is told without having named them. Pure.

The document has every peer asked for every channel, by an id that is then known to it. Where
another Tidings has shown what it shares, it is asked for that alone, and for what it names itself.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.model.ids import SpaceId

Shares = Callable[[SpaceId], bool]
"""Whether the peer has shown that it takes part in that channel."""


def everything(_: SpaceId) -> bool:
    """As the document has it."""
    return True


class Scope:
    """One conversation's. Bounded by the number of our own channels."""

    __slots__ = ("_named", "_shares", "is_proven")

    def __init__(self, shares: Shares) -> None:
        self._shares = shares
        self.is_proven = shares is not everything
        """Whether the peer id is proven: nobody shows what it shares who has not proven it."""
        self._named: dict[SpaceId, None] = {}

    def note_named(self, space: SpaceId) -> None:
        """The peer has spoken of this channel of ours."""
        self._named[space] = None

    def covers(self, space: SpaceId) -> bool:
        """Whether the peer may be asked for it, or told of news."""
        return space in self._named or self._shares(space)
