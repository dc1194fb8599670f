"""Directories kept beside an engine: begun, ended and told of as folders are tied to them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeVar, cast

import pytest
from typing_extensions import override

from app.folders.beside import directories_kept
from app.folders.keeping import Keeping, Pace
from app.folders.kept_engine import KeptEngine
from app.folders.sharing import Looked, Sharing
from app.folders.watching import Watching
from engine.api import Engine
from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.model.commands import Command
from engine.model.events import Event, FolderChanged
from engine.model.feed_commands import ChangeFiles, PutContent, UseDirectory
from engine.model.feed_queries import FolderListing, Folders, OneFolder
from engine.model.feeds import FeedState, FolderUse, FolderView
from engine.model.queries import Query
from tests.unit.folders.desk_engine import DeskEngine, digests, fetch

pytestmark = pytest.mark.asyncio

R = TypeVar("R")

DEADLINE_SECONDS = 20.0


@asynccontextmanager
async def kept(engine: DeskEngine) -> AsyncIterator[Engine]:
    """Quickly: nothing here waits for a person."""
    clock = asyncio.get_running_loop().time
    pace = Pace(clock, settle_seconds=0.02, pause_seconds=0.01, look_again_seconds=0.05)
    async with directories_kept(engine, pace) as made:
        yield made


async def eventually(holds: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(DEADLINE_SECONDS):
        while not await holds():  # noqa: ASYNC110 - a disk tells nobody
            await asyncio.sleep(0.01)


async def equals(look: Callable[[], Awaitable[object]], wanted: object) -> bool:
    return await look() == wanted


async def test_a_directory_is_shared_from_when_it_is_tied_and_as_it_changes(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"1")
    ann = DeskEngine()
    space = ann.folder()
    async with kept(ann) as engine:
        await engine.perform(UseDirectory(space, str(tmp_path)))

        async def published() -> set[str]:
            return set(ann.entries(space))

        await eventually(lambda: equals(published, {"a"}))
        (tmp_path / "b").write_bytes(b"2")
        await eventually(lambda: equals(published, {"a", "b"}))
        await engine.perform(UseDirectory(space, None))
        performed = len(ann.performed)
        (tmp_path / "c").write_bytes(b"3")
    assert not any(isinstance(one, ChangeFiles) for one in ann.performed[performed:])


async def test_a_directory_fills_itself_as_blocks_come(tmp_path: Path) -> None:
    ann, ben = DeskEngine(1), DeskEngine(2)
    space = ann.folder({"a": b"1", "x/b": b"2"})
    ben.follow(space, tmp_path)

    async def written() -> set[str]:
        return set(digests(tmp_path))

    async with kept(ben):
        await asyncio.sleep(0)
        fetch(ann, ben, space)
        ben.tell_all()
        await eventually(lambda: equals(written, {"a", "x/b"}))
        ann.remove(space, "a")
        fetch(ann, ben, space)
        ben.tell_all()
        await eventually(lambda: equals(written, {"x/b"}))


async def test_a_trouble_is_told_shown_and_over_when_it_is_mended(tmp_path: Path) -> None:
    directory = tmp_path / "gone"
    ann = DeskEngine()
    space = ann.folder({"a": b"1"})
    told: list[Event] = []
    async with kept(ann) as engine:
        engine.subscribe(told.extend)
        await engine.perform(UseDirectory(space, str(directory), FolderUse.SHARED))
        told.clear()

        async def trouble() -> str | None:
            (view,) = await engine.ask(Folders())
            assert (await engine.ask(OneFolder(space))).trouble == view.trouble
            return view.trouble

        await eventually(lambda: equals(trouble, "directory_gone"))
        assert FolderChanged(space) in told
        directory.mkdir()
        (directory / "a").write_bytes(b"1")
        await eventually(lambda: equals(trouble, None))


async def test_a_file_that_keeps_changing_is_told_of_until_it_comes_to_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.folders.planning.RESTLESS_SECONDS", 0.0)
    (tmp_path / "log").write_bytes(b"1")
    ann = DeskEngine()
    space = ann.folder()
    told: list[str | None] = []
    async with kept(ann) as engine:
        assert isinstance(engine, KeptEngine)
        engine.subscribe(lambda _: told.append(engine.troubles.get(space)))
        await engine.perform(UseDirectory(space, str(tmp_path)))

        async def published() -> set[str]:
            return set(ann.entries(space))

        await eventually(lambda: equals(published, {"log"}))
        assert "file_restless:log" in told

        async def trouble() -> str | None:
            return (await engine.ask(OneFolder(space))).trouble

        await eventually(lambda: equals(trouble, None))


async def test_a_directory_whose_file_keeps_changing_is_let_be_but_missed_when_it_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is told of it meanwhile, it is read once."""
    monkeypatch.setattr("app.folders.planning.RESTLESS_SECONDS", 0.0)
    directory = tmp_path / "here"
    directory.mkdir()
    asked, looked = noted(monkeypatch, Watching, "is_other"), noted(monkeypatch, Sharing, "look")
    ann = DeskEngine()
    space = ann.folder()
    never = 10 * DEADLINE_SECONDS
    pace = Pace(asyncio.get_running_loop().time, 0.02, 0.01, never, never, root_seconds=0.02)
    (directory / "log").write_bytes(b"1")
    async with directories_kept(ann, pace) as engine:
        await engine.perform(UseDirectory(space, str(directory)))

        async def grows_for_long() -> bool:
            (directory / "log").write_bytes(bytes(2 + len(asked)))
            return len(asked) > 5

        await eventually(grows_for_long)
        assert len(looked) == 1

        async def trouble() -> str | None:
            return (await engine.ask(OneFolder(space))).trouble

        assert await trouble() == "file_restless:log"
        directory.rename(tmp_path / "elsewhere")
        await eventually(lambda: equals(trouble, "directory_gone"))


def noted(monkeypatch: pytest.MonkeyPatch, of: type, method: str) -> list[object]:
    """One more with each call of it."""
    calls = list[object]()
    plain = getattr(of, method)

    async def called(self: object) -> object:
        calls.append(self)
        return await plain(self)

    monkeypatch.setattr(of, method, called)
    return calls


async def test_a_directory_that_changes_just_as_it_is_untied_is_let_go(tmp_path: Path) -> None:
    ann = DeskEngine()
    space = ann.folder()
    async with kept(ann) as engine:
        for number in range(20):
            await engine.perform(UseDirectory(space, str(tmp_path)))
            (tmp_path / str(number)).touch()
            for _ in range(number * number):  # at another step of what goes on each time
                await asyncio.sleep(0)
            await engine.perform(UseDirectory(space, None))
            await asyncio.sleep(0)
    assert asyncio.all_tasks() == {asyncio.current_task()}


class FullDisk(DeskEngine):
    """The profile's disk has no room for ``full`` of what is put there."""

    full = 1

    @override
    async def perform(self, command: Command[R]) -> R:
        if isinstance(command, PutContent) and self.full:
            self.full -= 1
            raise Fault(FaultReason.DISK_FULL)
        return await super().perform(command)


async def test_what_the_machine_could_not_take_is_tried_again_soon(tmp_path: Path) -> None:
    """Nothing changes in the directory that would have it looked at."""
    (tmp_path / "a").write_bytes(b"1")
    ann = FullDisk()
    space = ann.folder()

    async def published() -> set[str]:
        return set(ann.entries(space))

    async with kept(ann) as engine:
        await engine.perform(UseDirectory(space, str(tmp_path)))
        await eventually(lambda: equals(published, {"a"}))


class Unanswering(DeskEngine):
    """Cannot say at first which folders there are."""

    faults = 1

    @override
    async def ask(self, query: Query[R]) -> R:
        if isinstance(query, Folders) and self.faults:
            self.faults -= 1
            raise Fault(FaultReason.DISK_FAILED)
        return await super().ask(query)


async def test_the_folders_are_asked_for_again_soon_where_the_machine_failed(
    tmp_path: Path,
) -> None:
    """Nothing happens to any of them that would have it asked."""
    (tmp_path / "a").write_bytes(b"1")
    ann = Unanswering()
    space = ann.folder()
    ann.desk.do(UseDirectory(space, str(tmp_path)))

    async def published() -> set[str]:
        return set(ann.entries(space))

    async with kept(ann):
        await eventually(lambda: equals(published, {"a"}))


class Refusing(DeskEngine):
    """A folder that takes no files, while ``refusal`` stands."""

    refusal: Refused | None = None
    state = FeedState.CURRENT

    @override
    async def perform(self, command: Command[R]) -> R:
        if isinstance(command, PutContent) and self.refusal is not None:
            raise self.refusal
        return await super().perform(command)

    @override
    async def ask(self, query: Query[R]) -> R:
        answer = await super().ask(query)
        if isinstance(query, OneFolder) and isinstance(answer, FolderView):
            feed = replace(answer.feed, state=self.state)
            return cast("R", replace(answer, feed=feed))  # R is a FolderView here
        return answer


async def test_what_stops_a_folder_from_being_published_is_shown_until_it_is_over(
    tmp_path: Path,
) -> None:
    (tmp_path / "a").write_bytes(b"1")
    ann = Refusing()
    space = ann.folder()
    ann.refusal = Refused(Refusal.NAME_UNSAFE, "sub/a:b")
    async with kept(ann) as engine:
        await engine.perform(UseDirectory(space, str(tmp_path)))

        async def trouble() -> str | None:
            return (await engine.ask(OneFolder(space))).trouble

        await eventually(lambda: equals(trouble, "not_published:name_unsafe:sub/a:b"))
        ann.refusal = None
        await eventually(lambda: equals(trouble, None))
        assert set(ann.entries(space)) == {"a"}


@pytest.mark.parametrize("state", [FeedState.FORKED, FeedState.ELSEWHERE, FeedState.LEFT])
async def test_what_the_feed_says_itself_is_no_trouble_of_the_directory(
    tmp_path: Path, state: FeedState
) -> None:
    """It has its own words and its own way on."""
    (tmp_path / "a").write_bytes(b"1")
    ann = Refusing()
    space = ann.folder()
    ann.refusal, ann.state = Refused(Refusal.FEED_FORKED), state
    sharing = Sharing(ann, space, tmp_path, lambda: 0.0, 0.0)
    keeping = Keeping(ann, lambda _: None, Pace(lambda: 0.0))
    ann.desk.do(UseDirectory(space, str(tmp_path)))
    assert await keeping._looked(space, sharing) == Looked(again=False)


class Failing(DeskEngine):
    """Has a bug: ``broken`` times it fails where a folder's files are asked for."""

    broken = 0

    @override
    async def ask(self, query: Query[R]) -> R:
        if self.broken and isinstance(query, FolderListing):
            self.broken -= 1
            raise RuntimeError("a bug")
        return await super().ask(query)


async def test_a_directory_whose_keeping_fails_is_told_of_and_kept_again(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"1")
    ann = Failing()
    space = ann.folder()
    failures: list[object] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: failures.append(context["exception"]))
    ann.broken = 2
    async with kept(ann) as engine:
        await engine.perform(UseDirectory(space, str(tmp_path)))

        async def published() -> set[str]:
            return set(ann.entries(space))

        await eventually(lambda: equals(published, {"a"}))
    assert [str(one) for one in failures] == ["a bug", "a bug"]


async def test_a_directory_that_was_moved_is_missed_at_once_and_watched_when_it_is_back(
    tmp_path: Path,
) -> None:
    """The system tells of nothing: whoever watches goes on watching what has gone elsewhere."""
    directory, elsewhere = tmp_path / "here", tmp_path / "elsewhere"
    directory.mkdir()
    (directory / "a").write_bytes(b"1")
    ann = DeskEngine()
    space = ann.folder()
    clock = asyncio.get_running_loop().time
    never = 10 * DEADLINE_SECONDS
    pace = Pace(clock, 0.02, 0.01, never, never, root_seconds=0.02)
    async with directories_kept(ann, pace) as engine:
        await engine.perform(UseDirectory(space, str(directory)))

        async def trouble() -> str | None:
            return (await engine.ask(OneFolder(space))).trouble

        async def published() -> set[str]:
            return set(ann.entries(space))

        await eventually(lambda: equals(published, {"a"}))
        directory.rename(elsewhere)
        await eventually(lambda: equals(trouble, "directory_gone"))
        (elsewhere / "b").write_bytes(b"2")
        elsewhere.rename(directory)
        await eventually(lambda: equals(published, {"a", "b"}))
        assert await trouble() is None
        directory.rename(elsewhere)
        directory.mkdir()
        await eventually(lambda: equals(trouble, "directory_empty"))
        (directory / "c").write_bytes(b"3")
        await eventually(lambda: equals(published, {"c"}))
