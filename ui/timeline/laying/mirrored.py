"""Turns a row that was laid out from the left, for languages that are read from the right.

What stands in a row changes sides; the letters are left alone: a text has the direction of its own
words. Pure geometry.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QRectF

from ui.timeline.laying.layout import Row
from ui.timeline.laying.quiet_rows import mirror_line


def mirror(row: Row, width: float) -> Row:
    """The same row, its parts mirrored in a viewport of ``width`` pixels."""
    row.is_mirrored = True
    row.text_left = width - row.text_left - row.prose.width
    for box in _boxes(row):
        if not box.isEmpty():
            box.moveLeft(width - box.right())
    for line in (row.fold, row.quiet):
        if line is not None:
            mirror_line(line, width)
    return row


def _boxes(row: Row) -> Iterator[QRectF]:
    yield from (row.day, row.unread, row.avatar, row.name, row.time)
    yield from (row.note, row.mark, row.more, row.end, row.edited, row.talk)
    if row.quote is not None:
        yield row.quote.box
    for card in row.cards:
        yield from (card.box, card.picture)
    for chip in row.chips:
        yield chip.box
    if row.chips_left is not None:
        yield row.chips_left.box
