"""Where a post stands that is gone to, so that the words are in sight that are meant in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from engine.model.ids import OrderKey
from ui.text.markdown import CHARACTERS_MAX, utf16_length
from ui.timeline.laying.layout import Row
from ui.timeline.loading.run import TEXT_PARTS_MAX, Entry
from ui.timeline.loading.source import TimelineSource
from ui.timeline.moving.scrolling import BOTTOM_PADDING
from ui.timeline.selecting.matching import Matcher
from ui.timeline.selecting.selection import text_of

GOAL_SHARE = 1 / 3  # how far down a post stands that was jumped to: what came before is in sight


@dataclass(frozen=True, slots=True)
class Goal:
    """A post to be shown, which may have to be loaded first, and ``words`` that are meant in it."""

    order: OrderKey
    words: str = ""


class Rows(Protocol):
    """What this asks of the view."""

    source: TimelineSource

    def row(self, index: int) -> Row:
        """The laid out row at ``index`` of the run."""

    def viewport_height(self) -> float: ...


def top_of_goal(rows: Rows, index: int, words: str, unfold: Callable[[Entry], object]) -> float:
    """Where the row at ``index`` begins, so that the words are in sight: its long text is read and
    unfolded as far as that takes. Without words, or where they are in sight anyway, its beginning
    stands where one looks.
    """
    goal = rows.viewport_height() * GOAL_SHARE
    line = _line_of(rows, index, words, unfold) if words else None
    if line is None:
        return goal
    prose_top = rows.row(index).prose_top
    is_in_sight = goal + prose_top + line[1] <= rows.viewport_height() - BOTTOM_PADDING
    return goal if is_in_sight else goal - prose_top - line[0]


def _line_of(
    rows: Rows, index: int, words: str, unfold: Callable[[Entry], object]
) -> tuple[float, float] | None:
    """Top and bottom of the words' line, from where the row's text begins; None: there is none."""
    if not rows.row(index).is_message:
        return None
    matcher = Matcher(words)
    _read_as_far_as(rows.source, index, matcher)
    entry = rows.source.run.entries[index]
    text = text_of(entry.prose)
    place = matcher.place(text)
    if place is None:
        return None
    offset = utf16_length(text[: place[0]])
    if rows.row(index).prose.line_of(offset) is None:
        unfold(entry)
    return rows.row(index).prose.line_of(offset)


def _read_as_far_as(source: TimelineSource, index: int, matcher: Matcher) -> None:
    entry = source.run.entries[index]
    place = matcher.place(entry.post.text) if entry.clipped else None
    if place is not None:
        parts = min(TEXT_PARTS_MAX, 1 + place[1] // CHARACTERS_MAX)
        if parts > entry.parts:
            source.read_further(index, parts)
