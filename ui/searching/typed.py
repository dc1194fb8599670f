"""One search at a time, as it is typed: asked after a short pause, answered page by page.

An answer to words that are no longer wanted comes to nothing, however late it is. What was found
stays until the next answer is there, so that nothing flickers while one types.
"""

from __future__ import annotations

from enum import Enum, auto

from PySide6.QtCore import QObject, QTimer, Signal

from engine.errors import Fault, Refusal, Refused
from engine.model.ids import SpaceId
from engine.model.queries import Search
from engine.model.views import SearchHit
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

    ``is_whole``: there are no more than these. ``trouble``: why there was no answer.
    """

    changed = Signal()

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._number = 0
        self._is_asking_more = False
        self.words = ""
        self.space: SpaceId | None = None
        self.progress = Progress.NOTHING_WANTED
        self.hits: tuple[SearchHit, ...] = ()
        self.found_for = ""
        self.is_whole = True
        self.trouble: Refused | Fault | None = None
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._ask)

    def look_for(self, words: str, space: SpaceId | None = None) -> None:
        """From now on these words are wanted, in ``space`` or everywhere."""
        wanted = " ".join(words.split())
        if (wanted, space) == (self.words, self.space):
            return
        self.words, self.space = wanted, space
        self._number += 1
        self._is_asking_more = False
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
            self._number += 1
            self._is_asking_more = False
            self.progress = Progress.ASKING
            self._ask()
            self.changed.emit()

    def look_now(self) -> None:
        """Does not wait for the pause to end."""
        if self._pause.isActive():
            self._ask()

    def more(self) -> None:
        """The next page of what was found, if there is one and it is not being asked for."""
        is_done = self.is_whole or self._is_asking_more or self.progress is not Progress.FOUND
        if not is_done and len(self.hits) < HITS_KEPT_MAX:
            self._is_asking_more = True
            self._bridge.start(self._answer_more(self._number, self.hits))

    def forget_space(self, space: SpaceId) -> None:
        """Nothing of ``space`` is shown any more."""
        kept = tuple(hit for hit in self.hits if hit.space != space)
        if self.space == space:
            words, self.words = self.words, ""
            self.look_for(words, None)
        elif len(kept) != len(self.hits):
            self._take(kept, self.found_for, is_whole=self.is_whole)
            self.changed.emit()

    # ---- asking ---------------------------------------------------------------------------------

    def _ask(self) -> None:
        self._pause.stop()
        self._bridge.start(self._answer(self._number))

    async def _answer(self, number: int) -> None:
        words, space = self.words, self.space
        try:
            hits = await self._bridge.ask(Search(words, space, limit=PAGE_HITS))
        except (Refused, Fault) as trouble:
            if number == self._number:
                self._fail(trouble)
            return
        if number != self._number:
            return
        self._take(hits, words, is_whole=len(hits) < PAGE_HITS)
        self.changed.emit()

    async def _answer_more(self, number: int, before: tuple[SearchHit, ...]) -> None:
        query = Search(self.words, self.space, limit=PAGE_HITS, before=before[-1])
        try:
            hits = await self._bridge.ask(query)
        except (Refused, Fault):
            if number == self._number:
                self._is_asking_more = False
            raise
        if number != self._number:
            return
        self._is_asking_more = False
        known = {(hit.space, hit.id) for hit in self.hits}
        fresh = tuple(hit for hit in hits if (hit.space, hit.id) not in known)
        self._take(self.hits + fresh, self.found_for, is_whole=len(hits) < PAGE_HITS)
        self.changed.emit()

    def _take(self, hits: tuple[SearchHit, ...], words: str, *, is_whole: bool) -> None:
        self.hits, self.found_for, self.is_whole = hits, words, is_whole
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
