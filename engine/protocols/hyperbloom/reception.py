"""Who dials us says in the Open which set it is about. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from engine.model.ids import PublicKey, SpaceId
from engine.protocols.contract import (
    Charge,
    Close,
    Connection,
    Effect,
    Ending,
    Record,
    WakeAt,
    answer,
)
from engine.protocols.hyperbloom import packets
from engine.protocols.hyperbloom.limits import OPENING_SECONDS
from engine.protocols.hyperbloom.stream import Incoming

Talk = Callable[[bytes], Connection | None]
"""The conversation about the set of that name, not started; None if we keep none."""


class Reception:
    """Implements ``Connection``: the one that is chosen, as soon as it is."""

    __slots__ = ("_incoming", "_is_over", "_opens_until", "_raw", "_talk", "inside")

    def __init__(self, talk: Talk) -> None:
        self._talk = talk
        self._incoming = Incoming()
        self._raw = b""
        self._opens_until = 0.0
        self._is_over = False
        self.inside: Connection | None = None

    @property
    def presence(self) -> Sequence[tuple[SpaceId, PublicKey | None]]:
        """See ``Connection``."""
        return () if self.inside is None else self.inside.presence

    @property
    def charge(self) -> Charge:
        """See ``Connection``."""
        return Charge.FULL if self.inside is None else self.inside.charge

    @property
    def buffered(self) -> int:
        """See ``Connection``."""
        return len(self._raw) if self.inside is None else self.inside.buffered

    def start(self, now: float) -> list[Effect]:
        """See ``Connection``."""
        self._opens_until = now + OPENING_SECONDS
        return [WakeAt(self._opens_until)]

    def receive(self, data: bytes, now: float) -> Iterator[list[Effect]]:
        """See ``Connection``."""
        if self.inside is not None:
            yield from self.inside.receive(data, now)
        elif data and not self._is_over:
            self._raw += data
            self._incoming.feed(data)
            chosen = answer(partial(self._choose, now))
            self._is_over = any(isinstance(effect, Close) for effect in chosen)
            yield chosen
            yield from self._hand_over(now)

    def _hand_over(self, now: float) -> Iterator[list[Effect]]:
        if self.inside is not None:
            raw, self._raw = self._raw, b""
            yield from self.inside.receive(raw, now)

    def _choose(self, now: float) -> list[Effect]:
        opening: packets.Open | None = self._incoming.opening()
        if opening is None:
            return [WakeAt(self._opens_until)]
        self.inside = self._talk(opening.discovery_key)
        if self.inside is None:
            return [Close(Ending.CLOSED_BY_US, detail="a feed that we do not have")]
        return self.inside.start(now)

    def wake(self, now: float) -> list[Effect]:
        """See ``Connection``."""
        if self.inside is not None:
            return self.inside.wake(now)
        self._is_over = True
        return [Close(Ending.TIMED_OUT)]

    def notice(self, records: Sequence[Record], now: float) -> list[Effect]:
        """See ``Connection``."""
        return [] if self.inside is None else self.inside.notice(records, now)

    def reconcile(self, now: float) -> list[Effect]:
        """See ``Connection``."""
        return [] if self.inside is None else self.inside.reconcile(now)
