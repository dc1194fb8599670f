"""Writes spaces of a running engine into the dataset that reports read (reports.md, "Dataset").

Pages of posts go by in the order of their arrival, so the next time only what is new is read: the
manifest holds how far each space was written. Where that does not hold any more (posts were hidden,
edited, taken back or let go, or a timeline was built anew) the space is written anew: no row keeps
what its author does not say any more.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pyarrow.compute as pc
import pyarrow.parquet as pq

from app.control.client import AnswerTooLong
from app.reports.answering import answering
from app.reports.naming import Names, names_in
from app.reports.rows import comment_row, post_row
from app.to_its_end import to_its_end, to_its_end_all_the_same, to_its_end_or_called_off
from engine.api import Engine
from engine.crypto.blake2b import hash32
from engine.errors import Refusal, Refused
from engine.model.arrivals import (
    PAGE_ARRIVALS_MAX,
    Arrivals,
    ArrivalsView,
    ArrivedPost,
    ArrivedPosts,
)
from engine.model.comment_queries import PAGE_COMMENTS_MAX, Comments
from engine.model.comments import CommentView
from engine.model.feed_queries import OneFeed, OneFolder
from engine.model.ids import PostId, SpaceId, SpaceKind
from engine.model.queries import Space
from engine.model.views import SpaceView
from spark_reports.damage import reading
from spark_reports.dataset import AuthorRow, SpaceRow
from spark_reports.dataset_writer import DatasetWriter, writing
from spark_reports.manifest import Watermark
from ui.text.channels import channel_of

PAGE_FIRST = 64  # ours: nobody knows yet how long posts are
PAGE_CHARACTERS = 1_000_000  # ours: what a page is to hold

KINDS = {
    SpaceKind.PRIVATE: "peerlinks",
    SpaceKind.COMMUNITY: "cable",
    SpaceKind.FEED: "feed",
    SpaceKind.FOLDER: "feed",
}
"""The dataset's word for each kind of space."""

Told = Callable[[int, int], None]
"""Hears how many posts were looked at so far, now or an earlier time, and how many are held."""


@dataclass(frozen=True, slots=True)
class Written:
    """How many posts the dataset holds, and how many of them it did not hold before."""

    posts: int
    new: int


def _silence(_done: int, _all: int) -> None:
    """Nobody looks on."""


async def write_dataset(
    engine: Engine,
    spaces: Sequence[SpaceId],
    folder: Path,
    *,
    include_text: bool = False,
    told: Told = _silence,
    outlasts: bool = True,
) -> Written:
    """Brings the dataset in ``folder`` up to date with ``spaces``; others in it stay. ``outlasts``
    a power cut, but for one that is only on the way to something else, and soon removed.

    Refused with SPACE_UNKNOWN, DATASET_OTHERWISE (of its other spaces it has texts, and of these it
    would not, or the other way round), and as ``answering``; Fault where the disk fails. Whatever
    is raised, and cancelling, leaves the dataset as it was, but for the Fault of a disk that fails
    while it takes its place: then it is as a run leaves it that is killed there, or up to date.
    Cancelled while one that ``outlasts`` takes its place, it goes on to its end: up to date, or to
    that Fault.
    """
    views = [await engine.ask(Space(one)) for one in dict.fromkeys(spaces)]
    held = {view.id: (await engine.ask(Arrivals(view.id))).posts for view in views}
    progress = _Progress(told, held)
    with (
        answering(folder),
        writing(folder, include_text=include_text, outlasts=outlasts) as writer,
    ):
        if writer.left_out - {view.id.hex() for view in views}:
            raise Refused(Refusal.DATASET_OTHERWISE, str(folder))
        export = _Export(engine, writer, progress, include_text=include_text)
        for view in views:
            await export.space(view)
        manifest = await to_its_end_or_called_off(
            partial(writer.make_ready, export.spaces, export.authors)
        )
        await (to_its_end_all_the_same if outlasts else to_its_end)(writer.place)
        return Written(manifest.rows, writer.added)


class _Progress:
    """Of all spaces together. ``held``: as many posts, marks counted, as each was found to have."""

    def __init__(self, told: Told, held: Mapping[SpaceId, int]) -> None:
        self._told, self._held = told, dict(held)
        self._reached = dict.fromkeys(held, 0)

    def reached(self, space: SpaceId, posts: int) -> None:
        """So many of it are done; fewer than before, where it is begun anew."""
        self._reached[space] = posts
        self._held[space] = max(posts, self._held[space])
        self._told(sum(self._reached.values()), sum(self._held.values()))


@dataclass(frozen=True, slots=True)
class _CommentsNow:
    """``shown``: how many are to be written. The same ``changed``: so are those of before.

    A comment that nobody edited, took back or hid never changes.
    """

    shown: int
    changed: bytes


class _Export:
    def __init__(
        self, engine: Engine, writer: DatasetWriter, progress: _Progress, *, include_text: bool
    ) -> None:
        self._engine, self._writer, self._progress = engine, writer, progress
        self._include_text = include_text
        self.spaces: list[SpaceRow] = []
        self.authors: list[AuthorRow] = []

    async def space(self, view: SpaceView) -> None:
        """All of it that is not there yet."""
        before = await self._engine.ask(Arrivals(view.id))
        names = await names_in(self._engine, view, before.unheard)
        comments = await self._comments_now(view)
        mark = await self._still_true(view, before, _hidden(before, comments), comments)
        called = self._writer.names(view.id.hex())
        if mark is None or names.changed(called) or not await self._is_whole(view.id.hex()):
            self._writer.begin_anew(view.id.hex())
            mark = Watermark(-1, "", 0, _hidden(before, comments))
        else:
            names.keep(called)
        reached = await self._posts(view, names, mark)
        after = await self._engine.ask(Arrivals(view.id))
        if mark.rows and not before.posts <= reached.rows <= after.posts:  # some were let go
            self._writer.begin_anew(view.id.hex())
            anew = Watermark(-1, "", 0, _hidden(after, comments))
            names.unheard = frozenset(after.unheard)
            reached = await self._posts(view, names, anew)
        self._writer.mark(view.id.hex(), await self._comments(view, names, reached))
        self.spaces.append(await self._space_row(view, names))
        self.authors.extend(names.rows())

    async def _still_true(
        self, view: SpaceView, now: ArrivalsView, hidden: str, comments: _CommentsNow
    ) -> Watermark | None:
        """How far the space was written, if all of that would be written the same again; what it
        was written to is yet to be read.
        """
        mark = self._writer.watermark(view.id.hex())
        if mark is None or mark.hidden != hidden:
            return None
        if mark.rows > now.posts or mark.comments > comments.shown:
            return None
        if mark.arrived < 0:
            return mark
        last = await self._engine.ask(ArrivedPosts(view.id, mark.arrived - 1, 1))
        if not last or last[0].number != mark.arrived or last[0].id.hex() != mark.last:
            return None
        return mark

    async def _is_whole(self, space: str) -> bool:
        """It takes long: all that was written is read, so everything else is asked before."""
        return await to_its_end_or_called_off(partial(self._writer.is_whole, space))

    async def _posts(self, view: SpaceView, names: Names, mark: Watermark) -> Watermark:
        space, kind, text = view.id.hex(), KINDS[view.kind], self._include_text
        channel = _own_name(view, names) if view.kind is SpaceKind.COMMUNITY else ""
        arrived, last, rows = mark.arrived, mark.last, mark.rows
        self._progress.reached(view.id, rows)
        async with aclosing(self._pages(view.id, mark.arrived)) as pages:
            async for page in pages:
                kept = [
                    post_row(post, kind, channel, names.of, include_text=text)
                    for post in page
                    if not post.hidden and not post.folded
                ]
                self._writer.add(space, kept)
                arrived, last, rows = page[-1].number, page[-1].id.hex(), rows + len(page)
                self._progress.reached(view.id, rows)
        return Watermark(arrived, last, rows, mark.hidden, mark.comments)

    async def _pages(self, space: SpaceId, after: int) -> AsyncGenerator[Sequence[ArrivedPost]]:
        """One after the other: whoever read ahead would only take turns with whoever writes."""
        limit = PAGE_FIRST
        while page := await self._page(space, after, limit):
            yield page
            after, limit = page[-1].number, _wanted(page)

    async def _page(self, space: SpaceId, after: int, limit: int) -> Sequence[ArrivedPost]:
        while True:
            try:
                return await self._engine.ask(ArrivedPosts(space, after, limit))
            except AnswerTooLong:
                if limit == 1:
                    raise
                limit = max(1, limit // 4)

    async def _comments(self, view: SpaceView, names: Names, mark: Watermark) -> Watermark:
        """Those whose ids are not there; they have no order of arrival that we could ask for."""
        if view.kind is not SpaceKind.FEED:
            return mark
        space, text = view.id.hex(), self._include_text
        known = await to_its_end_or_called_off(partial(_comment_ids, self._writer.parts(space)))
        count = mark.comments
        async with aclosing(self._comment_pages(view)) as pages:
            async for page in pages:
                fresh = [one for one in page if one.id not in known and not one.hidden]
                rows = [comment_row(one, names.of, include_text=text) for one in fresh]
                self._writer.add(space, rows)
                count += len(rows)
        return Watermark(mark.arrived, mark.last, mark.rows, mark.hidden, count)

    async def _comments_now(self, view: SpaceView) -> _CommentsNow:
        shown, changed = 0, []
        async with aclosing(self._comment_pages(view)) as pages:
            async for page in pages:
                shown += sum(not one.hidden for one in page)
                changed += [_change(one) for one in page if _change(one)]
        return _CommentsNow(shown, hash32(b"".join(sorted(changed))))

    async def _comment_pages(self, view: SpaceView) -> AsyncGenerator[Sequence[CommentView]]:
        """The newest first; nothing of a space that cannot have any."""
        before: PostId | None = None
        while view.kind is SpaceKind.FEED:
            wish = Comments(view.id, everything=True, before=before, limit=PAGE_COMMENTS_MAX)
            page = (await self._engine.ask(wish)).comments
            if not page:
                return
            yield page
            before = page[0].id

    async def _space_row(self, view: SpaceView, names: Names) -> SpaceRow:
        row = SpaceRow(view.id.hex(), KINDS[view.kind], _own_name(view, names), names.community)
        match view.kind:
            case SpaceKind.FEED:
                feed = await self._engine.ask(OneFeed(view.id))
                size, held = feed.byte_length, feed.downloaded_bytes
            case SpaceKind.FOLDER:  # its feed is of names; what counts is what lies in it
                folder = await self._engine.ask(OneFolder(view.id))
                feed, size, held = folder.feed, folder.bytes, folder.done_bytes
            case _:
                return row
        return row._replace(
            blocks=feed.length,
            bytes=size,
            held_blocks=feed.downloaded,
            held_bytes=held,
            holders=feed.holders,
        )


def _own_name(view: SpaceView, names: Names) -> str:
    """Of a community's channel the part that is its own."""
    if view.kind is not SpaceKind.COMMUNITY:
        return view.name
    return channel_of(view, names.community)


def _wanted(page: Sequence[ArrivedPost]) -> int:
    """How many posts like these the next page may have."""
    characters = 1 + sum(len(post.text) for post in page)
    fitting = max(1, len(page) * PAGE_CHARACTERS // characters)
    return min(fitting, 8 * len(page), PAGE_ARRIVALS_MAX)


def _hidden(view: ArrivalsView, comments: _CommentsNow) -> str:
    """One digest of everything that is left out, or not as it was signed."""
    return hash32(view.hidden + view.folded + view.changes + comments.changed).hex()


def _change(comment: CommentView) -> bytes:
    """What makes it another row than when it was signed; nothing, mostly."""
    if not comment.hidden and not comment.retracted and comment.edited_at is None:
        return b""
    state = f"{comment.hidden} {comment.retracted} {comment.edited_at}"
    return comment.id + state.encode()


def _comment_ids(parts: Sequence[Path], is_called_off: Callable[[], bool]) -> frozenset[bytes]:
    ids: set[bytes] = set()
    for path in parts:
        if is_called_off():
            break
        with reading(path):
            table = pq.read_table(path, columns=["kind", "id"])
        ids.update(table.filter(pc.equal(table["kind"], "comment"))["id"].to_pylist())
    return frozenset(ids)
