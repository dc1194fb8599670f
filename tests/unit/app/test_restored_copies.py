"""A copy out of a backup and the original are both alive: nothing of theirs is destroyed by it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import pytest

from app.backups import restoring
from app.compose import run_engine
from app.profile.paths import Paths
from app.profile.settings import Settings
from engine.api import Engine
from engine.crypto.entropy import SeededEntropy
from engine.crypto.wrap import MINIMAL
from engine.errors import Refusal, Refused
from engine.model.address import Address
from engine.model.commands import CreateChannel, CreateIdentity, FollowChannel, Say
from engine.model.community_commands import CreateCommunity, JoinChannel, JoinCommunity
from engine.model.contents import Words
from engine.model.feed_commands import (
    ChangeFiles,
    ContinueFeed,
    CreateFeed,
    CreateFolder,
    FollowFeed,
    FollowFolder,
    PutContent,
)
from engine.model.feed_queries import OneFeed
from engine.model.feeds import FeedState, FileWritten
from engine.model.ids import ProtocolName, SpaceId
from engine.model.peer_commands import AddPeer, Listen
from engine.model.queries import Timeline
from engine.store import keys
from engine.store.backup.writing import Backups, Source
from engine.store.connection import Location
from engine.store.migrate import latest_format
from engine.store.opening import DATABASE_NAME, open_store

HOST = "127.0.0.1"
KEY = bytes(range(32))
WORDS = "correct horse"
SECONDS = 60.0

pytestmark = pytest.mark.asyncio


@asynccontextmanager
async def engines(folder: Path, *names: str) -> AsyncIterator[list[Engine]]:
    """Online, over profiles that are made where they are not there."""
    async with AsyncExitStack() as stack:
        opened: list[Engine] = []
        for name in names:
            profile = folder / name
            profile.mkdir(mode=0o700, exist_ok=True)
            running = run_engine(open_store(profile, KEY), Settings(), online=True)
            opened.append((await stack.enter_async_context(running)).engine)
        yield opened


def restore_copy(folder: Path, name: str, copy: str) -> None:
    """The profile of that name, backed up as it is, is restored under another one."""
    location = Location(str(folder / name / DATABASE_NAME), KEY)
    file = folder / f"{name}.backup"
    backups = Backups(SeededEntropy(name.encode()), MINIMAL)
    backups.write(Source(location, [], "0", 0.0), file, WORDS)
    there = Paths((folder / copy).resolve(), folder / "run")
    restoring.restore(there, file, WORDS, SeededEntropy(copy.encode()), MINIMAL)
    assert keys.unlock(there.profile, WORDS, latest_format()) == KEY


async def until(engine: Engine, holds: Callable[[], Awaitable[bool]]) -> None:
    told = asyncio.Event()
    unsubscribe = engine.subscribe(lambda _: told.set())
    async with asyncio.timeout(SECONDS):
        while True:
            told.clear()
            if await holds():
                unsubscribe()
                return
            await told.wait()


async def meet(dialler: Engine, listener: Engine) -> None:
    door = await listener.perform(Listen(ProtocolName.TIDINGS, Address(HOST, 0)))
    await dialler.perform(AddPeer(ProtocolName.TIDINGS, door.address))


async def texts(engine: Engine, space: SpaceId) -> list[str]:
    page = await engine.ask(Timeline(space, 100))
    return [post.text for post in page.posts if post.text]


async def shows(engine: Engine, space: SpaceId, *expected: str) -> None:
    async def holds() -> bool:
        return set(expected) <= set(await texts(engine, space))

    await until(engine, holds)


async def has_all(engine: Engine, space: SpaceId, length: int) -> None:
    async def holds() -> bool:
        feed = await engine.ask(OneFeed(space))
        return feed.downloaded == feed.length == length

    await until(engine, holds)


async def is_met(engine: Engine, space: SpaceId) -> None:
    async def holds() -> bool:
        return (await engine.ask(OneFeed(space))).peers > 0

    await until(engine, holds)


async def is_refused(engine: Engine, space: SpaceId, reason: Refusal) -> None:
    with pytest.raises(Refused) as refused:
        await engine.perform(ContinueFeed(space))
    assert refused.value.reason is reason


async def write(engine: Engine, folder: SpaceId, path: str, content: bytes) -> None:
    place = await engine.perform(PutContent(folder, (content,)))
    written = FileWritten(path, place, 1, len(content), 0o644, 0.0)
    await engine.perform(ChangeFiles(folder, written=(written,)))


async def continues(engine: Engine, space: SpaceId) -> None:
    """As soon as a reader was heard."""

    async def holds() -> bool:
        with suppress(Refused):
            await engine.perform(ContinueFeed(space))
            return True
        return False

    await until(engine, holds)


async def test_a_feed_that_went_on_after_the_backup_comes_back_before_it_goes_on(
    tmp_path: Path,
) -> None:
    async with engines(tmp_path, "ann") as (ann,):
        feed = await ann.perform(CreateFeed("news"))
        await ann.perform(Say(feed.space, Words("first")))
    restore_copy(tmp_path, "ann", "copy")
    async with engines(tmp_path, "ann", "bob") as (ann, bob):
        await ann.perform(Say(feed.space, Words("after the backup")))
        await bob.perform(FollowFeed(feed.key))
        await meet(bob, ann)
        await has_all(bob, feed.space, 2)
    async with engines(tmp_path, "copy", "bob") as (copy, bob):
        with pytest.raises(Refused) as refused:
            await copy.perform(Say(feed.space, Words("instead")))
        assert refused.value.reason is Refusal.FEED_ELSEWHERE
        with pytest.raises(Refused) as refused:
            await copy.perform(ContinueFeed(feed.space))
        assert refused.value.reason is Refusal.NOT_HEARD
        await meet(copy, bob)
        await has_all(copy, feed.space, 2)
        await continues(copy, feed.space)
        await copy.perform(Say(feed.space, Words("third")))
        await has_all(bob, feed.space, 3)
        assert await texts(bob, feed.space) == ["first", "after the backup", "third"]
        assert (await bob.ask(OneFeed(feed.space))).state is FeedState.CURRENT


async def test_a_feed_that_did_not_go_on_may_as_soon_as_a_reader_says_so(tmp_path: Path) -> None:
    async with engines(tmp_path, "ann", "bob") as (ann, bob):
        feed = await ann.perform(CreateFeed("news"))
        await ann.perform(Say(feed.space, Words("first")))
        await bob.perform(FollowFeed(feed.key))
        await meet(bob, ann)
        await has_all(bob, feed.space, 1)
    restore_copy(tmp_path, "ann", "copy")
    async with engines(tmp_path, "copy", "bob") as (copy, bob):
        await meet(copy, bob)
        await continues(copy, feed.space)
        await copy.perform(Say(feed.space, Words("second")))
        await has_all(bob, feed.space, 2)


async def test_a_newcomer_who_holds_nothing_says_nothing_of_a_restored_feed(tmp_path: Path) -> None:
    """What they had of the copy would make a reader of them who says that there is no more."""
    async with engines(tmp_path, "ann") as (ann,):
        feed = await ann.perform(CreateFeed("news"))
        await ann.perform(Say(feed.space, Words("first")))
    restore_copy(tmp_path, "ann", "copy")
    async with engines(tmp_path, "ann", "bob") as (ann, bob):
        await ann.perform(Say(feed.space, Words("after the backup")))
        await bob.perform(FollowFeed(feed.key))
        await meet(bob, ann)
        await has_all(bob, feed.space, 2)
    async with engines(tmp_path, "copy", "ben", "bob") as (copy, ben, bob):
        other = await copy.perform(CreateFeed("weather"))
        await copy.perform(Say(other.space, Words("sunny")))
        await ben.perform(FollowFeed(feed.key))
        await ben.perform(FollowFeed(other.key))
        await meet(ben, copy)
        await is_met(copy, feed.space)
        await has_all(ben, other.space, 1)
        await is_refused(copy, feed.space, Refusal.NOT_HEARD)
        assert (await ben.ask(OneFeed(feed.space))).downloaded == 0
        await meet(copy, bob)
        await has_all(copy, feed.space, 2)
        await continues(copy, feed.space)
        await has_all(ben, feed.space, 2)
        await copy.perform(Say(feed.space, Words("third")))
        await has_all(ben, feed.space, 3)
        await has_all(bob, feed.space, 3)


async def test_nobody_says_how_far_a_feed_is_that_was_empty_in_the_backup(tmp_path: Path) -> None:
    async with engines(tmp_path, "ann") as (ann,):
        feed = await ann.perform(CreateFeed("news"))
    restore_copy(tmp_path, "ann", "copy")
    async with engines(tmp_path, "copy", "ben") as (copy, ben):
        await ben.perform(FollowFeed(feed.key))
        await meet(ben, copy)
        await is_met(copy, feed.space)
        await is_refused(copy, feed.space, Refusal.NOT_HEARD)
        await copy.perform(ContinueFeed(feed.space, alone=True))
        await copy.perform(Say(feed.space, Words("first")))
        await has_all(ben, feed.space, 1)


async def test_a_restored_folder_waits_for_the_contents_that_its_names_speak_of(
    tmp_path: Path,
) -> None:
    """Of contents hardly anybody has all: what they are to hold is said by the names alone."""
    async with engines(tmp_path, "ann") as (ann,):
        folder = (await ann.perform(CreateFolder("stuff"))).feed
        await write(ann, folder.space, "one", b"1")
    restore_copy(tmp_path, "ann", "copy")
    async with engines(tmp_path, "ann", "bob") as (ann, bob):
        await write(ann, folder.space, "two", b"2")
        await bob.perform(FollowFolder(folder.key))
        await meet(bob, ann)
        await has_all(bob, folder.space, 3)
    async with engines(tmp_path, "copy", "ben", "bob") as (copy, ben, bob):
        await ben.perform(FollowFolder(folder.key))
        await meet(ben, copy)
        await is_met(copy, folder.space)
        await is_refused(copy, folder.space, Refusal.NOT_HEARD)
        await meet(copy, bob)  # who has the names, and none of the contents
        await has_all(copy, folder.space, 3)
        await is_refused(copy, folder.space, Refusal.NOT_SYNCED)


async def test_the_original_itself_tells_the_copy_how_far_it_is(tmp_path: Path) -> None:
    """They are two devices, so that they meet like any two."""
    async with engines(tmp_path, "ann") as (ann,):
        feed = await ann.perform(CreateFeed("news"))
        await ann.perform(Say(feed.space, Words("first")))
    restore_copy(tmp_path, "ann", "copy")
    async with engines(tmp_path, "ann", "copy") as (ann, copy):
        await ann.perform(Say(feed.space, Words("after the backup")))
        await meet(copy, ann)
        await has_all(copy, feed.space, 2)
        view = await copy.ask(OneFeed(feed.space))
        assert (view.state, view.restored) == (FeedState.ELSEWHERE, True)


async def test_what_both_copies_post_in_a_channel_is_merged(tmp_path: Path) -> None:
    """PeerLinks: a post names those before it; two beside each other are two branches, no fork."""
    async with engines(tmp_path, "ann") as (ann,):
        await ann.perform(CreateIdentity("ann"))
        garden = await ann.perform(CreateChannel("garden", public=True))
        await ann.perform(Say(garden.id, Words("before")))
    restore_copy(tmp_path, "ann", "copy")
    async with engines(tmp_path, "ann", "copy", "bob") as (ann, copy, bob):
        await bob.perform(FollowChannel(garden.public_key, "garden"))
        await ann.perform(Say(garden.id, Words("of the original")))
        await copy.perform(Say(garden.id, Words("of the copy")))
        await meet(ann, bob)
        await meet(copy, bob)
        for one in (ann, copy, bob):
            await shows(one, garden.id, "before", "of the original", "of the copy")
        await copy.perform(Say(garden.id, Words("both in one again")))
        for one in (ann, bob):
            await shows(one, garden.id, "both in one again")
        assert await texts(ann, garden.id) == await texts(bob, garden.id)


async def test_what_both_copies_post_in_a_community_is_merged(tmp_path: Path) -> None:
    """cable: posts name their heads, and nothing counts them."""
    async with engines(tmp_path, "ann") as (ann,):
        community = await ann.perform(CreateCommunity("neighbours", nickname="ann"))
        hall = await ann.perform(JoinChannel(community.id, "hall"))
        await ann.perform(Say(hall.id, Words("before")))
    restore_copy(tmp_path, "ann", "copy")
    async with engines(tmp_path, "ann", "copy", "bob") as (ann, copy, bob):
        joined = await bob.perform(JoinCommunity(community.key, "neighbours", nickname="bob"))
        there = await bob.perform(JoinChannel(joined.id, "hall"))
        await ann.perform(Say(hall.id, Words("of the original")))
        await copy.perform(Say(hall.id, Words("of the copy")))
        await meet(ann, bob)
        await meet(copy, bob)
        for one, space in ((ann, hall.id), (copy, hall.id), (bob, there.id)):
            await shows(one, space, "before", "of the original", "of the copy")
