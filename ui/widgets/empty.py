"""What stands where nothing is: what it is, why, and one thing to do about it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget
from typing_extensions import override

from ui.look.theme import Gap, Theme
from ui.widgets.buttons import push_button
from ui.widgets.labels import plain_label

EMPTY_WIDTH_MIN, EMPTY_WIDTH_MAX = 160, 380
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
            column.addWidget(label, 0, centre)
        column.addSpacing(Gap.S)
        column.addWidget(self.action, 0, centre)
        column.addStretch(3)
        self._fit()
        theme.changed.connect(self._dress)

    def say(self, icon: str, title: str, sentence: str, action: str = "") -> None:
        """Shows these; no button without ``action``."""
        self._icon = icon
        self.title.setText(title)
        self.sentence.setText(sentence)
        self._fit()
        self.action.setText(action)
        self.action.setAccessibleName(action)
        self.action.setVisible(bool(action))
        self.setAccessibleName(f"{title}. {sentence}")
        self._dress()

    def _dress(self) -> None:
        ratio = self.devicePixelRatioF()
        self.mark.setPixmap(self._theme.pixmap(self._icon, ICON_PIXELS, "text3", ratio))

    def _fit(self) -> None:
        width = max(EMPTY_WIDTH_MIN, min(EMPTY_WIDTH_MAX, self.width() - 2 * Gap.XL))
        for label in (self.title, self.sentence):
            label.setFixedWidth(width)
            # A centred label is not asked for its height at its width.
            label.setMinimumHeight(max(0, label.heightForWidth(width)))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(EMPTY_WIDTH_MIN + 2 * Gap.XL, super().minimumSizeHint().height())
