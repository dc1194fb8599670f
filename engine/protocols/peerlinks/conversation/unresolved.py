"""Parents seen and not yet found while walking back ("Synchronization", "unknown parents").

A peer can invent a quarter of a million of them, so they are kept packed: some 10 MiB where a set
of bytes takes 30. Membership only, no order. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.model.ids import PostId
from engine.protocols.peerlinks.limits import HASH_BYTES

_BUCKETS = 4_096  # 64 hashes a bucket when full: one memory search of 2 KiB


class UnresolvedParents:
    """A set of hashes of 32 bytes."""

    __slots__ = ("_buckets", "_count")

    def __init__(self) -> None:
        self._buckets: dict[int, bytearray] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def __contains__(self, parent: PostId) -> bool:
        bucket = self._buckets.get(_bucket_of(parent))
        return bucket is not None and _find(bucket, parent) >= 0

    def add_all(self, parents: Iterable[PostId], count_max: int) -> None:
        """Adds them, and stops as soon as there are more than ``count_max``."""
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


def _bucket_of(parent: PostId) -> int:
    # Python's own hash is keyed by the process: a peer cannot aim at one bucket.
    return hash(parent) % _BUCKETS


def _find(bucket: bytearray, parent: PostId) -> int:
    start = bucket.find(parent)
    while start >= 0 and start % HASH_BYTES:
        start = bucket.find(parent, start + 1)
    return start
