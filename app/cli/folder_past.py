"""``tidings folder get --version``: files of a shared folder as they were, written once.

Nothing is kept in step by that: whoever asks for what was has it as it was. What lies at a file's
place already stays, under a name that says so.
"""

from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from app.cli import feed_shapes
from app.cli.failures import usage
from app.cli.feeds import files_at
from app.cli.folder_follow import (
    LOOK_SECONDS,
    Meant,
    demand_coming,
    followed,
    names_of,
    news_of,
)
from app.cli.printing import facts
from app.cli.session import Call
from app.cli.waiting import nothing_came, until
from app.folders.bringing import bring
from app.folders.inside import Seen
from app.folders.placing import Place
from app.folders.published import pieces_of
from app.folders.room import NoRoom, Room
from engine.api import Engine
from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.model.feed_commands import WantFile
from engine.model.feed_queries import FileHistory, OneFolder
from engine.model.feeds import FolderEntryView, FolderView
from engine.model.ids import SpaceId
from ui.folders.copying import writing
from ui.wording.sentences import one_line

FILES_AT_ONCE = 100  # ours: asked for together

VersionOption = Annotated[
    int | None,
    typer.Option(
        metavar="N", min=1, help="As it was then; “tidings folder list --history” shows when."
    ),
]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Files at and below ``paths`` (empty: all) as they were in ``version``, of ``FolderView``."""

    place: Path
    paths: Sequence[str]
    version: int


async def get_past(
    call: Call, meant: Meant, wanted: Wanted, name: str | None, patience_seconds: float
) -> None:
    """Fetches and writes them, and tells which. CommandFailed if nothing came for that long."""
    if meant.known is not None:
        _demand_elsewhere(meant.known, wanted.place)
    await asyncio.to_thread(make, wanted.place)
    view = await followed(call.engine, meant, name)
    space = view.feed.space
    view = await names_of(call.engine, space, patience_seconds)
    demand_reached(view, wanted.version)
    files = await files_at(call.engine, space, wanted.paths, wanted.version)
    for start in range(0, len(files), FILES_AT_ONCE):
        some = files[start : start + FILES_AT_ONCE]
        await _fetch(call.engine, space, some, patience_seconds)
        for one in some:
            kept = await _write(call.engine, space, one, wanted.place)
            if kept is not None:
                call.output.note(f"What lay there before is “{one_line(kept)}” now.")
    document = {
        **feed_shapes.folder(view),
        "written": [feed_shapes.entry(one) for one in files],
    }
    pairs = [
        ("name", view.feed.name),
        ("version", f"{wanted.version:,}"),
        ("written", f"{len(files):,} files"),
        ("place", str(wanted.place)),
    ]
    call.output.document(document, lambda: facts(pairs))


def demand_reached(view: FolderView, version: int) -> None:
    """CommandFailed (usage) where it has no such version yet: it would mean the newest, for now."""
    if version > view.version:
        raise usage(f"“{one_line(view.feed.name)}” has no version {version:,} yet.")


def make(place: Path) -> None:
    """The directory is there. Refused where it cannot be."""
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(Refusal.FILE_UNWRITABLE, f"{place} ({error.strerror})") from error


def _demand_elsewhere(view: FolderView, place: Path) -> None:
    """In the folder's own place it would be changed back, or published."""
    if view.directory is None:
        return
    lies_in = Path(os.path.realpath(view.directory))
    if place == lies_in or lies_in in place.parents:
        message = f"“{one_line(view.feed.name)}” lies in {one_line(str(lies_in))} as it is now."
        raise usage(message, "Have what was written to another directory.")


async def _fetch(
    engine: Engine, space: SpaceId, files: Sequence[FolderEntryView], patience_seconds: float
) -> None:
    """They are here. CommandFailed if nothing came for that long, or nothing comes at all."""
    left = [one for one in files if not one.is_here]
    for one in left:
        await engine.perform(WantFile(space, one.path, version=one.version))

    async def look() -> bool | None:
        while left:
            if not await _is_here(engine, space, left[0]):
                demand_coming(await engine.ask(OneFolder(space)))
                return None
            del left[0]
        return True

    if await until(engine, look, news_of(space), patience_seconds, LOOK_SECONDS) is None:
        raise nothing_came(f"{len(left):,} files are", patience_seconds)


async def _is_here(engine: Engine, space: SpaceId, entry: FolderEntryView) -> bool:
    versions = await engine.ask(FileHistory(space, entry.path, entry.version + 1))
    return any(one.is_here for one in versions[:1] if one.version == entry.version)


async def _write(engine: Engine, space: SpaceId, entry: FolderEntryView, place: Path) -> str | None:
    """The file lies there; under what name anything was kept that lay there before.

    Fault where too little of the disk would be left.
    """
    where = Place(entry.path, entry.size, entry.mtime)
    with writing(place / entry.path):
        if await asyncio.to_thread(_lies_there, place, where):
            return None
        await _demand_room(place, where.size)
        pieces = pieces_of(engine, space, entry)
        _, kept = await bring(place, where, pieces, _is_nobodys)
    return kept


def _lies_there(place: Path, where: Place) -> bool:
    """From an earlier call, as it seems."""
    try:
        status = (place / where.path).lstat()
    except OSError:
        return False
    return stat.S_ISREG(status.st_mode) and where.looks_like(Seen.of(status))


async def _demand_room(place: Path, size: int) -> None:
    try:
        await Room().take(place, size)  # one after another: nothing else is being written there
    except NoRoom as error:
        raise Fault(FaultReason.DISK_FULL, str(place)) from error


def _is_nobodys(_seen: Seen, _digest: bytes | None) -> bool:
    """Whatever lies there may be the person's: it is kept."""
    return False
