"""Copies what is selected of a timeline and not loaded: it is asked for, page by page."""

from __future__ import annotations

from collections.abc import Callable, Collection

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from engine.model.ids import OrderKey, PostId, SpaceId
from engine.model.queries import Timeline
from ui.text.language import tr
from ui.text.numbers import number as spelled
from ui.timeline.loading.facing import Facing
from ui.timeline.loading.reader import EntryReader
from ui.timeline.loading.rows import Reading
from ui.timeline.loading.run import Entry, PostRun
from ui.timeline.loading.source import TimelineSource
from ui.timeline.selecting.selection import Selection, selected_rows, words_of_rows

PAGE_POSTS = 500
POSTS_MAX = 5_000  # ours: whoever wants more exports the history
CHARACTERS_MAX = 2_000_000  # ours: what other programs bear to be pasted
SLOW_MS = 500  # the issue: progress for everything longer than half a second

Away = Callable[[PostRun, Reading], Collection[PostId]]


class Copying(QObject):
    """``done`` carries a sentence for the toast: how much there is to paste now.

    ``going_on`` carries one for what takes long, how far it is, and what calls it off. An empty
    one: it ended, and what came of it is said elsewhere, if anything.

    ``given_up``: whatever is on its way to the clipboard from elsewhere is wanted no more, either.
    """

    done = Signal(str)
    going_on = Signal(str, object)
    given_up = Signal()

    def __init__(self, source: TimelineSource, away: Away, parent: QObject) -> None:
        """``away`` tells which posts of a run are folded away, and not copied unseen."""
        super().__init__(parent)
        self._source = source
        self._away = away
        self._number = 0
        self._here = self._wanted = 0
        """How many posts have come, and of how many; none wanted: that is not known yet."""
        self._slow = QTimer(self, singleShot=True, interval=SLOW_MS)
        self._slow.timeout.connect(self.tell)

    def give_up(self) -> None:
        """Something else is copied, or nothing: what is on its way is wanted no more."""
        self._number += 1
        self._end()
        self.given_up.emit()

    def copy(self, selection: Selection, reading: Reading) -> None:
        """Puts it on the clipboard once it is here, unless something else was copied meanwhile."""
        self.give_up()
        if self._source.space is not None:
            self._slow.start()
            work = self._copy(self._source.space, selection, reading, self._number)
            self._source.bridge.start(work)

    def tell(self) -> None:
        """Says how far it is, if anything is under way that takes long."""
        if self._wanted and not self._slow.isActive():
            words = tr("Copying {count} of {whole} messages…")
            here, wanted = spelled(self._here), spelled(self._wanted)
            self.going_on.emit(words.format(count=here, whole=wanted), self.give_up)

    async def _copy(
        self, space: SpaceId, selection: Selection, reading: Reading, number: int
    ) -> None:
        try:
            entries, is_cut = await self._entries(space, selection, reading, number)
        finally:
            is_wanted = number == self._number
            if is_wanted:
                self._end()
        if not is_wanted:
            return  # to find out what of thousands is copied takes a moment in which nothing moves
        run = PostRun()
        run.place(entries, 0, 0)
        rows = selected_rows(run, selection, self._away(run, reading))
        if rows:
            QGuiApplication.clipboard().setText(words_of_rows(rows, reading))
            count = len(rows)
            cut = tr("Copied the first %n messages: more cannot be copied at once", "", count)
            self.done.emit(cut if is_cut else tr("Copied %n messages", "", count))

    def _came(self, here: int, wanted: int, number: int) -> None:
        if number == self._number:
            self._here, self._wanted = here, wanted
            self.tell()

    def _end(self) -> None:
        self._slow.stop()
        self._here = self._wanted = 0
        self.going_on.emit("", self.give_up)

    async def _entries(
        self, space: SpaceId, selection: Selection, reading: Reading, number: int
    ) -> tuple[list[Entry], bool]:
        """The first posts of the selection, and whether there are more than may be copied.

        Not all of them where they are wanted no more.
        """
        # Both of its own: another space may be shown meanwhile, which runs the other way.
        facing, reader = Facing(self._source.bridge), EntryReader(self._source.bridge)
        facing.newest_first = reading.newest_first
        reader.turn_to(space)
        known = tuple(self._source.run.entries)  # offsets count what was read of these texts
        above = await facing.ask(Timeline(space, limit=1, before=selection.first[0]))
        below = await facing.ask(Timeline(space, limit=1, after=selection.last[0]))
        wanted = min(POSTS_MAX, above.after - len(below.posts) - below.after)
        after = above.posts[-1].order if above.posts else OrderKey(b"")
        entries: list[Entry] = []
        characters = 0
        while len(entries) < POSTS_MAX and characters < CHARACTERS_MAX and number == self._number:
            self._came(len(entries), wanted, number)
            page = await facing.ask(Timeline(space, limit=PAGE_POSTS, after=after))
            within = [post for post in page.posts if post.order <= selection.last[0]]
            entries += await reader.read(space, within, known)
            characters += sum(len(post.text) for post in within)
            if len(within) < len(page.posts) or not page.after or not within:
                return entries[:POSTS_MAX], len(entries) > POSTS_MAX
            after = within[-1].order
        return entries[:POSTS_MAX], len(entries) > POSTS_MAX or after < selection.last[0]
