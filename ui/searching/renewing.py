"""What was found, asked for again: posts come, are changed, taken back or hidden meanwhile."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from engine.model.events import CommentsChanged, PostsArrived, PostsChanged
from engine.model.hits import SearchHit
from engine.model.queries import Search
from ui.bridge import Bridge
from ui.refresh import Refresh
from ui.searching.typed import PAGE_HITS, Progress, TypedSearch

RENEWED_MS = 500  # ours: while posts arrive
AT_ONCE_MAX = 1_000  # as many as are given at once (engine/store/timeline/search.py)


class Renewing(QObject):
    """Keeps what ``finding`` has found as it is now, as long as ``is_seen``. Nothing flickers."""

    def __init__(self, bridge: Bridge, finding: TypedSearch, is_seen: Callable[[], bool]) -> None:
        super().__init__(finding)
        self._bridge = bridge
        self._finding = finding
        self._is_seen = is_seen
        self._is_behind = False  # what was under way may have read before the change
        self._refresh = Refresh(bridge, self._renew, RENEWED_MS, self)
        finding.changed.connect(self._catch_up)
        bridge.posts_arrived.connect(self._on_news)
        bridge.posts_changed.connect(self._on_news)
        bridge.comments_changed.connect(self._on_news)

    def ask(self) -> None:
        """Somebody looks at it again: once, though the page is both shown and opened then."""
        if self._finding.words and not self._refresh.is_pending:
            self._refresh.ask_now()

    def _on_news(self, event: PostsArrived | PostsChanged | CommentsChanged) -> None:
        """One that took long is left alone until somebody comes back to it."""
        finding = self._finding
        is_meant = finding.space in {None, event.space}
        if is_meant and finding.words and self._is_seen() and not finding.took_long:
            self._refresh.ask()

    def _catch_up(self) -> None:
        if self._is_behind and not self._finding.is_pending:
            self._refresh.ask()

    async def _renew(self) -> None:
        finding = self._finding
        self._is_behind = finding.is_pending
        if finding.is_pending or finding.progress not in {Progress.FOUND, Progress.NOTHING_FOUND}:
            return
        wanted, before = (finding.words, finding.space, finding.patience), finding.hits
        hits, is_whole, is_cut = await self._found_now(len(before))
        if finding.is_pending or finding.hits is not before:
            self._is_behind = finding.is_pending
            self._refresh.ask()
        elif (finding.words, finding.space, finding.patience) == wanted:
            finding.take_anew(hits, is_whole=is_whole, is_cut=is_cut)

    async def _found_now(self, count: int) -> tuple[tuple[SearchHit, ...], bool, bool]:
        """As many as there were, in whole pages: the hits, whether these are all, and cut short."""
        finding = self._finding
        words, space, patience = finding.words, finding.space, finding.patience
        hits: tuple[SearchHit, ...] = ()
        missing = -(-max(count, 1) // PAGE_HITS) * PAGE_HITS
        while missing:
            limit, last = min(missing, AT_ONCE_MAX), hits[-1] if hits else None
            query = Search(words, space, limit, last, patience, comments=True)
            page = await self._bridge.ask(query)
            hits += page.hits
            missing -= limit
            if page.is_cut or len(page.hits) < limit:
                return hits, not page.is_cut, page.is_cut
        return hits, False, False
