"""What is known of the open feed's comments: how many each entry has, and who may write them.

The rows of the feed, the pane beside it and the page about who may comment speak of one moment.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from engine.model.comment_queries import CommentCounts, Network
from engine.model.comments import NetworkView
from engine.model.events import CommentsChanged
from engine.model.ids import SpaceId
from ui.bridge import Bridge
from ui.comments.words import Named, Names, names_of
from ui.refresh import Refresh

PAUSE_MS = 250  # ours: as everywhere
END_OF_FEED = 1 << 62

_NONE: Mapping[int | None, int] = MappingProxyType({})


class CommentBook(QObject):
    """Of one feed at a time. ``changed``: what is known is another; ``came`` carries the event."""

    changed = Signal()
    came = Signal(object)

    def __init__(self, bridge: Bridge, named: Callable[[], Named], parent: QObject) -> None:
        """``named``: what we call feeds now."""
        super().__init__(parent)
        self._bridge = bridge
        self._named = named
        self._names = names_of({})
        self.space: SpaceId | None = None
        self.counts: Mapping[int | None, int] = _NONE
        self.network: NetworkView | None = None
        self._refresh = Refresh(bridge, self._ask, PAUSE_MS, self)
        bridge.comments_changed.connect(self._on_changed)

    @property
    def names(self) -> Names:
        """What we call feeds, by their keys."""
        named = self._named()
        if named != self._names.named:
            self._names = names_of(named)
        return self._names

    @property
    def total(self) -> int:
        """Of the whole feed, its entries' comments included."""
        return 0 if self.network is None else self.network.comments

    def look_at(self, space: SpaceId | None) -> None:
        """The feed that is open now; None: no feed is."""
        if space == self.space:
            return
        self.space = space
        self.counts, self.network = _NONE, None
        if space is not None:
            self._refresh.ask_now()

    def ask(self) -> None:
        """Something was done that changes it."""
        self._refresh.ask()

    def take(self, network: NetworkView) -> None:
        """What a command answered."""
        if network.space == self.space:
            self.network = network
            self.changed.emit()

    async def _ask(self) -> None:
        space = self.space
        if space is None:
            return
        counts = await self._bridge.ask(CommentCounts(space, 0, END_OF_FEED))
        network = await self._bridge.ask(Network(space))
        if isValid(self) and space == self.space:
            self.counts = {one.entry: one.count for one in counts}
            self.network = network
            self.changed.emit()

    def _on_changed(self, event: CommentsChanged) -> None:
        if event.space == self.space:
            self._refresh.ask()
            self.came.emit(event)
