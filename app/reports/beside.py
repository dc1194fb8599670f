"""Reports for the window: the engine's pages on a thread of their own, the job as a process.

Implements ``ui.report_service.Reports``.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import msgspec

from app.reports.by_command import REMEMBERED_MAX, ReportsByCommand
from app.reports.installing import MISSING, are_installed, how_to_install
from app.reports.underway import Underway
from app.reports.zone import own_zone, zone_of_now
from app.to_its_end import seen_through
from engine.api import Engine
from engine.errors import Fault
from spark_reports.outputs import HTML_FILE, PDF_FILE, RUN_FILE
from ui.report_service import (
    FinishedReport,
    NoReport,
    ReportChoice,
    ReportProgress,
)

if TYPE_CHECKING:
    from app.reports.job import ReportStep

SETTING = "reports.earlier"
_UNTITLED = "Activity report"


class Remembering(Protocol):
    """Where the folders of earlier reports are kept."""

    def text(self, name: str, default: str) -> str: ...
    def store_text(self, name: str, value: str) -> None: ...


class _Run(msgspec.Struct, frozen=True):
    """What we read of a report's ``run.json``."""

    posts: int
    title: str = _UNTITLED


class ReportsBeside:
    """``engine`` may be awaited from any loop (``EngineThread``)."""

    def __init__(
        self,
        engine: Engine,
        settings: Remembering,
        underway: Underway,
        by_command: ReportsByCommand,
    ) -> None:
        """Borrows all four."""
        self._engine = engine
        self._settings = settings
        self._underway = underway
        self._by_command = by_command
        self._one_at_a_time = asyncio.Lock()

    async def trouble(self) -> NoReport | None:
        """See ``Reports``."""
        return await asyncio.to_thread(_trouble)

    async def earlier(self) -> Sequence[FinishedReport]:
        """See ``Reports``."""
        return await asyncio.to_thread(self._earlier)

    async def make(
        self, choice: ReportChoice, told: Callable[[ReportProgress], None]
    ) -> FinishedReport | NoReport:
        """See ``Reports``."""
        async with self._one_at_a_time:  # what was called off first takes its files away
            return await self._make(choice, told)

    async def _make(
        self, choice: ReportChoice, told: Callable[[ReportProgress], None]
    ) -> FinishedReport | NoReport:
        loop = asyncio.get_running_loop()
        job = _Making(self._engine, choice, lambda step: _tell(loop, told, step), self._underway)
        work = asyncio.ensure_future(asyncio.to_thread(job.run))
        try:
            outcome = await seen_through(work, job.cancel)
        except asyncio.CancelledError:
            # It has taken its files away, unless it was in its place already.
            has_ended = not work.cancelled() and work.exception() is None
            if has_ended and isinstance(late := work.result(), FinishedReport):
                self._remember(late.out)
            raise
        assert outcome is not None, "only we call it off"
        if isinstance(outcome, FinishedReport):
            self._remember(outcome.out)
        return outcome

    def _earlier(self) -> Sequence[FinishedReport]:
        folders = dict.fromkeys([*self._folders(), *self._by_command.folders()])
        found = [report for one in folders if (report := finished(Path(one))) is not None]
        return sorted(found, key=lambda report: -report.made_at)[:REMEMBERED_MAX]

    def _folders(self) -> list[str]:
        try:
            return msgspec.json.decode(self._settings.text(SETTING, "[]"), type=list[str])
        except msgspec.DecodeError:  # somebody has written into it
            return []

    def _remember(self, folder: Path) -> None:
        named = [str(folder), *[one for one in self._folders() if one != str(folder)]]
        with suppress(Fault):  # the report is there all the same
            self._settings.store_text(SETTING, msgspec.json.encode(named[:REMEMBERED_MAX]).decode())


def finished(folder: Path) -> FinishedReport | None:
    """The report in that folder; None: there is none any more."""
    about = folder / RUN_FILE
    try:
        run = msgspec.json.decode(about.read_bytes(), type=_Run)
        made_at = about.stat().st_mtime
    except (OSError, ValueError, msgspec.DecodeError):  # ValueError: no path can be like that
        return None
    page, printed = folder / HTML_FILE, folder / PDF_FILE
    return FinishedReport(
        folder,
        run.title,
        run.posts,
        made_at,
        page if page.is_file() else None,
        printed if printed.is_file() else None,
    )


def _trouble() -> NoReport | None:
    if not are_installed():
        return _not_installed()
    from app.reports.job import ReportFailed, check_ready

    try:
        check_ready()
    except ReportFailed as failed:
        return NoReport(failed.message, failed.hint)
    return None


def _not_installed() -> NoReport:
    return NoReport(MISSING, how_to_install())


def _tell(
    loop: asyncio.AbstractEventLoop, told: Callable[[ReportProgress], None], step: ReportProgress
) -> None:
    with suppress(RuntimeError):  # the window has just closed
        loop.call_soon_threadsafe(told, step)


class _Making:
    """One report, on the thread that calls ``run``; ``cancel`` comes from another."""

    def __init__(
        self,
        engine: Engine,
        choice: ReportChoice,
        told: Callable[[ReportProgress], None],
        underway: Underway,
    ) -> None:
        self._engine, self._choice, self._told = engine, choice, told
        self._underway = underway
        self._gate = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[FinishedReport | NoReport] | None = None
        self._is_called_off = False

    def run(self) -> FinishedReport | NoReport | None:
        """Called off it is None, or the report, if that was in its place already.

        Raises as ``write_dataset``.
        """
        try:
            return asyncio.run(self._run())
        except asyncio.CancelledError:
            return None

    def cancel(self) -> None:
        """It ends as soon as it can; what is not in its place by then is taken away."""
        with self._gate:
            self._is_called_off = True
            if self._loop is not None and self._task is not None:
                with suppress(RuntimeError):  # it has just ended
                    self._loop.call_soon_threadsafe(self._task.cancel)

    async def _run(self) -> FinishedReport | NoReport:
        with self._gate:
            self._loop = asyncio.get_running_loop()
            self._task = asyncio.ensure_future(self._make())
            if self._is_called_off:
                self._task.cancel()
        return await self._task

    async def _make(self) -> FinishedReport | NoReport:
        if not are_installed():
            return _not_installed()
        from app.reports.job import ReportFailed, ReportWish, make_report

        choice = self._choice
        wish = ReportWish(
            spaces=choice.spaces,
            out=choice.out,
            since=choice.since,
            until=choice.until,
            zone=own_zone(),
            zone_else=zone_of_now(),
            formats=tuple(str(form) for form in choice.forms),
            include_text=choice.include_text,
            title=choice.title or _UNTITLED,
            pseudonyms=choice.pseudonyms,
        )
        try:
            with self._underway.noted(choice.out):
                made = await make_report(self._engine, wish, self._tell)
        except ReportFailed as failed:
            return NoReport(failed.message, failed.hint)
        found = finished(made.out)
        return found if found is not None else NoReport("The report has gone.")

    def _tell(self, step: ReportStep) -> None:
        self._told(ReportProgress(step.stage, step.stages, step.name, step.done, step.total))
