"""What the arrow keys do in a timeline: they go from row to row, and with Shift they select rows.

The keyboard's row itself is ``marking.focused``.
"""

from __future__ import annotations

from engine.model.ids import OrderKey
from ui.timeline.canvas import LINE_PIXELS, TimelineCanvas
from ui.timeline.selecting.selection import Selection, rows_between


class Stepping:
    """For one timeline."""

    def __init__(self, view: TimelineCanvas) -> None:
        self._view = view
        self._began: OrderKey | None = None
        self._made: Selection | None = None

    def step(self, step: int, *, extends: bool = False) -> None:
        """Moves the keyboard's row to an older (-1) or newer (1) one, and into sight.

        ``extends``: the rows from where that began to here are selected. Without, what was selected
        so is selected no more.
        """
        pointer = self._view.pointer
        left = self._left()
        self._step(step)
        reached = self._view.marking.focused
        is_ours = self._made is not None and pointer.selection is self._made
        if not extends:
            self._made = None
            if is_ours:
                pointer.clear()
        elif reached is not None:
            if not is_ours or self._began is None:
                self._began = left if left is not None else reached
            self._made = rows_between(self._began, reached)
            pointer.select(self._made)

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
            whole = [i for i, top in seen if top >= -1 and view.ends_in_sight(i, top)]
            candidates = [i for i in whole or dict(seen) if view.row(i).height] or list(dict(seen))
            self._go_to(candidates[-1] if step < 0 else candidates[0])
            return
        if self._reads_on(place, dict(seen)[place], step):
            return
        last = len(view.source.run) - 1
        place = min(max(0, place + step), last)
        while not view.row(place).height and 0 < place < last:
            place += step  # it is folded away
        if view.row(place).height:
            self._go_to(place)

    def _reads_on(self, place: int, top: float, step: int) -> bool:
        """A row longer than the viewport is read to its end before the next one is gone to."""
        room, height = self._view.viewport_height(), self._view.row(place).height
        hidden = -top if step < 0 else top + height - room
        if hidden <= 1 or height <= room:
            return False
        self._view.scroll_by(step * min(hidden, LINE_PIXELS))
        return True

    def _go_to(self, index: int) -> None:
        self._view.marking.focus(self._view.source.run.entries[index].post.order)
        self._bring_into_sight(index)
        self._view.speaker.tell_focus(index)

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
