"""A thin line over the timeline while it waits for the engine longer than half a second."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer
from typing_extensions import override

from ui.look.theme import Theme
from ui.text.language import tr
from ui.timeline.view import TimelineView
from ui.widgets.progress import ThinProgress

SLOW_MS = 500  # the issue: progress for everything longer than half a second
LOOK_MS = 100
HEIGHT = 3


class WaitingLine(ThinProgress):
    """Lies over the upper edge of ``view``. No timer runs while nothing is waited for."""

    def __init__(self, theme: Theme, view: TimelineView) -> None:
        super().__init__(theme, tr("Loading messages"), view)
        self._view = view
        self.setFixedHeight(HEIGHT)
        self._begins = QTimer(self, singleShot=True, interval=SLOW_MS)
        self._begins.timeout.connect(self._show_if_busy)
        self._ends = QTimer(self, interval=LOOK_MS)
        self._ends.timeout.connect(self._show_if_busy)
        view.installEventFilter(self)
        view.source.waits.connect(self._begins.start)
        self.hide()

    def _show_if_busy(self) -> None:
        busy = self._view.source.is_busy
        self.setVisible(busy)
        if busy:
            self.setGeometry(0, 0, self._view.width(), HEIGHT)
            self.raise_()
            self._ends.start()
        else:
            self._ends.stop()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self.setGeometry(0, 0, self._view.width(), HEIGHT)
        return False
