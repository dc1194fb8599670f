"""Paints rows that are laid out. Reads the theme's colours; measures and loads nothing."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QTextCharFormat, QTextLayout

from engine.model.ids import PostKind
from ui.look.avatars import Avatars
from ui.look.theme import Theme
from ui.text.markdown import BlockKind, utf16_length
from ui.timeline.layout import AVATAR_PIXELS, SHOW_MORE, TEXT_LEFT, Row, RowLayouts
from ui.timeline.prose import (
    CODE_PADDING,
    QUOTE_INDENT,
    LaidBlock,
    LaidProse,
)

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_CENTRE = Qt.AlignmentFlag.AlignCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
QUOTE_BAR_PIXELS = 3.0
UNREAD_WORD = "New"


class RowPainter:
    """Paints rows at the painter's origin, that is: translate to the row's top left first."""

    def __init__(self, theme: Theme, avatars: Avatars, layouts: RowLayouts) -> None:
        self._colours = theme.colours
        self._theme = theme
        self._avatars = avatars
        self._layouts = layouts

    def paint(self, painter: QPainter, row: Row, selected: tuple[int, int], hovered: bool) -> None:  # noqa: FBT001 - a state of the row
        """``selected`` are offsets in the row's text; equal ones select nothing."""
        if not row.day.isEmpty():
            self._paint_day(painter, row)
        if not row.unread.isEmpty():
            self._paint_unread(painter, row.unread)
        if row.is_system:
            self._paint_system(painter, row)
            return
        if hovered:
            top = row.unread.bottom() if not row.unread.isEmpty() else row.day.bottom()
            ground = QRectF(0, top, row.width + 8, row.height - top)
            painter.fillRect(ground, self._colours.sidebar)
        if row.shape.headed:
            self._paint_head(painter, row)
        elif hovered:
            self._text(painter, self._layouts.meta_font, self._colours.text3)
            painter.drawText(row.time, int(_RIGHT), row.time_text)
        painter.save()
        painter.translate(TEXT_LEFT, row.prose_top)
        paint_prose(painter, row.prose, self._theme, selected)
        painter.restore()
        self._paint_extras(painter, row)

    def _paint_head(self, painter: QPainter, row: Row) -> None:
        post = row.entry.post
        ratio = painter.device().devicePixelRatioF()
        key = post.author.public_key
        avatar = self._avatars.pixmap(key, row.name_text, AVATAR_PIXELS, ratio)
        painter.drawPixmap(row.avatar.topLeft(), avatar)
        self._text(painter, self._layouts.name_font, self._avatars.name_colour(key))
        metrics = painter.fontMetrics()
        room = int(row.name.width()) + 1
        name = metrics.elidedText(row.name_text, Qt.TextElideMode.ElideRight, room)
        painter.drawText(row.name, int(_LEFT), name)
        late = self._colours.warn if row.shape.late else self._colours.text3
        self._text(painter, self._layouts.meta_font, late)
        painter.drawText(row.time, int(_LEFT), row.time_text)

    def _paint_extras(self, painter: QPainter, row: Row) -> None:
        if not row.mark.isEmpty():
            ratio = painter.device().devicePixelRatioF()
            size = int(row.mark.width())
            painter.drawPixmap(
                row.mark.topLeft(), self._theme.pixmap("check", size, "text3", ratio)
            )
        if not row.more.isEmpty():
            self._text(painter, self._layouts.ui_font, self._colours.link)
            painter.drawText(row.more, int(_LEFT), SHOW_MORE)

    def _paint_system(self, painter: QPainter, row: Row) -> None:
        root = row.entry.post.kind == PostKind.ROOT
        font = self._layouts.title_font if root else self._layouts.meta_font
        self._text(painter, font, self._colours.text if root else self._colours.text2)
        metrics = painter.fontMetrics()
        elide = Qt.TextElideMode.ElideRight
        title = metrics.elidedText(row.name_text, elide, int(row.name.width()))
        painter.drawText(row.name, int(_LEFT), title)
        if row.time_text:
            self._text(painter, self._layouts.meta_font, self._colours.text2)
            painter.drawText(row.time, int(_LEFT | Qt.TextFlag.TextWordWrap), row.time_text)

    def _paint_day(self, painter: QPainter, row: Row) -> None:
        self._text(painter, self._layouts.day_font, self._colours.text2)
        width = painter.fontMetrics().horizontalAdvance(row.day_text) + 24
        middle = row.day.center().y()
        left = row.day.center().x() - width / 2
        hairline = self._colours.hairline
        painter.fillRect(QRectF(row.day.left(), middle, left - row.day.left(), 1), hairline)
        painter.fillRect(QRectF(left + width, middle, row.day.right() - left - width, 1), hairline)
        painter.drawText(row.day, int(_CENTRE), row.day_text)

    def _paint_unread(self, painter: QPainter, room: QRectF) -> None:
        self._text(painter, self._layouts.day_font, self._colours.accent)
        width = painter.fontMetrics().horizontalAdvance(UNREAD_WORD) + 12
        line = QRectF(room.left(), room.center().y(), room.width() - width, 1)
        painter.fillRect(line, self._colours.accent)
        painter.drawText(room, int(_RIGHT), UNREAD_WORD)

    def _text(self, painter: QPainter, font: QFont, colour: QColor) -> None:
        painter.setFont(font)
        painter.setPen(colour)


def paint_prose(
    painter: QPainter, prose: LaidProse, theme: Theme, selected: tuple[int, int]
) -> None:
    """Paints blocks from the painter's origin."""
    colours = theme.colours
    start, end = selected
    for laid in prose.blocks:
        _paint_ground(painter, laid, prose.width, theme)
        if start < laid.offset + laid.length + 1 and end > laid.offset:
            within = (start - laid.offset, end - laid.offset)
            _paint_selection(painter, laid, within, colours.selected)
        painter.setPen(colours.text2 if laid.block.quotes else colours.text)
        over_code = _selected_format(start - laid.offset, end - laid.offset, colours.selected)
        laid.layout.draw(painter, laid.box.topLeft(), over_code)
        if laid.marker is not None:
            painter.setPen(colours.text2)
            laid.marker.draw(painter, laid.box.topLeft())


def _selected_format(start: int, end: int, ground: QColor) -> list[QTextLayout.FormatRange]:
    """The selection once more, for runs with a ground of their own (code) that would cover it."""
    if end <= max(0, start):
        return []
    ranged = QTextLayout.FormatRange()
    look = QTextCharFormat()
    look.setBackground(ground)
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
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.code)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = box.adjusted(-padding, -padding, padding, padding)
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
