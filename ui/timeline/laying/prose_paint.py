"""Paints blocks of text: their grounds, what is selected or found in them, and the letters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPen, QTextCharFormat, QTextLayout

from ui.look.theme import Theme
from ui.text.markdown import BlockKind, utf16_length
from ui.timeline.laying.prose import CODE_PADDING, QUOTE_INDENT, LaidBlock, LaidProse

QUOTE_BAR_PIXELS = 3.0


@dataclass(frozen=True, slots=True)
class Shown:
    """What of a row's text stands out, as offsets in it: the selection (equal ones: none), and
    what was looked for and found.
    """

    selected: tuple[int, int] = (0, 0)
    found: Sequence[tuple[int, int]] = ()


def paint_prose(painter: QPainter, prose: LaidProse, theme: Theme, shown: Shown) -> None:
    """Paints blocks from the painter's origin."""
    colours = theme.colours
    start, end = shown.selected
    for laid in prose.blocks:
        _paint_ground(painter, laid, prose.width, theme)
        over: list[QTextLayout.FormatRange] = []
        for low, high in shown.found:
            if low < laid.offset + laid.length and high > laid.offset:
                within = (low - laid.offset, high - laid.offset)
                over += _range(*within, colours.mention, underlined=True)
        if start < laid.offset + laid.length + 1 and end > laid.offset:
            within = (start - laid.offset, end - laid.offset)
            _paint_selection(painter, laid, within, colours.selected)
        # Once more for runs with a ground of their own (code), which would cover the selection.
        over += _range(start - laid.offset, end - laid.offset, colours.selected)
        painter.setPen(colours.text2 if laid.block.quotes else colours.text)
        laid.layout.draw(painter, laid.box.topLeft(), over)
        if laid.marker is not None:
            painter.setPen(colours.text2)
            laid.marker.draw(painter, laid.box.topLeft())


def _range(
    start: int, end: int, ground: QColor, *, underlined: bool = False
) -> list[QTextLayout.FormatRange]:
    if end <= max(0, start):
        return []
    ranged = QTextLayout.FormatRange()
    look = QTextCharFormat()
    look.setBackground(ground)
    if underlined:  # not by the ground alone: a whole row may have that colour
        look.setFontUnderline(True)
    ranged.start, ranged.length, ranged.format = max(0, start), end - max(0, start), look
    return [ranged]


def _paint_ground(painter: QPainter, laid: LaidBlock, width: float, theme: Theme) -> None:
    colours = theme.colours
    box = laid.box
    for level in range(laid.block.quotes):
        bar = QRectF(level * QUOTE_INDENT, box.top(), QUOTE_BAR_PIXELS, box.height())
        painter.fillRect(bar, colours.border)
    if laid.block.kind == BlockKind.CODE:
        padding = CODE_PADDING
        painter.setPen(QPen(colours.hairline, 1))  # a row under the pointer has nearly its ground
        painter.setBrush(colours.code)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = box.adjusted(0.5 - padding, 0.5 - padding, padding - 0.5, padding - 0.5)
        painter.drawRoundedRect(ground, theme.radius, theme.radius)
    elif laid.block.kind == BlockKind.RULE:
        painter.fillRect(QRectF(0, box.center().y(), width, 1), colours.hairline)


def _paint_selection(
    painter: QPainter, laid: LaidBlock, within: tuple[int, int], ground: QColor
) -> None:
    start, end = within
    layout = laid.layout
    text_end = utf16_length(laid.block.text)
    for number in range(layout.lineCount()):
        line = layout.lineAt(number)
        first, last = line.textStart(), line.textStart() + line.textLength()
        low, high = max(start, first), min(end, last)
        if low > high or (low == high and not (start <= first and end > last)):
            continue
        left, right = _x_of(line.cursorToX(low)), _x_of(line.cursorToX(high))
        if end > last and number + 1 == layout.lineCount() and last >= text_end:
            right += 6  # the line end is selected too
        top = laid.box.top() + line.y()
        room = QRectF(laid.box.left() + min(left, right), top, abs(right - left), line.height())
        painter.fillRect(room.adjusted(0, -2, 0, 2), ground)


def _x_of(answer: object) -> float:
    """Qt answers the x and the offset it stands for."""
    assert isinstance(answer, tuple)
    return float(answer[0])
