"""Conversations that wait for their turn: next is whoever was given least of our time. Pure.

Where each had one input in turn, a crowd that asks without end would have every word of the others
wait for a dear question of each of its own, and few things are said in one word. So each has an
account of the time it was given: who speaks now and then comes before those who never stop, and
those share evenly.

Who was silent, or has just come, has saved up no more than a moment: else it could have all of our
time at once, for as long as it was silent.
"""

from __future__ import annotations

from heapq import heappop, heappush

from engine.runtime.turns.conversations import Conversation
from engine.runtime.turns.effort import MOMENT_SECONDS


class Waiting:
    """Among those who were given the same, who has waited for longest is next."""

    __slots__ = ("_count", "_given", "_queue", "_reached")

    def __init__(self) -> None:
        self._queue: list[tuple[float, int, Conversation]] = []  # a heap
        self._count = 0  # of all that ever waited: no two are alike
        self._reached = 0.0  # what the last that had their turn had been given
        self._given: dict[Conversation, float] = {}  # seconds, of those that live

    def __bool__(self) -> bool:
        return bool(self._queue)

    def put(self, conversation: Conversation) -> None:
        """It waits from now on. Who waits already must not be put in again."""
        given = self._given.get(conversation, self._reached)
        given = self._given[conversation] = max(given, self._reached - MOMENT_SECONDS)
        self._count += 1
        heappush(self._queue, (given, self._count, conversation))

    def take(self) -> Conversation:
        """The next; somebody has to wait."""
        given, _, conversation = heappop(self._queue)
        self._reached = max(self._reached, given)
        return conversation

    def spent(self, conversation: Conversation, seconds: float) -> None:
        """It was given so much; it does not wait now, and may be over."""
        if conversation in self._given:
            self._given[conversation] += seconds

    def forget(self, conversation: Conversation) -> None:
        """It is over; it may still wait. Idempotent."""
        self._given.pop(conversation, None)
