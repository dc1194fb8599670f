"""The drill: the computer is lost, the backup is there, and everything is back."""

from __future__ import annotations

import asyncio
import errno
import shutil
import stat
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from app.backups import engine as backing_up
from app.backups import restoring
from app.compose import Opened, open_engine
from app.profile.opening import open_profile
from app.profile.paths import Paths
from app.profile.settings import StoredSettings
from engine.crypto.entropy import SeededEntropy
from engine.crypto.wrap import MINIMAL
from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.model.backup_commands import WriteBackup
from engine.model.commands import CreateIdentity, Say
from engine.model.contents import Words
from engine.model.feed_commands import ContinueFeed
from engine.model.feed_queries import OneFeed, OneFolder
from engine.model.feeds import FeedState
from engine.model.ids import SpaceKind
from engine.model.queries import Connections, Spaces
from engine.store import keys
from engine.store.backup import restoring as core
from engine.store.backup.writing import Backups, Source
from engine.store.connection import Location
from engine.store.database import Database
from engine.store.migrate import latest_format
from tests.full_profile import PASSPHRASE, Made, everything, fill, opened, paths_in
from tests.unit.store.conftest import contents

OWN_WORDS = "the backup's own words"


def own_words(*, is_new: bool) -> str | None:
    assert not is_new
    return OWN_WORDS


class Drill:
    """A profile, its backup, and the places that it can be restored to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.directory = folder / "shared"
        self.file = folder / "disk" / "tidings.backup"
        self.directory.mkdir()
        self.file.parent.mkdir()
        self.here = paths_in(folder / "here")
        self.there = paths_in(folder / "there")
        self.before: dict[str, object] = {}
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(backing_up, "Backups", partial(Backups, cost=MINIMAL))
            asyncio.run(self._back_up())

    async def _back_up(self) -> None:
        async with opened(self.here) as running:
            self.made: Made = await fill(running.engine, self.here, self.directory)
            self.before = await everything(running.engine, self.made)
            self.peer_id = running.peer_id
            self.view = await running.engine.perform(WriteBackup(str(self.file), OWN_WORDS))
            await running.engine.perform(CreateIdentity("made after the backup"))

    def restore(self, passphrase: str = OWN_WORDS, file: Path | None = None) -> None:
        entropy = SeededEntropy(b"restored")
        restoring.restore(self.there, file or self.file, passphrase, entropy, MINIMAL)

    def refusal(self, passphrase: str = OWN_WORDS, file: Path | None = None) -> Refusal:
        with pytest.raises(Refused) as caught:
            self.restore(passphrase, file)
        return caught.value.reason


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Drill:
    """Backed up once; only read by the tests."""
    return Drill(tmp_path_factory.mktemp("drill"))


@pytest.fixture
def drill(whole: Drill) -> Drill:
    """Nothing was restored yet."""
    shutil.rmtree(whole.there.profile, ignore_errors=True)
    return whole


async def opened_there(drill: Drill) -> dict[str, object]:
    async with _running(drill.there) as running:
        return await everything(running.engine, drill.made)


def _running(paths: Paths) -> AbstractAsyncContextManager[Opened]:
    return open_engine(paths, own_words)


def as_before_the_guard(seen: dict[str, object]) -> dict[str, object]:
    """Own feeds wait for a reader; but for that nothing is another."""
    feeds = [
        replace(feed, state=FeedState.CURRENT, restored=False) if feed.restored else feed
        for feed in seen["feeds"]  # type: ignore[attr-defined]  # a tuple of FeedView
    ]
    folders = [
        replace(one, feed=replace(one.feed, state=FeedState.CURRENT, restored=False))
        for one in seen["folders"]  # type: ignore[attr-defined]  # a tuple of FolderView
    ]
    spaces = [
        replace(space, can_post=True)
        if space.kind is SpaceKind.FEED and space.name == "news"
        else space
        for space in seen["spaces"]  # type: ignore[attr-defined]  # a tuple of SpaceView
    ]
    return {**seen, "feeds": tuple(feeds), "folders": tuple(folders), "spaces": tuple(spaces)}


def test_everything_is_back_on_another_computer(drill: Drill) -> None:
    drill.restore()
    seen = asyncio.run(opened_there(drill))
    after = as_before_the_guard(seen)
    for name, value in drill.before.items():
        assert after[name] == value, name
    assert StoredSettings(drill.there.settings).text("look", "") == "dark"


def test_life_goes_on_there(drill: Drill) -> None:
    drill.restore()

    async def story() -> None:
        async with _running(drill.there) as running:
            engine = running.engine
            await engine.perform(Say(drill.made.channel, Words("back again")))
            for space in await engine.ask(Spaces()):
                if space.kind is SpaceKind.COMMUNITY:
                    await engine.perform(Say(space.id, Words("back again")))
            with pytest.raises(Refused) as refused:
                await engine.perform(Say(drill.made.feed, Words("too early")))
            assert refused.value.reason is Refusal.FEED_ELSEWHERE

    asyncio.run(story())


def test_a_restored_feed_waits_for_a_reader_unless_our_user_knows_better(drill: Drill) -> None:
    drill.restore()

    async def story() -> None:
        async with _running(drill.there) as running:
            engine = running.engine
            for space in (drill.made.feed, drill.made.folder):
                assert (await engine.ask(OneFeed(space))).restored
                with pytest.raises(Refused) as refused:
                    await engine.perform(ContinueFeed(space))
                assert refused.value.reason is Refusal.NOT_HEARD
                view = await engine.perform(ContinueFeed(space, alone=True))
                assert (view.state, view.restored) == (FeedState.CURRENT, False)
            await engine.perform(Say(drill.made.feed, Words("on we go")))
            folder = await engine.ask(OneFolder(drill.made.folder))
            assert folder.directory == str(drill.directory)

    asyncio.run(story())


def test_a_feed_of_somebody_else_does_not_wait(drill: Drill) -> None:
    drill.restore()
    seen = asyncio.run(opened_there(drill))
    states = {feed.name: feed.state for feed in seen["feeds"]}  # type: ignore[attr-defined]
    assert states["of somebody else"] is FeedState.WAITING


def test_the_restored_profile_is_another_device_than_the_one_it_was_taken_from(
    drill: Drill,
) -> None:
    """So that the two can meet, should both be alive, and tell each other what they have."""
    drill.restore()

    async def story() -> None:
        async with _running(drill.there) as running:
            assert running.peer_id != drill.peer_id
            assert (await running.engine.ask(Connections())).peer_id == running.peer_id
            first = running.peer_id
        async with _running(drill.there) as running:
            assert running.peer_id == first

    asyncio.run(story())


def test_a_directory_that_the_computer_does_not_have_is_untied(tmp_path: Path) -> None:
    drill = Drill(tmp_path)
    drill.directory.rmdir()
    drill.restore()
    seen = asyncio.run(opened_there(drill))
    folders = [(one.directory, one.use) for one in seen["folders"]]  # type: ignore[attr-defined]  # a tuple of FolderView
    assert folders == [(None, None)]


def of_before(*, is_new: bool) -> str | None:
    return PASSPHRASE


def test_only_the_backups_own_passphrase_opens_what_was_restored(drill: Drill) -> None:
    drill.restore()
    with pytest.raises(Refused) as refused:
        open_profile(drill.there, of_before)
    assert refused.value.reason is Refusal.PASSPHRASE_WRONG


def test_what_was_restored_is_its_owners_alone(drill: Drill) -> None:
    drill.restore()
    assert stat.S_IMODE(drill.there.profile.stat().st_mode) == 0o700
    files = [path for path in drill.there.profile.rglob("*") if path.is_file()]
    assert {path.name for path in files} == {"tidings.db", "key", "key.copy", "settings.json"}
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}


# ---- what cannot be restored --------------------------------------------------------------------


def test_a_profile_that_is_there_is_never_touched(drill: Drill) -> None:
    drill.restore()
    before = contents(drill.there.profile)
    assert drill.refusal() is Refusal.PROFILE_THERE
    assert contents(drill.there.profile) == before


def cut_off(content: bytes) -> bytes:
    return content[: len(content) // 2]


def altered(content: bytes) -> bytes:
    place = len(content) // 2
    return content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]


def other_end(content: bytes) -> bytes:
    return content[:-1] + bytes([content[-1] ^ 1])


@pytest.mark.parametrize("change", [cut_off, altered, other_end])
def test_a_backup_that_is_not_whole_restores_nothing(
    drill: Drill, tmp_path: Path, change: Callable[[bytes], bytes]
) -> None:
    """However far it could be read."""
    broken = tmp_path / "broken"
    broken.write_bytes(change(drill.file.read_bytes()))
    assert drill.refusal(file=broken) is Refusal.BACKUP_DAMAGED
    assert contents(drill.there.profile) == {}


def test_a_wrong_passphrase_a_file_of_others_and_none_restore_nothing(
    drill: Drill, tmp_path: Path
) -> None:
    (tmp_path / "letter.txt").write_text("Dear all")
    assert drill.refusal(PASSPHRASE) is Refusal.PASSPHRASE_WRONG
    assert drill.refusal(file=tmp_path / "letter.txt") is Refusal.BACKUP_INVALID
    assert drill.refusal(file=tmp_path / "nowhere") is Refusal.FILE_UNREADABLE
    assert drill.refusal(file=tmp_path) is Refusal.FILE_UNREADABLE
    assert contents(drill.there.profile) == {}


def test_a_backup_of_a_profile_of_a_later_program_restores_nothing(tmp_path: Path) -> None:
    drill = Drill(tmp_path)
    database = Database(Location(str(drill.here.database), _key_of(drill.here)))
    database.run(f"PRAGMA user_version = {latest_format() + 1}")
    database.close()
    location = Location(str(drill.here.database), _key_of(drill.here))
    backups = Backups(SeededEntropy(b"later"), MINIMAL)
    backups.write(Source(location, [], "9.9", 0.0), drill.file, OWN_WORDS)
    assert drill.refusal() is Refusal.FILE_NEWER
    assert contents(drill.there.profile) == {}


def _key_of(paths: Paths) -> bytes:
    return keys.unlock(paths.profile, PASSPHRASE, latest_format())


def test_a_disk_that_is_full_restores_nothing(
    drill: Drill, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(core, "_write", full)
    with pytest.raises(Fault) as caught:
        drill.restore()
    assert caught.value.reason is FaultReason.DISK_FULL
    assert contents(drill.there.profile) == {}
