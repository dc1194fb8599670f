"""One search at a time, as it is typed: asked after a short pause, answered page by page.

What is no longer wanted is not waited for either: its answer comes to nothing. What was found stays
until the next answer is there, so that nothing flickers while one types.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from enum import Enum, auto

from PySide6.QtCore import QObject, QTimer, Signal

from engine.errors import Fault, Refusal, Refused
from engine.model.hits import FoundPosts, SearchHit
from engine.model.ids import SpaceId
from engine.model.queries import PATIENCE_MAX, Search
from ui.bridge import Bridge

PAUSE_MS = 120  # ours: between two keys of somebody who types
PAGE_HITS = 50
HITS_KEPT_MAX = 5_000  # ours: nobody reads on; another word finds faster


class Progress(Enum):
    """How it stands with what is looked for."""

    NOTHING_WANTED = auto()
    ASKING = auto()
    FOUND = auto()
    NOTHING_FOUND = auto()
    FAILED = auto()


class TypedSearch(QObject):
    """``hits`` are those of ``found_for``, newest first; ``changed`` says that something is other.

    ``is_whole``: there are no more than these. ``is_cut``: there was no time to look through all;
    ``go_on`` takes more, as long as it ``can_go_on``. ``trouble``: why there was no answer.
    """

    changed = Signal()

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._asked: asyncio.Task[object] | None = None
        self._is_asking_more = False
        self.words = ""
        self.space: SpaceId | None = None
        self.progress = Progress.NOTHING_WANTED
        self.hits: tuple[SearchHit, ...] = ()
        self.found_for = ""
        self.is_whole = True
        self.is_cut = False
        self.trouble: Refused | Fault | None = None
        self._before: tuple[SearchHit, ...] = ()
        """What had been found when the last page was asked for."""
        self._patience = 0
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._ask)

    def look_for(self, words: str, space: SpaceId | None = None) -> None:
        """From now on these words are wanted, in ``space`` or everywhere."""
        wanted = " ".join(words.split())
        if (wanted, space) == (self.words, self.space):
            return
        self.words, self.space = wanted, space
        self._begin_anew()
        if wanted:
            self.progress = Progress.ASKING
            self._pause.start()
        else:
            self._pause.stop()
            self._take((), "", is_whole=True)
            self.progress = Progress.NOTHING_WANTED
        self.changed.emit()

    def look_again(self) -> None:
        """Asks the same once more, at once."""
        if self.words:
            self._begin_anew()
            self.progress = Progress.ASKING
            self._ask()
            self.changed.emit()

    def _begin_anew(self) -> None:
        if self._asked is not None:
            self._asked.cancel()  # one with patience takes seconds of a thread that others want
        self._is_asking_more = False
        self._before, self._patience = (), 0

    @property
    def is_pending(self) -> bool:
        """Whether an answer is still to come."""
        return self.progress is Progress.ASKING or self._is_asking_more

    @property
    def patience(self) -> int:
        """How often more time was taken for it."""
        return self._patience

    @property
    def took_long(self) -> bool:
        """Whether there was no time to look through all, at least at first."""
        return self.is_cut or self._patience > 0

    @property
    def can_go_on(self) -> bool:
        """Whether the same search can be given more time than it has had."""
        return self.is_cut and self._patience < PATIENCE_MAX

    def go_on(self) -> None:
        """Asks what was cut once more, and takes more time for it."""
        if self.can_go_on and self.progress is not Progress.ASKING:
            self._patience += 1
            self.progress = Progress.ASKING
            self._begin(self._answer())
            self.changed.emit()

    def look_now(self) -> None:
        """Does not wait for the pause to end."""
        if self._pause.isActive():
            self._ask()

    def more(self) -> None:
        """The next page of what was found, if there is one and it is not being asked for."""
        is_done = self.is_whole or self.is_cut or self.progress is not Progress.FOUND
        if not (is_done or self._is_asking_more) and len(self.hits) < HITS_KEPT_MAX:
            self._is_asking_more = True
            self._before, self._patience = self.hits, 0
            self._begin(self._answer_more())

    def take_anew(self, hits: tuple[SearchHit, ...], *, is_whole: bool, is_cut: bool) -> None:
        """``hits`` is what the same search finds by now, from the newest on."""
        if (hits, is_whole, is_cut) != (self.hits, self.is_whole, self.is_cut):
            self._before = ()
            self._take(hits, self.words, is_whole=is_whole, is_cut=is_cut)
            self.changed.emit()

    def forget_space(self, space: SpaceId) -> None:
        """Nothing of ``space`` is shown any more."""
        kept = tuple(hit for hit in self.hits if hit.space != space)
        if self.space == space:
            words, self.words = self.words, ""
            self.look_for(words, None)
        elif len(kept) != len(self.hits):
            self._before = tuple(hit for hit in self._before if hit.space != space)
            self._take(kept, self.found_for, is_whole=self.is_whole, is_cut=self.is_cut)
            self.changed.emit()

    # ---- asking ---------------------------------------------------------------------------------

    def _ask(self) -> None:
        self._pause.stop()
        self._begin(self._answer())

    def _begin(self, asking: Coroutine[object, object, None]) -> None:
        self._asked = self._bridge.start(asking)

    async def _answer(self) -> None:
        query = self._query()
        try:
            page = await self._bridge.ask(query)
        except (Refused, Fault) as trouble:
            self._fail(trouble)
            return
        self._take_page(query, page)

    async def _answer_more(self) -> None:
        query = self._query()
        try:
            page = await self._bridge.ask(query)
        except (Refused, Fault):
            self._is_asking_more = False
            raise
        self._take_page(query, page)

    def _query(self) -> Search:
        last = self._before[-1] if self._before else None
        return Search(self.words, self.space, PAGE_HITS, last, self._patience, comments=True)

    def _take_page(self, query: Search, page: FoundPosts) -> None:
        self._is_asking_more = False
        known = {(hit.space, hit.id, hit.comment) for hit in self._before}
        fresh = tuple(hit for hit in page.hits if (hit.space, hit.id, hit.comment) not in known)
        is_whole = len(page.hits) < PAGE_HITS and not page.is_cut
        self._take(self._before + fresh, query.words, is_whole=is_whole, is_cut=page.is_cut)
        self.changed.emit()

    def _take(
        self, hits: tuple[SearchHit, ...], words: str, *, is_whole: bool, is_cut: bool = False
    ) -> None:
        self.hits, self.found_for = hits, words
        self.is_whole, self.is_cut = is_whole, is_cut
        self.trouble = None
        self.progress = Progress.FOUND if hits else Progress.NOTHING_FOUND

    def _fail(self, trouble: Refused | Fault) -> None:
        is_gone = isinstance(trouble, Refused) and trouble.reason is Refusal.SPACE_UNKNOWN
        if is_gone and self.space is not None:
            self.forget_space(self.space)
            return
        self._take((), "", is_whole=True)
        self.progress = Progress.FAILED
        self.trouble = trouble
        self.changed.emit()
