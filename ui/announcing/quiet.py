"""The person's wish that nothing be announced for some hours. It outlasts the program."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from ui.equipment import Equipment

SETTING_QUIET_UNTIL = "notifications.quiet_until"


class Quiet(QObject):
    """``changed`` carries until when nothing is announced, as ``until`` is."""

    changed = Signal(float)

    def __init__(self, equipment: Equipment, parent: QObject) -> None:
        super().__init__(parent)
        self._equipment = equipment
        self._loud_again = QTimer(self, singleShot=True)
        self._loud_again.timeout.connect(lambda: self.be_for(0.0))
        self._keep_until(_seconds(equipment.settings.text(SETTING_QUIET_UNTIL, "")))

    @property
    def until(self) -> float:
        """Nothing is announced before that (Unix seconds; 0: there is no such wish)."""
        return self._until

    def be_for(self, seconds: float) -> None:
        """Announces nothing for so long; 0: announces again."""
        self._keep_until(self._equipment.now() + seconds if seconds else 0.0)
        stored = f"{self._until:.0f}" if self._until else ""
        self._equipment.remember(SETTING_QUIET_UNTIL, stored)

    def close(self) -> None:
        """The wish stays as it is, and nothing is told of it any more."""
        self._loud_again.stop()

    def _keep_until(self, until: float) -> None:
        left = until - self._equipment.now()
        self._until = until if left > 0 else 0.0
        self._loud_again.stop()
        if self._until:
            self._loud_again.start(min(round(left * 1_000), 2**31 - 1))
        self.changed.emit(self._until)


def _seconds(stored: str) -> float:
    return float(stored) if stored.isascii() and stored.isdigit() and len(stored) < 12 else 0.0
