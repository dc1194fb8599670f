"""Over the field: which post is answered or changed, and the way out of that."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from ui.look.theme import Gap, Theme
from ui.text.language import tr
from ui.widgets.buttons import IconButton
from ui.widgets.labels import ElidedLabel, plain_label

ICON_PIXELS = 16


class ReplyBar(QWidget):
    """``closed`` when the person presses its button."""

    closed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._icon = "reply"
        self.sign = plain_label()
        self.title = ElidedLabel(role="accent")
        self.quote = ElidedLabel(role="meta")
        for label in (self.title, self.quote):
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.close_button = IconButton(theme, "x", tr("Close (Escape)"), size=16)
        self.close_button.clicked.connect(self.closed)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.title)
        words.addWidget(self.quote)
        row = QHBoxLayout(self)
        row.setContentsMargins(Gap.XS, Gap.XS, 0, 0)
        row.setSpacing(Gap.S)
        row.addWidget(self.sign, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addLayout(words, 1)
        row.addWidget(self.close_button)
        theme.changed.connect(self._dress)
        self.hide()

    def say(self, icon: str, title: str, quote: str) -> None:
        """Shows an icon, whose post it is, and how it begins."""
        self._icon = icon
        self.title.setText(title)
        self.quote.setText(quote)
        self.setAccessibleName(f"{title}: {quote}")
        self._dress()
        self.show()

    def _dress(self) -> None:
        ratio = self.devicePixelRatioF()
        self.sign.setPixmap(self._theme.pixmap(self._icon, ICON_PIXELS, "accent", ratio))
