"""A clock that says every second how long something is still valid."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from ui.text.durations import in_words
from ui.text.language import tr
from ui.widgets.labels import plain_label


class ExpiryClock(QWidget):
    """Says how long something is still valid. ``expired`` is emitted once when it no longer is."""

    expired = Signal()

    def __init__(self, now: Callable[[], float], parent: QWidget | None = None) -> None:
        """``now`` gives Unix seconds."""
        super().__init__(parent)
        self._now = now
        self._expires_at: float | None = None
        self.label: QLabel = plain_label(role="hint")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.label)
        self.timer = QTimer(self, interval=1_000)
        self.timer.timeout.connect(self.tick)

    def run_until(self, expires_at: float) -> None:
        """Counts down to that moment."""
        self._expires_at = expires_at
        self.timer.start()
        self.tick()

    def stop(self) -> None:
        """Counts no more."""
        self.timer.stop()

    def tick(self) -> None:
        """Looks at the clock now."""
        if self._expires_at is None:
            return
        left = self._expires_at - self._now()
        if left > 0:
            self.label.setText(tr("Valid for another {time}").format(time=in_words(left)))
            return
        self.label.setText(tr("Expired"))
        self.timer.stop()
        self._expires_at = None
        self.expired.emit()
