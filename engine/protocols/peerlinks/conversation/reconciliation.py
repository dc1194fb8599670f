"""One reconciliation of one channel with one peer, as the one who asks ("Synchronization"). Pure.

Query from our lowest leaf; walk the page; fetch what can be placed; while parents are unknown walk
back, then forward again to the end. Too many unknown parents, or none left to walk back to: one
full sync from height 0. Whoever owns this sends what it asks and decides what is accepted.

The next page is asked for with the last messages of this one, so that the peer need not be waited
for, and walked once those are dealt with: what it builds on must be known by then.

The peer's pages are hints. Nothing is stored for them, and a peer that leads nowhere is stopped.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from itertools import chain

from engine.errors import PeerViolation
from engine.model.ids import PostId, SpaceId
from engine.protocols.peerlinks.conversation.unresolved import Room, UnresolvedParents
from engine.protocols.peerlinks.limits import (
    ANSWERS_AHEAD_BYTES_MAX,
    BULK_HASHES,
    BULKS_IN_FLIGHT,
    HELD_BACK_MAX,
    IDLE_ENTRIES_MAX,
    QUERY_LIMIT_MAX,
    UNRESOLVED_PARENTS_MAX,
)
from engine.protocols.peerlinks.packets import Bulk, BulkResponse, Query, QueryResponse
from engine.protocols.peerlinks.records import Records

SECTION = "Synchronization"

Ask = Query | Bulk


@dataclass(frozen=True, slots=True)
class Extent:
    """How far a reconciliation goes: entries a page, unknown parents before a full sync.

    ``idle_max``: entries walked in vain, beyond as many as we hold, before it is given up.
    ``bulk_hashes``: how many messages are asked for at once, ``bulks_in_flight`` times.
    """

    query_limit: int = QUERY_LIMIT_MAX
    unresolved_max: int = UNRESOLVED_PARENTS_MAX
    idle_max: int = IDLE_ENTRIES_MAX
    bulk_hashes: int = BULK_HASHES
    bulks_in_flight: int = BULKS_IN_FLIGHT


@dataclass(frozen=True, slots=True)
class Batch:
    """Encoded messages to be accepted now, in this order; all of them must be among ``asked``.

    ``dealt_with``: those of ``asked`` that the peer had its say on, given or not.
    """

    wires: tuple[bytes, ...]
    asked: frozenset[PostId]
    dealt_with: tuple[PostId, ...]


@dataclass(slots=True)
class _Fetch:
    bulk: Bulk
    response: BulkResponse | None = None


_LATER = BulkResponse((), 0)
"""In place of an answer that could not be kept until its turn: all of it is asked for again."""


@dataclass(frozen=True, slots=True)
class _Walk:
    wanted: list[PostId]
    unknown_parents: list[PostId]


class Reconciliation:
    """Asks through the lists its methods return; ``done`` once there is nothing more to ask."""

    def __init__(
        self,
        channel: SpaceId,
        records: Records,
        may_sync_fully: Callable[[], bool],
        held_back: Iterable[PostId] = (),
        extent: Extent = Extent(),
        room: Room | None = None,
    ) -> None:
        """``may_sync_fully``: asked just before a full sync. ``held_back`` are not fetched.

        ``room``: for unknown parents, shared by all reconciliations.
        """
        self._channel = channel
        self._records = records
        self._may_sync_fully = may_sync_fully
        self._passed_over = set(held_back)  # held back, not given, or built on one that is either
        self._passed_over_max = len(self._passed_over) + HELD_BACK_MAX
        self._extent = extent
        self._query: Query | None = None
        self._next: Query | None = None
        self._page: QueryResponse | None = None  # that has come, and cannot be walked yet
        self._is_full = False
        self._unresolved = UnresolvedParents(room)
        self._wanted: deque[PostId] = deque()
        self._fetches: list[_Fetch] = []
        self._retries: list[Ask] = []
        self._idle = 0
        self._holds: int | None = None
        self.walked = 0
        """How many entries of pages there were."""
        self.was_answered = False
        """Whether the peer has shown anything, be it an empty page."""
        self.done = False

    def begin(self) -> list[Ask]:
        """The first Query."""
        height = self._records.min_leaf_height(self._channel)
        self._query = Query(height, is_backward=False, limit=self._extent.query_limit)
        return [self._query]

    def expects(self, asked: Ask) -> bool:
        """Whether this very object was asked by this reconciliation and is unanswered."""
        return asked is self._query or any(
            fetch.bulk is asked and fetch.response is None for fetch in self._fetches
        )

    def take_page(self, query: Query, page: QueryResponse) -> list[Ask]:
        """The answer to ``query``. Raises PeerViolation for a page that leads nowhere."""
        assert query is self._query
        self._query = None
        self.was_answered = True
        _check_page(query, page)
        self._holds = page.holds
        self.walked += len(page.messages)
        self._page = page
        return self._go_on()

    def take_bulk(self, bulk: Bulk, response: BulkResponse) -> Batch:
        """What of the answers so far can be accepted now; ``settle`` it next.

        Answers may come in any order; they are given out in the order asked, since later messages
        build on earlier ones. Raises PeerViolation for an answer without progress.
        """
        fetch = next(f for f in self._fetches if f.bulk is bulk)
        if not 1 <= response.forward_index <= len(bulk.hashes):
            raise PeerViolation("a forward_index that makes no progress", SECTION)
        if len(response.messages) > len(bulk.hashes):
            raise PeerViolation("more messages than were asked for", SECTION)
        fetch.response = response if self._has_room_for(fetch, response) else _LATER
        wires: list[bytes] = []
        asked: list[PostId] = []
        dealt_with: list[PostId] = []
        while self._fetches and (ready := self._fetches[0].response) is not None:
            hashes = self._fetches.pop(0).bulk.hashes
            wires += ready.messages
            asked += hashes
            dealt_with += hashes[: ready.forward_index]
            if ready.forward_index < len(hashes):
                # The rest comes before what was asked after it.
                self._retries.append(self._fetch(hashes[ready.forward_index :], first=True))
        return Batch(tuple(wires), frozenset(asked), tuple(dealt_with))

    def settle(
        self,
        stored: Collection[PostId],
        held_back: Collection[PostId],
        withheld: Collection[PostId],
    ) -> list[Ask]:
        """What became of the last batch: these are stored with it, held back, or were not given.

        What was shown and not given is passed over like what is held back, and so is what builds on
        it: else a peer could send us back for it and forth again for ever.
        """
        if stored:
            self._idle = 0
        for hash_ in chain(held_back, withheld):
            if not self._passes_over_too_many():
                self._passed_over.add(hash_)
        retries, self._retries = self._retries, []
        return retries + self._go_on(stored)

    def still_to_come(self, held: int) -> int | None:
        """How many messages it brings yet, as far as that is known; ``held``: how many we hold.

        What the last page has left is known exactly; before it, what the peer says to hold beyond
        us, which is too little by what we hold and it does not.
        """
        fetching = (fetch.bulk.hashes for fetch in self._fetches if fetch.response is None)
        shown = len(self._wanted) + sum(map(len, fetching))
        if self._query is None and self._next is None and self._page is None:
            return shown
        return None if self._holds is None else max(shown, self._holds - held)

    def stop(self) -> None:
        """It is over, done or not."""
        self._unresolved.clear()

    def _has_room_for(self, fetch: _Fetch, response: BulkResponse) -> bool:
        """Whoever answers in order, as all known programs do, is never told to wait."""
        if fetch is self._fetches[0]:
            return True
        waiting = [response, *(one.response for one in self._fetches if one.response is not None)]
        size = sum(len(wire) for one in waiting for wire in one.messages)
        return size <= ANSWERS_AHEAD_BYTES_MAX

    def _walk(self, page: QueryResponse, accepted: Collection[PostId]) -> _Walk:
        in_page = {message.hash: message.parents for message in page.messages}
        mentioned = dict.fromkeys(chain(in_page, *in_page.values()))
        stored = self._records.known(self._channel, list(mentioned)).union(accepted)
        placed: set[PostId] = set()
        walk = _Walk([], [])
        for hash_, parents in in_page.items():
            if hash_ in stored or hash_ in self._passed_over:
                continue
            missing = [p for p in parents if p not in stored and p not in placed]
            if not missing:
                placed.add(hash_)
                walk.wanted.append(hash_)
            elif any(p in self._passed_over for p in missing):
                self._passed_over.add(hash_)
            else:
                walk.unknown_parents.extend(p for p in missing if p not in in_page)
        return walk

    def _next_query(self, page: QueryResponse, walk: _Walk) -> Query | None:
        self._unresolved.discard_all(message.hash for message in page.messages)
        self._unresolved.add_all(walk.unknown_parents, self._extent.unresolved_max)
        self._idle += len(page.messages) + 1
        if self._passes_over_too_many():
            return None  # the wrong clock may be ours: once they are ripe there is another
        lost = self._is_lost()
        if self._is_full:
            if lost:
                raise PeerViolation("a full sync that leads nowhere", SECTION)
            # Posts that came in below while we read upwards are found by the next reconciliation.
            return self._query_at(page.forward_hash)
        if lost or (len(self._unresolved) and page.backward_hash is None):
            return self._full_sync()
        if len(self._unresolved):
            return self._query_at(page.backward_hash, is_backward=True)
        return self._query_at(page.forward_hash)

    def _query_at(self, cursor: PostId | None, *, is_backward: bool = False) -> Query | None:
        if cursor is None:
            return None
        return Query(cursor, is_backward, self._extent.query_limit)

    def _full_sync(self) -> Query | None:
        if not self._may_sync_fully():
            return None
        self._is_full = True
        self._unresolved.clear()
        self._idle = 0
        return Query(0, is_backward=False, limit=self._extent.query_limit)

    def _is_lost(self) -> bool:
        unresolved = self._unresolved
        too_many = unresolved.gave_way or len(unresolved) > self._extent.unresolved_max
        return too_many or self._walks_in_vain()

    def _passes_over_too_many(self) -> bool:
        # Whoever withholds one message can show without end what builds on it, and each message
        # that is given makes good what was walked in vain.
        return len(self._passed_over) >= self._passed_over_max

    def _walks_in_vain(self) -> bool:
        # To walk over all that we hold is legitimate, however much that is.
        idle = self._idle - self._extent.idle_max
        return idle > 0 and idle > self._records.count(self._channel)

    def _go_on(self, accepted: Collection[PostId] = ()) -> list[Ask]:
        """``accepted``: what is to be stored with the packet that is being dealt with."""
        if self._page is not None and not self._fetches:
            self._take_up(self._page, accepted)
        asks: list[Ask] = []
        while self._wanted and len(self._fetches) < self._extent.bulks_in_flight:
            count = min(self._extent.bulk_hashes, len(self._wanted))
            asks.append(self._fetch(tuple(self._wanted.popleft() for _ in range(count))))
        if self._next is not None and not self._wanted:
            self._query, self._next = self._next, None
            asks.append(self._query)
        # A page waits only for messages that are being fetched.
        self.done = not self._fetches and self._query is None
        return asks

    def _take_up(self, page: QueryResponse, accepted: Collection[PostId]) -> None:
        self._page = None
        walk = self._walk(page, accepted)
        self._next = self._next_query(page, walk)
        self._wanted.extend(walk.wanted)

    def _fetch(self, hashes: tuple[PostId, ...], *, first: bool = False) -> Bulk:
        bulk = Bulk(hashes)
        self._fetches.insert(0 if first else len(self._fetches), _Fetch(bulk))
        return bulk


def _check_page(query: Query, page: QueryResponse) -> None:
    """Raises PeerViolation for a page larger than asked for, one that leads back to itself, or one
    that shows nothing and yet leads on: such pages would have no end.
    """
    if len(page.messages) > query.limit:
        raise PeerViolation("a page longer than was asked for", SECTION)
    onward = page.backward_hash if query.is_backward else page.forward_hash
    if onward is None:
        return
    if not page.messages:
        raise PeerViolation("an empty page that leads on", SECTION)
    # The document does not say what a cursor names: the message after the page, as the published
    # implementation has it, or the page's own last one. Either is handed back as it came.
    leads_back = not query.is_backward and any(m.hash == onward for m in page.messages[:-1])
    if onward == query.cursor or leads_back:
        raise PeerViolation("a cursor that makes no progress", SECTION)
