"""How a row is painted for what is selected, found, pointed at and focused."""

from __future__ import annotations

from ui.text.markdown import utf16_length
from ui.timeline.laying.layout import Row
from ui.timeline.laying.paint import Manner
from ui.timeline.laying.prose_paint import Shown
from ui.timeline.selecting.marking import Marking
from ui.timeline.selecting.pointer import Pointer
from ui.timeline.selecting.selection import text_of


def manner_of(row: Row, pointer: Pointer, marking: Marking, *, has_focus: bool) -> Manner:
    """``has_focus``: keys go to the timeline."""
    order = row.entry.post.order
    selected = (0, 0)
    if pointer.selection is not None:
        selected = pointer.selection.range_in(order, utf16_length(text_of(row.entry.prose)))
    is_hovered = order == pointer.hovered
    return Manner(
        text=Shown(selected, marking.found_in(row.entry)),
        hovered=is_hovered,
        focused=order == marking.focused and marking.is_ringed and has_focus,
        flashed=order == marking.flashed,
        hit=pointer.hit if is_hovered else None,
    )
