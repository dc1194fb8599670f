"""Reports for the window: made on a thread, remembered, called off."""

from __future__ import annotations

import asyncio
import json
import os
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread

import pytest

from app.reports import job
from app.reports.beside import SETTING, ReportsBeside, finished
from app.reports.by_command import REMEMBERED_MAX, ReportsByCommand
from app.reports.job import ReportFailed, ReportMade, ReportStep, ReportWish, Told
from app.reports.underway import Underway
from engine.api import Engine
from engine.model.ids import SpaceId
from tests.fake_engine import FakeEngine
from tests.fake_settings import FakeSettings
from ui.report_service import FinishedReport, NoReport, ReportChoice, ReportForm, ReportProgress


def choice(out: Path) -> ReportChoice:
    return ReportChoice((SpaceId(bytes(32)),), out, (ReportForm.HTML,), title="Ours")


def reports_in(folder: Path, kept: FakeSettings) -> ReportsBeside:
    """Those whose notes are in ``folder``."""
    by_command = ReportsByCommand(folder / "reports.json")
    return ReportsBeside(FakeEngine(), kept, Underway(folder / "underway"), by_command)


@pytest.fixture
def reports(tmp_path: Path) -> ReportsBeside:
    return reports_in(tmp_path, FakeSettings())


def test_whoever_may_make_reports_begins_nothing_by_that(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    begun: list[str] = []
    monkeypatch.setattr(Thread, "start", lambda thread: begun.append(thread.name))
    reports_in(tmp_path, FakeSettings())
    assert begun == []


def test_a_report_is_made_told_of_and_found_again(
    reports: ReportsBeside, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def make(_engine: Engine, wish: ReportWish, told: Told) -> ReportMade:
        told(ReportStep(1, 2, "links", 3, 4))
        wish.out.mkdir()
        (wish.out / "run.json").write_text(json.dumps({"posts": 7, "title": wish.title}))
        (wish.out / "report.html").write_text("<p>")
        return ReportMade(wish.out, ["report.html"], 7, 1.0)

    monkeypatch.setattr(job, "make_report", make)
    steps: list[ReportProgress] = []

    async def scene() -> None:
        made = await reports.make(choice(tmp_path / "r"), steps.append)
        assert isinstance(made, FinishedReport)
        assert (made.title, made.posts, made.printed) == ("Ours", 7, None)
        assert made.page == tmp_path / "r" / "report.html"
        assert list(await reports.earlier()) == [made]

    asyncio.run(scene())
    assert steps == [ReportProgress(1, 2, "links", 3, 4)]


def test_what_was_chosen_is_what_is_made(
    reports: ReportsBeside, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[ReportWish] = []

    async def make(_engine: Engine, wish: ReportWish, _told: Told) -> ReportMade:
        asked.append(wish)
        return ReportMade(wish.out, [], 7, 1.0)

    monkeypatch.setattr(job, "make_report", make)
    plain = choice(tmp_path / "r")
    for one in (plain, replace(plain, pseudonyms=True), replace(plain, include_text=True)):
        asyncio.run(reports.make(one, lambda _: None))
    told = [(wish.pseudonyms, wish.include_text) for wish in asked]
    assert told == [(False, False), (True, False), (False, True)]


def test_one_that_cannot_be_made_says_why(
    reports: ReportsBeside, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def make(_engine: Engine, _wish: ReportWish, _told: Told) -> ReportMade:
        raise ReportFailed("java_missing", "No Java.", "Install it.")

    monkeypatch.setattr(job, "make_report", make)
    told = asyncio.run(reports.make(choice(tmp_path / "r"), lambda _: None))
    assert told == NoReport("No Java.", "Install it.")


def test_calling_off_ends_the_work_before_it_returns(
    reports: ReportsBeside, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ended: list[str] = []

    async def make(_engine: Engine, _wish: ReportWish, told: Told) -> ReportMade:
        told(ReportStep(1, 2, "links", 0, 1))
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("cleaned up")
        raise AssertionError

    monkeypatch.setattr(job, "make_report", make)

    async def scene() -> None:
        begun = asyncio.Event()
        task = asyncio.ensure_future(
            reports.make(choice(tmp_path / "r"), lambda _step: begun.set())
        )
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert ended == ["cleaned up"]

    asyncio.run(scene())


def test_who_calls_off_twice_finds_the_report_that_was_in_its_place_too(
    reports: ReportsBeside, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Cancel, and then the window closes while the job still ends."""
    is_ending, may_end = asyncio.Event(), Event()

    async def make(_engine: Engine, wish: ReportWish, told: Told) -> ReportMade:
        told(ReportStep(20, 20, "finish", 0, 1))
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        told(ReportStep(20, 20, "finish", 1, 1))
        may_end.wait()
        wish.out.mkdir()
        (wish.out / "run.json").write_text(json.dumps({"posts": 8}))
        return ReportMade(wish.out, [], 8, 1.0)

    monkeypatch.setattr(job, "make_report", make)

    async def scene() -> None:
        begun = asyncio.Event()
        task = asyncio.ensure_future(
            reports.make(
                choice(tmp_path / "r"), lambda step: (is_ending if step.done else begun).set()
            )
        )
        await begun.wait()
        task.cancel()
        await is_ending.wait()
        task.cancel()
        asyncio.get_running_loop().call_soon(may_end.set)
        with pytest.raises(asyncio.CancelledError):
            await task
        assert [one.posts for one in await reports.earlier()] == [8]

    asyncio.run(scene())


@pytest.mark.parametrize("is_in_its_place", [True, False])
def test_of_what_is_called_off_too_late_the_report_is_found_again(
    reports: ReportsBeside,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    *,
    is_in_its_place: bool,
) -> None:
    async def make(_engine: Engine, wish: ReportWish, told: Told) -> ReportMade:
        told(ReportStep(20, 20, "finish", 0, 1))
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        if not is_in_its_place:
            raise asyncio.CancelledError
        (wish.out / "run.json").write_text(json.dumps({"posts": 8}))
        return ReportMade(wish.out.resolve(), [], 8, 1.0)

    monkeypatch.setattr(job, "make_report", make)
    out = tmp_path / "r"
    out.mkdir()
    (out / "run.json").write_text(json.dumps({"posts": 7}))
    os.utime(out / "run.json", (1, 1))
    (tmp_path / "link").symlink_to(out)

    async def scene() -> None:
        begun = asyncio.Event()
        link = choice(tmp_path / "link")
        task = asyncio.ensure_future(reports.make(link, lambda _step: begun.set()))
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        found = [(one.out, one.posts) for one in await reports.earlier()]
        assert found == ([(out, 8)] if is_in_its_place else [])

    asyncio.run(scene())


def test_the_next_one_begins_when_what_was_called_off_has_taken_its_files_away(
    reports: ReportsBeside, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    told_of: list[str] = []

    async def make(_engine: Engine, wish: ReportWish, told: Told) -> ReportMade:
        told_of.append("begun")
        told(ReportStep(1, 2, "links", 0, 1))
        try:
            if len(told_of) == 1:
                await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.2)  # the folders of the job are large
            told_of.append("gone")
        wish.out.mkdir()
        (wish.out / "run.json").write_text(json.dumps({"posts": 7}))
        return ReportMade(wish.out, [], 7, 1.0)

    monkeypatch.setattr(job, "make_report", make)

    async def scene() -> None:
        begun = asyncio.Event()
        first = asyncio.ensure_future(reports.make(choice(tmp_path / "r"), lambda _: begun.set()))
        await begun.wait()
        first.cancel()
        await reports.make(choice(tmp_path / "r"), lambda _: None)
        with pytest.raises(asyncio.CancelledError):
            await first

    asyncio.run(scene())
    assert told_of == ["begun", "gone", "begun", "gone"]


def test_folders_that_are_gone_or_damaged_are_no_reports(tmp_path: Path) -> None:
    kept = FakeSettings()
    damaged = tmp_path / "damaged"
    damaged.mkdir()
    (damaged / "run.json").write_text("{")
    kept.store_text(SETTING, json.dumps([str(damaged), str(tmp_path / "gone")]))
    reports = reports_in(tmp_path, kept)
    assert list(asyncio.run(reports.earlier())) == []
    kept.store_text(SETTING, "no json")
    assert list(asyncio.run(reports.earlier())) == []
    assert finished(damaged) is None


@pytest.mark.parametrize("written", ["a\0b", "x" * 5_000])
def test_what_somebody_wrote_into_the_list_may_be_no_path_at_all(
    tmp_path: Path, written: str
) -> None:
    (tmp_path / "reports.json").write_text(json.dumps([written]))
    kept = FakeSettings()
    kept.store_text(SETTING, json.dumps([written]))
    assert list(asyncio.run(reports_in(tmp_path, kept).earlier())) == []


def test_only_so_many_are_remembered(tmp_path: Path) -> None:
    kept = FakeSettings()
    reports = reports_in(tmp_path, kept)
    for number in range(REMEMBERED_MAX + 5):
        reports._remember(tmp_path / str(number))
    reports._remember(tmp_path / "7")
    named = json.loads(kept.texts[SETTING])
    assert len(named) == REMEMBERED_MAX
    assert named[:2] == [str(tmp_path / "7"), str(tmp_path / str(REMEMBERED_MAX + 4))]


def test_those_that_commands_made_are_found_among_the_others(tmp_path: Path) -> None:
    reports, by_command = (
        reports_in(tmp_path, FakeSettings()),
        ReportsByCommand(tmp_path / "reports.json"),
    )
    for number, name in enumerate(("first", "second", "third")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "run.json").write_text(json.dumps({"posts": 1, "title": name}))
        os.utime(tmp_path / name / "run.json", (number, number))
    for name in ("first", "third", "first"):
        by_command.add(tmp_path / name)
    reports._remember(tmp_path / "second")
    assert [one.title for one in asyncio.run(reports.earlier())] == ["third", "second", "first"]


def test_of_those_that_commands_made_only_so_many_are_remembered(tmp_path: Path) -> None:
    file = tmp_path / "reports.json"
    for number in range(REMEMBERED_MAX + 5):
        ReportsByCommand(file).add(tmp_path / str(number))
    assert len(ReportsByCommand(file).folders()) == REMEMBERED_MAX
    file.write_text("no json")
    assert ReportsByCommand(file).folders() == []
    ReportsByCommand(tmp_path / "gone" / "reports.json").add(tmp_path)
