"""Which of two posts is later: by their links, then by time, then by hash. Pure.

"Causal sorting" of the documents (protocols/cable.md A17). A post comes after what it links to,
directly or through others; where neither leads to the other, the smaller timestamp comes first, and
of equal ones the smaller hash.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from engine.model.ids import PostId


class Placed(Protocol):
    """Whatever has a place in the order."""

    @property
    def hash(self) -> PostId: ...

    @property
    def timestamp(self) -> int: ...

    @property
    def links(self) -> tuple[PostId, ...]: ...


P = TypeVar("P", bound=Placed)


@dataclass(frozen=True, slots=True)
class Place:
    """Of a post what its order depends on."""

    hash: PostId
    timestamp: int
    links: tuple[PostId, ...]


def in_order(places: Iterable[P]) -> Iterator[P]:
    """Each once, what others link to before them. Links to posts that are not given do not count.

    Hashes make cycles impossible; linear in posts and links but for a heap.
    """
    known = {place.hash: place for place in places}
    waits = {
        hashed: sum(link in known for link in dict.fromkeys(place.links))
        for hashed, place in known.items()
    }
    later: dict[PostId, list[P]] = {}
    for place in known.values():
        for link in dict.fromkeys(place.links):
            later.setdefault(link, []).append(place)
    free = [_key(known[hashed]) for hashed, count in waits.items() if not count]
    heapq.heapify(free)
    while free:
        _, hashed = heapq.heappop(free)
        yield known[hashed]
        for place in later.get(hashed, ()):
            waits[place.hash] -= 1
            if not waits[place.hash]:
                heapq.heappush(free, _key(place))


def heads(places: Sequence[Place]) -> tuple[PostId, ...]:
    """Those that nothing given links to, by hash: what a new post links to (later versions)."""
    linked = frozenset(link for place in places for link in place.links)
    return tuple(sorted(place.hash for place in places if place.hash not in linked))


def latest(places: Iterable[Place]) -> Place | None:
    """The last in order, None of none."""
    last: Place | None = None
    for place in in_order(places):
        last = place
    return last


def _key(place: Placed) -> tuple[int, PostId]:
    return place.timestamp, place.hash
