"""A page about what changes by itself: whoever looks at it sees how things are now."""

from __future__ import annotations

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ui.bridge import Bridge
from ui.look.theme import Theme
from ui.refresh import Refresh
from ui.widgets.page import Page


class FreshPage(Page):
    """Asks whenever it comes into sight, also from the tray or from behind the lock, and after
    every change while it is in sight. Out of sight it asks nothing.
    """

    def __init__(
        self, bridge: Bridge, theme: Theme, title: str, pause_ms: int, parent: QWidget | None = None
    ) -> None:
        """Between two questions at least ``pause_ms`` pass."""
        super().__init__(theme, title, parent)
        self._refresh = Refresh(bridge, self._load, pause_ms, self)

    async def _load(self) -> None:
        """Asks, and shows what was answered."""
        raise NotImplementedError

    def _follow(self) -> None:
        """Something of what it shows has changed."""
        if self.isVisible():
            self._refresh.ask()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():  # a window that was minimized has followed all the time
            self._refresh.ask_now()
