"""Under the field: what is wrong with what is being written, or how much room is left."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QWidget
from typing_extensions import override

from ui.look.theme import Gap
from ui.widgets.buttons import push_button
from ui.widgets.labels import plain_label

SIDE_BY_SIDE_LEAST = 400  # ours: in less room the button stands under the sentence


class Note(QWidget):
    """A sentence and, perhaps, one thing to do about it. ``wanted`` when that is pressed."""

    wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.words = plain_label()
        self.action = push_button("", "flat")
        self.action.clicked.connect(self.wanted)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(Gap.XS, 0, 0, 0)
        self._row.setSpacing(Gap.S)
        self._row.addWidget(self.words, 1)
        self._row.addWidget(self.action, 0, Qt.AlignmentFlag.AlignVCenter)
        self.hide()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < SIDE_BY_SIDE_LEAST
        side = QBoxLayout.Direction
        self._row.setDirection(side.TopToBottom if narrow else side.LeftToRight)

    def say(self, words: str, role: str, action: str = "") -> None:
        """Shows it. ``role``: ``error``, or ``meta`` for what is only good to know."""
        is_news = self.isHidden() or self.words.text() != words
        self.words.setProperty("role", role)
        self.words.style().polish(self.words)
        self.words.setText(words)
        self.action.setText(action)
        self.action.setAccessibleName(action)
        self.action.setVisible(bool(action))
        self.show()
        if is_news and role == "error":
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))
