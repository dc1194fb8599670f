"""Makes a report: the dataset, then the Spark job as a child process that reads it (D13).

The dataset lies in the clear, so it is made for this one report, beside it, and removed afterwards.
A report is there whole or not at all: calling it off, a job that fails and a crash leave at
most hidden folders, which the next run, or the next start, removes (``underway``).
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

import msgspec

from app.own_process import surroundings
from app.reports.answering import answering
from app.reports.dataset import write_dataset
from app.reports.installing import MISSING, are_installed, how_to_install
from app.reports.underway import room_of, take_away
from app.to_its_end import seen_through, take_back_cancelling, to_its_end
from engine.api import Engine
from engine.model.ids import SpaceId
from spark_reports.files import FOLDER_MODE, write
from spark_reports.java import JavaMissing, find_java
from spark_reports.outputs import (
    FORMATS,
    RUN_FILE,
    alone_in,
    check_free,
    clear_left,
    resolved,
)

LINE_BYTES_MAX = 65_536  # ours: of what the job says
LAST_WORDS_BYTES = 8_192  # ours: of what it complains about
END_SECONDS = 20.0  # ours: a job that is called off removes its files
_DATASET, _TITLE, _PLACE = "dataset", "title", "place"  # in the room beside the report
_NOT_MADE = "The report could not be made."


class ReportFailed(Exception):  # noqa: N818 - an answer
    """No report was made. ``code`` is stable, ``message`` and ``hint`` are for the person."""

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        """See the class."""
        super().__init__(code)
        self.code, self.message, self.hint = code, message, hint


@dataclass(frozen=True, slots=True)
class ReportWish:
    """Which report. ``since`` and ``until`` are days in ``zone``, inclusive; ``master``: a cluster.

    ``zone_else`` takes the place of a ``zone`` that nobody asked for where Java does not know it.
    ``formats`` are of FORMATS. ``secret_file``: what the cluster shares with us. ``pseudonyms``:
    people are numbers in it.
    """

    spaces: Sequence[SpaceId]
    out: Path
    since: date | None = None
    until: date | None = None
    zone: str = "UTC"
    zone_else: str | None = None
    formats: Sequence[str] = FORMATS
    include_text: bool = False
    title: str = "Activity report"
    master: str | None = None
    secret_file: Path | None = None
    pseudonyms: bool = False


@dataclass(frozen=True, slots=True)
class ReportStep:
    """What is being made: ``name`` is ``dataset``, or a stage of the job; ``stage`` counts from 0.

    ``done`` of ``total`` are posts, or pieces of work of this stage.
    """

    stage: int
    stages: int
    name: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class ReportMade:
    """``files`` by their paths inside ``out``; ``posts`` are those reported on; ``has_replaced``:
    an older report was at ``out``, and is gone.
    """

    out: Path
    files: Sequence[str]
    posts: int
    seconds: float
    has_replaced: bool = False


Told = Callable[[ReportStep], None]
LetGo = Callable[[], Awaitable[None]]


async def _stay() -> None:
    """Who asked keeps the engine."""


class _Line(msgspec.Struct, frozen=True):
    """What the job says: a step, or why it cannot."""

    stage: int = 0
    stages: int = 0
    name: str = ""
    done: int = 0
    total: int = 0
    error: str = ""


class _Run(msgspec.Struct, frozen=True):
    """What we read of ``run.json``."""

    posts: int


def check_ready() -> None:
    """Raises ReportFailed where this computer cannot make reports, and says what to install."""
    if not are_installed():
        raise ReportFailed("reports_not_installed", MISSING, how_to_install())
    try:
        find_java()
    except JavaMissing as error:
        raise ReportFailed("java_missing", str(error)) from error


async def make_report(
    engine: Engine, wish: ReportWish, told: Told, let_go: LetGo = _stay
) -> ReportMade:
    """Raises ReportFailed, and what ``write_dataset`` raises.

    Cancelling leaves no report, unless it was in its place already: then that is what comes of it.

    ``let_go``: called once nothing more is asked of ``engine``, which is long before the end.
    """
    began = time.monotonic()
    await asyncio.to_thread(check_ready)
    with answering(wish.out):
        # The job is in another folder than we are.
        secret_file = None if wish.secret_file is None else wish.secret_file.absolute()
        wish = replace(wish, out=resolved(wish.out), secret_file=secret_file)
        check_place(wish.out)
        take_away(wish.out)  # which may bring an older report back
        before = _told_of(wish.out)
        try:
            await _make(engine, wish, told, let_go)
        except asyncio.CancelledError:
            if _told_of(wish.out) in (None, before):
                raise
            take_back_cancelling()  # it came too late: the report is there, and an older one gone
        run = msgspec.json.decode((wish.out / RUN_FILE).read_bytes(), type=_Run)
        found = [one for one in wish.out.rglob("*") if one.is_file()]
    files = sorted(one.relative_to(wish.out).as_posix() for one in found)
    return ReportMade(wish.out, files, run.posts, time.monotonic() - began, before is not None)


def _told_of(out: Path) -> bytes | None:
    """Another for every report, since no two take the same time; None: there is none.

    Numbers and times of files are not asked: some disks (FAT, many of FUSE) find others for a file
    that they look up again.
    """
    try:
        return (out / RUN_FILE).read_bytes()
    except OSError:
        return None


async def _make(engine: Engine, wish: ReportWish, told: Told, let_go: LetGo) -> None:
    room = room_of(wish.out)
    room.mkdir(mode=FOLDER_MODE)
    with alone_in(room):
        try:
            await write_dataset(
                engine,
                wish.spaces,
                room / _DATASET,
                include_text=wish.include_text,
                told=lambda done, total: told(ReportStep(0, 0, "dataset", done, total)),
                outlasts=False,
            )
            await let_go()
            write(room / _TITLE, wish.title.encode())
            write(room / _PLACE, os.fsencode(wish.out))
            await _run(arguments_of(wish), room, wish.out, told)
        finally:
            await to_its_end(shutil.rmtree, room, ignore_errors=True)


def check_place(out: Path) -> None:
    """Refused as ``answering``, where something else than a report of ours is there, too."""
    with answering(out):
        check_free(out)


def arguments_of(wish: ReportWish) -> Sequence[str]:
    """How the job is started, in the room beside the report. Pure.

    Everybody on this computer can read it: nothing tells of what the report is on. The title and
    the place, either of which may be a channel's name, are in files of that room, where the job
    begins, and so is the dataset; secrets are in files too.
    """
    given = {
        "--input": _DATASET,
        "--out-file": _PLACE,
        "--since": None if wish.since is None else wish.since.isoformat(),
        "--until": None if wish.until is None else wish.until.isoformat(),
        "--zone": wish.zone,
        "--zone-else": wish.zone_else,
        "--formats": ",".join(wish.formats),
        "--title-file": _TITLE,
        "--master": wish.master,
        "--secret-file": None if wish.secret_file is None else str(wish.secret_file),
        "--progress": "json",
    }
    # With "=", so that nothing a person chose is taken for an option.
    words = [f"{name}={value}" for name, value in given.items() if value is not None]
    flags = ["--while-stdin-is-open", *(["--pseudonyms"] if wish.pseudonyms else [])]
    return [sys.executable, "-m", "spark_reports", *flags, *words]


async def _run(arguments: Sequence[str], room: Path, out: Path, told: Told) -> None:
    process = await _begun(arguments, room)
    try:
        assert process.stdout is not None
        assert process.stderr is not None
        complaint, error = await asyncio.gather(
            _last_words(process.stderr), _listen(process.stdout, told)
        )
        status = await process.wait()
    finally:
        await seen_through(_end(process, out))
    if status != 0:
        message = error or _NOT_MADE
        hint = complaint if not error else ""
        raise ReportFailed("report_failed", message, hint)


async def _begun(arguments: Sequence[str], room: Path) -> asyncio.subprocess.Process:
    try:
        return await asyncio.create_subprocess_exec(
            *arguments,
            stdin=asyncio.subprocess.PIPE,  # open as long as the report is wanted
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            limit=LINE_BYTES_MAX,
            cwd=room,
            env=surroundings(),
        )
    except OSError as error:  # too many processes, or too little memory
        raise ReportFailed("report_failed", _NOT_MADE, error.strerror or f"{error}") from error


async def _listen(stream: asyncio.StreamReader, told: Told) -> str:
    """Passes on what the job says; its error, if it has one."""
    error = ""
    async for raw in _lines(stream):
        try:
            line = msgspec.json.decode(raw, type=_Line)
        except msgspec.DecodeError:
            continue  # of Spark itself
        error = line.error or error
        if line.name:
            told(ReportStep(line.stage, line.stages, line.name, line.done, line.total))
    return error


async def _lines(stream: asyncio.StreamReader) -> AsyncIterator[bytes]:
    while True:
        try:
            line = await stream.readline()
        except ValueError:  # too long: of Spark itself
            continue
        if not line:
            return
        yield line


async def _last_words(stream: asyncio.StreamReader) -> str:
    """The last line that is not empty, of the end of what was said."""
    kept = b""
    while chunk := await stream.read(LINE_BYTES_MAX):
        kept = (kept + chunk)[-LAST_WORDS_BYTES:]
    lines = kept.decode("utf-8", "replace").strip().splitlines()
    return lines[-1] if lines else ""


async def _end(process: asyncio.subprocess.Process, out: Path) -> None:
    """It has ended, or is called off; then it removes its files, or we do."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        if process.stdin is not None:
            process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), END_SECONDS)
        except TimeoutError:
            process.kill()
            await process.wait()
    await asyncio.to_thread(clear_left, out)
