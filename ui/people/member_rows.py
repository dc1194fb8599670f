"""How a row of the members' list is painted."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from engine.model.views import MemberView
from ui.look.avatars import Avatars
from ui.look.painting import draw_line, draw_marked_line, draw_presence
from ui.look.sides import Side
from ui.look.theme import Gap, Theme, Type
from ui.models.members import MARK_ROLE, MEMBER_ROLE, WORDS_ROLE, bare_name, member_name

ROW_HEIGHT = 52
AVATAR_PIXELS = 32
BADGE_PIXELS = 16
LEFT_OF_WORDS = Gap.L + AVATAR_PIXELS + Gap.M

Index = QModelIndex | QPersistentModelIndex


class MemberDelegate(QStyledItemDelegate):
    """Paints a member: avatar, presence, name, the mark of a verified key, and how they stand."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme = theme
        self._avatars = Avatars(theme)

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(120, ROW_HEIGHT + max(0, round(self._theme.pixels(Type.UI) - 13) * 3))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        member = index.data(MEMBER_ROLE)
        if not isinstance(member, MemberView):
            return
        room = QRectF(option.rect)
        state: QStyle.StateFlag = option.state
        side = Side(room, option.direction)
        painter.save()
        self._paint_ground(painter, room, state)
        self._paint_avatar(painter, side, member)
        self._paint_words(painter, side, member, index)
        painter.restore()

    def _paint_ground(self, painter: QPainter, room: QRectF, state: QStyle.StateFlag) -> None:
        reached = state & (QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_HasFocus)
        if reached:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colours.hover)
            card = room.adjusted(Gap.S, 1, -Gap.S, -1)
            painter.drawRoundedRect(card, self._theme.radius, self._theme.radius)

    def _paint_avatar(self, painter: QPainter, side: Side, member: MemberView) -> None:
        room = side.room
        top = room.center().y() - AVATAR_PIXELS / 2
        ratio = painter.device().devicePixelRatioF()
        avatar = self._avatars.pixmap(member.public_key, member_name(member), AVATAR_PIXELS, ratio)
        place = QRectF(room.left() + Gap.L, top, AVATAR_PIXELS, AVATAR_PIXELS)
        painter.drawPixmap(side.rect(place).topLeft(), avatar)
        corner = QPointF(room.left() + Gap.L + AVATAR_PIXELS - 4, top + AVATAR_PIXELS - 4)
        if not member.ours:
            ground = self._theme.colours.sidebar
            draw_presence(painter, side.point(corner), ground, self._theme, online=member.online)

    def _paint_words(self, painter: QPainter, side: Side, member: MemberView, index: Index) -> None:
        colours, room = self._theme.colours, side.room
        left = room.left() + LEFT_OF_WORDS
        width = room.right() - left - Gap.L
        half = room.height() / 2
        upper = QRectF(left, room.top() + 5, width, half - 4)
        if member.verified:
            upper.setWidth(width - BADGE_PIXELS - Gap.XS)
            ratio = painter.device().devicePixelRatioF()
            badge = self._theme.pixmap("badge-check", BADGE_PIXELS, "ok", ratio)
            top = upper.center().y() - BADGE_PIXELS / 2
            at = QRectF(upper.right() + Gap.XS, top, BADGE_PIXELS, BADGE_PIXELS)
            painter.drawPixmap(side.rect(at).topLeft(), badge)
        name, mark = bare_name(member), str(index.data(MARK_ROLE))
        font = self._theme.font(Type.UI, QFont.Weight.Medium)
        draw_marked_line(painter, side.rect(upper), name, mark, font, colours.text)
        lower = QRectF(left, room.top() + half, width, half - 5)
        colour = colours.text2 if member.ending is None else colours.warn
        meta = self._theme.font(Type.META)
        draw_line(painter, side.rect(lower), str(index.data(WORDS_ROLE)), meta, colour)
