"""What the port promises: nobody is said to hold what they do not; who does is known at rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from typing_extensions import override

from engine.errors import Refused
from engine.model.events import Event
from engine.model.ids import PeerId, PostId, ProtocolName, SpaceId
from engine.model.marks import Mark
from engine.model.queries import PAGE_POSTS_MAX, Timeline
from engine.model.views import PostView, TimelinePage
from engine.protocols.contract import Connection
from engine.protocols.peerlinks.conversation.connection import PeerlinksConnection
from engine.protocols.peerlinks.packets import Chain
from engine.protocols.peerlinks.records import OpenRequest, Records, Renewal
from engine.protocols.peerlinks.trust.rights import right_now, rights_to_renew
from engine.protocols.tidings.port.common_spaces import ENTRIES_MAX
from engine.protocols.tidings.port.connection import TidingsConnection
from engine.protocols.tidings.port.limits import HEADS_MAX, SPACES_MAX
from engine.protocols.tidings.port.meeting import Meeting
from engine.runtime.turns.conversations import INPUT_BYTES_MAX
from engine.store.peerlinks.acknowledging import OWN_LOOKED_AT
from tests.simulation.bounds import Measure
from tests.simulation.broken import LawBroken
from tests.simulation.computer import Computer
from tests.simulation.network import PIECE_BYTES_MAX
from tests.simulation.peerlinks.people import Circle, Person
from tests.simulation.peerlinks.program import repository_of
from tests.simulation.world import World

LOOKS_BETWEEN = 8
RECORD_BYTES_MAX = 2 + 65_535

_NOTED = (
    "SELECT space.id, post, peer FROM delivery JOIN space ON space.number = delivery.space"
    " WHERE NOT space.forgotten ORDER BY 1, 2, 3"
)


def deliveries_of(computer: Computer) -> dict[SpaceId, dict[PostId, list[PeerId]]]:
    """Who is known to hold what, as it is stored."""
    assert computer.store is not None
    found: dict[SpaceId, dict[PostId, list[PeerId]]] = {}
    for space, post, peer in computer.store.database.rows(_NOTED):
        found.setdefault(SpaceId(space), {}).setdefault(PostId(post), []).append(PeerId(peer))
    return found


class Asked:
    """Which posts anybody has asked a computer for, in all its lives."""

    def __init__(self) -> None:
        self._posts: dict[str, set[PostId]] = {}  # for membership only

    def of(self, name: str, post: PostId) -> bool:
        """Whether that computer was asked for it."""
        return post in self._posts.get(name, ())

    def watch(self, name: str) -> Callable[[Records], Records]:
        """Reads of that computer's records, of which those of whole posts are noted."""
        posts = self._posts.setdefault(name, set())
        return lambda records: cast("Records", _Watched(records, posts))  # it has all of them


class _Watched:
    """Records whose whole posts are read for nobody but who asks."""

    def __init__(self, records: Records, posts: set[PostId]) -> None:
        self._records = records
        self._posts = posts

    def __getattr__(self, name: str) -> Any:
        return getattr(self._records, name)

    def wires(self, channel: SpaceId, hashes: Sequence[PostId]) -> Sequence[bytes | None]:
        """See ``Records``."""
        self._posts.update(hashes)
        return self._records.wires(channel, hashes)


@dataclass(slots=True)
class ReachedIsTrue:
    """``PostView.reached`` counts peers that hold the post, and members that lie: nobody else.

    Each honest peer noted for a post has it in its own store, or was asked to erase it since. Who
    asked for it counts too, though the answer may have been lost: ``asked`` says what was given.
    ``strangers`` have no key of any channel: nobody believes them.
    """

    circle: Circle
    asked: Asked
    strangers: Callable[[], Iterable[PeerId]] = tuple
    _keys: dict[PeerId, Person] = field(default_factory=dict)
    _looks: int = 0

    def told(self, computer: Computer, event: Event) -> None:
        """See ``Law``."""

    def started(self, computer: Computer) -> None:
        """See ``Law``. What was noted before a crash is still no more than the truth."""
        self._meet(computer)
        self._demand(computer)

    def look(self) -> None:
        """See ``Law``. One after the other, now and then."""
        self._looks += 1
        people = [person.computer for person in self.circle.people]
        if self._looks % LOOKS_BETWEEN == 0:
            self._demand(people[self._looks // LOOKS_BETWEEN % len(people)])

    def at_rest(self) -> None:
        """See ``Law``."""
        for person in self.circle.people:
            self._demand(person.computer)
            self._demand_counts(person)

    def _meet(self, computer: Computer) -> None:
        for person in self.circle.people:
            if person.computer is computer and computer.parts is not None:
                self._keys[computer.parts.peer_id] = person

    def _demand(self, computer: Computer) -> None:
        if not computer.is_calm:
            return
        for space, noted in deliveries_of(computer).items():
            for post, peers in noted.items():
                for peer in peers:
                    self._demand_held(computer, space, post, peer)

    def _demand_held(self, computer: Computer, space: SpaceId, post: PostId, peer: PeerId) -> None:
        if peer in self.strangers():
            raise LawBroken(
                "nobody believes who takes no part", f"{computer.name}: {post.hex()[:12]}"
            )
        holder = self._keys.get(peer)
        if holder is None or not holder.computer.is_on or space in holder.erased:
            return  # the word of a member that lies, or nobody can look now
        if self.asked.of(computer.name, post):
            return
        if not repository_of(holder.computer).known(space, [post]):
            detail = f"{computer.name} says {holder.name} holds {post.hex()[:12]}"
            raise LawBroken("nobody is said to hold what they do not", detail)
        self.circle.world.count("deliveries that are true")

    def _demand_counts(self, person: Person) -> None:
        for space, noted in deliveries_of(person.computer).items():
            try:
                page = person.computer.ask(Timeline(space, PAGE_POSTS_MAX))
                signed = person.computer.ask(Timeline(space, PAGE_POSTS_MAX, everything=True))
            except Refused:
                continue
            rows = cast("TimelinePage", signed).posts
            changes = _changes(rows)
            ids = {row.id for row in rows}  # for membership only: those whose changes are all there
            shown = [view for view in cast("TimelinePage", page).posts if view.id in ids]
            delivered = [(row, row.id) for row in rows]
            delivered += [(view, changes.get(view.id, view.id)) for view in shown]
            for view, message in delivered:
                if view.reached != (len(noted.get(message, ())) if view.ours else 0):
                    raise LawBroken("what is shown of delivery is what is known", person.name)


def _changes(rows: Sequence[PostView]) -> dict[PostId, PostId]:
    """By post its author's last word on what is shown of it: a retraction before any edit."""
    authors = {row.id: row.author.public_key for row in rows}
    changes: dict[PostId, PostId] = {}
    for mark in (Mark.EDIT, Mark.RETRACTION):
        for row in rows:
            target = row.target if row.mark is mark else None
            if target is not None and authors.get(target) == row.author.public_key:
                changes[target] = row.id
    return changes


@dataclass(slots=True)
class NamesAreProven:
    """Inside the port nobody speaks under another peer id than that of the key outside."""

    world: World

    def __post_init__(self) -> None:
        self.world.closer_looks.append(self._demand)

    def told(self, computer: Computer, event: Event) -> None:
        """See ``Law``."""

    def started(self, computer: Computer) -> None:
        """See ``Law``."""

    def look(self) -> None:
        """See ``Law``."""
        for computer in self.world.honest:
            self._demand(computer)

    def at_rest(self) -> None:
        """See ``Law``."""
        self.look()

    def _demand(self, computer: Computer) -> None:
        if computer.node is None:
            return
        for conversation in computer.node._work.conversations:
            machine = conversation.machine
            if not isinstance(machine, TidingsConnection):
                continue
            inside, encounter = machine._inside, machine._greeting.encounter
            if not isinstance(inside, PeerlinksConnection) or inside._session is None:
                continue
            assert encounter is not None, "something runs inside"
            if inside._session._peer != encounter.peer:
                raise LawBroken("names inside are those proven outside", computer.name)
            self.world.count("names inside the port")


@dataclass(slots=True)
class DeliveryIsKnown:
    """At rest, whoever meets a peer that holds our newest posts knows that it does."""

    circle: Circle

    def told(self, computer: Computer, event: Event) -> None:
        """See ``Law``."""

    def started(self, computer: Computer) -> None:
        """See ``Law``."""

    def look(self) -> None:
        """See ``Law``."""

    def at_rest(self) -> None:
        """See ``Law``."""
        for one in self.circle.people:
            for other in self.circle.people:
                if one is not other and _meets(one, other):
                    self._demand(one, other)

    def _demand(self, one: Person, other: Person) -> None:
        assert other.computer.parts is not None
        peer = other.computer.parts.peer_id
        mine, theirs = repository_of(one.computer), repository_of(other.computer)
        deliveries = deliveries_of(one.computer)
        for channel in mine.channels():
            held = theirs.channel(channel.id)
            if channel.left or held is None or held.left or one.name in self.circle.moved:
                continue
            heads = [leaf.hash for leaf in theirs.highest_leaves(channel.id, HEADS_MAX)]
            if not (_trusts(one, other, channel.id) and _trusts(other, one, channel.id)):
                continue  # is not told, or not believed
            if len(mine.known(channel.id, heads)) < len(heads):
                continue  # what we do not read any more, or cannot know yet, tells us nothing
            posts = one.posted.get(channel.id, [])[-OWN_LOOKED_AT // 4 :]
            there = theirs.known(channel.id, posts)
            for post in posts:
                if post in there and peer not in deliveries.get(channel.id, {}).get(post, ()):
                    detail = f"{one.name} does not know that {other.name} holds {post.hex()[:12]}"
                    raise LawBroken("delivery is known at rest", detail)
                self.circle.world.count("deliveries known at rest", int(post in there))


def _trusts(one: Person, other: Person, space: SpaceId) -> bool:
    """Whether that channel is public as far as ``one`` knows, or the other has a right there."""
    mine, theirs = (repository_of(person.computer).channel(space) for person in (one, other))
    if mine is None or theirs is None:
        return False
    now = max(one.computer.clock.now(), other.computer.clock.now())
    return mine.public or right_now(repository_of(other.computer), theirs, now) is not None


def _meets(one: Person, other: Person) -> bool:
    """Whether a meeting of the two runs, as both see it."""
    return _has_met(one, other) and _has_met(other, one)


def _has_met(one: Person, other: Person) -> bool:
    node, parts = one.computer.node, other.computer.parts
    if node is None or parts is None:
        return False
    return any(
        conversation.peer_id == parts.peer_id and not conversation.further
        for conversation in node._work.conversations
        if conversation.protocol is ProtocolName.TIDINGS
    )


@dataclass(slots=True)
class RenewalsAreHeard:
    """Who asks for a fresh link is heard by whoever let them in, once the two have met."""

    circle: Circle

    def told(self, computer: Computer, event: Event) -> None:
        """See ``Law``."""

    def started(self, computer: Computer) -> None:
        """See ``Law``."""

    def look(self) -> None:
        """See ``Law``."""

    def at_rest(self) -> None:
        """See ``Law``."""
        for guest in self.circle.people:
            for request in repository_of(guest.computer).open_requests():
                for issuer in self.circle.people:
                    if issuer is not guest and (issuer.name, guest.name) in self.circle.acquainted:
                        self._demand(guest, request, issuer)

    def _demand(self, guest: Person, request: OpenRequest, issuer: Person) -> None:
        now = max(guest.computer.clock.now(), issuer.computer.clock.now())
        if request.renews is None or now >= request.expires_at:
            return
        own, theirs = repository_of(guest.computer), repository_of(issuer.computer)
        asked, held = own.channel(request.renews), theirs.channel(request.renews)
        if asked is None or asked.left or held is None or held.left:
            return
        for chain in self._chains(guest, request):
            if rights_to_renew(theirs, held, chain):
                known = [
                    one
                    for one in theirs.renewals()
                    if (one.channel, one.trustee) == (held.id, request.identity)
                ]
                given = any(
                    one.request_ids == request.request_ids for one in theirs.issued_invites()
                )
                if not given and not _is_heard(
                    known, request, is_alone=guest.name not in self.circle.moved
                ):
                    detail = f"{issuer.name} has not heard {guest.name}"
                    raise LawBroken("renewals are heard", detail)
                self.circle.world.count("renewals heard at rest")

    def _chains(self, guest: Person, request: OpenRequest) -> list[Chain]:
        assert request.renews is not None
        own = repository_of(guest.computer).own_chains(request.renews)
        return [one.chain for one in own if one.identity == request.identity and one.chain]


def _is_heard(known: list[Renewal], request: OpenRequest, *, is_alone: bool) -> bool:
    # An identity that lives on two computers asks from both: the last word counts.
    return any(one.request == request.request for one in known) if is_alone else bool(known)


class HeldByThePort(Measure):
    """What a connection of the port holds, and what runs inside it, against their limits."""

    def __init__(self, inside: Callable[[Connection, str], None]) -> None:
        self._measure_inside = inside

    @override
    def __call__(self, machine: Connection, whose: str) -> None:
        if not isinstance(machine, TidingsConnection):
            self._measure_inside(machine, whose)
            return
        # What waited outside is handed in at once, and taken apart record by record.
        records_max = RECORD_BYTES_MAX + INPUT_BYTES_MAX + PIECE_BYTES_MAX
        sizes = {"records": (machine._channel.buffered, records_max)}
        inside = machine._inside
        if isinstance(inside, Meeting):
            sizes |= {
                "entries": (len(inside._their_entries), ENTRIES_MAX),
                "spaces in common": (len(inside._common), SPACES_MAX),
                "wishes": (len(inside._lines._wishes), 1),
            }
        elif inside is not None:
            self._measure_inside(inside, whose)
        for what, (size, size_max) in sizes.items():
            if size > size_max:
                raise LawBroken("buffers are bounded", f"{whose}: {what}: {size}")
