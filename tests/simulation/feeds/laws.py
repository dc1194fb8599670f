"""What feeds promise. Each looks at stores from outside; a liar's word counts for nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from typing_extensions import override

from engine.model.events import Event, FeedForked
from engine.model.ids import PeerId, SpaceId
from engine.protocols.contract import Connection
from engine.protocols.hypercore.exchange.conversation import Conversation
from engine.protocols.hypercore.exchange.lane import Lane
from engine.protocols.hypercore.limits import (
    FRAME_BYTES_MAX,
    HELD_BYTES_MAX,
    LANES_MAX,
    REMOTE_RANGES_MAX,
    REQUESTS_IN_FLIGHT_FAR_MAX,
    SOUGHT_IN_FLIGHT_MAX,
    WANTS_MAX,
)
from engine.protocols.hypercore.reception import Reception
from engine.protocols.hypercore.records import Feed
from engine.protocols.tidings.port.connection import TidingsConnection
from engine.runtime.turns.conversations import INPUT_BYTES_MAX
from tests.simulation.bounds import Measure
from tests.simulation.broken import LawBroken
from tests.simulation.computer import Computer
from tests.simulation.feeds.judge import Judge
from tests.simulation.feeds.people import Circle, Person
from tests.simulation.feeds.program import feeds_of, hypercore_of
from tests.simulation.network import PIECE_BYTES_MAX

LOOKS_BETWEEN = 8
HASHES_IN_FLIGHT_MAX = 8  # of lengths, comparisons and forks


@dataclass(slots=True)
class AppendsStay:
    """What was acknowledged as appended is there, block for block, whatever happened since."""

    circle: Circle

    def told(self, computer: Computer, event: Event) -> None:
        """See ``Law``."""

    def started(self, computer: Computer) -> None:
        """See ``Law``."""
        for person in self.circle.people:
            if person.computer is computer:
                self._demand(person)

    def look(self) -> None:
        """See ``Law``."""

    def at_rest(self) -> None:
        """See ``Law``."""
        for person in self.circle.people:
            self._demand(person)

    def _demand(self, person: Person) -> None:
        repository = feeds_of(person.computer)
        for space, blocks in person.appended.items():
            for number, content in blocks.items():
                if repository.block(space, number) != content:
                    detail = f"{person.name}: block {number} of {space.hex()[:8]}"
                    raise LawBroken("acknowledged appends stay", detail)


@dataclass(slots=True)
class StoresAreSigned:
    """Nothing is stored that its author did not sign; and honest authors sign one history."""

    circle: Circle
    judge: Judge = field(default_factory=Judge)
    _looks: int = 0

    def told(self, computer: Computer, event: Event) -> None:
        """See ``Law``."""
        if isinstance(event, FeedForked) and event.space not in self.circle.lied:
            raise LawBroken("honest feeds have one history", f"{computer.name} says otherwise")

    def started(self, computer: Computer) -> None:
        """See ``Law``."""
        self._demand(computer)

    def look(self) -> None:
        """See ``Law``. One after the other, now and then."""
        self._looks += 1
        people = self.circle.people
        if self._looks % LOOKS_BETWEEN == 0:
            self._demand(people[self._looks // LOOKS_BETWEEN % len(people)].computer)

    def at_rest(self) -> None:
        """See ``Law``."""
        for person in self.circle.people:
            self._demand(person.computer)
            for feed in feeds_of(person.computer).all_known():
                if feed.elsewhere:
                    raise LawBroken("honest feeds have one history", f"{person.name}: elsewhere")

    def _demand(self, computer: Computer) -> None:
        if computer.store is None or not computer.is_calm:
            return
        self.judge.exempt.update(self.circle.lied)
        for trouble in self.judge.troubles(computer.store.database):
            raise LawBroken("nothing is stored that was not signed", f"{computer.name}: {trouble}")
        self.circle.world.count("stores judged")


# ---- at rest ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pair:
    """Two honest computers that talk about a feed, and what the first one thinks of the other."""

    here: Computer
    there: Computer
    lane: Lane
    feed: Feed
    their_feed: Feed


def conversation_of(machine: Connection) -> Conversation | None:
    """What talks, once it was chosen, on a bare connection or inside of the port."""
    machine = machine._inside or machine if isinstance(machine, TidingsConnection) else machine
    inside = machine.inside if isinstance(machine, Reception) else machine
    return inside if isinstance(inside, Conversation) else None


def pairs(circle: Circle) -> Iterator[Pair]:
    """Where both have the lane open."""
    by_id = {peer: person.computer for person in circle.people for peer in _ids(person.computer)}
    for person in circle.people:
        for peer, space, lane in _lanes(person.computer):
            there = by_id.get(peer)
            if there is None or not any(
                back in _ids(person.computer) and other == space for back, other, _ in _lanes(there)
            ):
                continue
            feed, theirs = feeds_of(person.computer).feed(space), feeds_of(there).feed(space)
            if feed is not None and theirs is not None:
                yield Pair(person.computer, there, lane, feed, theirs)


def _ids(computer: Computer) -> tuple[PeerId, PeerId]:
    """As it calls itself on bare connections, and as it proves to be in the port."""
    assert computer.parts is not None
    return PeerId(hypercore_of(computer)._own_id), computer.parts.peer_id


def _lanes(computer: Computer) -> Iterator[tuple[PeerId, SpaceId, Lane]]:
    assert computer.node is not None
    for one in computer.node._work.conversations:
        conversation = conversation_of(one.machine)
        if conversation and one.peer_id:
            for space, lane in conversation._lanes.open.items():
                yield one.peer_id, space, lane


@dataclass(slots=True)
class ReplicasAgree:
    """At rest, whoever wants all of a feed has all that those have whom it talks to about it."""

    circle: Circle

    def told(self, computer: Computer, event: Event) -> None:
        """See ``Law``."""

    def started(self, computer: Computer) -> None:
        """See ``Law``."""

    def look(self) -> None:
        """See ``Law``."""

    def at_rest(self) -> None:
        """See ``Law``."""
        for pair in pairs(self.circle):
            if pair.feed.paused or pair.their_feed.paused or pair.feed.common is not None:
                continue
            if pair.feed.whole and not pair.feed.is_full and pair.their_feed.common is None:
                self._demand(pair)

    def _demand(self, pair: Pair) -> None:
        space = pair.feed.space
        mine, theirs = feeds_of(pair.here), feeds_of(pair.there)
        for start, end in theirs.held(space, 0, pair.their_feed.length):
            let_go = list(mine.let_go(space, start, end))
            for block in range(start, end):
                if any(low <= block < high for low, high in let_go):
                    continue
                if mine.block(space, block) != theirs.block(space, block):
                    detail = f"{pair.here.name} lacks block {block} of {pair.there.name}"
                    raise LawBroken("replicas agree at rest", detail)
                self.circle.world.count("blocks that agree")


@dataclass(slots=True)
class HoldingsAreTrue:
    """At rest nobody is thought to hold what they do not, or not any more: the evicted is told."""

    circle: Circle

    def told(self, computer: Computer, event: Event) -> None:
        """See ``Law``."""

    def started(self, computer: Computer) -> None:
        """See ``Law``."""

    def look(self) -> None:
        """See ``Law``."""

    def at_rest(self) -> None:
        """See ``Law``."""
        for pair in pairs(self.circle):
            theirs = feeds_of(pair.there)
            for start, end in pair.lane.remote.has:
                held = list(theirs.held(pair.feed.space, start, end))
                if held != [(start, end)]:
                    detail = f"{pair.here.name} of {pair.there.name}: {start} to {end}, not {held}"
                    raise LawBroken("nobody is thought to hold what they do not", detail)
                self.circle.world.count("holdings that are true")


class HeldByConversations(Measure):
    """What a conversation about feeds holds, against its limits."""

    @override
    def __call__(self, machine: Connection, whose: str) -> None:
        conversation = conversation_of(machine)
        if conversation is None:
            return
        lanes = conversation._lanes
        frames_max = FRAME_BYTES_MAX + INPUT_BYTES_MAX + PIECE_BYTES_MAX
        sizes = {
            "lanes": (len(lanes.theirs), LANES_MAX),
            "held": (lanes.held_bytes, HELD_BYTES_MAX),
            "frames": (conversation._wire.buffered, frames_max),
        }
        asked_max = REQUESTS_IN_FLIGHT_FAR_MAX + SOUGHT_IN_FLIGHT_MAX + HASHES_IN_FLIGHT_MAX
        for lane in lanes.open.values():
            sizes |= {
                "requests": (len(lane._requests._asked), asked_max),
                "holdings": (len(lane.remote.has), REMOTE_RANGES_MAX),
                "wants": (len(lane.remote.wants), WANTS_MAX),
            }
            for what, (size, size_max) in sizes.items():
                if size > size_max:
                    raise LawBroken("buffers are bounded", f"{whose}: {what}: {size}")
