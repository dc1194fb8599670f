"""What we ask one peer: which channels, when, and what becomes of the answers ("Synchronization").

One reconciliation a channel and connection at a time; news that comes meanwhile leads to exactly
one more. Every accepted message is stored with the packet that brought it. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.errors import PeerViolation
from engine.model.events import ReconciliationDone, Reconciling
from engine.model.ids import PostId, SpaceId
from engine.protocols.contract import Effect, Emit, Store
from engine.protocols.peerlinks.conversation.accepting import Accepting
from engine.protocols.peerlinks.conversation.agenda import Agenda, Due
from engine.protocols.peerlinks.conversation.layouts import PeerLayout
from engine.protocols.peerlinks.conversation.neighbours import Neighbours
from engine.protocols.peerlinks.conversation.news import news_of
from engine.protocols.peerlinks.conversation.outgoing import send_packet
from engine.protocols.peerlinks.conversation.reconciliation import (
    SECTION,
    Ask,
    Extent,
    Reconciliation,
)
from engine.protocols.peerlinks.conversation.requests import Requests
from engine.protocols.peerlinks.conversation.scope import Scope
from engine.protocols.peerlinks.conversation.surroundings import PeerlinksSurroundings
from engine.protocols.peerlinks.graph.acceptance import Accepted
from engine.protocols.peerlinks.limits import (
    BULK_HASHES_OF_OTHERS,
    BULKS_IN_FLIGHT_OF_OTHERS,
    ENTRIES_A_SECOND,
    HELD_BACK_MAX,
    RECONCILIATION_PAUSE_SECONDS,
    REQUEST_TIMEOUT_SECONDS,
)
from engine.protocols.peerlinks.packets import (
    Bulk,
    BulkResponse,
    Hello,
    Query,
    QueryResponse,
    SyncResponse,
)
from engine.protocols.peerlinks.records import Channel, HeldByPeer
from engine.protocols.peerlinks.trust.rights import (
    Right,
    next_right_begins,
    own_keys,
    right_now,
)


@dataclass(slots=True)
class _Course:
    """How it goes with one channel. ``received`` and ``sent`` are posts not yet told of.

    ``pause_seconds``: from the beginning of the last reconciliation to that of the next one.
    """

    running: Reconciliation | None = None
    started_at: float | None = None
    pause_seconds: float = RECONCILIATION_PAUSE_SECONDS
    again: bool = False
    received: int = 0
    sent: int = 0
    held_back: dict[PostId, float] = field(default_factory=dict)

    def hold_back(self, more: Mapping[PostId, float]) -> None:
        """Remembers these too, as many as there is room for."""
        for hash_, until in more.items():
            if hash_ in self.held_back or len(self.held_back) < HELD_BACK_MAX:
                self.held_back[hash_] = until


@dataclass(frozen=True, slots=True)
class _Standing:
    """A channel that we may read, and as whom (None: as an anonymous reader)."""

    channel: Channel
    right: Right | None


class Asking:
    """The asking half of one conversation after its greeting."""

    __slots__ = (
        "_accepting",
        "_agenda",
        "_courses",
        "_is_ours",
        "_layout",
        "_neighbours",
        "_peer",
        "_requests",
        "_scope",
        "_surroundings",
        "_waiting",
    )

    def __init__(
        self,
        surroundings: PeerlinksSurroundings,
        neighbours: Neighbours,
        scope: Scope,
        remote: Hello,
        layout: PeerLayout,
        agenda: Agenda,
    ) -> None:
        self._surroundings = surroundings
        self._neighbours = neighbours
        self._scope = scope
        self._peer = remote.peer_id
        self._is_ours = remote.ours
        self._layout = layout
        self._agenda = agenda
        self._requests = Requests(surroundings.entropy)
        self._courses: dict[SpaceId, _Course] = {}
        self._accepting: Accepting | None = None
        self._waiting: dict[SpaceId, None] = {}

    # ---- when -----------------------------------------------------------------------------------

    @property
    def has_asked_anything(self) -> bool:
        """Whether a request of ours ever went out."""
        return self._requests.has_asked

    @property
    def deadline(self) -> float | None:
        """When an unanswered request has waited too long; None if none waits."""
        return self._requests.deadline

    def wait_until(self, deadline: float) -> None:
        """The peer is in the middle of a packet: be patient until then."""
        self._requests.wait_until(deadline)

    def expects_too_much(self) -> bool:
        """A packet larger than any begins. Whether it may be the answer to what we asked: then this
        peer is asked for less at once from its next connection on.
        """
        if self._is_ours or not self._requests.waits_for_several:
            return False
        self._neighbours.note_lengthy(self._peer)
        return True

    def reconcile_all(self, now: float) -> list[Effect]:
        """Every channel that we may read and that concerns this peer, oldest first."""
        channels = self._surroundings.records.channels()
        meant = [channel.id for channel in channels if self._scope.covers(channel.id)]
        return [effect for space in meant for effect in self._begin(space, now)]

    def reconcile(self, space: SpaceId, now: float) -> list[Effect]:
        """Once more, now or right after the one that is under way."""
        course = self._courses.get(space)
        if course is not None and course.running is not None:
            course.again = True
            return []
        return self._begin(space, now)

    def hear_news(self, space: SpaceId, now: float) -> list[Effect]:
        """The peer has news. A storm of them becomes a few reconciliations (L-11)."""
        course = self._courses.get(space)
        if course is None or course.running is not None or course.started_at is None:
            return self.reconcile(space, now)
        pause_ends = course.started_at + course.pause_seconds
        if now >= pause_ends:
            return self._begin(space, now)
        self._agenda.put_earlier(Due.RECONCILE, pause_ends, space)
        return []

    def layout_known(self, now: float) -> list[Effect]:
        """Begins what had to wait for it. Harmless while it is not known, and afterwards."""
        if self._layout.chosen is None:
            return []
        waiting, self._waiting = self._waiting, {}
        return [effect for space in waiting for effect in self._begin(space, now)]

    def stop(self, space: SpaceId) -> None:
        """We left the channel: answers still under way mean nothing any more."""
        course = self._courses.pop(space, None)
        if course is not None and course.running is not None:
            course.running.stop()
        self._waiting.pop(space, None)
        self._agenda.drop(Due.RECONCILE, space)

    def close(self) -> None:
        """The conversation is over: nothing of it stays in memory."""
        self._accepting = None
        for space in tuple(self._courses):
            self.stop(space)

    def note_sent(self, space: SpaceId, count: int) -> None:
        """The peer was given that many posts of the channel."""
        if count:
            self._course(space).sent += count

    def _course(self, space: SpaceId) -> _Course:
        return self._courses.setdefault(space, _Course())

    def _begin(self, space: SpaceId, now: float) -> list[Effect]:
        standing = self._standing(space, now)
        if standing is None:
            self._wait_for_right(space, now)
            return []  # nothing is kept of ids that a peer makes up
        course = self._course(space)
        if course.running is not None:
            return []
        if self._layout.chosen is None:
            self._waiting[space] = None
            return []
        course.again = False
        course.started_at = now
        course.held_back = {one: due for one, due in course.held_back.items() if due > now}
        course.running = Reconciliation(
            space,
            self._surroundings.records,
            lambda: self._may_sync_fully(now),
            course.held_back,
            self._extent(),
            self._neighbours.unresolved,
        )
        return self._ask(standing, course.running.begin(), now)

    def _wait_for_right(self, space: SpaceId, now: float) -> None:
        """Our clock was ahead when we took a right: whoever has not asked is told of no news, so
        that nothing else would have us ask once it begins.
        """
        records = self._surroundings.records
        channel = records.channel(space)
        if channel is None or channel.left:
            return
        begins_at = next_right_begins(records, channel, now)
        if begins_at is not None:
            self._agenda.put_earlier(Due.RECONCILE, begins_at, space)

    def _extent(self) -> Extent:
        """Ours answers with so many bytes at most, others with all that they are asked for."""
        extent = self._surroundings.policy.extent
        if self._is_ours:
            return extent
        one_by_one = self._neighbours.is_lengthy(self._peer)
        return replace(
            extent,
            bulk_hashes=1 if one_by_one else BULK_HASHES_OF_OTHERS,
            bulks_in_flight=BULKS_IN_FLIGHT_OF_OTHERS,
        )

    def _may_sync_fully(self, now: float) -> bool:
        allowed = self._neighbours.may_sync_fully(self._peer, now)
        if allowed:
            self._neighbours.note_full_sync(self._peer, now)
        return allowed

    def _standing(self, space: SpaceId, now: float) -> _Standing | None:
        """None where we may not read."""
        records = self._surroundings.records
        channel = records.channel(space)
        if channel is None or channel.left:
            return None
        right = right_now(records, channel, now)
        return _Standing(channel, right) if channel.public or right is not None else None

    def _ask(self, standing: _Standing, asks: Sequence[Ask], now: float) -> list[Effect]:
        layout = self._layout.chosen
        assert layout is not None, "asked before it was known how"
        return [
            send_packet(self._requests.ask(standing.channel, standing.right, ask, layout, now))
            for ask in asks
        ]

    # ---- what came back -------------------------------------------------------------------------

    def take(self, response: SyncResponse, now: float) -> list[Effect]:
        """An answer. Raises PeerViolation for one that was not asked for or breaks a rule."""
        answered = self._requests.take(response)
        # The others asked with it may come behind it, on a slow line.
        self._requests.wait_until(now + REQUEST_TIMEOUT_SECONDS)
        course = self._courses.get(answered.request.channel)
        if course is None or course.running is None:
            return []
        if not course.running.expects(answered.request.asked):
            return []  # of a reconciliation that was given up
        standing = self._standing(answered.request.channel, now)
        if standing is None or answered.response is None:
            return self._finish(answered.request.channel, course, now)
        match answered.request.asked, answered.response:
            case Query() as query, QueryResponse() as page:
                asks = course.running.take_page(query, page)
                return self._go_on(standing, course, asks, now)
            case Bulk() as bulk, BulkResponse() as some:
                running = course.running
                self._accepting = Accepting(
                    standing.channel.id, running, running.take_bulk(bulk, some)
                )
                return self.accept_more(now)
            case _:
                raise AssertionError("an answer of another kind has been refused")

    @property
    def accepting(self) -> Accepting | None:
        """A long answer of which a part is still to be accepted: before anything else is taken."""
        return self._accepting

    def accept_more(self, now: float) -> list[Effect]:
        """The next portion of it. Raises PeerViolation."""
        accepting = self._accepting
        assert accepting is not None, "nothing is being accepted"
        course = self._courses.get(accepting.space)
        if course is None or course.running is not accepting.running:
            self._accepting = None
            return []  # of a reconciliation that was given up
        standing = self._standing(accepting.space, now)
        if standing is None:
            self._accepting = None
            return self._finish(accepting.space, course, now)
        effects = self._accept(standing.channel, course, accepting, now)
        if not accepting.is_through:
            return effects
        self._accepting = None
        asks = accepting.running.settle(accepting.accepted, accepting.held_back, accepting.withheld)
        return effects + self._go_on(standing, course, asks, now)

    def _go_on(
        self, standing: _Standing, course: _Course, asks: Sequence[Ask], now: float
    ) -> list[Effect]:
        effects = self._ask(standing, asks, now)
        if course.running is not None and course.running.done:
            effects += self._finish(standing.channel.id, course, now)
        return effects

    def _accept(
        self, channel: Channel, course: _Course, accepting: Accepting, now: float
    ) -> list[Effect]:
        judge = self._surroundings.acceptance.judge
        verdicts = judge(channel, accepting.take_portion(), now, course.held_back)
        if any(verdict.hash not in accepting.asked for verdict in verdicts):
            raise PeerViolation("a message nobody asked for", SECTION)
        accepting.note(verdicts)
        accepted = [one for one in verdicts if isinstance(one, Accepted)]
        course.hold_back(accepting.held_back)
        course.received += len(accepted)
        effects = self._keep(channel, accepted, now)
        if accepting.is_through and accepting.accepted:
            effects.append(Emit(self._progress(channel, course, accepting.running, len(accepted))))
        return effects

    def _progress(
        self, channel: Channel, course: _Course, running: Reconciliation, being_stored: int
    ) -> Reconciling:
        held = self._surroundings.records.count(channel.id) + being_stored
        to_come = running.still_to_come(held)
        expected = None if to_come is None else course.received + to_come
        return Reconciling(channel.id, self._peer, course.received, expected)

    def _keep(self, channel: Channel, accepted: Sequence[Accepted], now: float) -> list[Effect]:
        if not accepted:
            return []
        ours = own_keys(self._surroundings.records.identities(), channel)
        records = [one.stored(channel.id, now, ours=one.author in ours) for one in accepted]
        news = news_of(self._surroundings.records, channel, records)
        return [*map(Store, records), *self._note_built_upon(channel, accepted), *news]

    def _note_built_upon(self, channel: Channel, accepted: Sequence[Accepted]) -> list[Effect]:
        """Whoever gives what builds on a post of ours holds that post."""
        given = {one.hash for one in accepted}  # for membership only
        below = dict.fromkeys(parent for one in accepted for parent in one.message.parents)
        outside = [parent for parent in below if parent not in given]
        own = self._surroundings.records.own_among(channel.id, outside) if outside else ()
        held = tuple(parent for parent in outside if parent in own)
        return [Store(HeldByPeer(channel.id, self._peer, held))] if held else []

    def _finish(self, space: SpaceId, course: _Course, now: float) -> list[Effect]:
        assert course.running is not None
        was_shown_something = course.running.was_answered
        walking_seconds = course.running.walked / ENTRIES_A_SECOND
        course.pause_seconds = max(RECONCILIATION_PAUSE_SECONDS, walking_seconds)
        course.running.stop()
        done = ReconciliationDone(space, self._peer, course.received, course.sent)
        course.running = None
        course.received = course.sent = 0
        assert course.started_at is not None
        pause_ends = max(now, course.started_at + course.pause_seconds)
        if course.again:
            self._agenda.put_earlier(Due.RECONCILE, pause_ends, space)
        elif course.held_back:
            due = max(pause_ends, min(course.held_back.values()))
            self._agenda.put_earlier(Due.RECONCILE, due, space)
        return [Emit(done)] if was_shown_something else []
