"""What is known of all feeds, asked for anew when one of them changes: one answer for all parts.

The list at the left, the page of the open feed and every menu speak of the same moment.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, QTimer, Signal
from shiboken6 import isValid

from engine.errors import Refused
from engine.model.events import (
    BlocksArrived,
    FeedForked,
    PostsArrived,
    SpaceChanged,
    SpaceForgotten,
)
from engine.model.feed_queries import Feeds, OneFeed
from engine.model.feeds import FeedState, FeedView
from engine.model.ids import SpaceId
from ui.bridge import Bridge
from ui.feeds.pace import Pace
from ui.refresh import Refresh

BOOK_PAUSE_MS = 250  # ours: a number that is read cannot change more often
PACE_MS = 1_000  # ours: how long a speed that nothing feeds stays in sight


class FeedBook(QObject):
    """``feeds`` are those that the engine told of last; ``changed`` when they are others.
    ``erasing`` carries the SpaceId of one of which the person erases what is here.

    ``pace_of`` says how fast a feed comes in.
    """

    changed = Signal()
    erasing = Signal(object)

    def __init__(self, bridge: Bridge, now: Callable[[], float], parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._now = now
        self.feeds: Mapping[SpaceId, FeedView] = {}
        self._paces: dict[SpaceId, Pace] = {}
        self._is_used = False
        self._refresh = Refresh(bridge, self._ask, BOOK_PAUSE_MS, self)
        self._tick = QTimer(self, interval=PACE_MS)
        self._tick.timeout.connect(self._ticked)
        bridge.space_changed.connect(self._on_changed)
        bridge.posts_arrived.connect(self._on_changed)
        bridge.feed_forked.connect(self._on_changed)
        bridge.blocks_arrived.connect(self._on_blocks)
        bridge.space_forgotten.connect(self._on_changed)

    def use(self) -> None:
        """There is a feed in the list: from now on they are asked for."""
        if not self._is_used:
            self._is_used = True
            self._refresh.ask_now()

    def one(self, space: SpaceId | None) -> FeedView | None:
        """What is known of a feed, None while nothing is."""
        return None if space is None else self.feeds.get(space)

    def pace_of(self, space: SpaceId) -> Pace:
        """How fast it comes in."""
        return self._paces.setdefault(space, Pace())

    def ask(self, space: SpaceId) -> None:
        """The person looks at a feed: it is asked for at once."""
        self._is_used = True
        self._bridge.start(self._ask_one(space))

    def take(self, feed: FeedView) -> None:
        """What a command answered."""
        self._show({**self.feeds, feed.space: feed})

    async def _ask_one(self, space: SpaceId) -> None:
        try:
            feed = await self._bridge.ask(OneFeed(space))
        except Refused:
            return  # it was forgotten meanwhile, which is told elsewhere
        if isValid(self):  # else the window has gone
            self.take(feed)

    async def _ask(self) -> None:
        feeds = await self._bridge.ask(Feeds())
        if isValid(self):
            self._show({feed.space: feed for feed in feeds})

    def _show(self, feeds: Mapping[SpaceId, FeedView]) -> None:
        loading = any(feed.state is FeedState.DOWNLOADING for feed in feeds.values())
        if loading != self._tick.isActive():
            (self._tick.start if loading else self._tick.stop)()
        if feeds != self.feeds:
            self.feeds = feeds
            self._paces = {space: pace for space, pace in self._paces.items() if space in feeds}
            self.changed.emit()

    def _ticked(self) -> None:
        """A speed is of the last seconds, also when nothing comes any more."""
        self.changed.emit()

    def _on_changed(self, event: SpaceChanged | PostsArrived | FeedForked | SpaceForgotten) -> None:
        if self._is_used or event.space in self.feeds:
            self._refresh.ask()

    def _on_blocks(self, event: BlocksArrived) -> None:
        self.pace_of(event.space).came(event.count, event.bytes, self._now())
        self._refresh.ask()
