"""Which set a connection is about, where the peer's Open is the first to say it. Pure.

Who dials us names one. Whom we dial names one as well, at once, as the document has it; if nothing
comes for a while, we name one ourselves.
"""

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
from engine.protocols.hyperbloom.limits import NAMING_SECONDS, OPENING_SECONDS
from engine.protocols.hyperbloom.stream import Incoming

Talk = Callable[[bytes], Connection | None]
"""The conversation about the set of that name, not started; None if we keep none."""

Name = Callable[[float], Connection | None]
"""The conversation about a set that we name at that time, not started; None if we keep none."""


class Reception:
    """Implements ``Connection``: the one that is chosen, as soon as it is."""

    __slots__ = ("_incoming", "_is_over", "_name", "_opens_until", "_raw", "_talk", "inside")

    def __init__(self, talk: Talk, name: Name | None = None) -> None:
        """``name``: where the peer names none for a while; None: we only wait."""
        self._talk = talk
        self._name = name
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
        self._opens_until = now + (OPENING_SECONDS if self._name is None else NAMING_SECONDS)
        return [WakeAt(self._opens_until)]

    def receive(self, data: bytes, now: float) -> Iterator[list[Effect]]:
        """See ``Connection``."""
        if self.inside is not None:
            yield from self.inside.receive(data, now)
        elif not data:
            self._is_over = True
        elif not self._is_over:
            self._raw += data
            self._incoming.feed(data)
            chosen = answer(partial(self._choose, now))
            self._is_over = any(isinstance(effect, Close) for effect in chosen)
            yield chosen
            yield from self._hand_over(now)

    def _hand_over(self, now: float) -> Iterator[list[Effect]]:
        if self.inside is not None and self._raw:
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
        if self._name is None or self._is_over:
            self._is_over = True
            return [Close(Ending.TIMED_OUT)]
        self.inside = self._name(now)
        if self.inside is None:
            self._is_over = True
            return [Close(Ending.CLOSED_BY_US, detail="all feeds were left meanwhile")]
        begun = self.inside.start(now)
        return begun + [effect for some in self._hand_over(now) for effect in some]

    def notice(self, records: Sequence[Record], now: float) -> list[Effect]:
        """See ``Connection``."""
        return [] if self.inside is None else self.inside.notice(records, now)

    def reconcile(self, now: float) -> list[Effect]:
        """See ``Connection``."""
        return [] if self.inside is None else self.inside.reconcile(now)
