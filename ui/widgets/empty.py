"""What stands where nothing is: what it is, why, and one thing to do about it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from ui.look.theme import Gap, Theme
from ui.widgets.buttons import push_button
from ui.widgets.labels import plain_label

EMPTY_WIDTH_MAX = 380
ICON_PIXELS = 40


class EmptyState(QWidget):
    """An icon, a title, a sentence and at most one action, in the middle of its room."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon = "info"
        self.mark = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self.mark.setTextFormat(Qt.TextFormat.PlainText)
        self.title = plain_label(role="title")
        self.sentence = plain_label(role="hint")
        self.action: QPushButton = push_button("", "primary")
        self.action.hide()
        centre = Qt.AlignmentFlag.AlignHCenter
        column = QVBoxLayout(self)
        column.setContentsMargins(Gap.XL, Gap.XL, Gap.XL, Gap.XL)
        column.setSpacing(Gap.S)
        column.addStretch(2)
        column.addWidget(self.mark, 0, centre)
        for label in (self.title, self.sentence):
            label.setAlignment(centre)
            label.setFixedWidth(EMPTY_WIDTH_MAX)
            column.addWidget(label, 0, centre)
        column.addSpacing(Gap.S)
        column.addWidget(self.action, 0, centre)
        column.addStretch(3)
        theme.changed.connect(self._dress)

    def say(self, icon: str, title: str, sentence: str, action: str = "") -> None:
        """Shows these; no button without ``action``."""
        self._icon = icon
        self.title.setText(title)
        self.sentence.setText(sentence)
        for label in (self.title, self.sentence):
            # A centred label is not asked for its height at its width.
            label.setMinimumHeight(label.heightForWidth(EMPTY_WIDTH_MAX))
        self.action.setText(action)
        self.action.setAccessibleName(action)
        self.action.setVisible(bool(action))
        self.setAccessibleName(f"{title}. {sentence}")
        self._dress()

    def _dress(self) -> None:
        ratio = self.devicePixelRatioF()
        self.mark.setPixmap(self._theme.pixmap(self._icon, ICON_PIXELS, "text3", ratio))
