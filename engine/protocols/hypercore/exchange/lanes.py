"""Which lane stands for which feed, each side by its own numbers (note 3.4). Pure."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.errors import PeerViolation
from engine.model.ids import SpaceId
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.exchange.lane import Lane
from engine.protocols.hypercore.keys import discovery_keys
from engine.protocols.hypercore.limits import HELD_MAX, LANES_MAX
from engine.protocols.hypercore.records import Feed, Naming

_SECTION = "Stream Connections"


@dataclass(slots=True)
class Theirs:
    """A lane that the peer has opened. ``held``: said before we opened ours for that feed."""

    discovery_key: bytes
    space: SpaceId | None
    held: list[packets.Packet] = field(default_factory=list)

    def hold(self, packet: packets.Packet) -> None:
        """PeerViolation for one more than is held."""
        if len(self.held) >= HELD_MAX:
            raise PeerViolation("too much said on a lane that only one side opened", _SECTION)
        self.held.append(packet)


class Lanes:
    """One connection's. Lanes are what the documents call channels, another thing here."""

    __slots__ = ("open", "ours", "theirs")

    def __init__(self) -> None:
        self.ours: dict[SpaceId, int] = {}
        self.theirs: dict[int, Theirs] = {}
        self.open: dict[SpaceId, Lane] = {}

    def number(self, space: SpaceId) -> int:
        """The lowest number that is free among ours, for that feed from now on."""
        taken = set(self.ours.values())
        self.ours[space] = next(number for number in range(len(taken) + 1) if number not in taken)
        return self.ours[space]

    def they_open(self, lane: int, discovery_key: bytes, space: SpaceId | None) -> None:
        """PeerViolation beyond 256; an open one of that number is closed first."""
        self.they_close(lane)
        if len(self.theirs) >= LANES_MAX:
            raise PeerViolation("more than 256 lanes", _SECTION)
        self.theirs[lane] = Theirs(discovery_key, space)

    def they_close(self, lane: int) -> None:
        """Nothing more comes on it."""
        theirs = self.theirs.pop(lane, None)
        if theirs is not None and theirs.space in self.open:
            self.open.pop(theirs.space).close()

    def has_both(self, space: SpaceId) -> bool:
        """Whether both sides have opened a lane for that feed."""
        return space in self.ours and any(one.space == space for one in self.theirs.values())

    def recognise(self, feed: Feed) -> Naming | None:
        """Whether the peer has opened a lane for ``feed`` before we had it, and how named."""
        names = {key: naming for naming, key in discovery_keys(feed.key).items()}
        for theirs in self.theirs.values():
            if theirs.space is None and theirs.discovery_key in names:
                theirs.space = feed.space
                return names[theirs.discovery_key]
        return None

    def take_held(self, space: SpaceId) -> list[packets.Packet]:
        """What was said about that feed before we opened it; held no more."""
        held: list[packets.Packet] = []
        for theirs in self.theirs.values():
            if theirs.space == space:
                held += theirs.held
                theirs.held.clear()
        return held

    def close(self) -> None:
        """The connection has ended."""
        for lane in self.open.values():
            lane.close()
        self.open.clear()
