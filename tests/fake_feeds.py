"""The feeds of the fake engine: the contract's commands and queries over lists of blocks.

A post is one block of JSON text and the blocks of its files follow it, as the real engine does it.
``received`` brings blocks in as a peer would; all state is public, so that a test sets the scene.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, assert_never

from engine.errors import Refusal, Refused
from engine.model import commands, contents, events, queries, views
from engine.model.feed_commands import (
    AppendBlocks,
    ContinueFeed,
    CreateFeed,
    CreateStaticFeed,
    DropBlocks,
    FetchWhole,
    FixFeed,
    FollowFeed,
    LimitFeed,
    PauseFeed,
    SeekBlocks,
    SeekBytes,
)
from engine.model.feed_queries import READ_BYTES_MAX, Blocks, Bytes, Feeds, MissingBlocks, OneFeed
from engine.model.feeds import BLOCK_BYTES_MAX, FeedForm, FeedLength, FeedState, FeedView, ForkView
from engine.model.ids import PublicKey, SpaceId, SpaceKind
from tests.fake_feed import (
    FakeFeed,
    block_view,
    entry_bytes,
    missing_blocks,
    order_of,
    pieces_of,
    row_of,
)
from tests.fake_history import EPOCH, GrownHistory, key_of

if TYPE_CHECKING:  # the engine owns its feeds
    from tests.fake_engine import FakeEngine


FakedCommand = (
    CreateFeed
    | CreateStaticFeed
    | FixFeed
    | FollowFeed
    | AppendBlocks
    | PauseFeed
    | LimitFeed
    | FetchWhole
    | SeekBlocks
    | SeekBytes
    | DropBlocks
    | ContinueFeed
)
FakedQuery = Feeds | OneFeed | Blocks | Bytes | MissingBlocks


@dataclass
class FakeFeeds:
    """The part of the fake engine that knows feeds."""

    engine: FakeEngine
    feeds: dict[SpaceId, FakeFeed] = field(default_factory=dict)

    # ---- setting the scene ----------------------------------------------------------------------

    def add(self, name: str, *entries: str, **changes: Any) -> SpaceId:  # Any: fields of the view
        """A feed with these entries; ``changes`` replace fields of its FeedView.

        ``own`` makes it ours. ``state`` sets the state it answers.
        """
        state = changes.pop("state", None)
        own = bool(changes.get("own", False))
        key = PublicKey(changes.pop("key", key_of(f"feed {name} {len(self.feeds)}")))
        space = SpaceId(key)
        form = changes.get("form", FeedForm.SIGNED)
        made = self.engine.add_space(
            name,
            id=space,
            kind=SpaceKind.FEED,
            public_key=key,
            public=True,
            can_post=own and form is not FeedForm.STATIC,
            can_invite=False,
            own_path=() if own else None,
        )
        there = self.engine.spaces[space] = self.engine.spaces.pop(made)
        view = FeedView(
            space, key, key_of(key.hex()), name, form, own, 0, 0, 0, 0, None, FeedState.CURRENT
        )
        self.feeds[space] = FakeFeed(replace(view, **changes), state=state)
        for place, entry in enumerate(entries):
            self.append(space, entry_bytes(entry, EPOCH + 60.0 * place))
        if entries:
            there.read_up_to = order_of(len(entries) - 1)
        return space

    def append(self, space: SpaceId, *blocks: bytes, here: bool = True) -> None:
        """Blocks behind the others, as their author signed them; not ``here``: only known of."""
        feed = self.feeds[space]
        first = len(feed.sizes)
        for index, block in enumerate(blocks, first):
            feed.sizes.append(len(block))
            (feed.blocks if here else feed.remote)[index] = block
        self._counted(feed)
        if here:
            self._tell_rows(space, range(first, first + len(blocks)))

    def receive(self, space: SpaceId, start: int, end: int) -> None:
        """Blocks come in that a connected peer has."""
        feed = self.feeds[space]
        came = [i for i in range(start, end) if i in feed.remote and i not in feed.withheld]
        for index in came:
            feed.blocks[index] = feed.remote.pop(index)
        self._counted(feed)
        if came:
            size = sum(feed.sizes[index] for index in came)
            self.engine.tell(events.BlocksArrived(space, len(came), size))
            self._tell_rows(space, came)

    def fork(self, space: SpaceId, common: int) -> None:
        """Its author has signed two histories."""
        feed = self.feeds[space]
        length = feed.view.length
        hashes = (key_of("ours"), key_of("theirs"))
        fork = ForkView(common, self.engine.now, (length, length + 2), hashes)
        feed.view = replace(feed.view, fork=fork)
        self.engine.tell(events.FeedForked(space, common), events.SpaceChanged(space))

    def change(self, space: SpaceId, **changes: Any) -> FeedView:  # Any: fields of the view
        """The feed with these fields of its FeedView, told to who listens."""
        feed = self.feeds[space]
        if "state" in changes:
            feed.state = changes.pop("state")
        feed.view = replace(feed.view, **changes)
        self.engine.tell(events.SpaceChanged(space))
        return self.view(space)

    # ---- commands -------------------------------------------------------------------------------

    def do(self, command: FakedCommand) -> object:  # noqa: C901, PLR0911, PLR0912 - one line each
        match command:
            case CreateFeed(name, older):
                return self._create(name, FeedForm.OLDER if older else FeedForm.SIGNED)
            case FixFeed(space, name):
                return self._create_static(name, tuple(self._feed(space).blocks.values()))
            case CreateStaticFeed(name, blocks):
                return self._create_static(name, blocks)
            case FollowFeed():
                return self._follow(command)
            case AppendBlocks(space, blocks):
                return self._append(space, blocks)
            case PauseFeed(space, paused):
                return self._do(space, paused=paused)
            case LimitFeed(space, limit):
                return self._do(space, limit_bytes=limit)
            case FetchWhole(space, whole):
                return self._do(space, whole=whole)
            case SeekBlocks(space, start, end, wanted):
                if wanted:
                    self._feed(space).sought.append((start, end))
                return None
            case SeekBytes(space):
                self._feed(space)
                return None
            case DropBlocks(space, start, end):
                return self._drop(space, start, end)
            case ContinueFeed(space):
                return self._continue(space)
            case _:
                assert_never(command)

    def say(self, command: commands.Say) -> views.PostView:
        """An entry of our own feed; it is stored when this answers."""
        feed = self._feed(command.space)
        self._may_append(feed)
        self.engine.now += 1
        match command.content:
            case contents.Words(text, None, ()) if text.strip():
                self.append(command.space, entry_bytes(text, self.engine.now))
                last = len(feed.sizes) - 1
            case contents.Files(files, text):
                pieces = [pieces_of(file.data) for file in files]
                named = [
                    {
                        "name": file.name,
                        "type": file.content_type,
                        "size": len(file.data),
                        "blocks": len(cut),
                    }
                    for file, cut in zip(files, pieces, strict=True)
                ]
                entry = json.dumps({"text": text, "at": self.engine.now, "files": named}).encode()
                last = len(feed.sizes)
                self.append(command.space, entry, *(one for cut in pieces for one in cut))
            case contents.Words():
                raise Refused(Refusal.TEXT_EMPTY)
            case _:
                raise Refused(Refusal.CONTENT_UNSUPPORTED)
        row = self.row(command.space, last)
        assert row is not None
        return row

    def _create(self, name: str, form: FeedForm) -> FeedView:
        if not name.strip():
            raise Refused(Refusal.NAME_INVALID)
        space = self.add(name, own=True, form=form)
        self.engine.tell(events.SpaceChanged(space))
        return self.view(space)

    def _create_static(self, name: str, blocks: tuple[bytes, ...]) -> FeedView:
        if any(len(block) > BLOCK_BYTES_MAX for block in blocks):
            raise Refused(Refusal.BLOCK_TOO_LONG)
        space = self.add(name, own=True, form=FeedForm.STATIC)
        self.append(space, *blocks)
        self.engine.tell(events.SpaceChanged(space))
        return self.view(space)

    def _follow(self, command: FollowFeed) -> FeedView:
        space = SpaceId(command.key)
        if space in self.feeds:
            return self._follow_again(self.feeds[space].view, command)
        name = command.name or command.key.hex()[:8]
        form = command.form or FeedForm.SIGNED
        self.add(name, key=command.key, form=form, whole=command.whole, state=FeedState.WAITING)
        self.engine.tell(events.SpaceChanged(space))
        return self.view(space)

    def _follow_again(self, known: FeedView, command: FollowFeed) -> FeedView:
        form, is_left = command.form or known.form, self.engine.spaces[known.space].view.left
        if form is not known.form and (known.own or known.length):
            raise Refused(Refusal.FEED_OF_OTHER_FORM, known.form)
        if form is known.form and not is_left:
            raise Refused(Refusal.SPACE_KNOWN, known.name)
        if is_left:
            self._left(known.space, left=False)
        return self.change(known.space, form=form, whole=command.whole)

    def _append(self, space: SpaceId, blocks: tuple[bytes, ...]) -> FeedLength:
        feed = self._feed(space)
        self._may_append(feed)
        self.append(space, *blocks)
        return FeedLength(feed.view.length, feed.view.byte_length)

    def _may_append(self, feed: FakeFeed) -> None:
        state = self.view(feed.view.space).state
        if state is FeedState.FORKED:
            raise Refused(Refusal.FEED_FORKED)
        if state is FeedState.ELSEWHERE:
            raise Refused(Refusal.FEED_ELSEWHERE)
        if not feed.view.own or feed.view.form is FeedForm.STATIC:
            raise Refused(Refusal.READ_ONLY, feed.view.name)

    def _do(self, space: SpaceId, **changes: object) -> FeedView:
        self._feed(space)
        return self.change(space, **changes)

    def _drop(self, space: SpaceId, start: int, end: int) -> FeedView:
        feed = self._feed(space)
        if feed.view.own:
            raise Refused(Refusal.READ_ONLY, feed.view.name)
        for index in range(start, end):
            if index in feed.blocks:
                feed.remote[index] = feed.blocks.pop(index)
        history = self.engine.spaces[space].history
        assert isinstance(history, GrownHistory)
        for row in history.run(0, len(history)):
            if start <= row.height < end:
                history.remove(row)
        self._counted(feed)
        self.engine.tell(events.PostsChanged(space, ()), events.SpaceChanged(space))
        return self.view(space)

    def _continue(self, space: SpaceId) -> FeedView:
        feed = self._feed(space)
        if feed.view.fork is not None:
            raise Refused(Refusal.FEED_FORKED)
        if feed.view.downloaded < feed.view.length:
            raise Refused(Refusal.NOT_SYNCED, feed.view.name)
        return self.change(space, state=None)

    def _left(self, space: SpaceId, *, left: bool) -> None:
        there = self.engine.spaces[space]
        there.view = replace(there.view, left=left)
        self.engine.tell(events.SpaceChanged(space))

    # ---- queries --------------------------------------------------------------------------------

    def answer(self, query: FakedQuery) -> object:
        match query:
            case Feeds():
                return tuple(
                    self.view(space) for space in self.engine.spaces if space in self.feeds
                )
            case OneFeed(space):
                return self.view(space)
            case Blocks(space, start, end):
                feed = self._feed(space)
                return tuple(block_view(feed, i) for i in range(start, min(end, len(feed.sizes))))
            case MissingBlocks(space, start, end):
                return missing_blocks(self._feed(space), start, end)
            case Bytes(space, start, end):
                feed = self._feed(space)
                if len(feed.blocks) < len(feed.sizes):
                    raise Refused(Refusal.BLOCKS_MISSING)
                whole = b"".join(feed.blocks[index] for index in range(len(feed.sizes)))
                return whole[start : min(end, start + READ_BYTES_MAX)]
            case _:
                assert_never(query)

    def one_post(self, query: queries.OnePost) -> views.PostView:
        """A row with its body."""
        feed = self._feed(query.space)
        found = [row for row in self._rows(query.space) if row.id == query.id]
        if not found:
            raise Refused(Refusal.POST_UNKNOWN)
        body = feed.blocks[found[0].height].decode("utf-8", "replace")
        return replace(found[0], body=body)

    def one_file(self, query: queries.OneFile) -> views.FileContent:
        """A file of an entry, or the bytes of a block that is no text."""
        feed = self._feed(query.space)
        row = next(row for row in self._rows(query.space) if row.id == query.id)
        if not 0 <= query.number < len(row.files):
            raise Refused(Refusal.FILE_UNKNOWN)
        file = row.files[query.number]
        if not file.name:
            return views.FileContent(file.name, file.content_type, feed.blocks[row.height])
        counts = [one["blocks"] for one in json.loads(feed.blocks[row.height])["files"]]
        start = row.height + 1 + sum(counts[: query.number])
        pieces = [feed.blocks.get(index) for index in range(start, start + counts[query.number])]
        if any(piece is None for piece in pieces):
            raise Refused(Refusal.BLOCKS_MISSING)
        data = b"".join(piece for piece in pieces if piece is not None)
        return views.FileContent(file.name, file.content_type, data)

    def view(self, space: SpaceId) -> FeedView:
        """The feed as ``OneFeed`` answers it."""
        feed = self._feed(space)
        there = self.engine.spaces[space].view
        return replace(feed.view, name=there.name, peers=there.peers, state=self._state(feed))

    def _state(self, feed: FakeFeed) -> FeedState:
        view = feed.view
        ordered = (
            (self.engine.spaces[view.space].view.left, FeedState.LEFT),
            (view.fork is not None, FeedState.FORKED),
            (feed.state is not None, feed.state or FeedState.CURRENT),
            (view.paused, FeedState.PAUSED),
            (view.downloaded < view.length and view.whole, FeedState.DOWNLOADING),
        )
        return next((state for holds, state in ordered if holds), FeedState.CURRENT)

    # ---- rows -----------------------------------------------------------------------------------

    def row(self, space: SpaceId, index: int) -> views.PostView | None:
        """The row that a block makes; None: it is a piece of a file."""
        return row_of(self.feeds[space], index, self.engine.now)

    def _rows(self, space: SpaceId) -> list[views.PostView]:
        history = self.engine.spaces[space].history
        return list(history.run(0, len(history)))

    def _tell_rows(self, space: SpaceId, indices: range | list[int]) -> None:
        history = self.engine.spaces[space].history
        assert isinstance(history, GrownHistory)
        rows = [row for index in indices if (row := self.row(space, index)) is not None]
        for row in rows:
            history.add(row)
        if rows:
            orders = [row.order for row in rows]
            own = len(rows) if self.feeds[space].view.own else 0
            self.engine.tell(events.PostsArrived(space, len(rows), min(orders), max(orders), own))

    def _counted(self, feed: FakeFeed) -> None:
        feed.view = replace(
            feed.view,
            length=len(feed.sizes),
            byte_length=sum(feed.sizes),
            downloaded=len(feed.blocks),
            downloaded_bytes=sum(len(block) for block in feed.blocks.values()),
            tree_hash=key_of(f"tree {len(feed.sizes)}") if feed.sizes else None,
        )

    def _feed(self, space: SpaceId) -> FakeFeed:
        if space not in self.engine.spaces:
            raise Refused(Refusal.SPACE_UNKNOWN)
        if space not in self.feeds:
            raise Refused(Refusal.NOT_A_FEED)
        return self.feeds[space]
