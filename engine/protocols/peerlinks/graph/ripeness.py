"""What others accept by now, of what we hold ("Channels, messages, and identities"). Pure; reads.

A message dated more than two minutes ahead is refused by whoever is asked to take it. We hold such
ones only where our clock was ahead and was set right: they are shown to nobody, and we post beside
them, until their time has come. No message is older than its parents, so what builds on one that is
not ripe is not ripe either: the ripe ones are a whole channel by themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.model.ids import PostId, SpaceId
from engine.protocols.peerlinks.limits import FUTURE_LEEWAY_SECONDS, UNRIPE_MAX
from engine.protocols.peerlinks.packets import Abbreviated
from engine.protocols.peerlinks.records import Place, Records

_LOWEST_HASH = PostId(bytes(32))
_LEAVES_MAX = 1_024  # ours: of unripe ones and for a page; a channel has a handful
_READS_MAX = 4  # ours: of pages for one, before it ends where it is


def ripe_at(timestamp: float) -> float:
    """From when on a message of that time is accepted."""
    return timestamp - FUTURE_LEEWAY_SECONDS


def next_ripe(records: Records, channel: SpaceId, now: float) -> float | None:
    """When the first message that is not ripe will be; None if all that we hold is ripe now.

    That is mostly not a leaf: what was posted while our clock was ahead ripens one by one. Where it
    is too much to walk over, it may be told later than it could be, with the first leaf.
    """
    todo = _unripe_leaves(records, channel, now)
    if not todo:
        return None
    first, seen = min(leaf.timestamp for leaf in todo), {leaf.hash for leaf in todo}
    while todo and len(seen) <= UNRIPE_MAX:
        for parent in _parents(records, channel, todo.pop()):
            if ripe_at(parent.timestamp) > now and parent.hash not in seen:
                seen.add(parent.hash)
                todo.append(parent)
                first = min(first, parent.timestamp)
    return ripe_at(first)


def ripe_leaves(records: Records, channel: SpaceId, limit: int, now: float) -> Sequence[Place]:
    """What no ripe message builds on, lowest first; all leaves where hardly anything is ripe.

    Then it is the clock that is wrong now: whoever posts must build on something. Of more than
    ``limit`` it is the lowest half and the highest one: what is left behind is merged bit by bit,
    and whoever plants leaves low keeps nobody from those that stand last.
    """
    unripe = _unripe_leaves(records, channel, now)
    if not unripe:
        return _leaves_of_both_ends(records, channel, limit)
    leaves = _leaves_of_both_ends(records, channel, limit + 2 * len(unripe))
    ripe = [leaf for leaf in leaves if ripe_at(leaf.timestamp) <= now]
    below = _ripe_below(records, channel, unripe, now)
    found = ripe if below is None else [*ripe, *_not_built_upon(records, channel, below, ripe)]
    return _both_ends(sorted(found or leaves, key=_order), limit)


def _leaves_of_both_ends(records: Records, channel: SpaceId, limit: int) -> Sequence[Place]:
    leaves = records.leaves(channel, limit + 1)
    if len(leaves) <= limit:
        return leaves
    return [*leaves[: limit // 2], *records.highest_leaves(channel, limit - limit // 2)]


def _both_ends(places: Sequence[Place], limit: int) -> Sequence[Place]:
    if len(places) <= limit:
        return places
    return [*places[: limit // 2], *places[limit // 2 - limit :]]


def _order(place: Place) -> tuple[int, PostId]:
    return place.height, place.hash


def _unripe_leaves(records: Records, channel: SpaceId, now: float) -> list[Place]:
    """Those that ripen first, earliest first; there is hardly ever one."""
    leaves = records.leaves_after(channel, now + FUTURE_LEEWAY_SECONDS, _LEAVES_MAX)
    # A sum and a difference may be rounded apart, and whoever was woken must find it ripe.
    return [leaf for leaf in leaves if ripe_at(leaf.timestamp) > now]


def _ripe_below(
    records: Records, channel: SpaceId, unripe: Sequence[Place], now: float
) -> list[Place] | None:
    """Ripe messages that unripe ones build on; None if those are too many to walk over."""
    todo, seen = list(unripe), {one.hash for one in unripe}
    found: dict[PostId, Place] = {}
    while todo:
        if len(seen) > UNRIPE_MAX:
            return None
        for parent in _parents(records, channel, todo.pop()):
            if ripe_at(parent.timestamp) <= now:
                found[parent.hash] = parent
            elif parent.hash not in seen:
                seen.add(parent.hash)
                todo.append(parent)
    return list(found.values())


def _not_built_upon(
    records: Records, channel: SpaceId, candidates: Iterable[Place], ripe: Sequence[Place]
) -> list[Place]:
    """Those on which neither a ripe leaf nor another candidate builds, as far as we look."""
    left = {one.hash: one for one in candidates}
    todo = [*ripe, *left.values()]
    lowest = min((one.height for one in left.values()), default=0)
    seen: set[PostId] = set()  # for membership only
    while todo and left and len(seen) <= UNRIPE_MAX:
        place = todo.pop()
        if place.height <= lowest:
            continue
        for parent in _parents(records, channel, place):
            left.pop(parent.hash, None)
            if parent.hash not in seen:
                seen.add(parent.hash)
                todo.append(parent)
    return list(left.values())


def _parents(records: Records, channel: SpaceId, place: Place) -> Sequence[Place]:
    page = records.page_from(channel, (place.height, place.hash), 1)
    return records.places(channel, page[0].parents)


class RipePages:
    """A channel as it is shown while some of it is not ripe. Implements ``Pages``.

    ``next_ripe_at``: when there will be more, of what was passed over or stands elsewhere.
    """

    __slots__ = ("_now", "_records", "next_ripe_at")

    def __init__(self, records: Records, now: float, next_ripe_at: float) -> None:
        """The last is as ``next_ripe`` has it."""
        self._records = records
        self._now = now
        self.next_ripe_at = next_ripe_at

    def places(self, channel: SpaceId, hashes: Sequence[PostId]) -> Sequence[Place]:
        """See ``Records``."""
        return [one for one in self._records.places(channel, hashes) if self._is_ripe(one)]

    def min_leaf_height(self, channel: SpaceId) -> int:
        """See ``Records``; lower than it need be where nothing better is known."""
        leaves = ripe_leaves(self._records, channel, _LEAVES_MAX, self._now)
        ripe = [leaf.height for leaf in leaves if ripe_at(leaf.timestamp) <= self._now]
        return min(ripe, default=0)

    def has_height(self, channel: SpaceId, height: int) -> bool:
        """See ``Records``."""
        found = self.page_from(channel, (height, _LOWEST_HASH), 1)
        places = self._records.places(channel, [one.hash for one in found])
        return any(place.height == height for place in places)

    def wires(self, channel: SpaceId, hashes: Sequence[PostId]) -> Sequence[bytes | None]:
        """See ``Records``."""
        ripe = {place.hash for place in self.places(channel, hashes)}
        found = self._records.wires(channel, hashes)
        return [wire if name in ripe else None for name, wire in zip(hashes, found, strict=True)]

    def sizes(self, channel: SpaceId, hashes: Sequence[PostId]) -> Sequence[int | None]:
        """See ``Records``."""
        ripe = {place.hash for place in self.places(channel, hashes)}
        found = self._records.sizes(channel, hashes)
        return [size if name in ripe else None for name, size in zip(hashes, found, strict=True)]

    def page_from(
        self, channel: SpaceId, start: tuple[int, PostId], limit: int
    ) -> Sequence[Abbreviated]:
        """See ``Records``."""
        found: list[Abbreviated] = []
        page = self._records.page_from(channel, start, limit)
        for _ in range(_READS_MAX):
            found += self._ripe_of(channel, page)
            if len(found) >= limit or not page:
                break
            (last,) = self._records.places(channel, [page[-1].hash])
            page = self._records.page_from(channel, (last.height, last.hash), limit + 1)[1:]
        return found[:limit]

    def page_before(
        self, channel: SpaceId, end: tuple[int, PostId], limit: int
    ) -> Sequence[Abbreviated]:
        """See ``Records``."""
        found: list[Abbreviated] = []
        page = self._records.page_before(channel, end, limit)
        for _ in range(_READS_MAX):
            found = [*self._ripe_of(channel, page), *found]
            if len(found) >= limit or not page:
                break
            (first,) = self._records.places(channel, [page[0].hash])
            page = self._records.page_before(channel, (first.height, first.hash), limit)
        return found[max(0, len(found) - limit) :]

    def _ripe_of(self, channel: SpaceId, page: Sequence[Abbreviated]) -> list[Abbreviated]:
        ripe = {place.hash for place in self.places(channel, [one.hash for one in page])}
        return [one for one in page if one.hash in ripe]

    def _is_ripe(self, place: Place) -> bool:
        due = ripe_at(place.timestamp)
        if due > self._now:
            self.next_ripe_at = min(due, self.next_ripe_at)
        return due <= self._now
