"""What of a timeline is selected: from one place in a text to another, however the view scrolls.

A place is (order key, UTF-16 offset in the row's text). Pure; no Qt.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from engine.model.ids import OrderKey, PostId
from ui.text.markdown import Block, Prose, utf16_length, utf16_slice
from ui.text.message_link import shortened, shown_digits
from ui.text.times import clock
from ui.timeline.loading.rows import Reading, author_name
from ui.timeline.loading.run import Entry, PostRun
from ui.timeline.parts.file_words import file_name

Place = tuple[OrderKey, int]


@dataclass(frozen=True, slots=True)
class Selection:
    """Between the place where the press began and the one where it is now, in either order."""

    anchor: Place
    cursor: Place

    @property
    def first(self) -> Place:
        """Where it begins in the timeline."""
        return min(self.anchor, self.cursor)

    @property
    def last(self) -> Place:
        """Where it ends in the timeline."""
        return max(self.anchor, self.cursor)

    @property
    def is_empty(self) -> bool:
        """Whether nothing lies between the two places."""
        return self.anchor == self.cursor

    def range_in(self, order: OrderKey, length: int) -> tuple[int, int]:
        """The selected offsets of the row ``order`` with a text of ``length`` units."""
        first, last = self.first, self.last
        if order < first[0] or order > last[0]:
            return 0, 0
        start = first[1] if order == first[0] else 0
        end = last[1] if order == last[0] else length
        return min(start, length), min(end, length)


ALL = Selection((OrderKey(b""), 0), (OrderKey(b"\xff" * 64), 0))
"""Every post of a timeline: no key of one begins like the last."""
_ROW_END = sys.maxsize  # behind any text


def rows_between(began: OrderKey, reached: OrderKey) -> Selection:
    """All of these two rows and of those between, whichever comes first."""
    if began <= reached:
        return Selection((began, 0), (reached, _ROW_END))
    return Selection((began, _ROW_END), (reached, 0))


def reaches_beyond(run: PostRun, selection: Selection) -> bool:
    """Whether posts may be selected that are not loaded."""
    if not len(run):
        return False
    above = run.before > 0 and selection.first[0] < run.first
    return above or (run.after > 0 and selection.last[0] > run.last)


def text_of(prose: Prose) -> str:
    """The text whose offsets selections count: the blocks, a line end between each two."""
    return "\n".join(block.text for block in prose)


def copied(prose: Prose, start: int, end: int) -> str:
    """What lies between two offsets, with the markers of list items that begin there."""
    lines: list[str] = []
    offset = 0
    for block in prose:
        length = utf16_length(block.text)
        low, high = max(start, offset), min(end, offset + length)
        if low < high or (low == high and start <= offset < end):
            marker = f"{block.marker} " if block.marker and low == offset else ""
            indent = "  " * max(0, block.indent - 1)
            lines.append(indent + marker + _as_written(block, low - offset, high - offset))
        offset += length + 1
    return "\n".join(lines)


def _as_written(block: Block, start: int, end: int) -> str:
    """What lies between two offsets of it; digits that are shown shortened are whole, wherever
    among them it begins or ends.
    """
    words, done = "", start
    for low, high, digits in _shortened_in(block):
        if low < end and start < high:
            words += utf16_slice(block.text, done, max(done, low)) + digits
            done = high
    return words + utf16_slice(block.text, done, max(done, end))


def _shortened_in(block: Block) -> Iterator[tuple[int, int, str]]:
    for span in block.spans:
        name = utf16_slice(block.text, span.start, span.start + span.length)
        if span.link and name == shortened(span.link):
            for low, high, digits in shown_digits(span.link):
                yield span.start + low, span.start + high, digits


def copied_rows(
    run: PostRun, selection: Selection, reading: Reading, away: Collection[PostId] = ()
) -> str:
    """The selected text of a run, as ``words_of_rows`` has it."""
    return words_of_rows(selected_rows(run, selection, away), reading)


def selected_rows(
    run: PostRun, selection: Selection, away: Collection[PostId] = ()
) -> list[tuple[Entry, str]]:
    """The rows of a run in which text is selected, each with that text.

    ``away``: posts that are folded away, and not copied unseen. Files of rows that are selected
    whole are named.
    """
    parts: list[tuple[Entry, str]] = []
    first, last = selection.first, selection.last
    for entry in run.entries:
        if first[0] <= entry.post.order <= last[0] and entry.post.id not in away:
            text, is_all = _selected_in(entry, selection)
            if is_all and first[0] != last[0]:
                text = "\n".join(filter(None, (text, *_named_files(entry))))
            if text:
                parts.append((entry, text))
    return parts


def _selected_in(entry: Entry, selection: Selection) -> tuple[str, bool]:
    """The selected text of a row, and whether that is all of it.

    To the end of a row is to the end of what was written, however little of that was read.
    """
    length = utf16_length(text_of(entry.prose))
    start, end = selection.range_in(entry.post.order, length)
    is_all = (start, end) == (0, length)
    text = copied(entry.prose, start, end)
    if not text or end < length or entry.is_whole:
        return text, is_all
    if is_all:
        return entry.post.text, is_all
    return text.rstrip() + entry.rest if entry.rest else text, is_all


def words_of_rows(parts: Sequence[tuple[Entry, str]], reading: Reading) -> str:
    """Text selected in rows. From several, each under its author's name and time."""
    if len(parts) == 1:
        return parts[0][1]
    return "\n\n".join(
        f"{author_name(entry.post, reading)}, {clock(entry.post.timestamp, reading.zone)}\n{text}"
        for entry, text in parts
    )


def _named_files(entry: Entry) -> list[str]:
    return [f"[{file_name(file.name)}]" for file in entry.post.files]
