"""What keys do in a timeline: they go to another row, or further, and with Shift they select rows.

The keyboard's row itself is ``marking.focused``; whatever acts on it asks ``returns`` first.
"""

from __future__ import annotations

from PySide6.QtCore import QObject

from engine.model.ids import OrderKey
from ui.timeline.canvas import LINE_PIXELS, TimelineCanvas
from ui.timeline.selecting.selection import ALL, Selection, rows_between

ENOUGH_PIXELS = 16.0  # ours: a line of small text


class Stepping(QObject):
    """For one timeline."""

    def __init__(self, view: TimelineCanvas) -> None:
        super().__init__(view)
        self._view = view
        self._began: OrderKey | None = None
        self._made: Selection | None = None
        self._awaited: int | None = None
        """Which end keys have gone to that is being loaded: the first or last row is theirs."""
        view.source.jumped.connect(self._on_jumped)
        view.source.stayed.connect(self._await_nothing)
        view.turned.connect(self._await_nothing)

    def step(self, step: int, *, extends: bool = False) -> None:
        """Moves the keyboard's row to an older (-1) or newer (1) one, and into sight.

        ``extends``: the rows from where that began to here are selected. Without, what was selected
        so is selected no more.
        """
        left = self._left()
        self._step(step)
        reached = self._view.marking.focused
        if not extends:
            self._select_no_more()
        elif reached is not None:
            self._extend(left if left is not None else reached, reached)

    def turn_page(self, pages: int, *, extends: bool = False) -> None:
        """Goes a screen towards newer posts (1) or older ones (-1), to the last row that is whole
        in sight then.

        ``extends``: as in ``step``.
        """
        left = self._left_or_last_seen(-pages)
        self._view.glide.stop()
        self._view.turn_page(pages)
        if left is not None:
            self._reach(left, self.focus_at(self._last_seen(pages)), extends=extends)

    def go_to_end(self, towards: int, *, extends: bool = False) -> None:
        """Goes to the last post of all (1) or to the first (-1), as soon as that is loaded.

        ``extends``: as in ``step``; what is not loaded is selected at once.
        """
        left = self._left_or_last_seen(-towards)
        (self._view.to_beginning if towards < 0 else self._view.to_end)()
        is_loaded = not self._view.source.is_busy
        self._awaited = None if is_loaded else towards
        reached = self._focus_end(towards) if is_loaded else _beyond(towards)
        if left is not None and reached is not None:
            self._reach(left, reached, extends=extends)

    def returns(self) -> bool:
        """Whether the keyboard's row is out of sight; then it is brought into sight, and the key
        that was pressed shall do no more: nobody sees what it would act on.
        """
        view, order = self._view, self._view.marking.focused
        if self._awaited is not None:
            return True
        run = view.source.run
        is_here = order is not None and run.holds(order)
        if order is None or not view.marking.is_ringed or (run.reaches(order) and not is_here):
            return False
        if is_here and self.shows(run.index_of(order)):
            return False
        view.show_post(order)
        self._tell_of(order)
        return True

    def shows(self, place: int) -> bool:
        """Whether so much of the row there is in sight that one can tell which it is."""
        top = dict(self._view.in_sight()).get(place)
        if top is None:
            return False
        row, room = self._view.row(place), self._view.viewport_height()
        begins, ends = top + row.top, top + row.height
        return min(ends, room) - max(begins, 0.0) >= min(ENOUGH_PIXELS, ends - begins, room)

    def _on_jumped(self, at: object) -> None:
        source = self._view.source
        if source.is_busy:
            return  # where the reader has gone since is still to come
        towards, self._awaited = self._awaited, None
        is_first = not source.run.before and len(source.run) and at == source.run.first
        if towards is not None and (at is None if towards > 0 else is_first):
            self._focus_end(towards)
        elif at == self._view.marking.focused and self._view.marking.is_ringed:
            self._tell_of(at)

    def _await_nothing(self) -> None:
        self._awaited = None

    def _tell_of(self, order: object) -> None:
        run = self._view.source.run
        if isinstance(order, bytes) and run.holds(OrderKey(order)):
            self._view.speaker.tell_focus(run.index_of(OrderKey(order)))

    def _reach(self, left: OrderKey, reached: OrderKey, *, extends: bool) -> None:
        if extends:
            self._extend(left, reached)
        else:
            self._select_no_more()

    def _select_no_more(self) -> None:
        """Of what was selected by other means than keys nothing is let go."""
        pointer = self._view.pointer
        is_ours = self._made is not None and pointer.selection is self._made
        self._made = None
        if is_ours:
            pointer.clear()

    def _extend(self, left: OrderKey, reached: OrderKey) -> None:
        """``left``: where it begins, unless what is selected was begun by keys before."""
        pointer = self._view.pointer
        if self._made is None or pointer.selection is not self._made or self._began is None:
            self._began = left
        self._made = rows_between(self._began, reached)
        pointer.select(self._made)

    def _focus_end(self, towards: int) -> OrderKey | None:
        """The last or the first row of those that are loaded; None: there is none."""
        rows = range(len(self._view.source.run))
        places = rows if towards < 0 else reversed(rows)
        place = next((place for place in places if self._view.row(place).height), None)
        return None if place is None else self.focus_at(place)

    def focus_at(self, place: int) -> OrderKey:
        """The row there is the keyboard's now, in sight or not; its key."""
        order = self._view.source.run.entries[place].post.order
        self._view.marking.focus(order)
        self._view.speaker.tell_focus(place)
        return order

    def _left_or_last_seen(self, towards: int) -> OrderKey | None:
        """Where the keys are; where they are nowhere, what is seen last that way, if anything."""
        if not self._view.in_sight():
            return None
        seen = self._view.source.run.entries[self._last_seen(towards)]
        left = self._left()
        return seen.post.order if left is None else left

    def _last_seen(self, towards: int) -> int:
        """The last row in sight that way, if any is whole the last of those."""
        candidates = self._candidates()
        return candidates[0] if towards < 0 else candidates[-1]

    def _candidates(self) -> list[int]:
        """Rows in sight that keys may come to."""
        view = self._view
        seen = view.in_sight()
        whole = [i for i, top in seen if top >= -1 and view.ends_in_sight(i, top)]
        return [i for i in whole or dict(seen) if view.row(i).height] or list(dict(seen))

    def _left(self) -> OrderKey | None:
        """Where the keys are, however far away; not a row out of sight that was only pressed."""
        marking = self._view.marking
        is_known = marking.is_ringed or self._view.focused_place() is not None
        return marking.focused if is_known else None

    def _step(self, step: int) -> None:
        view = self._view
        seen = view.in_sight()
        if not seen:
            return
        view.glide.stop()
        place = view.focused_place()
        if place is None or not seen[0][0] <= place <= seen[-1][0]:
            self.go_to(self._last_seen(-step))
            return
        if self._reads_on(place, dict(seen)[place], step):
            return
        last = len(view.source.run) - 1
        place = min(max(0, place + step), last)
        while not view.row(place).height and 0 < place < last:
            place += step  # it is folded away
        if view.row(place).height:
            self.go_to(place)

    def _reads_on(self, place: int, top: float, step: int) -> bool:
        """A row longer than the viewport is read to its end before the next one is gone to."""
        room, height = self._view.viewport_height(), self._view.row(place).height
        hidden = -top if step < 0 else top + height - room
        if hidden <= 1 or height <= room:
            return False
        self._view.scroll_by(step * min(hidden, LINE_PIXELS))
        return True

    def go_to(self, index: int) -> None:
        """The row there is the keyboard's now, and in sight."""
        self._bring_into_sight(index)
        self.focus_at(index)

    def _bring_into_sight(self, index: int) -> None:
        """Scrolls as little as shows the row at ``index`` whole, or as much as there is room."""
        top = self._top_of(index)
        height, room = self._view.row(index).height, self._view.viewport_height()
        if top < 0:
            self._view.scroll_by(top if height <= room else top + height - room)
        elif top + height > room:
            self._view.scroll_by(min(top, top + height - room))

    def _top_of(self, index: int) -> float:
        y, at = self._view.anchor.top, self._view.anchor.index
        if index >= at:
            return y + sum(self._view.row(row).height for row in range(at, index))
        return y - sum(self._view.row(row).height for row in range(index, at))


def _beyond(towards: int) -> OrderKey:
    """Before or behind every post: of one that is not loaded no more is known."""
    return (ALL.first if towards < 0 else ALL.last)[0]
