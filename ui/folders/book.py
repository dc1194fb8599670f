"""What is known of all shared folders, asked for anew when one of them changes: for the list."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal

from engine.model.events import BlocksArrived, FeedForked, FolderChanged, SpaceChanged
from engine.model.feed_queries import Folders
from engine.model.feeds import FolderView
from engine.model.ids import SpaceId
from ui.bridge import Bridge
from ui.refresh import Refresh

BOOK_PAUSE_MS = 500  # ours: the second lines of a list need not be faster


class FolderBook(QObject):
    """``folders`` are those that the engine told of last; ``changed`` when they are others."""

    changed = Signal()

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.folders: Mapping[SpaceId, FolderView] = {}
        self._is_used = False
        self._refresh = Refresh(bridge, self._ask, BOOK_PAUSE_MS, self)
        for signal in (
            bridge.space_changed,
            bridge.folder_changed,
            bridge.blocks_arrived,
            bridge.feed_forked,
        ):
            signal.connect(self._on_changed)

    def use(self) -> None:
        """There is a folder in the list: from now on they are asked for."""
        if not self._is_used:
            self._is_used = True
            self._refresh.ask_now()

    async def _ask(self) -> None:
        folders = {view.feed.space: view for view in await self._bridge.ask(Folders())}
        if folders != self.folders:
            self.folders = folders
            self.changed.emit()

    def _on_changed(self, event: SpaceChanged | FolderChanged | BlocksArrived | FeedForked) -> None:
        # A space that is a folder since now is not known yet: its own event says so, and is rare.
        if self._is_used and (event.space in self.folders or isinstance(event, SpaceChanged)):
            self._refresh.ask()
