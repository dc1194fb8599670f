"""What is offered as a Qt list, and how each row is painted: mark, name, detail, what is unread."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QTextCharFormat, QTextLayout
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from ui.look.avatars import Avatars, SpaceMarks
from ui.look.painting import draw_badge, draw_line
from ui.look.sides import Side
from ui.look.theme import Gap, Theme, Type
from ui.switching.destinations import Destination, Kind, Offer
from ui.text.language import tr

Index = QModelIndex | QPersistentModelIndex
_NO_INDEX = QModelIndex()
OFFER_ROLE = Qt.ItemDataRole.UserRole + 1
ROW_HEIGHT = 40
MARK_PIXELS = 26
ICON_PIXELS = 18


class Offers(QAbstractListModel):
    """The rows of the switcher."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Offer] = []

    def show(self, rows: Sequence[Offer]) -> None:
        """Takes these in the place of those before."""
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def destination(self, index: Index) -> Destination | None:
        """Where a row leads."""
        return self._rows[index.row()].destination if index.isValid() else None

    @override
    def rowCount(self, parent: Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.destination.name
            case Qt.ItemDataRole.AccessibleTextRole:
                return spoken(row.destination)
            case _ if role == OFFER_ROLE:
                return row
            case _:
                return None


def spoken(one: Destination) -> str:
    """A row as it is read aloud."""
    parts = [one.name, one.detail, one.key_words]
    parts += [tr("%n unread", "", one.unread)] if one.unread else []
    parts += [tr("%n mentions", "", one.mentions)] if one.mentions else []
    return ", ".join(part for part in parts if part)


class OfferDelegate(QStyledItemDelegate):
    """Paints one row."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme = theme
        self._people = Avatars(theme)
        self._channels = SpaceMarks(theme)

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        text = QFontMetricsF(self._theme.font(Type.UI)).height()
        return QSize(120, max(ROW_HEIGHT, round(text) + 2 * Gap.S))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        offer = index.data(OFFER_ROLE)
        assert isinstance(offer, Offer)
        state: QStyle.StateFlag = option.state
        colours = self._theme.colours
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        card = QRectF(option.rect).adjusted(0, 1, 0, -1)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        if selected or state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.selected if selected else colours.hover)
            painter.drawRoundedRect(card, self._theme.radius, self._theme.radius)
        side = Side(card, option.direction)
        self._paint_mark(painter, side, offer.destination)
        right = self._paint_end(painter, side, offer.destination)
        left = card.left() + Gap.S + MARK_PIXELS + Gap.M
        room = QRectF(left, card.top(), right - left, card.height())
        self._paint_words(painter, side, room, offer)
        painter.restore()

    def _paint_mark(self, painter: QPainter, side: Side, one: Destination) -> None:
        ratio = painter.device().devicePixelRatioF()
        middle = QPointF(side.room.left() + Gap.S + MARK_PIXELS / 2, side.room.center().y())
        if one.kind is Kind.ACTION:
            pixels = ICON_PIXELS
            pixmap = self._theme.pixmap(one.icon, pixels, "text2", ratio)
        else:
            pixels = MARK_PIXELS
            marks = self._channels if one.kind is Kind.CHANNEL else self._people
            pixmap = marks.pixmap(one.key, one.name, pixels, ratio)
        place = QRectF(middle.x() - pixels / 2, middle.y() - pixels / 2, pixels, pixels)
        painter.drawPixmap(side.rect(place).topLeft(), pixmap)

    def _paint_end(self, painter: QPainter, side: Side, one: Destination) -> float:
        """What stands at the end; answers where it begins."""
        card = side.room
        right = card.right() - Gap.S
        middle = card.center().y()
        if one.unread:
            at_end = QPointF(right, middle)
            right -= draw_badge(painter, at_end, one.unread, self._theme, side) + Gap.S
        meta = self._theme.font(Type.META)
        at = tr("@", "mark of unread posts that speak to the reader") if one.mentions else ""
        for words, font in (
            (at, self._theme.font(Type.UI, QFont.Weight.Bold)),
            (one.key_words, meta),
        ):
            if words:
                wide = QFontMetricsF(font).horizontalAdvance(words) + 1
                room = QRectF(right - wide, card.top(), wide, card.height())
                colour = self._theme.colours.accent if words == at else self._theme.colours.text2
                draw_line(painter, side.rect(room), words, font, colour)
                right -= wide + Gap.S
        return right

    def _paint_words(self, painter: QPainter, side: Side, room: QRectF, offer: Offer) -> None:
        one, colours = offer.destination, self._theme.colours
        weight = QFont.Weight.DemiBold if one.unread else QFont.Weight.Normal
        font = self._theme.font(Type.UI, weight)
        name = self._name(offer, font, room.width())
        line = name.lineAt(0)
        painter.setPen(colours.text)
        top = room.center().y() - line.height() / 2
        place = QRectF(room.left(), top, line.naturalTextWidth(), line.height())
        name.draw(painter, side.rect(place).topLeft())
        left = place.right() + Gap.M
        if one.detail and room.right() - left > Gap.XXL:
            meta = self._theme.font(Type.META)
            beside = QRectF(left, room.top(), room.right() - left, room.height())
            draw_line(painter, side.rect(beside), one.detail, meta, colours.text2)

    def _name(self, offer: Offer, font: QFont, width: float) -> QTextLayout:
        """The name on one line, the letters that were meant in the accent's colour."""
        name = offer.destination.name
        metrics = QFontMetricsF(font)
        shown = metrics.elidedText(name, Qt.TextElideMode.ElideRight, width)
        layout = QTextLayout(shown, font)
        meant = QTextCharFormat()
        meant.setForeground(self._theme.colours.accent)
        meant.setFontWeight(QFont.Weight.Bold)
        formats = []
        for place in offer.places:
            if place < len(name) and shown.startswith(name[: place + 1]):
                one = QTextLayout.FormatRange()
                one.start = len(name[:place].encode("utf-16-le")) // 2
                one.length = len(name[place].encode("utf-16-le")) // 2
                one.format = meant
                formats.append(one)
        layout.setFormats(formats)
        layout.beginLayout()
        layout.createLine().setLineWidth(width + metrics.maxWidth())
        layout.endLayout()
        return layout
