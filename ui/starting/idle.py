"""Tells when nobody has touched the window for as long as the person chose."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication
from typing_extensions import override

LOOK_MS = 5_000  # ours: a lock that comes some seconds late protects as well
_TOUCHES = frozenset(
    {
        QEvent.Type.KeyPress,
        QEvent.Type.Shortcut,  # in the place of a key press
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseMove,
        QEvent.Type.Wheel,
        QEvent.Type.TouchBegin,
        QEvent.Type.TabletPress,
        QEvent.Type.InputMethod,
    }
)


class IdleWatch(QObject):
    """``idle``: nobody has touched any of the program's windows for ``seconds()``; 0: never, as
    while it is locked.

    ``now`` goes on while the computer sleeps, so that it is locked when it wakes, and is never set
    (``ui.steady``).
    """

    idle = Signal()

    def __init__(
        self,
        app: QApplication,
        seconds: Callable[[], float],
        now: Callable[[], float],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._seconds = seconds
        self._now = now
        self._touched_at = now()
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()
        app.installEventFilter(self)

    def touch(self) -> None:
        """Somebody is there."""
        self._touched_at = self._now()

    def look(self) -> None:
        """Tells, if it is time."""
        if self._is_overdue():
            self.idle.emit()

    def _is_overdue(self) -> bool:
        allowed = self._seconds()
        return bool(allowed) and self._now() - self._touched_at >= allowed

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Looks on; but the touch that wakes the computer, before any ``look``, must not let in
        whoever comes then: it is told first, and where that has locked it the touch does nothing.
        """
        if event.type() not in _TOUCHES:
            return False
        is_late = self._is_overdue()
        self.touch()
        if is_late:
            self.idle.emit()
        return is_late and not self._seconds()
