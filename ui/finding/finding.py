"""Finding in one channel: matches newest first, fetched page by page, and where one stands in them.

The engine gives pages by arrival; within one they are stepped through as they stand in the channel.

No widgets: ``FindBar`` shows what is here.
"""

from __future__ import annotations

import asyncio

from PySide6.QtCore import QObject, QTimer, Signal

from engine.model.events import PostsArrived, PostsChanged
from engine.model.hits import FoundPosts, SearchHit
from engine.model.ids import SpaceId
from engine.model.queries import PATIENCE_MAX, Search
from ui.bridge import Bridge
from ui.refresh import Refresh

PAGE_HITS = 50
HITS_MAX = 1_000  # as many as are given at once (engine/store/timeline/search.py)
TYPING_PAUSE_MS = 180  # ours: a word is asked for once it rests
RENEWED_MS = 500  # ours: while posts arrive
SLOW_MS = 500  # ux.md: what takes longer shows that it is under way


class Finding(QObject):
    """``changed``: another match is meant, more are known, or the search is under way.

    ``found`` carries the ``SearchHit`` that is meant now.
    """

    changed = Signal()
    found = Signal(object)

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._space: SpaceId | None = None
        self._asked: asyncio.Task[object] | None = None
        self._asking = False
        self._is_behind = False  # what is under way may be without a post that came
        self.words = ""
        self.hits: list[SearchHit] = []
        self.place = -1
        """Which of ``hits`` is meant, or was before it ceased to match; -1: none so far."""
        self.has_more = False
        self.is_cut = False
        """There was no time to look through all: a further step takes more, if it ``can_go_on``."""
        self._before: SearchHit | None = None
        self._last: SearchHit | None = None
        """Where the next page begins."""
        self._earlier = 0
        """How many of ``hits`` are of the pages before the one that was asked for last."""
        self._patience = 0
        self.is_slow = False
        self._pause = QTimer(self, singleShot=True, interval=TYPING_PAUSE_MS)
        self._pause.timeout.connect(self._ask_anew)
        self._slow = QTimer(self, singleShot=True, interval=SLOW_MS)
        self._slow.timeout.connect(self._tell_slow)
        self._renewing = Refresh(bridge, self._renew, RENEWED_MS, self)
        bridge.posts_arrived.connect(self._on_posts)
        bridge.posts_changed.connect(self._on_posts)

    @property
    def is_pending(self) -> bool:
        """Whether what is shown may not be the answer to ``words`` yet."""
        return self._pause.isActive() or self._asking

    @property
    def can_go_on(self) -> bool:
        """Whether the same search can be given more time than it has had."""
        return self.is_cut and self._patience < PATIENCE_MAX

    def look_in(self, space: SpaceId | None) -> None:
        """Another channel is open: what was found elsewhere counts no more."""
        self._space = space
        self._reset()

    def look_for(self, words: str) -> None:
        """Searches, as soon as nothing more is typed."""
        if words == self.words:
            return
        self.words = words
        self._reset()
        if words.strip():
            self._pause.start()

    def look_now(self) -> None:
        """The same without waiting for the end of the typing."""
        if self._pause.isActive():
            self._pause.stop()
            self._ask_anew()

    def step(self, step: int) -> None:
        """To an older match (1) or a newer one (-1); behind the oldest comes the newest again."""
        if self._pause.isActive():
            self.look_now()
            return
        wanted = max(self.place + step, -1)
        is_beyond = wanted >= len(self.hits)
        if self.can_go_on and (is_beyond or not self.hits):
            self._ask(self._before, self._patience + 1)
        elif self.has_more and is_beyond:
            self._earlier = len(self.hits)
            self._ask(self._last)
        elif self.hits:
            self._mean(wanted % len(self.hits))

    # ---- inside -----------------------------------------------------------------------------

    def _reset(self) -> None:
        if self._asked is not None:
            self._asked.cancel()  # one with patience takes seconds of a thread that others want
        self._pause.stop()
        self._slow.stop()
        self.hits, self.place, self.has_more, self.is_slow = [], -1, False, False
        self._asking = self.is_cut = False
        self._before, self._last, self._earlier = None, None, 0
        self.changed.emit()

    def _ask_anew(self) -> None:
        if self.words.strip():
            self._ask(None)

    def _ask(self, before: SearchHit | None, patience: int = 0) -> None:
        if self._space is not None and not self._asking:
            self._asking = True
            self._before, self._patience = before, patience
            self._slow.start()
            query = Search(self.words, self._space, PAGE_HITS, before, patience)
            self._asked = self._bridge.start(self._search(query))

    async def _search(self, query: Search) -> None:
        try:
            page = await self._bridge.ask(query)
        except Exception:  # not of who was cancelled: then another search is under way, or none
            self._end()
            raise
        self._end()
        self._take(page)

    def _end(self) -> None:
        self._asking = self.is_slow = False
        self._slow.stop()
        if self._is_behind:
            self._renewing.ask()

    def _take(self, page: FoundPosts) -> None:
        meant = self.hits[self.place] if self.place >= 0 else None
        self.hits[self._earlier :] = sorted(page.hits, key=lambda hit: hit.order, reverse=True)
        self._last = page.hits[-1] if page.hits else self._last
        first = self._earlier
        if meant is not None and meant in self.hits:  # of what was cut a part may be found before
            first = self.hits.index(meant) + 1
        self.has_more, self.is_cut = len(page.hits) == PAGE_HITS, page.is_cut
        if first < len(self.hits):
            self._mean(first)
        elif self.hits and not self.is_cut:
            self._mean(0)
        else:
            self.changed.emit()

    def _on_posts(self, event: PostsArrived | PostsChanged) -> None:
        """One that is asked for anyway is not asked for twice; one that took long is left alone."""
        took_long = self.is_cut or self._patience > 0
        if event.space == self._space and self.words.strip() and not took_long:
            self._renewing.ask()

    async def _renew(self) -> None:
        """All that is known so far is asked for again. Nothing is gone to."""
        space, words, count = self._space, self.words, len(self.hits)
        self._is_behind = self.is_pending  # what is under way may have read before
        if space is None or not words.strip() or self._is_behind or count > HITS_MAX:
            return
        limit = min(-(-max(count, 1) // PAGE_HITS) * PAGE_HITS, HITS_MAX)
        page = await self._bridge.ask(Search(words, space, limit))
        is_same = (space, words, count) == (self._space, self.words, len(self.hits))
        if page.is_cut:
            return
        if self.is_pending:
            self._is_behind = True  # the next page is known by then, and asked for as well
        elif is_same:
            self._put_in_place(page, limit)
        else:
            self._renewing.ask()

    def _put_in_place(self, page: FoundPosts, limit: int) -> None:
        meant = self.hits[self.place] if self.place >= 0 else None
        self.hits = sorted(page.hits, key=lambda hit: hit.order, reverse=True)
        self.has_more, self._earlier = len(page.hits) == limit, 0
        self._last = page.hits[-1] if page.hits else None
        if meant is not None:
            same = (place for place, hit in enumerate(self.hits) if _is_same(hit, meant))
            newer = sum(hit.order > meant.order for hit in self.hits)
            self.place = next(same, newer - 1)  # so that a step leads to the next older one
        self.changed.emit()

    def _mean(self, place: int) -> None:
        self.place = place
        self.changed.emit()
        self.found.emit(self.hits[place])

    def _tell_slow(self) -> None:
        self.is_slow = True
        self.changed.emit()


def _is_same(one: SearchHit, other: SearchHit) -> bool:
    return (one.id, one.comment) == (other.id, other.comment)
