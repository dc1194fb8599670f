"""How fast a long channel is read: pages, places, counts, and words of every frequency.

Over the real store and its real reader, in a profile as ``window_profile`` makes it.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

from app.profile.opening import open_profile
from app.profile.paths import paths_of
from engine.model.feeds import FeedTraffic
from engine.model.ids import OrderKey, PeerId, PublicKey, SpaceId
from engine.model.queries import Extent, FirstSince, Query, Search, Spaces, Timeline
from engine.store.peerlinks import private_channels
from engine.store.reading import Reader
from tests.benchmarks.window_profile import long_profile

JUMPS = 200
PAGE = 64
HITS = 50
TIMES = 5
WORDS = {
    "rare": "zzyzx",
    "common": "the",
    "two": "water the",
    "beginning of two": "th",
    "beginning of three": "wat",
    "beginning of four": "that",
}


@dataclass(frozen=True, slots=True)
class _Around:
    """Nobody is connected."""

    now: float = field(default_factory=time.time)
    presence: Mapping[SpaceId, tuple[tuple[PeerId, PublicKey | None], ...]] = field(
        default_factory=dict
    )
    peers: tuple[PeerId, ...] = ()
    traffic: Mapping[SpaceId, FeedTraffic] = field(default_factory=dict)


def measures(posts: int) -> Iterator[Mapping[str, object]]:
    """Milliseconds: the first time, the median, the slowest."""
    store = open_profile(paths_of(long_profile(posts)), lambda *, is_new: None)
    private_channels.repository(store)
    reader = store.reader(private_channels.reading_parts)
    try:
        yield from _of(reader, posts)
    finally:
        reader.close()
        store.close()


def _of(reader: Reader, posts: int) -> Iterator[Mapping[str, object]]:
    spaces = reader.answer(Spaces(), _Around())
    long = max(spaces, key=lambda space: space.posts)
    queries: dict[str, Query[object]] = {
        "spaces": Spaces(),
        "extent": Extent(long.id),
        "newest page": Timeline(long.id, PAGE),
        "first since": FirstSince(long.id, (long.last_post_at or 0.0) / 2),
    }
    for name, words in WORDS.items():
        queries[f"search there: {name}"] = Search(words, long.id, HITS)
        queries[f"search everywhere: {name}"] = Search(words, None, HITS)
    for name, query in queries.items():
        yield _measured(name, posts, [partial(reader.answer, query, _Around())] * TIMES)
    yield _measured("jump", posts, [_jump(reader, long.id, posts, n) for n in range(JUMPS)])


def _jump(reader: Reader, space: SpaceId, posts: int, number: int) -> Callable[[], object]:
    height = random.Random(number).randrange(posts)
    at = OrderKey(height.to_bytes(8, "big") + bytes(32))
    return lambda: reader.answer(Timeline(space, PAGE, after=at), _Around())


def _measured(name: str, posts: int, acts: list[Callable[[], object]]) -> Mapping[str, object]:
    taken = []
    for act in acts:
        began = time.perf_counter()
        act()
        taken.append((time.perf_counter() - began) * 1_000)
    return {
        "name": f"reading: {name}",
        "posts": posts,
        "first_ms": round(taken[0], 2),
        "median_ms": round(statistics.median(taken), 2),
        "slowest_ms": round(max(taken), 2),
    }
