"""Who dials us says in the first frame which feed it is about, and so which wire protocol. Pure.

The first frame has the same shape in both (note 3.1): a discovery key and a nonce in clear. The
key is one of three that a feed has, and tells the protocol (D10).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engine.errors import PeerViolation
from engine.model.ids import PublicKey, SpaceId
from engine.protocols.contract import Charge, Close, Connection, Effect, Ending, Record, WakeAt
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.dep0010.messages import Type, decode
from engine.protocols.hypercore.limits import OPENING_SECONDS
from engine.protocols.hypercore.records import Naming
from engine.wire.varint import decode_varint
from engine.wire.varint_frames import VarintFrameReader

FIRST_FRAME_BYTES_MAX = 256  # ours: published peers' first frame has 62 bytes

Choose = Callable[[bytes], Naming | None]
"""How the feed of that discovery key is named; None if we have none."""

Talk = Callable[[Naming], Connection]
"""The conversation in the wire protocol of that naming, not started."""


class Reception:
    """Implements ``Connection``: the one that is chosen, as soon as it is."""

    __slots__ = ("_choose", "_frames", "_is_over", "_raw", "_talk", "inside")

    def __init__(self, choose: Choose, talk: Talk) -> None:
        self._choose = choose
        self._talk = talk
        self._frames = VarintFrameReader(FIRST_FRAME_BYTES_MAX)
        self._raw = b""
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
        return [WakeAt(now + OPENING_SECONDS)]

    def receive(self, data: bytes, now: float) -> Iterator[list[Effect]]:
        """See ``Connection``."""
        if self.inside is not None:
            yield from self.inside.receive(data, now)
        elif data and not self._is_over:
            self._raw += data
            self._frames.feed(data)
            effects, chosen = self._listen(now)
            if effects:
                yield effects
            if chosen is not None:
                raw, self._raw, self.inside = self._raw, b"", chosen
                yield from chosen.receive(raw, now)

    def wake(self, now: float) -> list[Effect]:
        """See ``Connection``."""
        return self._close(Ending.TIMED_OUT) if self.inside is None else self.inside.wake(now)

    def notice(self, records: Sequence[Record], now: float) -> list[Effect]:
        """See ``Connection``."""
        return [] if self.inside is None else self.inside.notice(records, now)

    def reconcile(self, now: float) -> list[Effect]:
        """See ``Connection``."""
        return [] if self.inside is None else self.inside.reconcile(now)

    def _listen(self, now: float) -> tuple[list[Effect], Connection | None]:
        try:
            first = self._frames.next_payload()
            feed = None if first is None else _feed_of(first)
        except PeerViolation as violation:
            self._is_over = True
            return [Close(Ending.VIOLATION, violation)], None
        if feed is None:
            return [], None
        naming = self._choose(feed.discovery_key)
        if naming is None:
            return self._close(Ending.CLOSED_BY_US), None
        chosen = self._talk(naming)
        return chosen.start(now), chosen

    def _close(self, ending: Ending) -> list[Effect]:
        self._is_over = True
        return [Close(ending, detail="" if ending is Ending.TIMED_OUT else "an unknown feed")]


def _feed_of(payload: bytes) -> packets.Feed:
    header, start = decode_varint(payload)
    packet = decode(Type.FEED, payload[start:])
    if header != 0 or not isinstance(packet, packets.Feed):
        raise PeerViolation("a first message that opens no feed", "Handshake Procedure")
    return packet
