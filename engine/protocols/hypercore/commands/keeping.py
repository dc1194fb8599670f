"""How our own user keeps feeds: paused, limited, whole, left, forgotten; what is read first. Pure.

What is said of a folder holds for its feed of names and for its content; blocks are dropped, and
fetched or not, of its content alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engine.errors import Refusal, Refused
from engine.model.commands import Command, ForgetSpace, LeaveSpace
from engine.model.events import SpaceForgotten
from engine.model.feed_commands import (
    DropBlocks,
    FetchWhole,
    LimitFeed,
    PauseFeed,
    SeekBlocks,
    SeekBytes,
)
from engine.model.feed_queries import OneFeed
from engine.model.ids import SpaceId, SpaceKind
from engine.model.queries import Space
from engine.model.views import SpaceView
from engine.protocols.contract import Answer, Effect, Emit, Errand, Record, Store
from engine.protocols.hypercore.commands.fixing import passing_away
from engine.protocols.hypercore.commands.own_feeds import OwnFeeds
from engine.protocols.hypercore.limits import BLOCK_LIMIT, SIZE_LIMIT
from engine.protocols.hypercore.records import (
    PASSING,
    Evicted,
    Feed,
    FeedForgotten,
    FeedLeft,
    FeedStored,
    Reclaimed,
    Sought,
    SoughtBytes,
    Used,
)
from engine.protocols.hypercore.tree.places import Place, block_at

DROPPED_AT_ONCE = 1_024  # ours: blocks, some 20 ms
SOUGHT_MAX = 1_024  # ours: what is waited for at one time, of one feed

WantAll = Callable[[SpaceId, bool], Record]


@dataclass(frozen=True, slots=True)
class Keeping:
    """A ``Performer``. ``want_all`` records that all files of a folder are asked for, or not;
    ``limit_bytes``: of a feed without a limit of its own.
    """

    own: OwnFeeds
    want_all: WantAll
    limit_bytes: int

    @property
    def performs(self) -> frozenset[type[Command[object]]]:
        """See ``Performer``."""
        seeking = {SeekBlocks, SeekBytes, DropBlocks}
        leaving = {LeaveSpace, ForgetSpace}
        return frozenset({PauseFeed, LimitFeed, FetchWhole, *seeking, *leaving})

    def perform(self, command: Command[object], now: float) -> list[Effect]:
        """See ``Performer``."""
        match command:
            case PauseFeed(space, paused):
                feeds = self.own.with_inner(space)
                return _store([replace(feed, paused=paused) for feed in feeds], now)
            case LimitFeed(space, limit):
                bytes_max = None if limit is None else min(max(0, limit), SIZE_LIMIT)
                feeds = self.own.with_inner(space)
                again: list[Effect] = [
                    Store(Reclaimed(feed.space))
                    for feed in feeds
                    if self._has_more_room(feed, bytes_max)
                ]
                changed = [replace(feed, limit_bytes=bytes_max) for feed in feeds]
                return [*again, *_store(changed, now)]
            case FetchWhole(space, whole):
                return self._fetch_whole(space, now, whole=whole)
            case LeaveSpace(space):
                return self._leave(space)
            case ForgetSpace(space):
                return self._forget(space)
            case _:
                return self._seek(command, now)

    def _has_more_room(self, feed: Feed, limit_bytes: int | None) -> bool:
        """Whether what had to go may come back: all of it is wanted, and more of it is allowed."""
        was, becomes = (
            self.limit_bytes if limit is None else limit
            for limit in (feed.limit_bytes, limit_bytes)
        )
        return feed.whole and becomes > was

    # ---- blocks -----------------------------------------------------------------------------

    def _seek(self, command: Command[object], now: float) -> list[Effect]:
        match command:
            case SeekBlocks(space, start, end, wanted):
                blocks = (max(0, start), min(end, BLOCK_LIMIT))
                feed = self.own.feed(space)
                return [*self.seek(feed, blocks, now, wanted=wanted), Answer(None)]
            case SeekBytes(space, start, end):
                feed = self.own.feed(space)
                bytes_ = (max(0, start), min(end, SIZE_LIMIT))
                return [*self._seek_bytes(feed, *bytes_, now), Answer(None)]
            case DropBlocks(space, start, end):
                feed = self.own.feed(space)
                if feed.own:
                    raise Refused(Refusal.READ_ONLY, self.own.name(feed))
                contents = self._contents(space)
                if not contents:
                    return [Answer(OneFeed(space))]
                return self._drop(contents[0], space, max(0, start), min(end, BLOCK_LIMIT))
            case _:
                raise TypeError(command)

    def seek(
        self, feed: Feed, blocks: tuple[int, int], now: float, *, wanted: bool
    ) -> list[Effect]:
        """``blocks``: from the first to before the last. What is here was used, at least."""
        start, end = blocks
        if start >= end:
            return []
        if not wanted:
            return [Store(Sought(feed.space, start, end, wanted=False))]
        records = self.own.records
        effects: list[Effect] = []
        if not feed.own:
            effects.append(Store(Used(feed.space, start, min(end, feed.length), now)))
        if list(records.held(feed.space, start, end)) == [blocks]:
            return effects
        waiting = records.sought(feed.space)
        oldest = waiting[SOUGHT_MAX - 1 :]
        effects += [Store(Sought(feed.space, *one, wanted=False)) for one in oldest]
        return [*effects, Store(Sought(feed.space, start, end))]

    def _seek_bytes(self, feed: Feed, start: int, end: int, now: float) -> list[Effect]:
        """Where the tree is known there, it is blocks that are sought; else it has to be, first."""
        if start >= end:
            return []
        node = self.own.records.tree(feed.space).node
        end = min(end, feed.byte_length) if feed.byte_length > start else end
        first, last = (block_at(feed.length, byte, node) for byte in (start, end - 1))
        if isinstance(first, Place) and isinstance(last, Place):
            return self.seek(feed, (first.block, last.block + 1), now, wanted=True)
        oldest = self.own.records.sought_bytes(feed.space)[SOUGHT_MAX - 1 :]
        ended: list[Effect] = [Store(SoughtBytes(feed.space, *one, wanted=False)) for one in oldest]
        return [*ended, Store(SoughtBytes(feed.space, start, end))]

    def _drop(self, meant: Feed, space: SpaceId, start: int, end: int) -> list[Effect]:
        """Some of them at a time: each is a row of a timeline that goes, too."""
        feed = self.own.feed(meant.space)  # it may be gone by now
        held = self.own.records.held(feed.space, start, min(end, feed.length))
        stop = _behind(held, DROPPED_AT_ONCE)
        if stop is None:
            return [Answer(OneFeed(space))]
        return [
            Store(Evicted(feed.space, start, stop)),
            Errand(lambda: None, lambda _, __: self._drop(meant, space, stop, end)),
        ]

    def _fetch_whole(self, space: SpaceId, now: float, *, whole: bool) -> list[Effect]:
        """Of a folder, the names come whole in any case, also those that were let go; before they
        tell where its content is, all of its files are asked for.
        """
        every, meant = self.own.with_inner(space), self._contents(space)
        again: list[Effect] = [Store(Reclaimed(one.space)) for one in every if whole]
        if not meant:
            return [*again, Store(self.want_all(space, whole)), Answer(OneFeed(space))]
        changed = [replace(one, whole=whole) for one in meant]
        stored: list[Effect] = [Store(FeedStored(one.space, one, now)) for one in changed]
        return [*again, *stored, Answer(OneFeed(space))]

    def _contents(self, space: SpaceId) -> list[Feed]:
        """That feed; of a folder that of its content alone, or none before it is known."""
        feed, *inner = self.own.with_inner(space)
        is_folder = self.own.records.kind(space) is SpaceKind.FOLDER and feed.beside is None
        return inner if is_folder else [feed]

    # ---- the whole of it --------------------------------------------------------------------

    def _leave(self, space: SpaceId) -> list[Effect]:
        staying = [feed for feed in self.own.with_inner(space) if not feed.left]
        left: list[Effect] = [Store(FeedLeft(feed.space)) for feed in staying]
        return [*left, Answer(Space(space))]

    def _forget(self, space: SpaceId) -> list[Effect]:
        feed, *inner = self.own.with_inner(space)
        gone = passing_away(self.own.records, feed) if feed.beside == PASSING else [space]
        going = [*(one.space for one in inner), *gone]
        forgotten: list[Effect] = [Store(FeedForgotten(one)) for one in going]
        told: list[Effect] = [Emit(SpaceForgotten(one)) for one in gone]
        return [*forgotten, *told, Answer(self._last_view(feed))]

    def _last_view(self, feed: Feed) -> SpaceView:
        """What it was: after the commit nobody could answer that any more."""
        return SpaceView(
            feed.space,
            self.own.records.kind(feed.space),
            self.own.name(feed),
            feed.key,
            posts=self.own.records.posts(feed.space),
            unread=0,
            peers=0,
            can_post=False,
            can_invite=False,
            expires_at=None,
            public=True,
            left=True,
        )


def _store(feeds: Sequence[Feed], now: float) -> list[Effect]:
    """The first one is the one that was meant."""
    stored: list[Effect] = [Store(FeedStored(feed.space, feed, now)) for feed in feeds]
    return [*stored, Answer(OneFeed(feeds[0].space))]


def _behind(ranges: Sequence[tuple[int, int]], count: int) -> int | None:
    """Behind the first ``count`` blocks of ``ranges``; None if there is not one."""
    for start, end in ranges:
        if end - start >= count:
            return start + count
        count -= end - start
    return ranges[-1][1] if ranges else None
