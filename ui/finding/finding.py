"""Finding in one channel: matches newest first, fetched page by page, and where one stands in them.

No widgets: ``FindBar`` shows what is here.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from engine.model.ids import SpaceId
from engine.model.queries import Search
from engine.model.views import FoundPosts, SearchHit
from ui.bridge import Bridge

PAGE_HITS = 50
TYPING_PAUSE_MS = 180  # ours: a word is asked for once it rests
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
        self._turn = 0
        self._asking = False
        self.words = ""
        self.hits: list[SearchHit] = []
        self.place = -1
        """Which of ``hits`` is meant; -1: none."""
        self.has_more = False
        self.is_cut = False
        """There was no time to look through all: a further step takes more."""
        self._before: SearchHit | None = None
        self._patience = 0
        self.is_slow = False
        self._pause = QTimer(self, singleShot=True, interval=TYPING_PAUSE_MS)
        self._pause.timeout.connect(self._ask_anew)
        self._slow = QTimer(self, singleShot=True, interval=SLOW_MS)
        self._slow.timeout.connect(self._tell_slow)

    @property
    def is_pending(self) -> bool:
        """Whether what is shown may not be the answer to ``words`` yet."""
        return self._pause.isActive() or self._asking

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
        wanted = self.place + step
        is_beyond = wanted >= len(self.hits)
        if self.is_cut and (is_beyond or not self.hits):
            self._ask(self._before, self._patience + 1)
        elif self.has_more and is_beyond:
            self._ask(self.hits[-1])
        elif self.hits:
            self._mean(wanted % len(self.hits))

    # ---- inside -----------------------------------------------------------------------------

    def _reset(self) -> None:
        self._turn += 1
        self._pause.stop()
        self._slow.stop()
        self.hits, self.place, self.has_more, self.is_slow = [], -1, False, False
        self._asking = self.is_cut = False
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
            self._bridge.start(self._search(query, self._turn))

    async def _search(self, query: Search, turn: int) -> None:
        try:
            page = await self._bridge.ask(query)
        finally:
            if turn == self._turn:
                self._asking = self.is_slow = False
                self._slow.stop()
        if turn != self._turn:
            return
        self._take(query, page)

    def _take(self, query: Search, page: FoundPosts) -> None:
        known = self.hits.index(query.before) + 1 if query.before is not None else 0
        first = max(known, self.place + 1)  # what was cut may have been found in part
        self.hits[known:] = page.hits
        self.has_more, self.is_cut = len(page.hits) == PAGE_HITS, page.is_cut
        if first < len(self.hits):
            self._mean(first)
        elif self.hits and not self.is_cut:
            self._mean(0)
        else:
            self.changed.emit()

    def _mean(self, place: int) -> None:
        self.place = place
        self.changed.emit()
        self.found.emit(self.hits[place])

    def _tell_slow(self) -> None:
        self.is_slow = True
        self.changed.emit()
