"""Commands that take long: what of them is done outside the turns, and where they go on.

A worker does the work, in a thread of its own or, where everything has to happen in one order
(the simulator, and the end of the engine), right in the turn in which the command goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.protocols.contract import Errand
from engine.runtime.surroundings import Worker
from engine.runtime.turns.inbox import Asked, Inbox, Wish


def do_in_turn(work: Callable[[], object], done: Callable[[Callable[[], object]], None]) -> None:
    """A ``Worker`` that puts the work off until its result is needed."""
    done(work)


class Errands:
    """Those that are under way."""

    __slots__ = ("_attention", "_inbox", "_last", "_under_way", "worker")

    def __init__(self, inbox: Inbox, attention: Callable[[], None]) -> None:
        """``attention`` is called when one has come back."""
        self._inbox = inbox
        self._attention = attention
        self._under_way: dict[int, tuple[Asked, Errand]] = {}
        self._last = 0
        self.worker: Worker = do_in_turn

    def send(self, asked: Asked, errand: Errand) -> None:
        """Goes out; the command goes on with a later turn."""
        self._last += 1
        number = self._last
        self._under_way[number] = (asked, errand)
        self.worker(errand.work, partial(self._back, number))

    def call_in(self) -> None:
        """Whatever is out is done in its turn instead, and so is all that follows."""
        self.worker = do_in_turn
        for number, (_, errand) in tuple(self._under_way.items()):
            self._back(number, errand.work)

    def _back(self, number: int, outcome: Callable[[], object]) -> None:
        if (under_way := self._under_way.pop(number, None)) is None:
            return  # it was called in
        asked, errand = under_way
        self._inbox.wish(Wish(asked, lambda now: errand.then(outcome(), now)))
        self._attention()
