"""How long something still lasts, in words; and a clock that says so every second."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from ui.widgets.labels import plain_label

_UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))


def in_words(seconds: float) -> str:
    """The two largest units of a duration: ``6 days 23 hours``. Under a second: ``0 seconds``."""
    left = max(0, int(seconds))
    counts = []
    for name, size in _UNITS:
        count, left = divmod(left, size)
        counts.append((count, name))
    first = next((place for place, (count, _name) in enumerate(counts) if count), len(counts) - 1)
    shown = counts[first : first + 2]
    return " ".join(_counted(*one) for one in shown if one[0] or one is shown[0])


def in_short_words(seconds: float) -> str:
    """The largest unit alone: ``6 days``."""
    count, name = next(
        ((count, name) for name, size in _UNITS if (count := int(seconds) // size) > 0),
        (0, _UNITS[-1][0]),
    )
    return _counted(count, name)


def _counted(count: int, name: str) -> str:
    return f"{count} {name}" if count == 1 else f"{count} {name}s"


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
            self.label.setText(f"Valid for another {in_words(left)}")
            return
        self.label.setText("Expired")
        self.timer.stop()
        self._expires_at = None
        self.expired.emit()
