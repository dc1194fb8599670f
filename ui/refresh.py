"""Asking again after a change: at once, but never twice at a time and not more often than needed.

While 20,000 posts arrive a space changes in every frame; what is asked then is asked some times a
second, and once more after the last change.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine

from PySide6.QtCore import QObject, QTimer
from shiboken6 import isValid

from engine.errors import Refusal, Refused
from ui.bridge import Bridge

Work = Callable[[], Coroutine[object, object, object]]


class Refresh(QObject):
    """One question that is asked over and over, as long as its parent lives."""

    def __init__(self, bridge: Bridge, work: Work, pause_ms: int, parent: QObject) -> None:
        """``work`` asks and shows; between two runs at least ``pause_ms`` pass."""
        super().__init__(parent)
        self._bridge = bridge
        self._work = work
        self._running = False
        self._again = False
        self._at_once = False
        self._pause = QTimer(self, singleShot=True, interval=pause_ms)
        self._pause.timeout.connect(self._pause_ended)

    @property
    def is_pending(self) -> bool:
        """Whether an answer is still to come."""
        return self._running or self._again

    def ask(self) -> None:
        """Something changed. Nothing is asked through a bridge that is closed."""
        if self._running or self._pause.isActive():
            self._again = True
        else:
            self._run()

    def ask_now(self) -> None:
        """The same where the person waits for it: without the pause, also behind an answer that
        is still to come.
        """
        self._pause.stop()
        self._at_once = True
        self.ask()

    def _run(self) -> None:
        self._again = self._at_once = False
        if self._bridge.is_closed:
            return  # the loop that it would run on may be closed already
        self._running = True
        self._bridge.start(self._ask())

    async def _ask(self) -> None:
        try:
            await self._work()
        except Refused as refused:
            # The space was forgotten while it was asked for: that is told elsewhere.
            if refused.reason not in {Refusal.SPACE_UNKNOWN, Refusal.COMMUNITY_UNKNOWN}:
                raise
        except RuntimeError:
            # Qt took apart what it would have been shown on, and us with it, while it was awaited.
            if isValid(self):
                raise
        finally:
            self._running = False
            if isValid(self):  # else whoever wanted to know is gone
                self._rest()

    def _rest(self) -> None:
        if self._at_once:
            self._run()
        else:
            self._pause.start()

    def _pause_ended(self) -> None:
        if self._again:
            self._run()
