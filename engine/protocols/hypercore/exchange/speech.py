"""What we say on one connection: on which lane, on which terms, and when it was last. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.ids import SpaceId
from engine.protocols.contract import Effect, Send, Store
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.exchange.doubles import in_doubles
from engine.protocols.hypercore.exchange.lanes import Lanes
from engine.protocols.hypercore.exchange.runs import carried
from engine.protocols.hypercore.exchange.trust.extensions import Terms
from engine.protocols.hypercore.manner import Doing
from engine.protocols.hypercore.wire import Wire


class Speech:
    """One connection's. ``terms``: what both sides have said of themselves, once they have."""

    __slots__ = ("_lanes", "said_at", "terms", "wire")

    def __init__(self, wire: Wire, lanes: Lanes, terms: Terms) -> None:
        self._lanes = lanes
        self.wire = wire
        self.terms = terms
        self.said_at = 0.0

    def do(self, space: SpaceId, doings: Sequence[Doing], now: float) -> list[Effect]:
        """What a lane wants said on it, and stored: in one piece, behind what is stored."""
        said, effects = list[packets.Packet](), list[Effect]()
        for doing in doings:
            if isinstance(doing, Store):
                effects.append(doing)
            else:
                packet = doing if self.terms.is_kin else in_doubles(doing)
                said += [] if packet is None else [carried(self.terms, packet)]
        if said:
            effects += self.send(self.wire.say(self._lanes.ours[space], *said), now)
        return effects

    def send(self, data: bytes, now: float) -> list[Effect]:
        """As it is; nothing where there is nothing."""
        if not data:
            return []
        self.said_at = now
        return [Send(data)]
