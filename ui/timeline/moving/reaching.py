"""Where a post stands that is gone to, so that the words are in sight that are meant in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from engine.model.ids import OrderKey
from ui.text.markdown import CHARACTERS_MAX, utf16_length
from ui.timeline.laying.layout import Row
from ui.timeline.loading.run import TEXT_PARTS_MAX, Entry, PostRun
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


def is_read_to(run: PostRun, goal: Goal) -> bool:
    """Whether the post is loaded, and its long text is read as far as the words in it."""
    return run.holds(goal.order) and _parts_to(run.entries[run.index_of(goal.order)], goal) is None


async def read_to(source: TimelineSource, run: PostRun, goal: Goal) -> None:
    """Reads the post's long text as far as the words in it, if ``run`` holds the post."""
    entry = run.entries[run.index_of(goal.order)] if run.holds(goal.order) else None
    parts = None if entry is None else _parts_to(entry, goal)
    if entry is not None and parts is not None:
        await source.read_on(run, entry, parts)


def _parts_to(entry: Entry, goal: Goal) -> int | None:
    """How many stretches of its text are to be read, None: there is nothing more to be read."""
    is_clipped = bool(goal.words) and entry.clipped
    place = Matcher(goal.words).place(entry.post.text) if is_clipped else None
    if place is None:
        return None
    parts = min(TEXT_PARTS_MAX, 1 + place[1] // CHARACTERS_MAX)
    return parts if parts > entry.parts else None


def top_of_goal(rows: Rows, index: int, goal: Goal, unfold: Callable[[Entry], object]) -> float:
    """Where the row at ``index`` begins, so that the words are in sight: its text, which was read
    so far, is unfolded as far as that takes. Without words, or where they are in sight anyway, its
    beginning stands where one looks.
    """
    at = rows.viewport_height() * GOAL_SHARE
    line = _line_of(rows, index, goal.words, unfold) if goal.words else None
    if line is None:
        return at
    prose_top = rows.row(index).prose_top
    is_in_sight = at + prose_top + line[1] <= rows.viewport_height() - BOTTOM_PADDING
    return at if is_in_sight else at - prose_top - line[0]


def _line_of(
    rows: Rows, index: int, words: str, unfold: Callable[[Entry], object]
) -> tuple[float, float] | None:
    """Top and bottom of the words' line, from where the row's text begins; None: there is none."""
    if not rows.row(index).is_message:
        return None
    entry = rows.source.run.entries[index]
    text = text_of(entry.prose)
    place = Matcher(words).place(text)
    if place is None:
        return None
    offset = utf16_length(text[: place[0]])
    if rows.row(index).prose.line_of(offset) is None:
        unfold(entry)
    return rows.row(index).prose.line_of(offset)
