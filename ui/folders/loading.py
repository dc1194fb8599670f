"""Fills a listing page by page, and keeps it true: what is in sight first, the rest behind it.

A folder of some hundred files is asked for whole after each change. Of a larger one the page around
the rows in sight is renewed some times a second, and all of it every few seconds.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from engine.errors import Fault, Refused
from engine.model.events import BlocksArrived, FolderChanged
from engine.model.feed_queries import PAGE_ENTRIES_MAX, FolderListing
from engine.model.feeds import FolderEntryView
from engine.model.ids import SpaceId
from ui.bridge import Bridge
from ui.folders.listing import ListingModel
from ui.refresh import Refresh

NEAR_PAUSE_MS = 300  # ours: three times a second looks at once
WHOLE_PAUSE_MS = 4_000  # ours: of what nobody looks at


class Loading(QObject):
    """``loaded``: all of the folder is listed. ``failed`` carries what was raised.

    ``first_in_sight`` answers the path of the uppermost row in sight, "" where there is none.
    """

    loaded = Signal()
    failed = Signal(object)

    def __init__(
        self,
        bridge: Bridge,
        model: ListingModel,
        first_in_sight: Callable[[], str],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._model = model
        self._first_in_sight = first_in_sight
        self._space: SpaceId | None = None
        self._own = False
        self.path = ""
        self.version: int | None = None
        self.is_whole = False
        self._turn = 0
        self._paths: list[str] = []
        self._whole = Refresh(bridge, self._load, WHOLE_PAUSE_MS, self)
        self._near = Refresh(bridge, self._renew, NEAR_PAUSE_MS, self)
        bridge.folder_changed.connect(self._follow)
        bridge.blocks_arrived.connect(self._follow)

    def open(self, space: SpaceId, path: str, version: int | None = None, *, own: bool) -> None:
        """Lists ``path`` of a folder from now on; ``version``: as it was then."""
        self._turn += 1
        self._space, self.path, self.version, self._own = space, path, version, own
        self._paths = []
        self.is_whole = False
        self._model.clear()
        # At once, also while another folder is still being asked for.
        self._bridge.start(self._load())

    def close(self) -> None:
        """Lists nothing."""
        self._turn += 1
        self._space = self.version = None
        self.path = ""
        self._model.clear()

    def ask(self) -> None:
        """Something may have changed."""
        if self._space is not None:
            self._near.ask()
            if self._is_long:
                self._whole.ask()

    @property
    def _is_long(self) -> bool:
        return len(self._paths) >= PAGE_ENTRIES_MAX

    def _follow(self, event: FolderChanged | BlocksArrived) -> None:
        if event.space == self._space:
            self.ask()

    # ---- asking -----------------------------------------------------------------------------

    async def _load(self) -> None:
        turn, space = self._turn, self._space
        if space is None:
            return
        try:
            entries = await self._pages(space, turn)
        except (Refused, Fault) as problem:
            if turn == self._turn:
                self.failed.emit(problem)
            return
        if turn == self._turn:
            self._paths = [one.path for one in entries]
            self._model.show(entries, own=self._own)
            self.is_whole = True
            self.loaded.emit()

    async def _pages(self, space: SpaceId, turn: int) -> list[FolderEntryView]:
        entries: list[FolderEntryView] = []
        after: str | None = None
        while turn == self._turn:
            page = await self._bridge.ask(
                FolderListing(space, self.path, version=self.version, after=after)
            )
            entries += page
            if len(page) < PAGE_ENTRIES_MAX:
                break
            after = page[-1].path
            if self._model.listed == 0 and turn == self._turn:
                self._model.show(entries, own=self._own)  # there is something to look at
        return entries

    async def _renew(self) -> None:
        turn, space = self._turn, self._space
        if space is None:
            return
        if not self._is_long:
            await self._load()
            return
        first = self._first_in_sight()
        place = self._paths.index(first) if first in self._paths else 0
        after = self._paths[place - 1] if place else None
        query = FolderListing(space, self.path, version=self.version, after=after)
        page = await self._bridge.ask(query)
        if turn == self._turn:
            self._model.renew(page)
