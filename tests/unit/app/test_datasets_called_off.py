"""A dataset, and a report of one, called off while a thread works: nothing goes on behind it."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from app.compose import open_engine
from app.profile.paths import paths_of
from app.reports import dataset as dataset_of_reports
from app.reports import job
from app.reports.dataset import Written, write_dataset
from app.reports.job import ReportFailed, ReportWish, make_report
from engine.api import Engine
from engine.errors import Fault
from engine.model.ids import SpaceId
from engine.model.queries import Spaces
from spark_reports import dataset_files, dataset_writer, files, manifest
from spark_reports.manifest import MANIFEST_FILE, digest_of, load
from tests.unit.app.terminal import Terminal

TURNS = 20
"""Of the loop: whoever did not wait for the thread would be at its end by then."""


class Held:
    """Stands before a function and holds whoever calls it from a thread until it may go on."""

    def __init__(self, patch: pytest.MonkeyPatch, module: object, name: str) -> None:
        self._real: Callable[..., object] = getattr(module, name)
        self._began, self._goes_on = threading.Event(), threading.Event()
        patch.setattr(module, name, self._call)

    def _call(self, *given: object, **named: object) -> object:
        if threading.current_thread() is not threading.main_thread():
            self._began.set()
            assert self._goes_on.wait(30)
        return self._real(*given, **named)

    async def call_off(self, task: asyncio.Task[object]) -> None:
        """As soon as it is called; it goes on only after that."""
        assert await asyncio.to_thread(self._began.wait, 30)
        task.cancel()
        for _ in range(TURNS):
            await asyncio.sleep(0)
        try:
            assert not task.done(), "the thread still works"
        finally:
            self._goes_on.set()


def called_off(
    ann: Terminal, held: Held, begin: Callable[[Engine, SpaceId], Coroutine[Any, Any, object]]
) -> None:
    """What ``begin`` does with a space of hers, until it is called off where it is held."""
    with pytest.raises(asyncio.CancelledError):
        called_off_too_late(ann, held, begin)


def called_off_too_late(
    ann: Terminal, held: Held, begin: Callable[[Engine, SpaceId], Coroutine[Any, Any, object]]
) -> object:
    """What comes of it all the same."""

    async def scene() -> object:
        async with open_engine(paths_of(ann.folder), lambda *, is_new: None) as opened:
            space = (await opened.engine.ask(Spaces()))[-1].id
            task = asyncio.ensure_future(begin(opened.engine, space))
            await held.call_off(task)
            return await task

    return asyncio.run(scene())


def files_in(folder: Path) -> list[str]:
    """All of them, by their paths."""
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())


def test_who_is_called_off_waits_for_the_thread_that_writes_posts(
    ann: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann.do("channel", "post", "ann", "one")
    held = Held(monkeypatch, dataset_writer, "as_table")
    called_off(ann, held, lambda engine, space: write_dataset(engine, [space], tmp_path / "d"))
    assert files_in(tmp_path / "d") == []


def test_a_dataset_called_off_at_its_last_step_has_every_file_that_it_names(
    ann: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "d"
    ann.do("channel", "post", "ann", "one")
    ann.do("dataset", "ann", "--to", str(folder))
    ann.do("channel", "post", "ann", "two")
    held = Held(monkeypatch, manifest, "write")
    called_off(ann, held, lambda engine, space: write_dataset(engine, [space], folder))
    after = load(folder)
    assert after is not None
    assert {*after.files, MANIFEST_FILE} == {*files_in(folder)}
    assert all(digest_of(folder / name) == part.sha256 for name, part in after.files.items())


def test_a_dataset_called_off_while_it_takes_its_place_is_made(
    ann: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann.do("channel", "post", "ann", "one")
    held = Held(monkeypatch, dataset_writer, "remove_empty")
    made = called_off_too_late(
        ann, held, lambda engine, space: write_dataset(engine, [space], tmp_path / "d")
    )
    after = load(tmp_path / "d")
    assert after is not None
    assert made == Written(after.rows, after.rows)


def test_a_disk_that_fails_where_a_dataset_is_called_off_too_late_is_told_of(
    ann: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_folder: Path) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    ann.do("channel", "post", "ann", "one")
    monkeypatch.setattr(dataset_writer, "sync", fail)
    held = Held(monkeypatch, dataset_writer, "sync")
    with pytest.raises(Fault):
        called_off_too_late(
            ann, held, lambda engine, space: write_dataset(engine, [space], tmp_path / "d")
        )
    assert load(tmp_path / "d") is not None, "which nobody may say that nothing was kept of"


def test_a_dataset_called_off_while_it_is_synced_does_not_wait_for_the_other_files(
    ann: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[Path] = []

    def sync(path: Path) -> None:
        if path.is_file():
            synced.append(path)

    (tmp_path / "d").mkdir()
    ann.do("channel", "post", "ann", "one")
    monkeypatch.setattr(files, "sync", sync)
    held = Held(monkeypatch, files, "sync")
    called_off(ann, held, lambda engine, space: write_dataset(engine, [space], tmp_path / "d"))
    assert len(synced) == 1
    assert files_in(tmp_path / "d") == []


def test_a_dataset_called_off_while_it_is_looked_through_is_not_read_to_its_end(
    ann: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "d"
    for text in ("one", "two", "three"):
        ann.do("channel", "post", "ann", text)
        ann.do("dataset", "ann", "--to", str(folder))
    before = load(folder)
    read: list[str] = []

    def digest_of_one(path: Path) -> str:
        read.append(path.name)
        return digest_of(path)

    monkeypatch.setattr(dataset_files, "digest_of", digest_of_one)
    held = Held(monkeypatch, dataset_writer, "strange_file")
    called_off(ann, held, lambda engine, space: write_dataset(engine, [space], folder))
    assert not [name for name in read if name.startswith("part-")]
    assert load(folder) == before


def test_whoever_is_called_off_waits_for_the_thread_that_reads_which_comments_are_there(
    monkeypatch: pytest.MonkeyPatch, ann: Terminal, tmp_path: Path
) -> None:
    ann.do("feed", "new", "news")
    ann.do("comment", "add", "news", "well said")
    ann.do("dataset", "news", "--to", str(tmp_path / "d"))
    held = Held(monkeypatch, dataset_of_reports, "_comment_ids")
    called_off(ann, held, lambda engine, space: write_dataset(engine, [space], tmp_path / "d"))


@pytest.mark.parametrize(
    ("module", "name"),
    [
        (dataset_writer, "as_table"),
        (dataset_writer, "remove_empty"),
        (shutil, "rmtree"),
    ],
    ids=[
        "while posts are written",
        "while the dataset takes its place",
        "while they are taken away",
    ],
)
def test_a_report_called_off_leaves_no_history_in_the_clear(
    ann: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: object, name: str
) -> None:
    async def fail(*_given: object) -> None:
        raise ReportFailed("report_failed", "It could not be made.")

    monkeypatch.setattr(job, "check_ready", lambda: None)
    monkeypatch.setattr(job, "_run", fail)
    (tmp_path / "reports").mkdir()
    ann.do("channel", "post", "ann", "a secret")
    held = Held(monkeypatch, module, name)

    def begin(engine: Engine, space: SpaceId) -> Coroutine[Any, Any, object]:
        wish = ReportWish([space], tmp_path / "reports" / "r", include_text=True)
        return make_report(engine, wish, lambda _step: None)

    called_off(ann, held, begin)
    assert not list((tmp_path / "reports").iterdir())


def test_for_a_report_the_disk_is_not_waited_for_where_the_dataset_is(
    ann: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_given: object) -> None:
        synced.append(-1)
        raise ReportFailed("report_failed", "It could not be made.")

    synced: list[int] = []
    monkeypatch.setattr(job, "check_ready", lambda: None)
    monkeypatch.setattr(job, "_run", fail)
    ann.do("channel", "post", "ann", "one")

    async def scene() -> None:
        async with open_engine(paths_of(ann.folder), lambda *, is_new: None) as opened:
            space = (await opened.engine.ask(Spaces()))[-1].id
            monkeypatch.setattr(os, "fsync", synced.append)
            with pytest.raises(ReportFailed):
                await make_report(
                    opened.engine, ReportWish([space], tmp_path / "r"), lambda _step: None
                )
            monkeypatch.undo()

    asyncio.run(scene())
    assert synced == [-1]
