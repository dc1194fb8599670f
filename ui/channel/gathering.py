"""Brings entries of the open feed here as somebody reads it, where they do not come by themselves.

The newest are fetched when it is opened and as it grows, others as the reader comes near to where
they lack (``nearness``). What has not come when another space is opened is waited for no more, and
what the person has erased stays away until the feed is opened again.
"""

from __future__ import annotations

from contextlib import suppress

from PySide6.QtCore import QObject, QTimer

from engine.errors import Refused
from engine.model.feed_commands import SeekBlocks
from engine.model.feed_queries import PAGE_BLOCKS_MAX, MissingBlocks
from engine.model.feeds import FeedState, FeedView
from engine.model.ids import SpaceId
from ui.bridge import Bridge
from ui.channel.news import News
from ui.feeds.desk import FeedDesk
from ui.feeds.nearness import Loaded, blocks_near, stretches
from ui.refresh import Refresh
from ui.text.language import tr
from ui.timeline.view import TimelineView

LOOK_PAUSE_MS = 100  # ours: while somebody scrolls
SLOW_MS = 500  # ours: what comes sooner needs no word
_ENDED = frozenset({FeedState.LEFT, FeedState.PAUSED})
_SETTLED = frozenset({FeedState.CURRENT, FeedState.FULL, FeedState.FORKED})
"""Nothing more of a feed comes then that is had whole, unless somebody waits for it."""


class Gathering(QObject):
    """Looks on ``view`` and ``desk``; says over the timeline, by ``news``, what is on its way.

    That nobody is connected who has it the strip of the feed says, for as long as that is so.
    """

    def __init__(self, bridge: Bridge, news: News, view: TimelineView, desk: FeedDesk) -> None:
        super().__init__(view)
        self._bridge = bridge
        self._news = news
        self._view = view
        self._desk = desk
        self._space: SpaceId | None = None
        self._visit = 0
        self._since = 0
        """The block from which on entries are fetched: what lies before was erased."""
        self._ranges: list[range] = []
        self._awaited: set[int] = set()
        self._lacking: set[int] = set()
        """Of what is near the reader."""
        self._seen: object = None
        self._is_slow = False
        self._refresh = Refresh(bridge, self._fetch, LOOK_PAUSE_MS, self)
        self._slow = QTimer(self, singleShot=True, interval=SLOW_MS)
        self._slow.timeout.connect(self._on_slow)
        desk.opened.connect(self._on_opened)
        desk.book.erasing.connect(self._on_erasing)
        desk.changed.connect(self._look)
        view.settled.connect(self._look)

    def _on_opened(self, space: SpaceId | None) -> None:
        if space != self._space:
            self._let_go()
            self._space, self._since = space, 0
            self._look()

    def _on_erasing(self, space: SpaceId) -> None:
        feed = self._desk.feed
        if space == self._space and feed is not None:
            self._let_go()
            self._since = feed.length

    def _let_go(self) -> None:
        """What has not come of the feed that was open is fetched for nobody."""
        if self._space is not None and self._ranges:
            self._bridge.start(self._stop_seeking(self._space, self._ranges))
        self._visit += 1
        self._seen = None
        self._await_nothing()

    async def _stop_seeking(self, space: SpaceId, ranges: list[range]) -> None:
        with suppress(Refused):  # it was forgotten, and that with it
            for one in ranges:
                await self._bridge.perform(SeekBlocks(space, one.start, one.stop, wanted=False))
            self._desk.book.ask(space)  # it waits for nothing any more

    def _await_nothing(self) -> None:
        self._ranges = []
        self._awaited.clear()
        self._show(set())

    # ---- what is to be fetched ------------------------------------------------------------------

    def _look(self) -> None:
        feed, source = self._desk.feed, self._view.source
        if feed is None or feed.space != self._space or source.space != self._space:
            return
        if feed.downloaded >= feed.length:
            self._await_nothing()
            return
        if not source.is_open or not self._is_due(feed):
            self._show(set())
            return
        near = blocks_near(self._loaded(), feed.length)
        seen = near, feed.length, feed.downloaded
        if seen != self._seen:
            self._seen = seen
            self._refresh.ask()
        self._say()

    def _is_due(self, feed: FeedView) -> bool:
        """Whether entries may lack that do not come by themselves."""
        comes = feed.whole and not self._awaited and feed.state not in _SETTLED
        return not (feed.own or comes or feed.state in _ENDED)

    def _loaded(self) -> Loaded:
        """In the feed's own order, whichever way it runs here."""
        run, seen = self._view.source.run, self._view.in_sight()
        if not seen:
            return Loaded()
        blocks = [entry.post.height for entry in run.entries]
        if not self._view.reading.newest_first:
            return Loaded(blocks, seen[0][0], seen[-1][0], not run.before, not run.after)
        end = len(blocks) - 1
        return Loaded(
            blocks[::-1], end - seen[-1][0], end - seen[0][0], not run.after, not run.before
        )

    async def _fetch(self) -> None:
        feed, space = self._desk.feed, self._space
        if space is None or feed is None or feed.space != space:
            return
        visit, near = self._visit, blocks_near(self._loaded(), feed.length)
        meant = {block for one in near for block in one if block >= self._since}
        missing = await self._missing(space, meant | self._awaited)
        if visit != self._visit:
            return
        fresh = (missing & meant) - self._awaited
        self._awaited = (self._awaited & missing) | fresh
        self._ranges = [one for one in self._ranges if not self._awaited.isdisjoint(one)]
        sought = _in_order_of(near, fresh)
        self._ranges += sought
        self._show(missing & meant)
        for one in reversed(sought):  # what is sought last comes first
            if visit == self._visit:
                await self._bridge.perform(SeekBlocks(space, one.start, one.stop))

    async def _missing(self, space: SpaceId, meant: set[int]) -> set[int]:
        found: set[int] = set()
        for one in stretches(meant, PAGE_BLOCKS_MAX, PAGE_BLOCKS_MAX):
            answer = await self._bridge.ask(MissingBlocks(space, one.start, one.stop))
            found.update(block for lacks in answer for block in range(lacks.start, lacks.end))
        return found

    # ---- what is said ---------------------------------------------------------------------------

    def _show(self, lacking: set[int]) -> None:
        self._lacking = lacking
        if not lacking:
            self._slow.stop()
            self._is_slow = False
        elif not self._is_slow and not self._slow.isActive():
            self._slow.start()
        self._say()

    def _on_slow(self) -> None:
        self._is_slow = True
        if self._space is not None:
            self._desk.book.ask(self._space)  # whether it comes at all
        self._say()

    def _say(self) -> None:
        feed = self._desk.feed
        if not (self._is_slow and self._lacking and feed is not None and _comes(feed)):
            self._news.show_coming("")
            return
        loaded = self._loaded()
        is_older = bool(loaded.blocks) and min(self._lacking) < loaded.blocks[loaded.last]
        words = tr("Fetching older entries…") if is_older else tr("Fetching newer entries…")
        self._news.show_coming(words, above=is_older is not self._view.reading.newest_first)


def _comes(feed: FeedView) -> bool:
    """Whether somebody is connected who gives what is waited for."""
    is_asked = feed.state in {FeedState.FULL, FeedState.FORKED} and feed.holders > 0
    return is_asked or feed.state is FeedState.DOWNLOADING


def _in_order_of(near: list[range], blocks: set[int]) -> list[range]:
    """Those blocks as ranges, each once, as they stand in ``near``."""
    left = set(blocks)
    found: list[range] = []
    for one in near:
        found += stretches(left.intersection(one), PAGE_BLOCKS_MAX)
        left.difference_update(one)
    return found
