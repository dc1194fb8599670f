"""Ann is in a community, and somebody scripted speaks to her over a plain connection."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.crypto.blake2b import hash32
from engine.model.communities import WireVersion
from engine.model.ids import ConnectionId, PostId
from engine.protocols.cable import packets, posts
from engine.protocols.cable.packets import RequestNumber
from tests.conversations.cable.stage import HALL, NOON, Peer, Script

EXCHANGE = "engine.protocols.cable.exchange"
NUMBER = RequestNumber(b"one!")


@dataclass
class Town:
    """``ann`` speaks with ``attacker``; ``neighbour`` is another connection of hers."""

    wire: WireVersion = WireVersion.S
    channels: Sequence[str] = (HALL,)
    ann: Peer = field(init=False)

    def __post_init__(self) -> None:
        self.ann = Peer("ann", self.wire, self.channels)
        self.ben = Peer("ben", self.wire)
        self.attacker = Script(self.ann)
        self.neighbour = Script(self.ann, number=ConnectionId(2), beside=[self.attacker])

    def range(self) -> RequestNumber:
        """The number of what Ann asks the attacker."""
        return next(one.id for one in self.attacker.asked if isinstance(one, packets.TimeRange))

    def names(self, *hashes: PostId) -> list[packets.RequestByHash]:
        """The attacker names these; what Ann asks for."""
        said = self.attacker.hears(packets.HashResponse(self.range(), hashes))
        return [one for one in said if isinstance(one, packets.RequestByHash)]

    def gives(self, *data: bytes) -> None:
        """Names and gives them."""
        for one in data:
            requests = self.names(PostId(hash32(one)))
            assert requests, "nobody asks for it"
            self.attacker.hears(packets.DataResponse(requests[0].id, (one,)))

    def texts(self, count: int) -> list[posts.Post]:
        """By Ben."""
        return [self.ben.makes(posts.Text(HALL, f"text {n}"), NOON - n) for n in range(count)]
