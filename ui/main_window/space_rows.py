"""How a row of the sidebar is painted: a heading, or a space with what is new in it."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from engine.model.ids import NotificationLevel
from engine.model.views import SpaceView
from ui.communities.row_paint import (
    CHANNEL_HEIGHT,
    COMMUNITY_HEIGHT,
    CommunityPainter,
    draw_card,
)
from ui.look.avatars import SpaceMarks
from ui.look.painting import BADGE_HEIGHT, draw_line, draw_presence
from ui.look.sides import Side
from ui.look.theme import Gap, Theme, Type
from ui.models.community_rows import BrowseRow, CommunityRow
from ui.models.space_groups import Heading
from ui.models.spaces import (
    BRIEF_ROLE,
    COMMUNITY_ROLE,
    HEADING_ROLE,
    STATE_ROLE,
    VIEW_ROLE,
)
from ui.text.channels import space_name
from ui.wording.states import Status

ROW_HEIGHT = 52
HEADING_HEIGHT = 34
MARK_PIXELS = 34
ICON_PIXELS = 16
CHEVRON_PIXELS = 14
STATE_PIXELS = 12
COUNT_MAX = 999

Index = QModelIndex | QPersistentModelIndex


class SpaceDelegate(QStyledItemDelegate):
    """Paints a heading, or a space: mark, presence, name, state, what is unread, its bell."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme = theme
        self._marks = SpaceMarks(theme)
        self._communities = CommunityPainter(theme)

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        grown = round(self._theme.pixels(Type.UI) - 13) * 3
        return QSize(120, _height_of(index) + max(0, grown))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        room = QRectF(option.rect)
        painter.save()
        view, heading = index.data(VIEW_ROLE), index.data(HEADING_ROLE)
        state: QStyle.StateFlag = option.state
        side = Side(room, option.direction)
        community = index.data(COMMUNITY_ROLE)
        if community is not None or index.data(BRIEF_ROLE):
            what = community or (view, str(index.data()))
            self._paint_of_community(painter, side, what, state)
        elif isinstance(view, SpaceView):
            status = index.data(STATE_ROLE)
            assert isinstance(status, Status)
            self._paint_space(painter, side, (view, status), state)
        elif isinstance(heading, Heading):
            self._paint_heading(painter, side, heading, state)
        painter.restore()

    def _paint_heading(
        self, painter: QPainter, side: Side, heading: Heading, state: QStyle.StateFlag
    ) -> None:
        font = self._theme.font(Type.META, QFont.Weight.DemiBold)
        where = side.room.adjusted(Gap.L, Gap.S, -Gap.S, 0)
        colours = self._theme.colours
        reached = state & (QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_HasFocus)
        ink = colours.text if heading.folded is not None and reached else colours.text3
        draw_line(painter, side.rect(where), heading.title, font, ink)
        if heading.folded is None:
            return
        folded = "chevron-left" if side.is_mirrored else "chevron-right"
        icon = folded if heading.folded else "chevron-down"
        ratio = painter.device().devicePixelRatioF()
        chevron = self._theme.pixmap(icon, CHEVRON_PIXELS, "text2", ratio)
        wide = QFontMetricsF(font).horizontalAdvance(heading.title)
        left = min(where.left() + wide + Gap.XS, where.right() - CHEVRON_PIXELS)
        top = where.center().y() - CHEVRON_PIXELS / 2
        place = QRectF(left, top, CHEVRON_PIXELS, CHEVRON_PIXELS)
        painter.drawPixmap(side.rect(place).topLeft(), chevron)

    def _paint_of_community(
        self,
        painter: QPainter,
        side: Side,
        what: CommunityRow | BrowseRow | tuple[SpaceView, str],
        state: QStyle.StateFlag,
    ) -> None:
        card = side.room.adjusted(Gap.S, 1, -Gap.S, -1)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        reached = bool(state & QStyle.StateFlag.State_MouseOver)
        if selected or reached:
            draw_card(painter, card, self._theme, selected=selected)
        if isinstance(what, CommunityRow):
            right = card.right() - Gap.S
            if what.folded:
                right = self._paint_counts(painter, side, card, (what.unread, what.mentions))
            self._communities.paint_community(painter, side, card, what, right)
        elif isinstance(what, tuple):
            right = self._paint_marks(painter, side, card, what[0])
            self._communities.paint_channel(painter, side, card, what, right)
        else:
            self._communities.paint_browse(painter, side, card, reached=reached)

    def _paint_counts(
        self, painter: QPainter, side: Side, card: QRectF, counts: tuple[int, int]
    ) -> float:
        """What is unread in channels that are folded away; answers where the marks begin."""
        unread, mentions = counts
        right, middle = card.right() - Gap.S, card.center().y()
        if unread:
            count = str(unread) if unread <= COUNT_MAX else f"{COUNT_MAX}+"
            right -= self._paint_badge(painter, side, QPointF(right, middle), count, loud=True)
            right -= Gap.XS
        if mentions:
            right -= self._paint_badge(painter, side, QPointF(right, middle), "@", loud=True)
            right -= Gap.XS
        return right

    def _paint_space(
        self,
        painter: QPainter,
        side: Side,
        what: tuple[SpaceView, Status],
        state: QStyle.StateFlag,
    ) -> None:
        view, status = what
        colours, room = self._theme.colours, side.room
        selected = bool(state & QStyle.StateFlag.State_Selected)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        card = room.adjusted(Gap.S, 1, -Gap.S, -1)
        ground = colours.selected if selected else colours.hover if hovered else colours.sidebar
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(card, self._theme.radius, self._theme.radius)
        top = card.center().y() - MARK_PIXELS / 2
        ratio = painter.device().devicePixelRatioF()
        mark = self._marks.pixmap(view.id, view.name, MARK_PIXELS, ratio)
        place = QRectF(card.left() + Gap.S, top, MARK_PIXELS, MARK_PIXELS)
        painter.drawPixmap(side.rect(place).topLeft(), mark)
        corner = QPointF(card.left() + Gap.S + MARK_PIXELS - 3, top + MARK_PIXELS - 3)
        draw_presence(painter, side.point(corner), ground, self._theme, online=view.peers > 0)
        right = self._paint_marks(painter, side, card, view)
        left = card.left() + Gap.S + MARK_PIXELS + Gap.M
        words = QRectF(left, card.top(), right - left, card.height())
        self._paint_lines(painter, side.rect(words), view, status)

    def _paint_marks(self, painter: QPainter, side: Side, card: QRectF, view: SpaceView) -> float:
        """Paints the counts and the bell from the end; answers where they begin."""
        right = card.right() - Gap.S
        middle = card.center().y()
        if view.unread and not view.left:
            count = str(view.unread) if view.unread <= COUNT_MAX else f"{COUNT_MAX}+"
            is_loud = view.notifications is NotificationLevel.ALL and not view.archived
            right -= self._paint_badge(painter, side, QPointF(right, middle), count, loud=is_loud)
            right -= Gap.XS if view.mentions else Gap.S
        if view.mentions and not view.left:
            loud = not view.archived and not view.muted
            at = QPointF(right, middle)
            right -= self._paint_badge(painter, side, at, "@", loud=loud) + Gap.S
        bell = _BELLS.get(view.notifications)
        if bell is not None:
            ratio = painter.device().devicePixelRatioF()
            pixmap = self._theme.pixmap(bell, ICON_PIXELS, "text3", ratio)
            top = middle - ICON_PIXELS / 2
            place = QRectF(right - ICON_PIXELS, top, ICON_PIXELS, ICON_PIXELS)
            painter.drawPixmap(side.rect(place).topLeft(), pixmap)
            right -= ICON_PIXELS + Gap.S
        return right

    def _paint_badge(
        self, painter: QPainter, side: Side, right: QPointF, text: str, *, loud: bool
    ) -> float:
        """Filled where it asks for attention, else only its edge; answers its width."""
        colours = self._theme.colours
        font = self._theme.font(Type.META, QFont.Weight.DemiBold)
        height = max(BADGE_HEIGHT, float(font.pixelSize() + 8))
        width = max(height, QFontMetricsF(font).horizontalAdvance(text) + 12)
        room = side.rect(QRectF(right.x() - width, right.y() - height / 2, width, height))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen if loud else QPen(colours.border, 1))
        painter.setBrush(colours.accent if loud else QColor(Qt.GlobalColor.transparent))
        edge = 0.0 if loud else 0.5
        inner = room.adjusted(edge, edge, -edge, -edge)
        painter.drawRoundedRect(inner, inner.height() / 2, inner.height() / 2)
        painter.setPen(colours.on_accent if loud else colours.text2)
        painter.setFont(font)
        painter.drawText(room, int(Qt.AlignmentFlag.AlignCenter), text)
        return width

    def _paint_lines(
        self, painter: QPainter, room: QRectF, view: SpaceView, status: Status
    ) -> None:
        colours = self._theme.colours
        is_new = view.unread and not view.left and not view.muted
        bold = QFont.Weight.Bold if is_new else QFont.Weight.Medium
        half = room.height() / 2
        upper = QRectF(room.left(), room.top() + 4, room.width(), half - 3)
        lower = QRectF(room.left(), room.top() + half, room.width(), half - 4)
        name_colour = colours.text2 if view.left or view.archived else colours.text
        name_font = self._theme.font(Type.UI, bold)
        draw_line(painter, upper, space_name(view), name_font, name_colour)
        meta = self._theme.font(Type.META)
        if status.icon:
            lower = self._paint_state_icon(painter, lower, status)
        is_care = status.colour in {"warn", "danger"}
        colour = colours.named(status.colour) if is_care else colours.text2
        draw_line(painter, lower, status.words, meta, colour)

    def _paint_state_icon(self, painter: QPainter, room: QRectF, status: Status) -> QRectF:
        """Paints it before the words; answers what room is left for them."""
        size = max(STATE_PIXELS, round(self._theme.pixels(Type.META)))
        pixmap = self._theme.pixmap(
            status.icon, size, status.colour, painter.device().devicePixelRatioF()
        )
        beside = size + Gap.XS
        mirrored = painter.layoutDirection() == Qt.LayoutDirection.RightToLeft
        left = room.right() - size if mirrored else room.left()
        painter.drawPixmap(QPointF(left, room.center().y() - size / 2), pixmap)
        return room.adjusted(0, 0, -beside, 0) if mirrored else room.adjusted(beside, 0, 0, 0)


_BELLS = {NotificationLevel.NONE: "bell-off", NotificationLevel.MENTIONS: "bell-minus"}


def _height_of(index: Index) -> int:
    """Of a row, in the usual size of text."""
    if isinstance(index.data(COMMUNITY_ROLE), CommunityRow):
        return COMMUNITY_HEIGHT
    if index.data(BRIEF_ROLE) or index.data(COMMUNITY_ROLE) is not None:
        return CHANNEL_HEIGHT
    return HEADING_HEIGHT if index.data(VIEW_ROLE) is None else ROW_HEIGHT
