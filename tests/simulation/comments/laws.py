"""What comments promise. Each looks at stores from outside; a liar's word counts for nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field

from typing_extensions import override

from engine.model.events import Event
from engine.model.ids import SpaceId
from engine.protocols.contract import Connection
from engine.protocols.hyperbloom.limits import (
    DATA_BYTES_MAX,
    FILTER_BYTES_MAX,
    FILTERS_BYTES_MAX,
    HEARD_MAX,
    QUESTIONS_MAX,
)
from engine.protocols.hyperbloom.packets import EVERYTHING
from engine.runtime.turns.conversations import INPUT_BYTES_MAX
from tests.simulation.bounds import Measure
from tests.simulation.broken import LawBroken
from tests.simulation.comments.judge import hashed, judge
from tests.simulation.comments.people import Circle, Person
from tests.simulation.comments.program import conversation_of, follows, sets_of
from tests.simulation.computer import Computer
from tests.simulation.network import PIECE_BYTES_MAX

LOOKS_BETWEEN = 8
ALL = 1 << 20
FUTURE_SECONDS = 600.0


@dataclass(slots=True)
class CommentsStay:
    """What was acknowledged as said is there, until the feed is forgotten."""

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
        for space, said in person.said.items():
            held = {hashed(value) for value in values(person.computer, space)}
            for one in said:
                if one not in held:
                    raise LawBroken("acknowledged comments stay", f"{person.name}: {one.hex()[:8]}")


@dataclass(slots=True)
class SetsAreTrue:
    """Nothing is stored that nobody wrote, or who might not; and what is counted is there."""

    circle: Circle
    _good: set[tuple[bytes, bytes]] = field(default_factory=set)  # for membership only
    _looks: int = 0

    def told(self, computer: Computer, event: Event) -> None:
        """See ``Law``."""

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

    def _demand(self, computer: Computer) -> None:
        if computer.store is None or not computer.is_calm:
            return
        for ledger in sets_of(computer).ledgers():
            held = values(computer, ledger.space)
            for value in held:
                known = ledger.feed, value
                if known not in self._good and judge(ledger.feed, value) is None:
                    raise LawBroken("nothing is stored that nobody wrote", computer.name)
                self._good.add(known)
            key = hashed(b"tidings recon 1" + ledger.feed)
            total = sum(int.from_bytes(_keyed(value, key), "big") for value in held) % (1 << 256)
            summary = sets_of(computer).summary(ledger.space)
            if (summary.count, summary.total) != (len(held), total):
                raise LawBroken("sets are summed up as they are", computer.name)
            self.circle.world.count("values judged", len(held))


def _keyed(value: bytes, key: bytes) -> bytes:
    return hashlib.blake2b(value, digest_size=32, key=key).digest()


def values(computer: Computer, space: SpaceId) -> list[bytes]:
    """All of a feed's set."""
    repository = sets_of(computer)
    if repository.ledger(space) is None:
        return []
    return list(repository.values(space, EVERYTHING, ALL))


@dataclass(slots=True)
class SetsAgree:
    """At rest, two that talk about a set hold the same, but for what is of the future for one."""

    circle: Circle

    def told(self, computer: Computer, event: Event) -> None:
        """See ``Law``."""

    def started(self, computer: Computer) -> None:
        """See ``Law``."""

    def look(self) -> None:
        """See ``Law``."""

    def at_rest(self) -> None:
        """See ``Law``."""
        agreed = 0
        for here, there, space in self._pairs():
            mine = frozenset(values(here, space))
            ripe = here.clock.now() + FUTURE_SECONDS
            for value in values(there, space):
                judged = judge(space, value)
                assert judged is not None
                if value not in mine and judged.at <= ripe:
                    raise LawBroken("sets agree at rest", f"{here.name} lacks of {there.name}")
                agreed += 1
        self.circle.world.count("values that agree", agreed)

    def _pairs(self) -> Iterator[tuple[Computer, Computer, SpaceId]]:
        by_id = {
            p.computer.parts.peer_id: p.computer for p in self.circle.people if p.computer.parts
        }
        for person in self.circle.people:
            here = person.computer
            assert here.node is not None
            for one in here.node._work.conversations:
                talk = conversation_of(one.machine)
                there = None if one.peer_id is None else by_id.get(one.peer_id)
                if talk is None or there is None:
                    continue
                for space, _ in talk.company:
                    if follows(here, space) and follows(there, space):
                        yield here, there, space


class HeldByConversations(Measure):
    """What a conversation about a set holds, against its limits."""

    @override
    def __call__(self, machine: Connection, whose: str) -> None:
        talk = conversation_of(machine)
        if talk is None or talk._talk is None:
            return
        sizes = {
            "buffered": (
                talk.buffered - talk._talk.held_bytes,
                DATA_BYTES_MAX + INPUT_BYTES_MAX + PIECE_BYTES_MAX,
            ),
            "filters": (talk._talk._answering.held_bytes, FILTERS_BYTES_MAX + 8 * FILTER_BYTES_MAX),
            "questions": (len(talk._talk._answering._questions), QUESTIONS_MAX),
            "heard": (len(talk._talk._values._heard), HEARD_MAX),
        }
        for what, (size, size_max) in sizes.items():
            if size > size_max:
                raise LawBroken("buffers are bounded", f"{whose}: {what}: {size}")
