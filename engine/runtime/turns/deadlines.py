"""Who waits until when, on the steady clock. One deadline an owner; ties by order of setting."""

from __future__ import annotations

import heapq
from collections.abc import Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)

_STALE_MAX = 64  # ours: replaced entries that may lie in the heap beyond the living ones


class Deadlines(Generic[K]):
    """A heap in which a replaced deadline is left lying until it comes up or they are too many."""

    __slots__ = ("_counter", "_current", "_heap")

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, K]] = []
        self._current: dict[K, tuple[float, int]] = {}
        self._counter = 0

    def set(self, owner: K, at: float) -> None:
        """``owner`` waits until ``at``, and no longer for what it waited before."""
        self._counter += 1
        self._current[owner] = (at, self._counter)
        heapq.heappush(self._heap, (at, self._counter, owner))
        if len(self._heap) > 2 * len(self._current) + _STALE_MAX:
            self._heap = [(at, count, who) for who, (at, count) in self._current.items()]
            heapq.heapify(self._heap)

    def drop(self, owner: K) -> None:
        """It waits for nothing."""
        self._current.pop(owner, None)

    def of(self, owner: K) -> float | None:
        """Until when it waits."""
        current = self._current.get(owner)
        return None if current is None else current[0]

    def next(self) -> float | None:
        """The earliest deadline, None if nobody waits."""
        self._discard_stale()
        return self._heap[0][0] if self._heap else None

    def due(self, monotonic: float) -> K | None:
        """Takes out one whose time has come, the earliest first; None if there is none."""
        self._discard_stale()
        if not self._heap or self._heap[0][0] > monotonic:
            return None
        owner = heapq.heappop(self._heap)[2]
        del self._current[owner]
        return owner

    def _discard_stale(self) -> None:
        while self._heap:
            at, count, owner = self._heap[0]
            if self._current.get(owner) == (at, count):
                return
            heapq.heappop(self._heap)
