"""Erases what was forgotten, bit by bit: a large space at once would hold up everything else.

Forgetting is one small transaction of the protocol's repository: nothing of the space is shown from
then on (``SpaceRepository.forget``). What is left of it is erased here, a bounded part a call, each
in a transaction of its own, and goes on after a restart. The last part takes the space's row, and
empties the log, so that no file holds anything of it. Names no protocol.

Where nothing is to be erased, what else is done bit by bit may go on (``Further``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from engine.store.database import Database
from engine.store.delivery import Delivery
from engine.store.spaces import SpaceRepository
from engine.store.timeline import words
from engine.store.timeline.timeline import Timeline


class Eraser(Protocol):
    """Who keeps rows of spaces."""

    def erase_some(self, number: int) -> bool:
        """Erases a bounded part of its rows of the space of that number; whether it found any."""


Further = Callable[[], bool]
"""Does a bounded part of something, in a transaction of its own; whether there was any."""


class Forgetting:
    """Works through the forgotten spaces, oldest first."""

    def __init__(
        self,
        database: Database,
        spaces: SpaceRepository,
        timeline: Timeline,
        delivery: Delivery,
        protocols: Sequence[Eraser],
        further: Sequence[Further] = (),
    ) -> None:
        """Borrows all."""
        self._database = database
        self._further = further
        self._spaces = spaces
        # The timeline last: as long as it has rows, its word index has something to be told.
        self._erasers: tuple[Eraser, ...] = (*protocols, delivery, timeline)

    def erase_some(self) -> bool:
        """Erases one part; whether more is left to do. Raises Fault; then the part is whole again.

        While somebody's transaction is open nothing is done.
        """
        if self._database.in_transaction:
            return True
        number = self._spaces.next_forgotten()
        if number is None and not words.is_untidy(self._database):
            return not self._database.empty_log_if_due()
        with self._database.atomic():
            self._erase_part(number)
        return True

    def do_further(self) -> bool:
        """Does one part of what else waits; whether there was any. Raises Fault.

        While somebody's transaction is open nothing is done.
        """
        return self._database.in_transaction or any(one() for one in self._further)

    def _erase_part(self, number: int | None) -> None:
        if number is not None:
            if any(eraser.erase_some(number) for eraser in self._erasers):
                return
            self._spaces.erase(number)
        elif words.tidy_some(self._database):
            return
        self._database.leave_no_trace()
