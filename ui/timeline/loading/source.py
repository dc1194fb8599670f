"""Loads the run of posts around the reader: pages by key, one question at a time, never in paint.

Everything asked for is a ``Load``; two of one kind are one. One asked for a space that was left
meanwhile comes to nothing.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import QObject, Signal

from engine.errors import Fault, Refusal, Refused
from engine.model.events import PostsArrived, PostsChanged
from engine.model.ids import OrderKey, PostId, SpaceId
from engine.model.queries import Extent, Timeline
from engine.model.views import PostView, TimelineExtent
from ui.bridge import Bridge
from ui.timeline.loading.around import page_at
from ui.timeline.loading.facing import Facing
from ui.timeline.loading.reader import EntryReader
from ui.timeline.loading.run import Entry, PostRun
from ui.timeline.loading.seek import key_near

PAGE_POSTS = 100
MARGIN_POSTS = 60  # fewer loaded beyond what is seen, and a page is asked for
NEAR_ENOUGH = PAGE_POSTS // 2  # ranks: a page read there holds the wanted post
NEAR_POSTS = 16  # about a screen, on either side of a place
ONE_BY_ONE_MAX = 16  # changed posts: more, and the posts around the reader are read anew
NAMED_MAX = 1_024  # ours: changed posts that wait: beyond, the same
ELSEWHERE_MAX = 4  # changed posts that are not loaded, and may belong here now: more, the same


class Load(IntEnum):
    """What may be asked for, most urgent first."""

    OPEN = 0
    JUMP = 1
    FURTHER = 2
    REFRESH = 3
    CHANGED = 4
    NEWER = 5
    OLDER = 6


PLACING = frozenset({Load.OPEN, Load.JUMP})
"""These put the reader somewhere else."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the reader has in sight: places in the run, and the key in the middle."""

    first: int
    last: int
    middle: OrderKey
    at_end: bool


class TimelineSource(QObject):
    """The run of one space at a time; nothing stands in it unless the space ``is_open``.

    ``opened`` and ``jumped`` carry the order key to show at the top (None: the end); ``changed``
    says that ``run`` holds other posts than before, or more of a text (``grew`` comes ahead of it);
    ``arrived`` carries what came in live, once ``run`` counts it where it is not to be loaded;
    ``waits``: a place is being loaded (``is_busy`` until it is); ``not_opened``: the space could
    not be read, and stays empty until it is opened again; ``stayed``: a place could not be read,
    and what was shown still is.
    """

    opened = Signal(object)
    jumped = Signal(object)
    changed = Signal()
    grew = Signal()
    arrived = Signal(object)
    waits = Signal()
    not_opened = Signal()
    stayed = Signal()

    def __init__(self, bridge: Bridge) -> None:
        super().__init__()
        self.bridge = bridge
        self.facing = Facing(bridge)
        self.run = PostRun()
        self.space: SpaceId | None = None
        self.extent = TimelineExtent(0, 0, None, None)
        self.is_open = False
        self._loads: dict[Load, object] = {}
        self._serving = self._placing = False
        self._visit = 0
        self._seen: Seen | None = None
        self._named: dict[PostId, None] = {}
        self._further: dict[PostId, None] = {}
        self._reader = EntryReader(bridge)
        self.prepare: Callable[[PostRun, Sequence[Entry]], Awaitable[object]] | None = None
        """Is awaited with what is to be shown, and its entries around the place, before it is."""
        bridge.posts_arrived.connect(self._on_posts)
        bridge.posts_changed.connect(self._on_changes)

    # ---- asking -----------------------------------------------------------------------------

    def open(self, space: SpaceId, at: OrderKey | None = None) -> None:
        """Shows ``space`` at the post ``at``, else at its first unread one, else at its end.

        With the newest first it begins at the newest.
        """
        self.close()
        self.space = space
        self._reader.turn_to(space)
        self._want(Load.OPEN, at)

    def close(self) -> None:
        """Shows nothing."""
        self._visit += 1
        self.space = None
        self.is_open = False
        self.run = PostRun()
        self._seen = None
        self._loads.clear()
        self._named.clear()
        self._further.clear()
        self._reader.turn_to(None)

    @property
    def is_busy(self) -> bool:
        """Whether the reader waits for a place that is not shown yet: who wants another one by
        now has to ask for it, for that place would be shown instead.
        """
        return self._placing or not self._loads.keys().isdisjoint(PLACING)

    def refresh(self) -> None:
        """Reads the posts around the reader anew."""
        self._want(Load.REFRESH)

    def read_further(self, index: int) -> None:
        """Reads a further stretch of the long text at ``index``, and shows it once it is read."""
        self._further[self.run.entries[index].post.id] = None
        self._want(Load.FURTHER)

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
            self.bridge.start(self._serve())

    async def _serve(self) -> None:
        try:
            while self._loads and self.space is not None:
                load = min(self._loads)
                what = self._loads.pop(load)
                self._placing = load in PLACING
                if self._placing:
                    self.waits.emit()
                await self._try(load, what, self.space, self._visit)
        finally:
            self._serving = self._placing = False

    async def _try(self, load: Load, what: object, space: SpaceId, visit: int) -> None:
        """Carries out one load. What fails is told here: the next one may be for another space."""
        if load is not Load.OPEN and not self.is_open:
            return
        try:
            await self._carry_out(load, what, space, visit)
        except (Refused, Fault) as problem:
            # The space was left, or forgotten while it was being read: that is told elsewhere.
            is_lost = visit != self._visit or problem.reason is Refusal.SPACE_UNKNOWN
            if isinstance(problem, Fault) or not is_lost:
                self.bridge.failed.emit(problem)
            if load in PLACING and visit == self._visit:
                (self.not_opened if load is Load.OPEN else self.stayed).emit()

    async def _carry_out(self, load: Load, what: object, space: SpaceId, visit: int) -> None:
        match load:
            case Load.OPEN:
                await self._open(space, visit, what)
            case Load.JUMP:
                await self._jump(space, visit, what)
            case Load.FURTHER:
                await self._read_further()
            case Load.REFRESH:
                await self._refresh(space, visit)
            case Load.CHANGED:
                await self._take_changes(space, visit)
            case Load.NEWER:
                await self._load_newer(space, visit)
            case Load.OLDER:
                await self._load_older(space, visit)

    # ---- loading ----------------------------------------------------------------------------

    async def _open(self, space: SpaceId, visit: int, what: object) -> None:
        extent = await self.facing.ask(Extent(space))
        begins = OrderKey(b"") if self.facing.newest_first else extent.first_unread
        at = OrderKey(what) if isinstance(what, bytes) else begins
        stretch = await self._stretch(space, at)
        if visit == self._visit:
            await self._prepare(stretch, at)
        if visit == self._visit:
            self.extent = extent
            self.is_open = True
            self.run.become(stretch)
            self.opened.emit(at)
            self.changed.emit()

    async def _jump(self, space: SpaceId, visit: int, what: object) -> None:
        """``what``: a rank, an order key, or None for the end."""
        at: OrderKey | None
        match what:
            case int():
                at = await key_near(self.facing, space, what, NEAR_ENOUGH)
            case bytes():
                at = OrderKey(what)
            case _:
                at = None
        stretch = await self._stretch(space, at)
        if isinstance(what, int) and len(stretch):
            place = min(max(0, what - stretch.before), len(stretch) - 1)
            at = stretch.entries[place].post.order
        if visit == self._visit:
            await self._prepare(stretch, at)
        if visit == self._visit:
            self.run.become(stretch)
            self._placing = False  # whoever hears of it may ask whether another place is to come
            self.jumped.emit(at)
            self.changed.emit()

    async def _stretch(self, space: SpaceId, at: OrderKey | None) -> PostRun:
        """The posts around ``at``, or the newest (None), beside what is shown: who shows them puts
        the reader's place into them in the same step, for one means nothing without the other.
        """
        page = await page_at(self.facing, space, at)
        stretch = PostRun()
        stretch.place(await self._read(space, page.posts), page.before, page.after)
        return stretch

    async def _prepare(self, stretch: PostRun, at: OrderKey | None) -> None:
        if self.prepare is not None and len(stretch):
            place = len(stretch) - 1 if at is None else stretch.index_of(at)
            near = stretch.entries[max(0, place - NEAR_POSTS) : place + NEAR_POSTS]
            await self.prepare(stretch, near)

    async def _load_older(self, space: SpaceId, visit: int) -> None:
        if not self.run.before or not len(self.run):
            return
        page = await self.facing.ask(Timeline(space, limit=PAGE_POSTS, before=self.run.first))
        entries = await self._read(space, page.posts)
        if visit == self._visit and entries:
            self.run.prepend(entries, page.before)
            self.changed.emit()

    async def _load_newer(self, space: SpaceId, visit: int) -> None:
        after = self.run.last if len(self.run) else OrderKey(b"")
        page = await self.facing.ask(Timeline(space, limit=PAGE_POSTS, after=after))
        entries = await self._read(space, page.posts)
        if visit == self._visit:
            self.run.append(entries, page.after)
            self.changed.emit()

    async def _refresh(self, space: SpaceId, visit: int) -> None:
        """Reads the posts around the reader anew: something came in between them."""
        seen = self._seen
        if seen is None or not len(self.run):
            await self._load_newer(space, visit)
        else:
            stretch = await self._stretch(space, None if seen.at_end else seen.middle)
            if visit == self._visit:
                self.run.become(stretch)
                self.changed.emit()

    async def _read_further(self) -> None:
        posts, self._further = self._further, {}
        run = self.run
        for post in posts:
            place = run.place_of(post)
            entry = None if place is None else run.entries[place]
            if entry is None or not entry.clipped:
                continue
            if await self.read_on(run, entry, entry.parts + 1) and run is self.run:
                self.grew.emit()
                self.changed.emit()

    async def read_on(self, run: PostRun, entry: Entry, parts: int) -> bool:
        """Reads ``parts`` stretches of its text in all; whether ``run`` still held it then.

        While something else is loaded, or as a part of that: it tells nobody.
        """
        read = await self._reader.read_on(entry, parts)
        place = run.place_of(entry.post.id)
        if place is None or run.entries[place] is not entry:
            return False
        run.put(place, read)
        return True

    async def _take_changes(self, space: SpaceId, visit: int) -> None:
        """Reads anew what was named, and what is loaded and quotes it."""
        named, self._named = self._named, {}
        run = self.run
        here = [
            entry.post.id
            for entry in run.entries
            if entry.post.id in named
            or (entry.post.reply is not None and entry.post.reply.id in named)
        ]
        elsewhere = [post for post in named if run.place_of(post) is None]
        if len(here) > ONE_BY_ONE_MAX or len(elsewhere) > ELSEWHERE_MAX:
            await self._refresh(space, visit)
            return
        for post in (*here, *elsewhere):
            await self._take_change(space, visit, post)

    async def _take_change(self, space: SpaceId, visit: int, post: PostId) -> None:
        view = await self.facing.one(space, post)
        if visit != self._visit:
            return
        place = self.run.place_of(post)
        gone = view is None or view.hidden or view.target is not None
        if place is None:
            if view is not None and not gone and self.run.reaches(view.order):
                self._want(Load.REFRESH)  # it is shown again
        elif gone or view is None:
            self.run.take_out(place)
            self.changed.emit()
        else:
            (entry,) = await self._read(space, (view,))
            place = self.run.place_of(post)
            if place is not None:  # of a space that was left meanwhile nothing is here
                self.run.put(place, entry)
                self.changed.emit()

    # ---- events -----------------------------------------------------------------------------

    def _on_changes(self, event: PostsChanged) -> None:
        if event.space != self.space:
            return
        self._named.update(dict.fromkeys(event.posts))
        if len(self._named) > NAMED_MAX:
            self._named.clear()
        self._want(Load.CHANGED if event.posts and self._named else Load.REFRESH)

    def _on_posts(self, event: PostsArrived) -> None:
        if event.space != self.space:
            return
        if self._serving:
            # An answer under way may be older than this event.
            self._want(Load.REFRESH)
        if not self.is_open:
            return
        event = self.facing.event(event)
        is_beyond = self._take_in(event)
        self.arrived.emit(event)
        if is_beyond:
            self.changed.emit()

    def _take_in(self, event: PostsArrived) -> bool:
        """Whether what came in is not loaded, and only counted; else it is about to be loaded."""
        run = self.run
        is_newer = not len(run) or event.first > run.last
        if len(run) and event.last < run.first:
            run.before += event.count
        elif len(run) and is_newer and not self._end_is_near():
            run.after += event.count
        else:
            self._want(Load.NEWER if is_newer else Load.REFRESH)
            return False
        return True

    def _end_is_near(self) -> bool:
        """Whether the newest posts are loaded and the reader is close to them."""
        far = self._seen is not None and self._seen.last < len(self.run) - 2 * MARGIN_POSTS
        return not self.run.after and not far

    async def _read(self, space: SpaceId, posts: Sequence[PostView]) -> list[Entry]:
        return await self._reader.read(space, posts, self.run.entries)
