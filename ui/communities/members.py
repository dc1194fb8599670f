"""The members of a community or of one channel as a Qt list, and how a row is painted."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPointF,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from engine.model.communities import CommunityMemberView, MemberRole, MemberStanding
from ui.communities.words import member_line, member_name, member_tip, spoken_member
from ui.look.avatars import Avatars
from ui.look.painting import draw_line, draw_presence
from ui.look.sides import Side
from ui.look.theme import Gap, Theme, Type
from ui.models.keyed_rows import Index, KeyedRows
from ui.text.language import tr
from ui.text.namesakes import NOBODY, Bearers, called
from ui.widgets.labels import plain_tip

MEMBER_ROLE = Qt.ItemDataRole.UserRole + 1
"""The row's ``CommunityMemberView``."""
ROW_HEIGHT = 52
AVATAR_PIXELS = 32
MARK_PIXELS = 16
LEFT_OF_WORDS = Gap.L + AVATAR_PIXELS + Gap.M


class CommunityMembersModel(KeyedRows):
    """One row a member, in the engine's order: online first, then by name, then by key."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.bearers = NOBODY

    def show(self, members: Sequence[CommunityMemberView], bearers: Bearers = NOBODY) -> None:
        """Takes the members over, and who bears which name in all of the community."""
        is_other, self.bearers = bearers != self.bearers, bearers
        self.show_rows((one.public_key, one) for one in members)
        if is_other and self.rowCount():
            self.dataChanged.emit(self.index(0), self.index(self.rowCount() - 1))

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        member = self.row_at(index)
        if not isinstance(member, CommunityMemberView):
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return member_name(member, self.bearers)
            case Qt.ItemDataRole.AccessibleTextRole:
                return spoken_member(member, self.bearers)
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(member_tip(member))
            case _ if role == MEMBER_ROLE:
                return member
            case _:
                return None


class CommunityMemberDelegate(QStyledItemDelegate):
    """Paints a member: avatar, presence, name, marks of role and standing, and how they stand."""

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
        if not isinstance(member, CommunityMemberView):
            return
        side = Side(QRectF(option.rect), option.direction)
        painter.save()
        self._paint_ground(painter, side.room, option.state)
        self._paint_avatar(painter, side, member)
        right = self._paint_marks(painter, side, member)
        self._paint_words(painter, side, member, str(index.data()), right)
        painter.restore()

    def _paint_ground(self, painter: QPainter, room: QRectF, state: QStyle.StateFlag) -> None:
        if state & (QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_HasFocus):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colours.hover)
            card = room.adjusted(Gap.S, 1, -Gap.S, -1)
            painter.drawRoundedRect(card, self._theme.radius, self._theme.radius)

    def _paint_avatar(self, painter: QPainter, side: Side, member: CommunityMemberView) -> None:
        room = side.room
        top = room.center().y() - AVATAR_PIXELS / 2
        ratio = painter.device().devicePixelRatioF()
        avatar = self._avatars.pixmap(
            member.public_key, called(member.name, member.public_key), AVATAR_PIXELS, ratio
        )
        place = QRectF(room.left() + Gap.L, top, AVATAR_PIXELS, AVATAR_PIXELS)
        if member.standing is not MemberStanding.SHOWN:
            painter.setOpacity(0.45)
        painter.drawPixmap(side.rect(place).topLeft(), avatar)
        painter.setOpacity(1.0)
        if not member.ours:
            corner = QPointF(place.right() - 4, place.bottom() - 4)
            ground = self._theme.colours.sidebar
            draw_presence(painter, side.point(corner), ground, self._theme, online=member.online)

    def _paint_marks(self, painter: QPainter, side: Side, member: CommunityMemberView) -> float:
        """Icons at the row's end; answers where they begin. Their words stand below the name."""
        room = side.room
        right = room.right() - Gap.L
        ratio = painter.device().devicePixelRatioF()
        for icon, colour in marks_of(member):
            place = QRectF(right - MARK_PIXELS, room.top() + Gap.S + 2, MARK_PIXELS, MARK_PIXELS)
            pixmap = self._theme.pixmap(icon, MARK_PIXELS, colour, ratio)
            painter.drawPixmap(side.rect(place).topLeft(), pixmap)
            right -= MARK_PIXELS + Gap.XS
        return right

    def _paint_words(
        self, painter: QPainter, side: Side, member: CommunityMemberView, name: str, right: float
    ) -> None:
        colours, room = self._theme.colours, side.room
        left = room.left() + LEFT_OF_WORDS
        half = room.height() / 2
        upper = QRectF(left, room.top() + 5, right - left, half - 4)
        lower = QRectF(left, room.top() + half, room.right() - Gap.L - left, half - 5)
        shown = member.standing is MemberStanding.SHOWN
        font = self._theme.font(Type.UI, QFont.Weight.Medium)
        draw_line(painter, side.rect(upper), name, font, colours.text if shown else colours.text2)
        meta = self._theme.font(Type.META)
        draw_line(painter, side.rect(lower), member_line(member), meta, colours.text2)


def marks_of(member: CommunityMemberView) -> list[tuple[str, str]]:
    """Icons and their colours, from the row's end: verified, role, followed, standing."""
    marks = [("badge-check", "ok")] if member.verified else []
    roles = {MemberRole.ADMIN: "shield-check", MemberRole.MODERATOR: "shield"}
    if member.role in roles:
        marks.append((roles[member.role], "accent"))
    if member.followed:
        marks.append(("flag", "text2"))
    standings = {MemberStanding.HIDDEN: "eye-off", MemberStanding.BLOCKED: "ban"}
    if member.standing in standings:
        marks.append((standings[member.standing], "warn"))
    return marks


class MemberList(QListView):
    """A list of members that mouse and keyboard press."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.members = CommunityMembersModel(self)
        self.setModel(self.members)
        self.setItemDelegate(CommunityMemberDelegate(theme, self))
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setSelectionMode(QListView.SelectionMode.NoSelection)
        self.setMouseTracking(True)
        self.setAccessibleName(tr("Members"))
        self.setAccessibleDescription(tr("Enter shows a member"))
        theme.changed.connect(self.doItemsLayout)

    def member_at(self, index: QModelIndex) -> CommunityMemberView | None:
        """The member of a row."""
        member = index.data(MEMBER_ROLE)
        return member if isinstance(member, CommunityMemberView) else None
