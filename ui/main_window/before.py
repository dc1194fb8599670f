"""The middle of the window until it is known what there is: empty, and after half a second a word.

The engine may have to bring the posts of an older version up to date before it can answer.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from ui.look.theme import Gap, Theme
from ui.text.language import QT_TR_NOOP, tr
from ui.widgets.labels import plain_label
from ui.widgets.progress import ThinProgress

SLOW_MS, LONG_MS = 500, 5_000  # the issue; ours
WIDTH = 320
OPENING = QT_TR_NOOP("Opening your channels…")
LONG = QT_TR_NOOP(
    "This takes longer than usual. After an update the messages are brought into a new form once; "
    "with a long history that takes a minute or more."
)


class Before(QWidget):
    """No timer runs while it is out of sight."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.title = plain_label(tr(OPENING), "title")
        self.words = plain_label(tr(LONG), "hint")
        self.progress = ThinProgress(theme, tr(OPENING))
        self._inside = QWidget()
        self._inside.setFixedWidth(WIDTH)
        column = QVBoxLayout(self._inside)
        column.setSpacing(Gap.M)
        for widget in (self.title, self.progress, self.words):
            column.addWidget(widget)
        whole = QVBoxLayout(self)
        whole.addWidget(self._inside, 0, Qt.AlignmentFlag.AlignCenter)
        self._inside.hide()
        self.words.hide()
        self._slow = QTimer(self, singleShot=True, interval=SLOW_MS)
        self._slow.timeout.connect(self._inside.show)
        self._long = QTimer(self, singleShot=True, interval=LONG_MS)
        self._long.timeout.connect(self.words.show)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._slow.start()
        self._long.start()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._slow.stop()
        self._long.stop()
