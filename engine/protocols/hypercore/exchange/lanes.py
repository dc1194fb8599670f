"""Which lane stands for which feed, each side by its own numbers (note 3.4). Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.errors import PeerViolation
from engine.model.ids import PublicKey, SpaceId
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.exchange.giving import Answered
from engine.protocols.hypercore.exchange.heard import takes_back
from engine.protocols.hypercore.exchange.lane import Lane
from engine.protocols.hypercore.keys import discovery_keys
from engine.protocols.hypercore.limits import HELD_BYTES_MAX, HELD_MAX, LANES_MAX
from engine.protocols.hypercore.records import Feed, Naming

_SECTION = "Stream Connections"
_PACKET_BYTES = 256
_PART_BYTES = 160  # a range, or a node whose hash has the right length


@dataclass(slots=True)
class Theirs:
    """A lane that the peer has opened. ``held``: said before we opened ours for that feed."""

    discovery_key: bytes
    space: SpaceId | None
    held: list[packets.Packet] = field(default_factory=list)


class Lanes:
    """One connection's. Lanes are what the documents call channels, another thing here.

    ``ours`` are in the order in which they were opened. ``rested``: as whom the peer took part in
    feeds whose lanes others have now, until it is their turn again. ``answered``: how much the peer
    was answered about each feed, on whichever lanes.
    """

    __slots__ = (
        "_spaces",
        "_unknown",
        "answered",
        "held_bytes",
        "open",
        "ours",
        "rested",
        "shown",
        "theirs",
    )

    def __init__(self) -> None:
        self.held_bytes = 0
        self.shown: set[SpaceId] = set()  # the peer has opened a lane for it, now or before
        self.ours: dict[SpaceId, int] = {}
        self.theirs: dict[int, Theirs] = {}
        self._spaces: Counter[SpaceId] = Counter()  # of theirs, on how many lanes; none of 0
        self._unknown: dict[int, Theirs] = {}  # of theirs, those without a space
        self.open: dict[SpaceId, Lane] = {}
        self.rested: dict[SpaceId, PublicKey | None] = {}
        self.answered: dict[SpaceId, Answered] = {}

    @property
    def has_room(self) -> bool:
        """Whether we may open one more."""
        return len(self.ours) < LANES_MAX

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
        theirs = self.theirs[lane] = Theirs(discovery_key, space)
        if space is None:
            self._unknown[lane] = theirs
        else:
            self._note_shown(space)

    def they_close(self, lane: int) -> None:
        """Nothing more comes on it. Where all were taken it is for another feed from now on."""
        were_all_taken = len(self.theirs) >= LANES_MAX
        theirs = self.theirs.pop(lane, None)
        if theirs is None:
            return
        self._let_go(theirs)
        if theirs.space is None:
            del self._unknown[lane]
            return
        self._spaces -= Counter((theirs.space,))
        if were_all_taken:
            self._note_rest(theirs.space)
        self.end(theirs.space)

    def _note_shown(self, space: SpaceId) -> None:
        self._spaces[space] += 1
        self.shown.add(space)

    def end(self, space: SpaceId) -> None:
        """Nothing more is said about that feed."""
        lane = self.open.pop(space, None)
        if lane is not None:
            lane.close()

    def rest(self, space: SpaceId) -> int:
        """One of ours is for another feed from now on: its number."""
        self._note_rest(space)
        self.end(space)
        return self.ours.pop(space)

    def _note_rest(self, space: SpaceId) -> None:
        lane = self.open.get(space)
        if lane is not None and lane.is_attended:
            self.rested[space] = lane.author.seen_as

    def are_theirs(self, space: SpaceId) -> bool:
        """Whether the peer has opened a lane for that feed."""
        return space in self._spaces

    def unanswered(self) -> SpaceId:
        """Of ours the one opened longest ago that the peer has not opened, or not any more.

        There is one where ours are all taken, and the peer has opened a feed that is not among
        them: it has no more lanes than we.
        """
        return next(space for space in self.ours if space not in self._spaces)

    def quiet(self, now: float) -> list[SpaceId]:
        """Those of ours on which nothing goes on, the one opened longest ago first."""
        lanes = self.open
        return [space for space in self.ours if space not in lanes or lanes[space].is_quiet(now)]

    def hold(self, theirs: Theirs, packet: packets.Packet) -> None:
        """PeerViolation for more than is held: so many on a lane, so many bytes on all of them."""
        if isinstance(packet, packets.Cancel):
            for one in [one for one in theirs.held if takes_back(packet, one)]:
                theirs.held.remove(one)
                self.held_bytes -= _weight(one)
            return
        weight = _weight(packet)
        if len(theirs.held) >= HELD_MAX or self.held_bytes + weight > HELD_BYTES_MAX:
            raise PeerViolation("too much said on a lane that only one side opened", _SECTION)
        theirs.held.append(packet)
        self.held_bytes += weight

    def _let_go(self, theirs: Theirs) -> list[packets.Packet]:
        held, theirs.held = theirs.held, []
        self.held_bytes -= sum(map(_weight, held))
        return held

    def has_both(self, space: SpaceId) -> bool:
        """Whether both sides have opened a lane for that feed."""
        return space in self.ours and self.are_theirs(space)

    def recognise(self, feed: Feed) -> Naming | None:
        """Whether the peer has opened a lane for ``feed`` before we had it, and how named."""
        keys = discovery_keys(feed.key) if self._unknown else {}
        names = {key: naming for naming, key in keys.items()}
        for lane, theirs in self._unknown.items():
            if theirs.discovery_key in names:
                theirs.space = feed.space
                del self._unknown[lane]
                self._note_shown(feed.space)
                return names[theirs.discovery_key]
        return None

    @property
    def are_done(self) -> bool:
        """Whether there is a feed that both opened, and of none there is more to exchange."""
        return bool(self.open) and all(lane.is_done for lane in self.open.values())

    def take_held(self, space: SpaceId) -> list[packets.Packet]:
        """What was said about that feed before we opened it; held no more."""
        held: list[packets.Packet] = []
        for theirs in self.theirs.values():
            if theirs.space == space:
                held += self._let_go(theirs)
        return held

    def close(self) -> None:
        """The connection has ended."""
        for lane in self.open.values():
            lane.close()
        self.open.clear()
        self.rested.clear()
        for theirs in self.theirs.values():
            self._let_go(theirs)


def _weight(packet: packets.Packet) -> int:
    """About the bytes of memory that it takes."""
    match packet:
        case packets.Data(value=value, proof=proof):
            return _PACKET_BYTES + len(value or b"") + len(proof.signature) + _weigh(proof.nodes)
        case packets.Extension(payload=payload):
            return _PACKET_BYTES + len(payload)
        case packets.Have(ranges=ranges):
            return _PACKET_BYTES + _weigh(ranges)
        case _:
            return _PACKET_BYTES


def _weigh(parts: Sequence[object]) -> int:
    return _PART_BYTES * len(parts)
