"""Where keys act once their row has gone: on the next message that stays, else on the one before.

When the row is back, as after an undo, it is the keyboard's again, if that has not gone on since.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import chain

from PySide6.QtCore import QObject

from engine.model.ids import OrderKey
from ui.timeline.canvas import TimelineCanvas
from ui.timeline.stepping import Stepping


class GoneRows(QObject):
    """For one timeline."""

    def __init__(self, view: TimelineCanvas, stepping: Stepping) -> None:
        super().__init__(view)
        self._view = view
        self._stepping = stepping
        self._leaving: set[OrderKey] = set()
        """Rows that are about to go, and are here still."""
        self._left: list[tuple[OrderKey, OrderKey | None]] = []
        """Rows of the keyboard that went, and the one of each that was its next, latest last: this
        one's row is where the keyboard is, and each one's next is the one that went after it.
        """
        view.source.changed.connect(self._follow)
        view.marking.changed.connect(self._see_whether_gone_on)
        view.turned.connect(self._forget)

    def leave(self, orders: Collection[OrderKey]) -> None:
        """The rows of these keys are about to go. Keys do not wait for it: pressed once more, they
        act on the next row.
        """
        self._leaving.update(orders)
        focused = self._view.marking.focused
        if focused is not None and focused in orders:
            self._go_on(focused, self._stepping.go_to)

    def stay(self, orders: Collection[OrderKey]) -> None:
        """The rows of these keys do not go after all. Who has not gone on is there again; from a
        row that did go, one comes back to that one alone.
        """
        self._leaving.difference_update(orders)
        self._return()
        self._left = [one for one in self._left if one[0] not in orders]
        self._see_whether_gone_on()

    def _follow(self) -> None:
        """Nothing is scrolled for a row that goes otherwise, for one may read elsewhere."""
        run = self._view.source.run
        self._leaving = {order for order in self._leaving if run.holds(order)}
        missed = self._missed()
        if missed is not None:
            self._go_on(missed, self._stepping.focus_at)
        self._return()

    def _missed(self) -> OrderKey | None:
        """The keyboard's row, if it is no more among those that are here. One without a ring is
        not missed: it may have been taken away with the mouse.
        """
        run, order = self._view.source.run, self._view.marking.focused
        if order is None or not self._view.marking.is_ringed:
            return None
        return order if len(run) and run.reaches(order) and not run.holds(order) else None

    def _see_whether_gone_on(self) -> None:
        """Who has gone on stays: what would bring him back is forgotten at once, for by steps of
        his own he may come here again.
        """
        if self._left and self._left[-1][1] != self._view.marking.focused:
            self._left.clear()

    def _return(self) -> None:
        run = self._view.source.run
        while self._left:
            order, went_to = self._left[-1]
            if not run.holds(order) or order in self._leaving:
                return
            self._left.pop()
            is_near = went_to is None or self._stepping.shows(run.index_of(went_to))
            go = self._stepping.go_to if is_near else self._stepping.focus_at
            go(run.index_of(order))

    def _go_on(self, order: OrderKey, go_to: Callable[[int], object]) -> None:
        place, entries = self._next(order), self._view.source.run.entries
        # Before the keyboard goes: this is no step of the person's own.
        self._left.append((order, None if place is None else entries[place].post.order))
        if place is None:
            self._view.marking.focus(None)
        else:
            go_to(place)

    def _next(self, order: OrderKey) -> int | None:
        """Where the message is that comes next, or came before; rows that tell what happened, or
        what is folded away, are passed over.
        """
        view, run = self._view, self._view.source.run
        at = run.index_of(order)
        for place in chain(range(at, len(run)), reversed(range(at))):
            is_staying = run.entries[place].post.order not in self._leaving
            if is_staying and view.row(place).is_message:
                return place
        return None

    def _forget(self) -> None:
        self._leaving.clear()
        self._left.clear()
