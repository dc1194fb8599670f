"""What is known of the open feed's comments: how many each entry has, and who may write them.

The rows of the feed, the pane beside it and the page about who may comment speak of one moment. How
many there are is known only of the entries around those that are shown: a comment may name any.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from PySide6.QtCore import QObject, QTimer, Signal
from shiboken6 import isValid

from engine.model.comment_queries import CommentCounts, Network
from engine.model.comments import NetworkView
from engine.model.events import CommentsChanged
from engine.model.ids import SpaceId
from ui.bridge import Bridge
from ui.comments.words import Named, Names, names_of
from ui.refresh import Refresh

PAUSE_MS = 250  # ours: as everywhere
LOOK_MS = 60_000  # ours: a computer that slept past the end of our right learns of it so soon
AROUND_ENTRIES = 256  # ours: beyond those that are loaded, so that few pages ask anew

_NONE: Mapping[int | None, int] = MappingProxyType({})


class CommentBook(QObject):
    """Of one feed at a time. ``changed``: what is known is another; ``came`` carries the event."""

    changed = Signal()
    came = Signal(object)

    def __init__(
        self,
        bridge: Bridge,
        named: Callable[[], Named],
        now: Callable[[], float],
        parent: QObject,
    ) -> None:
        """``named``: what we call feeds now. ``now`` gives Unix seconds."""
        super().__init__(parent)
        self._bridge = bridge
        self._named = named
        self._names = names_of({})
        self.space: SpaceId | None = None
        self.counts: Mapping[int | None, int] = _NONE
        self.network: NetworkView | None = None
        self._loaded = range(0)
        self._beside: int | None = None
        self._now = now
        self.end = QTimer(self, singleShot=True)
        self.end.timeout.connect(self._look_at_end)
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
        self._loaded, self._beside = range(0), None
        if space is not None:
            self._refresh.ask_now()

    def look_among(self, first: int, last: int) -> None:
        """The numbers of the first and the last entry of the open feed that are loaded."""
        if self.space is not None and (first not in self._loaded or last not in self._loaded):
            self._loaded = range(max(0, first - AROUND_ENTRIES), last + AROUND_ENTRIES + 1)
            self._refresh.ask_now()

    def look_beside(self, entry: int | None) -> None:
        """The entry whose comments alone are shown, loaded or not; None: none is."""
        self._beside = entry
        if entry is not None and entry not in self._loaded:
            self._refresh.ask_now()

    def ask(self) -> None:
        """Something was done that changes it."""
        self._refresh.ask()

    def take(self, network: NetworkView) -> None:
        """What a command answered."""
        if network.space == self.space:
            self._know(network)

    async def _ask(self) -> None:
        space = self.space
        if space is None:
            return
        counts = await self._counted(space)
        network = await self._bridge.ask(Network(space))
        if isValid(self) and space == self.space:
            self.counts = counts
            self._know(network)

    async def _counted(self, space: SpaceId) -> Mapping[int | None, int]:
        beside = self._beside
        alone = range(0) if beside is None else range(beside, beside + 1)
        counts: dict[int | None, int] = {}
        for entries in filter(None, (self._loaded, alone)):
            query = CommentCounts(space, entries.start, entries.stop)
            counts |= {one.entry: one.count for one in await self._bridge.ask(query)}
        return counts

    def _know(self, network: NetworkView) -> None:
        self.network = network
        self._await_end()
        self.changed.emit()

    # ---- the end of our right -------------------------------------------------------------------

    def _await_end(self) -> None:
        """Of a right that ends nobody is told when it does."""
        self.end.stop()
        ends_at = self._ends_at()
        if ends_at is not None:
            left_ms = (ends_at - self._now()) * 1_000
            self.end.start(int(left_ms) + 1 if 0 <= left_ms < LOOK_MS else LOOK_MS)

    def _ends_at(self) -> float | None:
        network = self.network
        return network.expires_at if network is not None and network.may_comment else None

    def _look_at_end(self) -> None:
        ends_at = self._ends_at()
        if ends_at is not None and ends_at < self._now():
            self._refresh.ask()
        else:
            self._await_end()

    def _on_changed(self, event: CommentsChanged) -> None:
        if event.space == self.space:
            self._refresh.ask()
            self.came.emit(event)
