"""A conversation without a handshake: what published programs speak over TCP. Pure.

Nothing on such a connection says which community it is about, nor who is there: whoever opened the
door decides the first, and the second stays unknown (protocols/cable.md 9).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.model.ids import PublicKey, SpaceId
from engine.protocols.cable.exchange.conversation import Conversation
from engine.protocols.cable.exchange.place import Place
from engine.protocols.contract import Charge, Effect, Ready, Record


class PlainConnection:
    """Implements ``Connection``: that of a conversation, and a peer id of this connection alone."""

    __slots__ = ("_inside", "_place")

    def __init__(self, place: Place) -> None:
        self._place = place
        self._inside = Conversation(place)

    @property
    def presence(self) -> Sequence[tuple[SpaceId, PublicKey | None]]:
        """See ``Connection``."""
        return self._inside.presence

    @property
    def charge(self) -> Charge:
        """See ``Connection``."""
        return self._inside.charge

    @property
    def buffered(self) -> int:
        """See ``Connection``."""
        return self._inside.buffered

    def start(self, now: float) -> list[Effect]:
        """See ``Connection``. There is no greeting to wait for."""
        return [Ready(self._place.peer), *self._inside.start(now)]

    def receive(self, data: bytes, now: float) -> Iterator[list[Effect]]:
        """See ``Connection``."""
        return self._inside.receive(data, now)

    def wake(self, now: float) -> list[Effect]:
        """See ``Connection``."""
        return self._inside.wake(now)

    def notice(self, records: Sequence[Record], now: float) -> list[Effect]:
        """See ``Connection``."""
        return self._inside.notice(records, now)

    def reconcile(self, now: float) -> list[Effect]:
        """See ``Connection``."""
        return self._inside.reconcile(now)
