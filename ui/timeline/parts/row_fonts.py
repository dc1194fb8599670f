"""The fonts of rows and how wide words are in them. Made anew when the theme changes."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF

from ui.emoji.shown import ShownEmoji
from ui.look.theme import Theme, Type

ELIDE = Qt.TextElideMode


class RowFonts:
    """One theme's fonts."""

    def __init__(self, theme: Theme) -> None:
        self.name = theme.font(Type.BODY, QFont.Weight.DemiBold)
        self.body = theme.font(Type.BODY)
        self.quiet = theme.font(Type.BODY)
        self.quiet.setItalic(True)
        self.meta = theme.font(Type.META)
        self.day = theme.font(Type.META, QFont.Weight.DemiBold)
        self.ui = theme.font(Type.UI, QFont.Weight.DemiBold)
        self.title = theme.font(Type.PAGE, QFont.Weight.DemiBold)
        self.name_metrics = QFontMetricsF(self.name)
        self.body_metrics = QFontMetricsF(self.body)
        self.quiet_metrics = QFontMetricsF(self.quiet)
        self.meta_metrics = QFontMetricsF(self.meta)
        self.day_metrics = QFontMetricsF(self.day)
        self.ui_metrics = QFontMetricsF(self.ui)
        self.title_metrics = QFontMetricsF(self.title)
        self.emoji = ShownEmoji(self.meta)
        self.scale = theme.pixels(Type.BODY) / BODY_PIXELS


BODY_PIXELS = 14.0  # of the token file: what fixed sizes were drawn for


def wide(metrics: QFontMetricsF, text: str) -> float:
    """The width of ``text`` with room for what a letter leans over."""
    return metrics.horizontalAdvance(text) + 2


def cut(metrics: QFontMetricsF, text: str, room: float, mode: ELIDE = ELIDE.ElideRight) -> str:
    """``text`` with an ellipsis where it has no room."""
    return metrics.elidedText(text, mode, room)
