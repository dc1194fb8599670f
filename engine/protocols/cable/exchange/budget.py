"""How much of something may still be done. Pure."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

from engine.protocols.cable.limits import (
    NEEDS_A_POST,
    NEEDS_ALWAYS,
    PASSED_BURST,
    PASSED_PER_SECOND,
)

_T = TypeVar("_T", bound=Hashable)


class Budget:
    """A number that only falls. Two that share a limit share one of these."""

    __slots__ = ("left",)

    def __init__(self, left: int) -> None:
        self.left = left

    def take(self, items: Sequence[_T]) -> Sequence[_T]:
        """The first of ``items``, as many as there may be."""
        taken = items[: self.left]
        self.left -= len(taken)
        return taken


class Recently:
    """The last so many things, each once; what came first is forgotten first."""

    __slots__ = ("_items", "_size")

    def __init__(self, size: int) -> None:
        self._items: OrderedDict[Hashable, None] = OrderedDict()
        self._size = size

    def __contains__(self, item: Hashable) -> bool:
        return item in self._items

    def __len__(self) -> int:
        return len(self._items)

    def add(self, items: Iterable[Hashable]) -> None:
        """They are the latest."""
        for item in items:
            self._items[item] = None
            self._items.move_to_end(item)
        while len(self._items) > self._size:
            self._items.popitem(last=False)

    def fresh(self, items: Iterable[_T]) -> list[_T]:
        """Those that are new, each once; from now on they are not."""
        new = [item for item in dict.fromkeys(items) if item not in self._items]
        self.add(new)
        return new


class Needs:
    """What one peer may have for nothing: as much as reading the community takes, some times over.

    The runtime slows down who goes on beyond that (reliability L-9).
    """

    __slots__ = ("_free", "_given")

    def __init__(self) -> None:
        self._given = 0
        self._free = NEEDS_ALWAYS

    def covers(self, given: int, count: Callable[[], int]) -> bool:
        """Takes down ``given`` hashes or posts. Whether an honest peer may need them too.

        ``count``: the posts that we hold; asked only where it may matter.
        """
        self._given += given + 1
        if self._given > self._free:
            self._free = NEEDS_ALWAYS + NEEDS_A_POST * count()
        return self._given <= self._free


class Rate:
    """So many a second, and a burst (reliability C-1)."""

    __slots__ = ("_at", "_tokens")

    def __init__(self) -> None:
        self._tokens = PASSED_BURST
        self._at = 0.0

    def spend(self, now: float) -> bool:
        """Whether one more may be."""
        earned = max(0.0, now - self._at) * PASSED_PER_SECOND
        self._tokens = min(PASSED_BURST, self._tokens + earned)
        self._at = now
        if self._tokens < 1.0:
            return False
        self._tokens -= 1.0
        return True
