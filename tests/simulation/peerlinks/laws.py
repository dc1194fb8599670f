"""What always holds of private channels, and what holds once all is quiet."""

from __future__ import annotations

from dataclasses import dataclass, field

from typing_extensions import override

from engine.model.events import Event
from engine.model.ids import PostId, SpaceId
from engine.protocols.contract import Connection
from engine.protocols.peerlinks.conversation.connection import PeerlinksConnection
from engine.protocols.peerlinks.conversation.reconciliation import Extent
from engine.protocols.peerlinks.limits import (
    BULKS_IN_FLIGHT_OF_OTHERS,
    FRAME_BYTES_MAX,
    HELD_BACK_MAX,
    KEPT_REQUESTS_MAX,
)
from engine.protocols.peerlinks.packets import Abbreviated
from engine.protocols.peerlinks.records import Channel
from engine.protocols.peerlinks.trust.rights import right_now
from tests.simulation.bounds import Measure
from tests.simulation.broken import LawBroken
from tests.simulation.computer import Computer
from tests.simulation.network import PIECE_BYTES_MAX
from tests.simulation.peerlinks.judge import Judge, Unlawful
from tests.simulation.peerlinks.people import Circle, Person
from tests.simulation.peerlinks.program import repository_of
from tests.simulation.world import World

_FIRST = (0, PostId(bytes(32)))
_ALL = 1 << 30


def _all_of(computer: Computer, space: SpaceId) -> list[Abbreviated]:
    return list(repository_of(computer).page_from(space, _FIRST, _ALL))


def _ripe_of(computer: Computer, space: SpaceId, now: float) -> list[Abbreviated]:
    """Without what was posted by a clock so far ahead that it is shown to nobody yet."""
    repository = repository_of(computer)
    held = _all_of(computer, space)
    if all(leaf.timestamp <= now for leaf in repository.leaves(space, _ALL)):
        return held
    places = repository.places(space, [one.hash for one in held])
    return [one for one, place in zip(held, places, strict=True) if place.timestamp <= now]


@dataclass(slots=True)
class AcknowledgedPostsStay:
    """What a person was told is saved is there after every crash."""

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
        repository = repository_of(person.computer)
        for space, posts in person.posted.items():
            known = repository.known(space, posts)
            lost = [post for post in posts if post not in known]
            if lost:
                detail = f"{person.name} lost {len(lost)}, the first {lost[0].hex()[:12]}"
                raise LawBroken("acknowledged posts stay", detail)


@dataclass(slots=True)
class ReplicasAgree:
    """Once all is quiet, whoever may read a channel holds the same of it, in the same order.

    Of those, that is, who are linked by people who read it, too: nobody carries what is not theirs.
    And whoever was let in as a member answers members alone: that anybody may read the channel is
    known to its owner, and to those who follow it by its key.
    """

    circle: Circle

    def told(self, computer: Computer, event: Event) -> None:
        """See ``Law``."""

    def started(self, computer: Computer) -> None:
        """See ``Law``."""

    def look(self) -> None:
        """See ``Law``."""

    def at_rest(self) -> None:
        """See ``Law``."""
        shared: dict[SpaceId, list[Person]] = {}
        for person in self.circle.people:
            for channel in repository_of(person.computer).channels():
                if _takes_part(person, channel):
                    shared.setdefault(channel.id, []).append(person)
        for space, everybody in shared.items():
            for people in _within_reach(self.circle, space, everybody):
                self._demand_agreement(space, people)

    def _demand_agreement(self, space: SpaceId, people: list[Person]) -> None:
        first, *others = people
        now = min(person.computer.clock.now() for person in people)
        expected = _ripe_of(first.computer, space, now)
        leaves = repository_of(first.computer).leaves(space, _ALL)
        for other in others:
            held = _ripe_of(other.computer, space, now)
            if held != expected:
                detail = (
                    f"{space.hex()[:8]}: {first.name} holds {len(expected)},"
                    f" {other.name} holds {len(held)}"
                )
                raise LawBroken("replicas agree at rest", detail)
            others_leaves = repository_of(other.computer).leaves(space, _ALL)
            all_ripe = all(leaf.timestamp <= now for leaf in [*leaves, *others_leaves])
            if all_ripe and others_leaves != leaves:
                raise LawBroken("replicas agree at rest", f"{space.hex()[:8]}: other leaves")
        self.circle.world.count("channels compared", len(others))


def _within_reach(circle: Circle, space: SpaceId, people: list[Person]) -> list[list[Person]]:
    """Groups in which everybody is linked to everybody by those who know each other's address,
    and give each other what they hold.
    """
    groups: list[list[Person]] = []
    for person in people:
        near = [g for g in groups if any(_give_and_take(circle, space, person, o) for o in g)]
        groups = [group for group in groups if group not in near]
        groups.append([person, *(one for group in near for one in group)])
    return groups


def _give_and_take(circle: Circle, space: SpaceId, one: Person, other: Person) -> bool:
    if (one.name, other.name) not in circle.acquainted:
        return False
    return _is_answered(one, space, other) and _is_answered(other, space, one)


def _is_answered(asker: Person, space: SpaceId, holder: Person) -> bool:
    held = repository_of(holder.computer).channel(space)
    own = repository_of(asker.computer)
    asked = own.channel(space)
    assert held is not None
    assert asked is not None
    return held.public or right_now(own, asked, asker.computer.clock.now()) is not None


def _takes_part(person: Person, channel: Channel) -> bool:
    if channel.left:
        return False
    now = person.computer.clock.now()
    right = right_now(repository_of(person.computer), channel, now)
    return channel.public or right is not None


@dataclass(slots=True)
class StoresAreLawful:
    """The independent judge finds nothing wrong with anything any honest computer has stored."""

    world: World
    judges: dict[SpaceId, Judge] = field(default_factory=dict)
    seen: dict[tuple[str, SpaceId], set[bytes]] = field(default_factory=dict)  # for membership

    def told(self, computer: Computer, event: Event) -> None:
        """See ``Law``."""

    def started(self, computer: Computer) -> None:
        """See ``Law``."""
        self._demand(computer)

    def look(self) -> None:
        """See ``Law``."""

    def at_rest(self) -> None:
        """See ``Law``."""
        for computer in self.world.honest:
            self._demand(computer)

    def _demand(self, computer: Computer) -> None:
        assert computer.store is not None
        for channel in repository_of(computer).channels():
            judge = self.judges.setdefault(channel.id, Judge(channel.public_key))
            rows = computer.store.database.rows(
                "SELECT hash, wire, timestamp, received_at, ours FROM peerlinks_message AS message"
                " JOIN space ON space.number = message.channel WHERE space.id = ?"
                " ORDER BY height, hash",
                (channel.id,),
            )
            held: set[bytes] = set()
            for name, wire, timestamp, received_at, ours in rows:
                try:
                    judge.judge(name, wire)
                except Unlawful as unlawful:
                    raise LawBroken("stores are lawful", f"{computer.name}: {unlawful}") from None
                held.add(name)
                # Our own are dated after their parents, whatever our clock says by then.
                if timestamp > received_at + 120.0 and not ours:
                    raise LawBroken("stores are lawful", f"{computer.name}: from the future")
            parents = {parent for one in _all_of(computer, channel.id) for parent in one.parents}
            if not parents <= held:
                raise LawBroken("stores are lawful", f"{computer.name}: no parent")


@dataclass(slots=True)
class DatabasesAreSound:
    """SQLite finds its file intact, and the timeline is what the posts themselves would make."""

    world: World

    def told(self, computer: Computer, event: Event) -> None:
        """See ``Law``."""

    def started(self, computer: Computer) -> None:
        """See ``Law``."""

    def look(self) -> None:
        """See ``Law``."""

    def at_rest(self) -> None:
        """See ``Law``."""
        for computer in self.world.honest:
            self._demand(computer)

    def _demand(self, computer: Computer) -> None:
        assert computer.store is not None
        database = computer.store.database
        if database.value("PRAGMA integrity_check") != "ok":
            raise LawBroken("databases are sound", computer.name)
        if database.rows("PRAGMA foreign_key_check"):
            raise LawBroken("databases are sound", f"{computer.name}: keys")
        database.run("INSERT INTO timeline_words (timeline_words) VALUES ('integrity-check')")
        grown = _timeline_of(computer)
        repository = repository_of(computer)
        database.begin()
        for channel in repository.channels():
            repository.rebuild_timeline(channel.id)
        for flush in database._before_commit:
            flush()
        rebuilt = _timeline_of(computer)
        database.rollback()
        if grown != rebuilt:
            raise LawBroken("the timeline is what the posts make of it", computer.name)


def _timeline_of(computer: Computer) -> list[tuple[object, ...]]:
    assert computer.store is not None
    return computer.store.database.rows(
        "SELECT timeline.space, channel, order_key, height, parents, at, received_at,"
        " author.public_key, author.path, timeline.kind, ours, quiet, text, body, aside, about,"
        " detail, speaks"
        " FROM timeline JOIN author ON author.number = timeline.author"
        " ORDER BY timeline.space, order_key"
    )


class HeldByMachines(Measure):
    """What a PeerLinks conversation holds, against ``limits``."""

    def __init__(self, extent: Extent) -> None:
        self._extent = extent

    @override
    def __call__(self, machine: Connection, whose: str) -> None:
        assert isinstance(machine, PeerlinksConnection)
        session = machine._session
        if session is None:
            return
        asking, serving = session._asking, session._serving
        running = [one.running for one in asking._courses.values() if one.running is not None]
        sizes = {
            "frame": (machine.buffered, FRAME_BYTES_MAX + PIECE_BYTES_MAX),
            "kept requests": (len(serving._kept), KEPT_REQUESTS_MAX),
            "requests": (
                len(asking._requests._outstanding),
                (BULKS_IN_FLIGHT_OF_OTHERS + 1) * max(1, len(asking._courses)),
            ),
            "unresolved parents": (
                max((len(one._unresolved) for one in running), default=0),
                self._extent.unresolved_max + 1,
            ),
            "passed over": (
                max((len(one._passed_over) for one in running), default=0),
                # What the channel held back before and as much again, each but for one page.
                2 * (HELD_BACK_MAX + self._extent.query_limit),
            ),
            "wanted": (
                max((len(one._wanted) for one in running), default=0),
                self._extent.query_limit,
            ),
        }
        for what, (size, size_max) in sizes.items():
            if size > size_max:
                raise LawBroken("buffers are bounded", f"{whose}: {what}: {size}")
