"""A profile of every format so far is opened, and shows what it held."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from app.backups import restoring
from app.compose import open_engine
from app.profile.paths import Paths
from engine.api import Engine
from engine.crypto.entropy import SeededEntropy
from engine.crypto.wrap import MINIMAL
from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.model.commands import Say
from engine.model.comment_commands import WriteComment
from engine.model.comment_queries import Comments
from engine.model.community_queries import Communities, CommunityChannels
from engine.model.contents import Words
from engine.model.feed_queries import Feeds, FileBytes, Folders
from engine.model.feeds import FeedState
from engine.model.ids import SpaceKind
from engine.model.queries import Identities, OneFile, Search, Spaces, Timeline
from engine.model.views import SpaceView
from engine.store import keys
from engine.store.backup.writing import Backups, Source
from engine.store.connection import Location
from engine.store.database import Database
from engine.store.migrate import Step, latest_format, migrate, shipped_steps, stored_format
from engine.store.opening import BACKUP_NAME, DATABASE_NAME
from tests.durability.rows import rows_of
from tests.formats.fixtures import file_of, make_profile
from tests.full_profile import FILE_CONTENT
from tests.unit.store.conftest import contents

FORMATS = range(1, latest_format() + 1)
PICTURES, FEEDS, COMMENTS, COMMUNITIES = 5, 6, 7, 8


WORDS = "correct horse"


def words(*, is_new: bool) -> str | None:
    return WORDS


def nothing(*, is_new: bool) -> str | None:
    assert not is_new
    return None


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths((tmp_path / "profile").resolve(), tmp_path / "run")


def test_there_are_rows_of_every_format() -> None:
    """A new format needs a file of its own: ``python -m tests.formats N``."""
    assert [number for number in FORMATS if not file_of(number).exists()] == []


async def named(engine: Engine, name: str) -> SpaceView:
    (found,) = [space for space in await engine.ask(Spaces()) if space.name == name]
    return found


async def texts(engine: Engine, name: str) -> list[str]:
    page = await engine.ask(Timeline((await named(engine, name)).id, 100))
    return [post.text for post in page.posts if post.text]


async def demand_private(engine: Engine, number: int) -> None:
    assert [one.name for one in await engine.ask(Identities())] == ["ann"]
    garden = await named(engine, "garden")
    assert garden.kind is SpaceKind.PRIVATE
    assert "in the garden" in await texts(engine, "garden")
    assert [hit.space for hit in (await engine.ask(Search("garden"))).hits] == [garden.id]
    if number >= PICTURES:
        page = await engine.ask(Timeline(garden.id, 100))
        (with_file,) = [post for post in page.posts if post.text == "look"]
        assert len((await engine.ask(OneFile(garden.id, with_file.id, 0))).data) == 256 * 9
    await engine.perform(Say(garden.id, Words("and on")))
    assert (await texts(engine, "garden"))[-1] == "and on"


async def demand_feeds(engine: Engine, number: int) -> None:
    states = {feed.name: feed.state for feed in await engine.ask(Feeds())}
    assert states["news"] is FeedState.CURRENT
    assert "in the feed" in await texts(engine, "news")
    news = (await named(engine, "news")).id
    await engine.perform(Say(news, Words("and on")))
    (folder,) = await engine.ask(Folders())
    assert await engine.ask(FileBytes(folder.feed.space, "a.txt", 0, 1 << 20)) == FILE_CONTENT
    await engine.perform(WriteComment(news, "said today"))
    said = [comment.text for comment in (await engine.ask(Comments(news))).comments]
    expected = ["beside the feed"] if number >= COMMENTS else []
    assert sorted(said) == sorted([*expected, "said today"])


async def demand_community(engine: Engine) -> None:
    (community,) = await engine.ask(Communities())
    assert (community.name, community.nickname) == ("neighbours", "ann")
    channels = {one.name: one for one in await engine.ask(CommunityChannels(community.id))}
    hall = channels["hall"]
    assert hall.topic == "the hall"
    assert hall.space is not None
    page = await engine.ask(Timeline(hall.space, 100))
    assert "in the community" in [post.text for post in page.posts]
    await engine.perform(Say(hall.space, Words("and on")))


@pytest.mark.parametrize("number", FORMATS)
def test_a_profile_of_that_format_shows_what_it_held_and_goes_on(paths: Paths, number: int) -> None:
    make_profile(paths.profile, number)

    async def live() -> None:
        async with open_engine(paths, nothing) as opened:
            await demand_private(opened.engine, number)
            if number >= FEEDS:
                await demand_feeds(opened.engine, number)
            if number >= COMMUNITIES:
                await demand_community(opened.engine)

    asyncio.run(live())
    assert keys.format_version(paths.profile) == latest_format()


@pytest.mark.parametrize("number", FORMATS)
def test_a_copy_as_it_was_lies_beside_it_afterwards(paths: Paths, number: int) -> None:
    key = make_profile(paths.profile, number)
    before = Database(Location(str(paths.database), key))
    held = rows_of(before)
    before.close()

    async def live() -> None:
        async with open_engine(paths, nothing):
            pass

    asyncio.run(live())
    copy = paths.backup / f"pre-v{latest_format()}.db"
    assert copy.exists() == (number < latest_format())
    if copy.exists():
        kept = Database(Location(str(copy), key))
        assert rows_of(kept) == held
        kept.close()


@pytest.mark.parametrize("number", FORMATS)
def test_a_backup_of_that_format_is_restored(tmp_path: Path, paths: Paths, number: int) -> None:
    """However old: it is brought to this program's format before it takes its place."""
    before, file = tmp_path / "before", tmp_path / "saved"
    key = make_profile(before, number)
    location = Location(str(before / DATABASE_NAME), key)
    Backups(SeededEntropy(b"x"), MINIMAL).write(Source(location, [], "0", 0.0), file, WORDS)
    restoring.restore(paths, file, WORDS, SeededEntropy(b"y"), MINIMAL)

    async def live() -> None:
        async with open_engine(paths, words) as opened:
            await demand_private(opened.engine, number)
            if number >= FEEDS:
                (news,) = [one for one in await opened.engine.ask(Feeds()) if one.name == "news"]
                assert news.restored
            if number >= COMMUNITIES:
                await demand_community(opened.engine)

    asyncio.run(live())


# ---- the way back -------------------------------------------------------------------------------


def update(paths: Paths, key: bytes) -> None:
    """What a program of the next version does with it."""
    number = latest_format() + 1
    database = Database(Location(str(paths.database), key))
    further = Step(number, "CREATE TABLE further (x); INSERT INTO further VALUES (1);")
    migrate(database, paths.profile / BACKUP_NAME, (*shipped_steps(), further))
    database.run("DELETE FROM draft")
    database.close()
    keys.set_format_version(paths.profile, number)


@pytest.fixture
def updated(paths: Paths) -> bytes:
    """Its key."""
    key = make_profile(paths.profile, latest_format())
    update(paths, key)
    return key


def test_an_updated_profile_is_refused_unchanged_by_the_program_before(
    paths: Paths, updated: bytes
) -> None:
    before = contents(paths.profile)

    async def live() -> None:
        async with open_engine(paths, nothing):
            raise AssertionError("it was opened")

    with pytest.raises(Fault) as fault:
        asyncio.run(live())
    assert fault.value.reason is FaultReason.PROFILE_NEWER
    assert contents(paths.profile) == before


def test_the_copy_from_before_the_update_comes_back_when_it_is_asked_for(
    paths: Paths, updated: bytes, tmp_path: Path
) -> None:
    copy = paths.backup / f"pre-v{latest_format() + 1}.db"
    kept = Database(Location(str(copy), updated))
    as_it_was = rows_of(kept)
    kept.close()
    assert restoring.go_back(paths, nothing) == latest_format()
    assert stored_format(Location(str(paths.database), updated)) == latest_format()
    database = Database(Location(str(paths.database), updated))
    now = dict(rows_of(database))
    database.close()
    changed = {table for table in as_it_was if now[table] != as_it_was[table]}
    assert changed == {"hypercore_feed"}, "own feeds wait for a reader"

    async def live() -> None:
        async with open_engine(paths, nothing) as opened:
            assert "in the garden" in await texts(opened.engine, "garden")
            (news,) = [one for one in await opened.engine.ask(Feeds()) if one.name == "news"]
            assert news.restored

    asyncio.run(live())
    later = Database(Location(str(paths.backup / "after-update.db"), updated))
    assert later.value("SELECT x FROM further") == 1
    later.close()


def test_there_and_back_again_leaves_the_same(paths: Paths, updated: bytes) -> None:
    restoring.go_back(paths, nothing)
    first = Database(Location(str(paths.database), updated))
    rows = rows_of(first)
    first.close()
    update(paths, updated)
    restoring.go_back(paths, nothing)
    second = Database(Location(str(paths.database), updated))
    assert rows_of(second) == rows
    second.close()


def test_the_way_back_needs_the_passphrase(paths: Paths, updated: bytes) -> None:
    number, entropy = latest_format() + 1, SeededEntropy(b"x")
    keys.change_passphrase(paths.profile, None, "correct horse", entropy, number, MINIMAL)
    before = contents(paths.profile)

    def wrong(*, is_new: bool) -> str | None:
        return "correct hoarse"

    def right(*, is_new: bool) -> str | None:
        return "correct horse"

    with pytest.raises(Refused) as refused:
        restoring.go_back(paths, wrong)
    assert refused.value.reason is Refusal.PASSPHRASE_WRONG
    assert contents(paths.profile) == before
    assert restoring.go_back(paths, right) == latest_format()
    assert keys.unlock(paths.profile, "correct horse", latest_format()) == updated


def test_without_a_copy_there_is_no_way_back(paths: Paths, updated: bytes) -> None:
    shutil.rmtree(paths.backup)
    before = contents(paths.profile)
    with pytest.raises(Refused) as refused:
        restoring.go_back(paths, nothing)
    assert refused.value.reason is Refusal.NO_COPY
    assert contents(paths.profile) == before


def test_a_key_that_a_later_program_wraps_in_another_way_stays_as_it_is(
    paths: Paths, updated: bytes
) -> None:
    for name in (keys.KEY_NAME, keys.COPY_NAME):
        file = paths.profile / name
        file.write_bytes(file.read_bytes()[:14] + b"whatever a later program writes")
    before = contents(paths.profile)
    with pytest.raises(Fault) as fault:
        restoring.go_back(paths, nothing)
    assert fault.value.reason is FaultReason.PROFILE_NEWER
    assert contents(paths.profile) == before
