"""How often what stands on the desktop is put right: whoever wrote it can bring that about at will.

The first time in a space it is at once, for what stands there holds no more. What changes soon
after is put right together, once ``SAME_SPACE_SECONDS`` are over. It has no part in the pace of
what calls: it must neither wait for that nor hold it up.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from engine.model.ids import SpaceId
from ui.announcing.piles import SpacePace


class PuttingRight(QObject):
    """``due`` carries the SpaceId of one that had to wait, and need not any more."""

    due = Signal(object)

    def __init__(self, steady: Callable[[], float], parent: QObject) -> None:
        super().__init__(parent)
        self._steady = steady
        self._pace = SpacePace()
        self._waiting: dict[SpaceId, None] = {}
        self._next = QTimer(self, singleShot=True)
        self._next.timeout.connect(self._tell_due)

    def may(self, space: SpaceId) -> bool:
        """Whether it is put right now: it is, then. Else it is ``due`` as soon as it may be."""
        now = self._steady()
        if self._pace.wait(space, now) > 0:
            self._waiting[space] = None
            self._start()
            return False
        self._waiting.pop(space, None)
        self._pace.shown(space, now)
        return True

    def is_needless(self, space: SpaceId) -> None:
        """What stands there is as it is now, or nothing stands there."""
        self._waiting.pop(space, None)

    def close(self) -> None:
        """Nothing is due any more."""
        self._waiting.clear()
        self._next.stop()

    def _tell_due(self) -> None:
        now = self._steady()
        for space in [one for one in self._waiting if self._pace.wait(one, now) <= 0]:
            self._waiting.pop(space, None)
            self.due.emit(space)
        self._start()

    def _start(self) -> None:
        now = self._steady()
        if self._waiting:
            wait = min(self._pace.wait(space, now) for space in self._waiting)
            self._next.start(round(wait * 1_000) + 1)
