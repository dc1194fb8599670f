"""How the rows of a community are painted in the sidebar: itself, its channels, the way to more.

``SpaceDelegate`` paints the ground and the marks, which all rows share.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter

from engine.model.ids import NotificationLevel
from engine.model.views import SpaceView
from ui.look.avatars import SpaceMarks
from ui.look.painting import draw_line, draw_presence
from ui.look.sides import Side
from ui.look.theme import Gap, Theme, Type
from ui.models.community_rows import CommunityRow, browse_words, community_state, is_met
from ui.text.channels import SIGN
from ui.text.names import plain_name

COMMUNITY_HEIGHT, CHANNEL_HEIGHT = 46, 34
MARK_PIXELS = 28
ICON_PIXELS = 16
CHEVRON_PIXELS = 14
WORDS_LEFT = Gap.S + MARK_PIXELS + Gap.M


class CommunityPainter:
    """Paints into the card that is left of a row within its margins."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._marks = SpaceMarks(theme)

    def paint_community(
        self, painter: QPainter, side: Side, card: QRectF, row: CommunityRow, right: float
    ) -> None:
        """``right``: where the marks begin that stand at the row's end."""
        colours, view = self._theme.colours, row.view
        ratio = painter.device().devicePixelRatioF()
        top = card.center().y() - MARK_PIXELS / 2
        place = QRectF(card.left() + Gap.S, top, MARK_PIXELS, MARK_PIXELS)
        mark = self._marks.pixmap(view.id, view.name, MARK_PIXELS, ratio)
        painter.drawPixmap(side.rect(place).topLeft(), mark)
        corner = QPointF(place.right() - 3, place.bottom() - 3)
        ground = colours.sidebar
        draw_presence(painter, side.point(corner), ground, self._theme, online=is_met(view))
        chevron = "chevron-left" if side.is_mirrored else "chevron-right"
        icon = chevron if row.folded else "chevron-down"
        pixmap = self._theme.pixmap(icon, CHEVRON_PIXELS, "text2", ratio)
        at = QRectF(
            right - CHEVRON_PIXELS,
            card.center().y() - CHEVRON_PIXELS / 2,
            CHEVRON_PIXELS,
            CHEVRON_PIXELS,
        )
        painter.drawPixmap(side.rect(at).topLeft(), pixmap)
        left = card.left() + WORDS_LEFT
        words = QRectF(left, card.top(), at.left() - Gap.S - left, card.height())
        half = words.height() / 2
        upper = QRectF(words.left(), words.top() + 3, words.width(), half - 2)
        lower = QRectF(words.left(), words.top() + half, words.width(), half - 4)
        name = self._theme.font(Type.UI, QFont.Weight.DemiBold)
        draw_line(painter, side.rect(upper), plain_name(view.name), name, colours.text)
        meta = self._theme.font(Type.META)
        draw_line(painter, side.rect(lower), community_state(view), meta, colours.text2)

    def paint_channel(
        self,
        painter: QPainter,
        side: Side,
        card: QRectF,
        named: tuple[SpaceView, str],
        right: float,
    ) -> None:
        """A channel below its community, with the name it is listed under."""
        view, name = named
        colours = self._theme.colours
        is_new = view.unread > 0 and not view.left
        loud = is_new and view.notifications is not NotificationLevel.NONE
        self._paint_icon(painter, side, card, "hash", "text2" if loud else "text3")
        weight = QFont.Weight.DemiBold if loud else QFont.Weight.Normal
        ink = colours.text3 if view.left else colours.text if loud else colours.text2
        left = card.left() + WORDS_LEFT
        words = QRectF(left, card.top(), right - left, card.height())
        font = self._theme.font(Type.UI, weight)
        draw_line(painter, side.rect(words), name.removeprefix(SIGN), font, ink)

    def paint_browse(self, painter: QPainter, side: Side, card: QRectF, *, reached: bool) -> None:
        """The way to a community's page."""
        self._paint_icon(painter, side, card, "list", "text3")
        left = card.left() + WORDS_LEFT
        words = QRectF(left, card.top(), card.right() - Gap.S - left, card.height())
        colours = self._theme.colours
        ink = colours.text if reached else colours.text2
        draw_line(painter, side.rect(words), browse_words(), self._theme.font(Type.UI), ink)

    def _paint_icon(
        self, painter: QPainter, side: Side, card: QRectF, icon: str, colour: str
    ) -> None:
        ratio = painter.device().devicePixelRatioF()
        left = card.left() + Gap.S + (MARK_PIXELS - ICON_PIXELS) / 2
        top = card.center().y() - ICON_PIXELS / 2
        place = QRectF(left, top, ICON_PIXELS, ICON_PIXELS)
        pixmap = self._theme.pixmap(icon, ICON_PIXELS, colour, ratio)
        painter.drawPixmap(side.rect(place).topLeft(), pixmap)


def draw_card(painter: QPainter, card: QRectF, theme: Theme, *, selected: bool) -> None:
    """The ground of a row that is reached or open."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colours.selected if selected else theme.colours.hover)
    painter.drawRoundedRect(card, theme.radius, theme.radius)
