"""What our own user writes to feeds: blocks, and posts (``posts/entries``). Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.errors import Refusal, Refused
from engine.model.backup_commands import HandOver
from engine.model.commands import Command, HidePost, Post, Say
from engine.model.contents import Content, Files, Words
from engine.model.events import PostsChanged, SpaceChanged
from engine.model.feed_commands import AppendBlocks, ContinueFeed
from engine.model.feed_queries import OneFeed
from engine.model.feeds import BLOCK_BYTES_MAX, ENTRY_BYTES_MAX, PARTS_MAX, FeedLength
from engine.model.ids import SpaceId
from engine.model.queries import OnePost
from engine.protocols.contract import Answer, Effect, Emit, Store
from engine.protocols.hypercore.commands.own_feeds import OwnFeeds, demand_sizes
from engine.protocols.hypercore.posts.entries import FILES_MAX, entry_blocks
from engine.protocols.hypercore.posts.places import block_of, post_id
from engine.protocols.hypercore.records import ContinuedHere, Feed, OwnElsewhere, PostHidden


def nobody_heard(_space: SpaceId) -> bool:
    """Where nobody is connected."""
    return False


def no_content(_folder: SpaceId) -> int:
    """Where there are no folders."""
    return 0


@dataclass(frozen=True, slots=True)
class Writing:
    """A ``Performer``. ``is_heard``: whether a peer is connected that has all of that feed, and
    none that knows of more of it. ``content_end``: how many blocks of its contents the names of
    that folder speak of.
    """

    own: OwnFeeds
    is_heard: Callable[[SpaceId], bool] = nobody_heard
    content_end: Callable[[SpaceId], int] = no_content

    @property
    def performs(self) -> frozenset[type[Command[object]]]:
        """See ``Performer``."""
        return frozenset({AppendBlocks, ContinueFeed, HandOver, Post, Say, HidePost})

    def perform(self, command: Command[object], now: float) -> list[Effect]:
        """See ``Performer``."""
        match command:
            case AppendBlocks(space, blocks):
                return self._append(self.own.writable(space), blocks, now)
            case ContinueFeed(space, alone):
                return self._continue(self.own.feed(space), alone=alone)
            case HandOver():
                return self._hand_over(now)
            case Post(space, body):
                return self._post(self.own.writable(space), raw_blocks(body), now)
            case Say(space, content):
                return self._post(self.own.writable(space), said_blocks(content, now), now)
            case HidePost():
                return self._hide(command)
            case _:
                raise TypeError(command)

    def _append(self, feed: Feed, blocks: Sequence[bytes], now: float) -> list[Effect]:
        if not blocks:
            return [Answer(FeedLength(feed.length, feed.byte_length))]
        demand_sizes(blocks)
        grown = self.own.grown(feed, blocks, now)
        return [Store(grown), Answer(FeedLength(grown.signed.length, grown.byte_length))]

    def _post(self, feed: Feed, blocks: Sequence[bytes], now: float) -> list[Effect]:
        """The first of ``blocks`` is the post."""
        grown = self.own.grown(feed, blocks, now)
        return [Store(grown), Answer(OnePost(feed.space, post_id(feed.key, feed.length)))]

    def _continue(self, feed: Feed, *, alone: bool) -> list[Effect]:
        if not feed.own:
            raise Refused(Refusal.READ_ONLY, self.own.name(feed))
        parts = self.own.with_inner(feed.space)
        if any(part.common is not None for part in parts):
            raise Refused(Refusal.FEED_FORKED, self.own.name(feed))
        waiting = [part for part in parts if part.elsewhere]
        if not all(self._is_all_here(part) for part in waiting):
            raise Refused(Refusal.NOT_SYNCED, self.own.name(feed))
        if not alone and any(self._is_unheard(part) for part in waiting):
            raise Refused(Refusal.NOT_HEARD, self.own.name(feed))
        settled: list[Effect] = [Store(ContinuedHere(part.space)) for part in waiting]
        return [*settled, Answer(OneFeed(feed.space))]

    def _hand_over(self, now: float) -> list[Effect]:
        feeds = [feed for feed in self.own.records.all_known() if _may_be_handed_over(feed)]
        waiting: list[Effect] = [Store(OwnElsewhere(feed.space, 0, now)) for feed in feeds]
        return [*waiting, Answer(tuple(feed.space for feed in feeds))]

    def _is_unheard(self, feed: Feed) -> bool:
        """Out of a backup: how far it has gone since is not known before somebody has said it."""
        return feed.restored and not self.is_heard(feed.space)

    def _is_all_here(self, feed: Feed) -> bool:
        if feed.length < self.own.records.signed_elsewhere(feed.space):
            return False
        if feed.beside is not None and feed.length < self.content_end(feed.beside):
            return False
        held = self.own.records.held(feed.space, 0, feed.length)
        return not feed.length or list(held) == [(0, feed.length)]

    def _hide(self, command: HidePost) -> list[Effect]:
        feed = self.own.feed(command.space)
        block = block_of(feed.key, command.id)
        if block is None or not self.own.records.is_post(command.space, block):
            raise Refused(Refusal.POST_UNKNOWN, command.id.hex())
        return [
            Store(PostHidden(feed.space, block, command.hidden)),
            Emit(PostsChanged(feed.space, (command.id,))),
            Emit(SpaceChanged(feed.space)),  # its counts
            Answer(None),
        ]


def _may_be_handed_over(feed: Feed) -> bool:
    return feed.own and feed.signed and not feed.elsewhere and feed.common is None


def raw_blocks(body: str) -> tuple[bytes, ...]:
    """A body as it is. Refused: TEXT_EMPTY, BODY_INVALID, TEXT_TOO_LONG."""
    try:
        block = body.encode()
    except UnicodeEncodeError as error:
        raise Refused(Refusal.BODY_INVALID) from error
    if not block:
        raise Refused(Refusal.TEXT_EMPTY)
    if len(block) > BLOCK_BYTES_MAX:
        raise Refused(Refusal.TEXT_TOO_LONG, f"{BLOCK_BYTES_MAX:,} bytes")
    return (block,)


def said_blocks(content: Content, now: float) -> tuple[bytes, ...]:
    """The blocks that say it, the entry first.

    Refused: CONTENT_UNSUPPORTED for what a feed has no form for; TEXT_EMPTY, TEXT_TOO_LONG,
    FILE_TOO_LARGE.
    """
    match content:
        case Words(text, None, ()):
            if not text.strip():
                raise Refused(Refusal.TEXT_EMPTY)
            blocks = entry_blocks(text, now)
        case Files(files, text, ()) if files:
            blocks = entry_blocks(text, now, files)
        case _:
            raise Refused(Refusal.CONTENT_UNSUPPORTED)
    if len(blocks[0]) > BLOCK_BYTES_MAX:
        raise Refused(Refusal.TEXT_TOO_LONG, f"{BLOCK_BYTES_MAX:,} bytes")
    is_much = isinstance(content, Files) and len(content.files) > FILES_MAX
    if is_much or sum(map(len, blocks)) > ENTRY_BYTES_MAX or len(blocks) > PARTS_MAX:
        raise Refused(Refusal.FILE_TOO_LARGE, f"{ENTRY_BYTES_MAX:,} bytes")
    return blocks


def weight_of(content: Content, now: float) -> int:
    """How many bytes of a feed it takes. Refused as ``said_blocks``, but never for its size."""
    match content:
        case Words(text, None, ()):
            return sum(map(len, entry_blocks(text, now)))
        case Files(files, text, ()) if files:
            return sum(map(len, entry_blocks(text, now, files)))
        case _:
            raise Refused(Refusal.CONTENT_UNSUPPORTED)
