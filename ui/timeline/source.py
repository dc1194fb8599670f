"""Loads the run of posts around the reader: pages by key, one question at a time, never in paint.

Everything asked for is a ``Load``; two of one kind are one. One asked for a space that was left
meanwhile comes to nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import QObject, Signal

from engine.errors import Fault, Refusal, Refused
from engine.model.events import PostsArrived
from engine.model.ids import OrderKey, SpaceId
from engine.model.queries import Extent, Timeline
from engine.model.views import PostView, TimelineExtent
from ui.bridge import Bridge
from ui.timeline.run import Entry, PostRun, entry_of
from ui.timeline.seek import key_near

PAGE_POSTS = 100
AROUND_POSTS = 100  # on either side of a place that is jumped to or read anew
MARGIN_POSTS = 60  # fewer loaded beyond what is seen, and a page is asked for
NEAR_ENOUGH = PAGE_POSTS // 2  # ranks: a page read there holds the wanted post


class Load(IntEnum):
    """What may be asked for, most urgent first."""

    OPEN = 0
    JUMP = 1
    REFRESH = 2
    NEWER = 3
    OLDER = 4


@dataclass(frozen=True, slots=True)
class Seen:
    """What the reader has in sight: places in the run, and the key in the middle."""

    first: int
    last: int
    middle: OrderKey
    at_end: bool


class TimelineSource(QObject):
    """The run of one space at a time.

    ``opened`` and ``jumped`` carry the order key to show at the top (None: the end); ``changed``
    says that ``run`` holds other posts than before; ``arrived`` carries what came in live.
    """

    opened = Signal(object)
    jumped = Signal(object)
    changed = Signal()
    arrived = Signal(object)

    def __init__(self, bridge: Bridge) -> None:
        super().__init__()
        self._bridge = bridge
        self.run = PostRun()
        self.space: SpaceId | None = None
        self.extent = TimelineExtent(0, 0, None, None)
        self.is_open = False
        self._loads: dict[Load, object] = {}
        self._serving = False
        self._visit = 0
        self._seen: Seen | None = None
        bridge.posts_arrived.connect(self._on_posts)

    # ---- asking -----------------------------------------------------------------------------

    def open(self, space: SpaceId, at: OrderKey | None = None) -> None:
        """Shows ``space`` at the post ``at``, else at its first unread one, else at its end."""
        self._visit += 1
        self.space = space
        self.is_open = False
        self.run = PostRun()
        self._seen = None
        self._loads.clear()
        self._want(Load.OPEN, at)

    def close(self) -> None:
        """Shows nothing."""
        self._visit += 1
        self.space = None
        self.is_open = False
        self.run = PostRun()
        self._seen = None
        self._loads.clear()

    def look_at(self, first: int, last: int, *, at_end: bool) -> None:
        """The rows ``first`` to ``last`` of the run are seen: loads what is near them.

        ``at_end``: the reader follows the newest post.
        """
        self._seen = Seen(first, last, self.run.entries[(first + last) // 2].post.order, at_end)
        if first < MARGIN_POSTS and self.run.before:
            self._want(Load.OLDER)
        if last >= len(self.run) - MARGIN_POSTS and self.run.after:
            self._want(Load.NEWER)

    def jump_to_rank(self, rank: int) -> None:
        """Shows the post that ``rank`` posts precede."""
        self._want(Load.JUMP, rank)

    def jump_to(self, order: OrderKey) -> None:
        """Shows the post of that key, or where it would be."""
        self._want(Load.JUMP, order)

    def jump_to_end(self) -> None:
        """Shows the newest posts."""
        self._want(Load.JUMP, None)

    def _want(self, load: Load, what: object = None) -> None:
        if self.space is None:
            return
        self._loads[load] = what
        if not self._serving:
            self._serving = True
            self._bridge.start(self._serve())

    async def _serve(self) -> None:
        try:
            while self._loads and self.space is not None:
                load = min(self._loads)
                what = self._loads.pop(load)
                await self._try(load, what, self.space, self._visit)
        finally:
            self._serving = False

    async def _try(self, load: Load, what: object, space: SpaceId, visit: int) -> None:
        """Carries out one load. What fails is told here: the next one may be for another space."""
        try:
            await self._carry_out(load, what, space, visit)
        except Refused as refused:
            # The space was left, or forgotten while it was being read: that is told elsewhere.
            if visit == self._visit and refused.reason != Refusal.SPACE_UNKNOWN:
                self._bridge.failed.emit(refused)
        except Fault as fault:
            self._bridge.failed.emit(fault)

    async def _carry_out(self, load: Load, what: object, space: SpaceId, visit: int) -> None:
        match load:
            case Load.OPEN:
                await self._open(space, visit, what)
            case Load.JUMP:
                await self._jump(space, visit, what)
            case Load.REFRESH:
                await self._refresh(space, visit)
            case Load.NEWER:
                await self._load_newer(space, visit)
            case Load.OLDER:
                await self._load_older(space, visit)

    # ---- loading ----------------------------------------------------------------------------

    async def _open(self, space: SpaceId, visit: int, what: object) -> None:
        extent = await self._bridge.ask(Extent(space))
        at = OrderKey(what) if isinstance(what, bytes) else extent.first_unread
        if at is None:
            await self._show_end(space, visit)
        else:
            await self._show_around(space, visit, at)
        if visit == self._visit:
            self.extent = extent
            self.is_open = True
            self.opened.emit(at)
            self.changed.emit()

    async def _show_end(self, space: SpaceId, visit: int) -> None:
        page = await self._bridge.ask(Timeline(space, limit=AROUND_POSTS))
        entries = await self._read(page.posts)
        if visit == self._visit:
            self.run.place(entries, page.before, page.after)

    async def _show_around(self, space: SpaceId, visit: int, at: OrderKey) -> None:
        older = await self._bridge.ask(Timeline(space, limit=AROUND_POSTS, before=at))
        # Asked after the last older one, so that no post can fall between the two pages.
        joint = older.posts[-1].order if older.posts else OrderKey(b"")
        newer = await self._bridge.ask(Timeline(space, limit=AROUND_POSTS, after=joint))
        entries = await self._read((*older.posts, *newer.posts))
        if visit == self._visit:
            self.run.place(entries, max(0, newer.before - len(older.posts)), newer.after)

    async def _jump(self, space: SpaceId, visit: int, what: object) -> None:
        """``what``: a rank, an order key, or None for the end."""
        at: OrderKey | None = None
        match what:
            case int():
                at = await key_near(self._bridge, space, what, NEAR_ENOUGH)
                await self._show_around(space, visit, at)
            case bytes():
                at = OrderKey(what)
                await self._show_around(space, visit, at)
            case _:
                await self._show_end(space, visit)
        if visit == self._visit:
            if isinstance(what, int) and len(self.run):
                place = min(max(0, what - self.run.before), len(self.run) - 1)
                at = self.run.entries[place].post.order
            self.jumped.emit(at)
            self.changed.emit()

    async def _load_older(self, space: SpaceId, visit: int) -> None:
        if not self.run.before or not len(self.run):
            return
        page = await self._bridge.ask(Timeline(space, limit=PAGE_POSTS, before=self.run.first))
        entries = await self._read(page.posts)
        if visit == self._visit and entries:
            self.run.prepend(entries, page.before)
            self.changed.emit()

    async def _load_newer(self, space: SpaceId, visit: int) -> None:
        after = self.run.last if len(self.run) else OrderKey(b"")
        page = await self._bridge.ask(Timeline(space, limit=PAGE_POSTS, after=after))
        entries = await self._read(page.posts)
        if visit == self._visit:
            self.run.append(entries, page.after)
            self.changed.emit()

    async def _refresh(self, space: SpaceId, visit: int) -> None:
        """Reads the posts around the reader anew: something came in between them."""
        seen = self._seen
        if seen is None or not len(self.run):
            await self._load_newer(space, visit)
        elif seen.at_end:
            await self._show_end(space, visit)
        else:
            await self._show_around(space, visit, seen.middle)
        if visit == self._visit:
            self.changed.emit()

    # ---- events -----------------------------------------------------------------------------

    def _on_posts(self, event: PostsArrived) -> None:
        if event.space != self.space:
            return
        if self._serving:
            # An answer under way may be older than this event.
            self._want(Load.REFRESH)
        if not self.is_open:
            return
        self.arrived.emit(event)
        run = self.run
        if len(run) and event.last < run.first:
            run.before += event.count
            self.changed.emit()
        elif len(run) and event.first > run.last and not self._end_is_near():
            run.after += event.count
            self.changed.emit()
        elif not len(run) or event.first > run.last:
            self._want(Load.NEWER)
        else:
            self._want(Load.REFRESH)

    def _end_is_near(self) -> bool:
        """Whether the newest posts are loaded and the reader is close to them."""
        far = self._seen is not None and self._seen.last < len(self.run) - 2 * MARGIN_POSTS
        return not self.run.after and not far

    async def _read(self, posts: Sequence[PostView]) -> list[Entry]:
        """Entries of posts, kept ones where there are. Texts are read on another thread: a hostile
        one takes a tenth of a second.
        """
        known = {entry.post.id: entry for entry in self.run.entries}
        fresh = [post for post in posts if post.id not in known]
        loop = asyncio.get_running_loop()
        made = await loop.run_in_executor(None, lambda: [entry_of(post) for post in fresh])
        known.update((entry.post.id, entry) for entry in made)
        return [known[post.id] for post in posts]
