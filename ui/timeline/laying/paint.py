"""Paints rows that are laid out. Reads the theme's colours; measures and loads nothing."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from ui.look.avatars import Avatars
from ui.look.sides import Side
from ui.look.theme import Theme
from ui.timeline.laying import hits
from ui.timeline.laying.layout import (
    HEAD_GAP,
    MARK_PIXELS,
    ROW_GAP,
    Row,
    RowLayouts,
    show_more,
)
from ui.timeline.laying.prose_paint import Shown, paint_prose
from ui.timeline.laying.quiet_rows import paint_line
from ui.timeline.parts.cards import LaidCard, PreviewOf, Seen, paint_cards
from ui.timeline.parts.columns import AVATAR_PIXELS
from ui.timeline.parts.quotes import paint_quote
from ui.timeline.parts.reactions import paint_reactions, paint_rest

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_CENTRE = Qt.AlignmentFlag.AlignCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
SPEAKS_BAR_PIXELS = 3


@dataclass(frozen=True, slots=True)
class Manner:
    """How one row is painted now: what stands out in its text, and what points at it."""

    text: Shown = field(default_factory=Shown)
    hovered: bool = False
    focused: bool = False
    """The keyboard's row."""
    flashed: bool = False
    """It was just jumped to."""
    hit: hits.Hit | None = None
    """The part under the pointer."""


class RowPainter:
    """Paints rows at the painter's origin, that is: translate to the row's top left first."""

    def __init__(
        self, theme: Theme, avatars: Avatars, layouts: RowLayouts, preview: PreviewOf
    ) -> None:
        self._colours = theme.colours
        self._theme = theme
        self._avatars = avatars
        self._layouts = layouts
        self._fonts = layouts.fonts
        self._preview = preview

    def paint(self, painter: QPainter, row: Row, manner: Manner, width: float) -> None:
        """``width`` is the viewport's: grounds go from edge to edge."""
        if row.is_mirrored:  # then "left" is where a line begins, for all that is written
            painter.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        if row.shape.swallowed:
            return
        if not row.day.isEmpty():
            self._paint_day(painter, row, is_pointed=isinstance(manner.hit, hits.Day))
        if not row.unread.isEmpty():
            self._paint_unread(painter, row.unread, row.unread_text)
        self._paint_ground(painter, row, manner, width)
        if row.fold is not None:
            pointed = isinstance(manner.hit, hits.Fold)
            paint_line(painter, row.fold, self._theme, self._fonts, pointed=pointed)
        if row.is_away:
            pass
        elif row.is_system:
            self._paint_system(painter, row)
        else:
            self._paint_message(painter, row, manner)
        if manner.focused:
            self._paint_ring(painter, row, width)

    # ---- grounds ------------------------------------------------------------------------------

    def _paint_ground(self, painter: QPainter, row: Row, manner: Manner, width: float) -> None:
        ground = _ground(row, width)
        plain = row.is_system or row.is_away
        speaks = row.entry.post.speaks_to_us and not plain
        if manner.flashed:
            painter.fillRect(ground, self._colours.selected)
        elif speaks:
            painter.fillRect(ground, self._colours.mention)
        elif manner.hovered and not plain:
            painter.fillRect(ground, self._colours.sidebar)
        if speaks:  # not by the tint alone
            bar = QRectF(0, ground.top(), SPEAKS_BAR_PIXELS, ground.height())
            side = Side(ground, painter.layoutDirection())
            painter.fillRect(side.rect(bar), self._colours.warn)

    def _paint_ring(self, painter: QPainter, row: Row, width: float) -> None:
        ring, gap = self._theme.focus_ring
        inset = gap + ring / 2
        room = _ground(row, width)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._colours.accent, ring))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        radius = self._theme.radius
        painter.drawRoundedRect(room.adjusted(inset, inset, -inset, -inset), radius, radius)

    # ---- messages -----------------------------------------------------------------------------

    def _paint_message(self, painter: QPainter, row: Row, manner: Manner) -> None:
        if row.shape.headed:
            self._paint_head(painter, row, is_pointed=isinstance(manner.hit, hits.Author))
        elif manner.hovered or manner.focused:
            self._text(painter, self._fonts.meta, self._colours.text3)
            painter.drawText(row.time, int(_RIGHT), row.time_text)
        if row.quote is not None:
            paint_quote(painter, row.quote, self._theme, self._avatars, self._fonts)
        painter.save()
        painter.translate(row.text_left, row.prose_top)
        paint_prose(painter, row.prose, self._theme, manner.text)
        painter.restore()
        self._paint_mark(painter, row)
        self._paint_extras(painter, row, manner.hit)

    def _paint_head(self, painter: QPainter, row: Row, *, is_pointed: bool) -> None:
        post = row.entry.post
        ratio = painter.device().devicePixelRatioF()
        key = post.author.public_key
        avatar = self._avatars.pixmap(key, row.name_text, AVATAR_PIXELS, ratio)
        painter.drawPixmap(row.avatar.topLeft(), avatar)
        font = self._fonts.name
        if is_pointed:
            font = QFont(font)
            font.setUnderline(True)
        self._text(painter, font, self._avatars.name_colour(key))
        metrics = painter.fontMetrics()
        room = int(row.name.width()) + 1
        name = metrics.elidedText(row.name_text, Qt.TextElideMode.ElideRight, room)
        painter.drawText(row.name, int(_LEFT), name)
        late = self._colours.warn if row.shape.late else self._colours.text3
        self._text(painter, self._fonts.meta, late)
        painter.drawText(row.time, int(_LEFT), row.time_text)

    def _paint_mark(self, painter: QPainter, row: Row) -> None:
        if row.delivery is None:
            return
        ratio = painter.device().devicePixelRatioF()
        size = int(MARK_PIXELS)
        icon = self._theme.pixmap(row.delivery.icon, size, "text3", ratio)
        side = Side(row.mark, painter.layoutDirection())
        at = side.rect(QRectF(row.mark.topLeft(), QSizeF(size, size)))
        painter.drawPixmap(at.topLeft(), icon)
        if row.delivery_text:
            self._text(painter, self._fonts.meta, self._colours.text3)
            words = side.rect(row.mark.adjusted(size + 4, -2, 20, 2))
            painter.drawText(words, int(_LEFT), row.delivery_text)

    def _paint_extras(self, painter: QPainter, row: Row, hit: hits.Hit | None) -> None:
        if not row.more.isEmpty():
            self._text(painter, self._fonts.ui, self._colours.link)
            painter.drawText(row.more, int(_LEFT), show_more())
        if not row.end.isEmpty():
            self._text(painter, self._fonts.quiet, self._colours.text3)
            painter.drawText(row.end, int(_LEFT) | int(Qt.TextFlag.TextWordWrap), row.end_text)
        if not row.note.isEmpty():
            self._text(painter, self._fonts.quiet, self._colours.text3)
            painter.drawText(row.note, int(_LEFT) | int(Qt.TextFlag.TextWordWrap), row.note_text)
        if row.cards:
            pointed = hit.number if isinstance(hit, hits.SaveFile) else -1
            post = row.entry.post.id

            def seen(card: LaidCard) -> Seen:
                return self._preview(post, card.number)

            paint_cards(painter, row.cards, (self._theme, self._fonts), seen, pointed)
        if row.chips:
            emoji = hit.emoji if isinstance(hit, hits.Reacted) else ""
            paint_reactions(painter, row.chips, self._theme, self._fonts, emoji)
        if row.chips_left is not None:
            paint_rest(painter, row.chips_left, self._theme, self._fonts)
        if not row.talk.isEmpty():
            self._paint_talk(painter, row, is_pointed=isinstance(hit, hits.Talked))
        if not row.edited.isEmpty():
            self._text(painter, self._fonts.meta, self._colours.text3)
            painter.drawText(row.edited, int(_LEFT), row.edited_text)

    def _paint_talk(self, painter: QPainter, row: Row, *, is_pointed: bool) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._colours.border)
        painter.setBrush(self._colours.hover if is_pointed else self._colours.raised)
        radius = row.talk.height() / 2
        painter.drawRoundedRect(row.talk.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        self._text(painter, self._fonts.meta, self._colours.link)
        painter.drawText(row.talk, int(_CENTRE), row.talk_text)

    # ---- other rows ---------------------------------------------------------------------------

    def _paint_system(self, painter: QPainter, row: Row) -> None:
        if row.quiet is not None:
            paint_line(painter, row.quiet, self._theme, self._fonts, pointed=False)
            return
        self._text(painter, self._fonts.title, self._colours.text)
        wrapped = int(_LEFT) | int(Qt.TextFlag.TextWordWrap)
        painter.drawText(row.name, wrapped, row.name_text)
        self._text(painter, self._fonts.meta, self._colours.text2)
        painter.drawText(row.time, wrapped, row.time_text)

    def _paint_day(self, painter: QPainter, row: Row, *, is_pointed: bool) -> None:
        self._text(
            painter, self._fonts.day, self._colours.link if is_pointed else self._colours.text2
        )
        width = painter.fontMetrics().horizontalAdvance(row.day_text) + 24
        middle = row.day.center().y()
        left = row.day.center().x() - width / 2
        hairline = self._colours.hairline
        painter.fillRect(QRectF(row.day.left(), middle, left - row.day.left(), 1), hairline)
        painter.fillRect(QRectF(left + width, middle, row.day.right() - left - width, 1), hairline)
        painter.drawText(row.day, int(_CENTRE), row.day_text)

    def _paint_unread(self, painter: QPainter, room: QRectF, word: str) -> None:
        self._text(painter, self._fonts.day, self._colours.accent)
        width = painter.fontMetrics().horizontalAdvance(word) + 12
        line = QRectF(room.left(), room.center().y(), room.width() - width, 1)
        side = Side(room, painter.layoutDirection())
        painter.fillRect(side.rect(line), self._colours.accent)
        painter.drawText(room, int(_RIGHT), word)

    def _text(self, painter: QPainter, font: QFont, colour: QColor) -> None:
        painter.setFont(font)
        painter.setPen(colour)


def _ground(row: Row, width: float) -> QRectF:
    """All of a message; of the gap above its head only so much that it lies in the middle."""
    is_headed = row.shape.headed and not row.is_system and not row.is_away
    top = row.top + (HEAD_GAP - 2 * ROW_GAP if is_headed else 0)
    return QRectF(0, top, width, row.height - top)
