"""Parents seen and not yet found while walking back ("Synchronization", "unknown parents").

A peer can invent a quarter of a million of them, so they are kept packed: some 10 MiB where a set
of bytes takes 30. Membership only, no order. All walks of the program share one ``Room``: where
all together remember too many, whoever remembers most gives way, and is told so. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.model.ids import PostId
from engine.protocols.peerlinks.limits import HASH_BYTES, UNRESOLVED_PARENTS_IN_ALL_MAX

_BUCKETS = 4_096  # 64 hashes a bucket when full: one memory search of 2 KiB


class Room:
    """What all walks together may remember."""

    __slots__ = ("_count_max", "_walks")

    def __init__(self, count_max: int = UNRESOLVED_PARENTS_IN_ALL_MAX) -> None:
        """``count_max`` hashes."""
        self._count_max = count_max
        self._walks: dict[UnresolvedParents, None] = {}  # a dict for its order

    def enter(self, walk: UnresolvedParents) -> None:
        """It remembers something, or more than before; idempotent."""
        self._walks[walk] = None
        while sum(map(len, self._walks)) > self._count_max:
            max(self._walks, key=len).give_way()

    def leave(self, walk: UnresolvedParents) -> None:
        """It remembers nothing; idempotent."""
        self._walks.pop(walk, None)


class UnresolvedParents:
    """A set of hashes of 32 bytes. To be cleared once it is not needed any more."""

    __slots__ = ("_buckets", "_count", "_room", "gave_way")

    def __init__(self, room: Room | None = None) -> None:
        """``room``: shared with others; None: one of its own."""
        self._buckets: dict[int, bytearray] = {}
        self._count = 0
        self._room = room or Room()
        self.gave_way = False
        """Whether it had to forget all it knew, since it was last cleared."""

    def __len__(self) -> int:
        return self._count

    def __contains__(self, parent: PostId) -> bool:
        bucket = self._buckets.get(_bucket_of(parent))
        return bucket is not None and _find(bucket, parent) >= 0

    def add_all(self, parents: Iterable[PostId], count_max: int) -> None:
        """Adds them, and stops as soon as there are more than ``count_max``."""
        self._add(parents, count_max)
        self._room.enter(self)

    def _add(self, parents: Iterable[PostId], count_max: int) -> None:
        for parent in parents:
            if self._count > count_max:
                return
            assert len(parent) == HASH_BYTES
            bucket = self._buckets.setdefault(_bucket_of(parent), bytearray())
            if _find(bucket, parent) < 0:
                bucket += parent
                self._count += 1

    def discard_all(self, parents: Iterable[PostId]) -> None:
        """Removes those that are there."""
        for parent in parents:
            bucket = self._buckets.get(_bucket_of(parent))
            start = -1 if bucket is None else _find(bucket, parent)
            if bucket is not None and start >= 0:
                bucket[start : start + HASH_BYTES] = bucket[-HASH_BYTES:]
                del bucket[-HASH_BYTES:]
                self._count -= 1

    def clear(self) -> None:
        """Removes all."""
        self._buckets.clear()
        self._count = 0
        self.gave_way = False
        self._room.leave(self)

    def give_way(self) -> None:
        """The room is full: forgets all, and remembers that."""
        self.clear()
        self.gave_way = True


def _bucket_of(parent: PostId) -> int:
    # Python's own hash is keyed by the process: a peer cannot aim at one bucket.
    return hash(parent) % _BUCKETS


def _find(bucket: bytearray, parent: PostId) -> int:
    start = bucket.find(parent)
    while start >= 0 and start % HASH_BYTES:
        start = bucket.find(parent, start + 1)
    return start
