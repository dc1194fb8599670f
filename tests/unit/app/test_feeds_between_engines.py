"""Whole engines on this computer share feeds: through the port, and as programs of others do."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from app.compose import run_engine
from app.profile.settings import Settings
from engine.api import Engine
from engine.errors import Refusal, Refused
from engine.model.address import Address
from engine.model.commands import ForgetSpace, LeaveSpace, Say
from engine.model.contents import Attachment, Files, Words
from engine.model.events import Event, FeedForked, PeerViolated
from engine.model.feed_commands import (
    AppendBlocks,
    ContinueFeed,
    CreateFeed,
    CreateStaticFeed,
    DropBlocks,
    FetchWhole,
    FollowFeed,
    PauseFeed,
    SeekBlocks,
    SeekBytes,
)
from engine.model.feed_queries import Blocks, Bytes, Feeds, OneFeed
from engine.model.feeds import FeedForm, FeedState, FeedView
from engine.model.ids import ProtocolName, SpaceId
from engine.model.peer_commands import AddPeer, Listen
from engine.model.queries import OneFile, Space, Timeline
from engine.store.opening import open_store

HOST = "127.0.0.1"
KEY = bytes(range(32))
SECONDS = 30.0

pytestmark = pytest.mark.asyncio


@asynccontextmanager
async def engines(folder: Path, *names: str) -> AsyncIterator[list[Engine]]:
    async with AsyncExitStack() as stack:
        opened: list[Engine] = []
        for name in names:
            profile = folder / name
            profile.mkdir(mode=0o700, exist_ok=True)
            running = run_engine(open_store(profile, KEY), Settings(), online=True)
            opened.append((await stack.enter_async_context(running)).engine)
        yield opened


async def until(engine: Engine, holds: Callable[[], Awaitable[bool]]) -> None:
    """Asked again whenever the engine tells something."""
    told = asyncio.Event()
    unsubscribe = engine.subscribe(lambda _: told.set())
    async with asyncio.timeout(SECONDS):
        while True:
            told.clear()
            if await holds():
                unsubscribe()
                return
            await told.wait()


async def meet(
    dialler: Engine, listener: Engine, protocol: ProtocolName = ProtocolName.TIDINGS
) -> None:
    door = await listener.perform(Listen(protocol, Address(HOST, 0)))
    await dialler.perform(AddPeer(protocol, door.address))


async def has_all(reader: Engine, space: SpaceId, length: int) -> None:
    async def holds() -> bool:
        feed = await reader.ask(OneFeed(space))
        return feed.downloaded == feed.length == length

    await until(reader, holds)


async def becomes(engine: Engine, space: SpaceId, is_so: Callable[[FeedView], bool]) -> None:
    async def holds() -> bool:
        return is_so(await engine.ask(OneFeed(space)))

    await until(engine, holds)


async def test_what_is_posted_comes_and_goes_on_coming(tmp_path: Path) -> None:
    async with engines(tmp_path, "ann", "bob") as (ann, bob):
        feed = await ann.perform(CreateFeed("news"))
        await ann.perform(Say(feed.space, Words("first")))
        await bob.perform(FollowFeed(feed.key, "ann"))
        await meet(bob, ann)
        await has_all(bob, feed.space, 1)
        picture = Attachment("a.png", "image/png", bytes(range(256)) * 900)
        await ann.perform(Say(feed.space, Files((picture,), "look")))
        await has_all(bob, feed.space, 6)
        page = await bob.ask(Timeline(feed.space, 9))
        assert [post.text for post in page.posts] == ["first", "look"]
        assert (await bob.ask(OneFile(feed.space, page.posts[1].id, 0))).data == picture.data
        view = await bob.ask(OneFeed(feed.space))
        assert (view.state, view.peers, view.author_online) == (FeedState.CURRENT, 1, True)
        assert (await bob.ask(Space(feed.space))).unread == 2
        await becomes(ann, feed.space, lambda feed: feed.holders == 1)

        async def has_reached() -> bool:
            posts = (await ann.ask(Timeline(feed.space, 9))).posts
            return [post.reached for post in posts] == [1, 1]

        await until(ann, has_reached)


async def test_one_connection_carries_feeds_of_every_form(tmp_path: Path) -> None:
    async with engines(tmp_path, "ann", "bob") as (ann, bob):
        signed = await ann.perform(CreateFeed("signed"))
        fixed = await ann.perform(CreateStaticFeed("static", (b"one", b"two", b"three")))
        await ann.perform(AppendBlocks(signed.space, (b"block",)))
        await meet(bob, ann)
        for feed in (fixed, signed):
            await bob.perform(FollowFeed(feed.key, form=feed.form))
        await has_all(bob, fixed.space, 3)
        await has_all(bob, signed.space, 1)
        assert {feed.form for feed in await bob.ask(Feeds())} == {FeedForm.SIGNED, FeedForm.STATIC}


async def test_who_holds_a_feed_passes_it_on_while_its_author_is_away(tmp_path: Path) -> None:
    async with engines(tmp_path, "ann", "bob") as (ann, bob):
        feed = await ann.perform(CreateFeed("news"))
        await ann.perform(AppendBlocks(feed.space, (b"one", b"two")))
        await bob.perform(FollowFeed(feed.key))
        await meet(bob, ann)
        await has_all(bob, feed.space, 2)
    async with engines(tmp_path, "bob", "cleo") as (bob, cleo):
        await cleo.perform(FollowFeed(feed.key))
        await meet(cleo, bob)
        await has_all(cleo, feed.space, 2)
        view = await cleo.ask(OneFeed(feed.space))
        assert (view.author_online, view.holders) == (None, 1)
        assert not (await bob.ask(OneFeed(feed.space))).author_online


async def test_a_feed_is_read_in_parts(tmp_path: Path) -> None:
    async with engines(tmp_path, "ann", "bob") as (ann, bob):
        feed = await ann.perform(CreateFeed("archive"))
        blocks = tuple(bytes([number]) * 100 for number in range(50))
        await ann.perform(AppendBlocks(feed.space, blocks))
        await bob.perform(FollowFeed(feed.key, whole=False))
        await meet(bob, ann)
        await becomes(bob, feed.space, lambda feed: feed.length == 50)
        assert (await bob.ask(OneFeed(feed.space))).downloaded == 0
        await bob.perform(SeekBlocks(feed.space, 40, 42))
        await becomes(bob, feed.space, lambda feed: feed.downloaded == 2)
        await bob.perform(SeekBytes(feed.space, 1_010, 1_120))
        await becomes(bob, feed.space, lambda feed: feed.downloaded == 4)
        assert await bob.ask(Bytes(feed.space, 1_010, 1_120)) == b"".join(blocks)[1_010:1_120]
        await bob.perform(FetchWhole(feed.space))
        await has_all(bob, feed.space, 50)


async def test_pause_stops_and_what_was_dropped_stays_away(tmp_path: Path) -> None:
    async with engines(tmp_path, "ann", "bob") as (ann, bob):
        feed = await ann.perform(CreateFeed("news"))
        await bob.perform(FollowFeed(feed.key))
        await meet(bob, ann)
        await ann.perform(AppendBlocks(feed.space, (b"one", b"two")))
        await has_all(bob, feed.space, 2)
        await bob.perform(PauseFeed(feed.space))
        await becomes(ann, feed.space, lambda feed: feed.peers == 0)
        await ann.perform(AppendBlocks(feed.space, (b"three",)))
        await bob.perform(DropBlocks(feed.space, 0, 1))
        await bob.perform(PauseFeed(feed.space, paused=False))
        await becomes(bob, feed.space, lambda feed: feed.length == 3 and feed.downloaded == 2)
        await bob.perform(SeekBlocks(feed.space, 0, 1))
        await has_all(bob, feed.space, 3)


async def test_a_feed_that_is_left_comes_no_more_until_it_is_taken_up(tmp_path: Path) -> None:
    async with engines(tmp_path, "ann", "bob") as (ann, bob):
        feed = await ann.perform(CreateFeed("news"))
        await bob.perform(FollowFeed(feed.key))
        await meet(bob, ann)
        await ann.perform(AppendBlocks(feed.space, (b"one",)))
        await has_all(bob, feed.space, 1)
        await bob.perform(LeaveSpace(feed.space))
        await becomes(ann, feed.space, lambda feed: feed.peers == 0)
        await ann.perform(AppendBlocks(feed.space, (b"two",)))
        assert (await bob.ask(OneFeed(feed.space))).length == 1
        await bob.perform(FollowFeed(feed.key))
        await has_all(bob, feed.space, 2)
        await bob.perform(ForgetSpace(feed.space))
        assert await bob.ask(Feeds()) == ()


async def test_programs_of_others_are_met_without_the_port(tmp_path: Path) -> None:
    async with engines(tmp_path, "ann", "bob") as (ann, bob):
        feeds = [await ann.perform(CreateFeed(name)) for name in ("one", "two")]
        for feed in feeds:
            await ann.perform(AppendBlocks(feed.space, (b"block",)))
            await bob.perform(FollowFeed(feed.key))
        await meet(bob, ann, ProtocolName.HYPERCORE)
        for feed in feeds:
            await has_all(bob, feed.space, 1)
            view = await bob.ask(OneFeed(feed.space))
            assert view.author_online is None
            (block,) = await bob.ask(Blocks(feed.space, 0, 9))
            assert block.data == b"block"


async def test_a_static_feed_is_had_over_the_older_protocol(tmp_path: Path) -> None:
    async with engines(tmp_path, "ann", "bob") as (ann, bob):
        feed = await ann.perform(CreateStaticFeed("plans", (b"one", b"two")))
        await bob.perform(FollowFeed(feed.key, form=FeedForm.STATIC))
        await meet(bob, ann, ProtocolName.HYPERCORE)
        await has_all(bob, feed.space, 2)


async def test_a_static_feed_followed_by_its_bare_key_comes_once_its_form_is_said(
    tmp_path: Path,
) -> None:
    async with engines(tmp_path, "ann", "bob") as (ann, bob):
        feed = await ann.perform(CreateStaticFeed("plans", (b"one", b"two")))
        await bob.perform(FollowFeed(feed.key))
        door = await ann.perform(Listen(ProtocolName.HYPERCORE, Address(HOST, 0)))
        heard: list[Event] = []
        bob.subscribe(heard.extend)

        async def has_failed() -> bool:
            return any(isinstance(one, PeerViolated) for one in heard)

        await bob.perform(AddPeer(ProtocolName.HYPERCORE, door.address))
        await until(bob, has_failed)
        await bob.perform(FollowFeed(feed.key, form=FeedForm.STATIC))
        await bob.perform(AddPeer(ProtocolName.HYPERCORE, door.address))
        await has_all(bob, feed.space, 2)


async def test_what_is_followed_in_another_form_goes_on_over_the_same_connection(
    tmp_path: Path,
) -> None:
    async with engines(tmp_path, "ann", "bob") as (ann, bob):
        feed = await ann.perform(CreateFeed("plans", older=True))
        await bob.perform(FollowFeed(feed.key))
        await meet(bob, ann)
        await becomes(bob, feed.space, lambda view: view.peers > 0)
        await bob.perform(FollowFeed(feed.key, form=FeedForm.OLDER))
        await ann.perform(AppendBlocks(feed.space, (b"one",)))
        await has_all(bob, feed.space, 1)


async def test_an_older_copy_of_our_profile_stops_until_it_has_all_that_we_said_since(
    tmp_path: Path,
) -> None:
    async with engines(tmp_path, "ann") as (ann,):
        feed = await ann.perform(CreateFeed("news"))
        await ann.perform(Say(feed.space, Words("first")))
    shutil.copytree(tmp_path / "ann", tmp_path / "copy")
    async with engines(tmp_path, "ann", "bob") as (ann, bob):
        await ann.perform(Say(feed.space, Words("second")))
        await bob.perform(FollowFeed(feed.key))
        await meet(bob, ann)
        await has_all(bob, feed.space, 2)
    async with engines(tmp_path, "copy", "bob") as (copy, bob):
        await meet(copy, bob)
        await becomes(copy, feed.space, lambda feed: feed.state is FeedState.ELSEWHERE)
        with pytest.raises(Refused) as refused:
            await copy.perform(Say(feed.space, Words("instead")))
        assert refused.value.reason is Refusal.FEED_ELSEWHERE
        await has_all(copy, feed.space, 2)
        assert (await copy.perform(ContinueFeed(feed.space))).state is FeedState.CURRENT
        await copy.perform(Say(feed.space, Words("third")))
        await has_all(bob, feed.space, 3)


async def test_two_copies_of_our_profile_that_both_go_on_are_a_fork(tmp_path: Path) -> None:
    async with engines(tmp_path, "ann") as (ann,):
        feed = await ann.perform(CreateFeed("news"))
        await ann.perform(Say(feed.space, Words("first")))
    shutil.copytree(tmp_path / "ann", tmp_path / "copy")
    async with engines(tmp_path, "ann", "bob") as (ann, bob):
        await ann.perform(Say(feed.space, Words("second")))
        await bob.perform(FollowFeed(feed.key))
        await meet(bob, ann)
        await has_all(bob, feed.space, 2)
    async with engines(tmp_path, "copy", "bob") as (copy, bob):
        await copy.perform(Say(feed.space, Words("another second")))
        heard: list[Event] = []
        bob.subscribe(heard.extend)
        await meet(copy, bob)
        for engine in (bob, copy):
            await becomes(engine, feed.space, lambda feed: feed.state is FeedState.FORKED)
        view = await bob.ask(OneFeed(feed.space))
        assert view.fork is not None
        assert (view.fork.common, len(set(view.fork.tree_hashes))) == (1, 2)
        assert FeedForked(feed.space, 1) in heard
        page = await bob.ask(Timeline(feed.space, 9))
        assert [post.text for post in page.posts] == ["first", "second"]
