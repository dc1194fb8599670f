"""``tidings folder get``: fetches a shared folder, or some of its files, and waits until then.

A folder that is fetched goes on following its owner's changes while Tidings runs.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from app.cli import amounts, feed_shapes
from app.cli.arguments import wanted_in
from app.cli.delivery import add_peers
from app.cli.failures import CommandFailed, ExitStatus, Failure, usage
from app.cli.feeds import entries_of
from app.cli.printing import Output, facts
from app.cli.session import Call, run_online
from app.cli.waiting import demand_patience, nothing_came, until
from app.folders.inside import demand_no_profile
from engine.api import Engine
from engine.errors import Refusal, Refused
from engine.model.events import BlocksArrived, Event, FolderChanged, SpaceChanged
from engine.model.feed_commands import FollowFolder, UseDirectory, WantFile
from engine.model.feed_queries import Folders, OneFolder
from engine.model.feeds import FeedState, FolderEntryView, FolderUse, FolderView
from engine.model.ids import SpaceId
from engine.model.limits import PREFIX_DIGITS_MIN
from ui.folders.trouble import trouble_of
from ui.wording.sentences import Sentence, one_line
from ui.wording.wanted import FOLDER

PATIENCE_SECONDS = 60.0  # ours
LOOK_SECONDS = 0.1  # ours: a listing may be long


def add_to(app: typer.Typer) -> None:
    """Puts the command among the others of the noun."""
    app.command("get")(get)


def get(
    context: typer.Context,
    key: Annotated[str, typer.Argument(metavar="KEY|LINK", help="The folder's key or link.")],
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="Where its files are to lie.")],
    path: Annotated[
        list[str] | None,
        typer.Option(metavar="P", help="Only this file or folder in it (several may be given)."),
    ] = None,
    name: Annotated[str | None, typer.Option(help="What to call it here.")] = None,
    timeout: Annotated[
        float, typer.Option(metavar="S", help="Give up when nothing came for S seconds.")
    ] = PATIENCE_SECONDS,
    *,
    no_wait: Annotated[
        bool, typer.Option("--no-wait", help="Return at once; it comes while Tidings runs.")
    ] = False,
    no_discovery: Annotated[
        bool, typer.Option("--no-discovery", help="Only dial: open no port, announce nothing.")
    ] = False,
) -> None:
    """Fetch a shared folder into DIR, which then follows its changes."""
    demand_patience(timeout)
    place = _meant(directory)
    paths = tuple(one.strip("/") for one in path or ())

    async def work(call: Call) -> None:
        known = await _known(call.engine, key)
        if known is not None:
            _demand_same_place(known, place)
        await asyncio.to_thread(_make, place)
        view = await _followed(call.engine, key, name, known)
        use = FolderUse.CHOSEN if paths else FolderUse.MIRRORED
        view = await call.engine.perform(UseDirectory(view.feed.space, str(place), use))
        fetching = _Fetching(call.engine, view.feed.space, place, paths, call.output)
        if not no_wait:
            view = await fetching.to_its_end(timeout)
        elif paths:
            await fetching.want()
        _show(call, view)

    run_online(context, work, discovery=not no_discovery)


def _meant(directory: Path) -> Path:
    """Its absolute path, without links."""
    place = Path(os.path.realpath(directory.expanduser()))
    try:
        demand_no_profile(place)
    except OSError as error:
        raise Refused(Refusal.FILE_UNWRITABLE, f"{place} ({error.strerror})") from error
    return place


def _make(place: Path) -> None:
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(Refusal.FILE_UNWRITABLE, f"{place} ({error.strerror})") from error


def _demand_same_place(view: FolderView, place: Path) -> None:
    """A folder lies in one place, and whoever asks for another one might not know of the first;
    but one that is gone was most likely moved.
    """
    name, lies_in = one_line(view.feed.name), view.directory
    if lies_in is None:
        return
    if view.use is FolderUse.SHARED:
        message = f"“{name}” is shared from {one_line(lies_in)} on this computer."
        raise usage(message, "“tidings folder share DIR --folder NAME” shares it from elsewhere.")
    if Path(lies_in).is_dir() and os.path.realpath(lies_in) != str(place):
        message = f"“{name}” lies in {one_line(lies_in)} already, and lies in one place only."
        raise usage(message, "“tidings folder stop NAME” lets its files stay there; then get it.")


async def _known(engine: Engine, text: str) -> FolderView | None:
    """The folder of that key, link or name, if it was known before."""
    known = await engine.ask(Folders())
    for view in known:
        if _is_named(view, text):
            return view
    key = wanted_in(text, None, FOLDER).public_key
    return next((view for view in known if view.feed.key == key), None)


def _is_named(view: FolderView, text: str) -> bool:
    """By its name, or the beginning of its key."""
    meant = text.strip().lower()
    begins = len(meant) >= PREFIX_DIGITS_MIN and view.feed.key.hex().startswith(meant)
    return begins or view.feed.name == text


async def _followed(
    engine: Engine, text: str, name: str | None, known: FolderView | None
) -> FolderView:
    """That folder, followed again where it was left; its link's addresses are dialled."""
    if known is not None and _is_named(known, text):
        key, called = known.feed.key, name
    else:
        found = wanted_in(text, None, FOLDER)
        await add_peers(engine, found.addresses)
        key, called = found.public_key, name or found.name or None
    if known is not None and known.feed.state is not FeedState.LEFT:
        return known
    return await engine.perform(FollowFolder(key, called))


@dataclass(slots=True)
class _Fetching:
    """A folder on its way into ``place``. ``paths``: only those (empty: all of it)."""

    engine: Engine
    space: SpaceId
    place: Path
    paths: Sequence[str]
    output: Output
    _wanted: bool = False

    async def to_its_end(self, patience_seconds: float) -> FolderView:
        """Once every file is here and written. CommandFailed if nothing came for that long."""
        view = await until(self.engine, self._look, self._is_news, patience_seconds, LOOK_SECONDS)
        self._tell("")
        if view is None:
            raise nothing_came("Not all of it is" if self._wanted else "It is", patience_seconds)
        await self._written(patience_seconds)
        return view

    async def want(self) -> None:
        """Asks for the paths. Refused with FILE_UNKNOWN for one that the folder has not."""
        for path in self.paths:
            await self.engine.perform(WantFile(self.space, path))
        self._wanted = True

    async def _look(self) -> FolderView | None:
        view = await self.engine.ask(OneFolder(self.space))
        if not _knows_names(view):
            return None
        if not self._wanted:
            await self.want()
        if self.paths:
            entries = await self._entries()
            self._tell(_counted([one for one in entries if one.is_here], entries))
            return view if all(one.is_here for one in entries) else None
        files = f"{view.done_files:,} of {view.files:,} files"
        here = f"{amounts.in_words(view.done_bytes)} of {amounts.in_words(view.bytes)}"
        self._tell(f"{files}, {here}")
        return view if feed_shapes.is_done(view) else None

    async def _entries(self) -> list[FolderEntryView]:
        """The files that are to be written. Refused with FILE_UNKNOWN for a path of none."""
        found = []
        for path in self.paths or ("",):
            below = [one async for one in entries_of(self.engine, self.space, path)]
            meant = below or await self._file(path)
            if path and not meant:
                raise Refused(Refusal.FILE_UNKNOWN, path)
            found += meant
        return [one for one in found if one.refusal is None]

    async def _file(self, path: str) -> list[FolderEntryView]:
        """The file of that path alone."""
        folder, _, _ = path.rpartition("/")
        beside = [one async for one in entries_of(self.engine, self.space, folder)]
        return [one for one in beside if one.path == path]

    async def _written(self, patience_seconds: float) -> None:
        """Until every file is on disk, which no event tells."""
        entries = await self._entries()
        deadline = time.monotonic() + patience_seconds
        while entries := await asyncio.to_thread(self._unwritten, entries):
            view = await self.engine.ask(OneFolder(self.space))
            if view.trouble is not None and (said := trouble_of(view)) is not None:
                raise _in_trouble(said)
            if time.monotonic() > deadline:
                raise nothing_came(f"{len(entries):,} files are", patience_seconds)
            await asyncio.sleep(LOOK_SECONDS)

    def _unwritten(self, entries: Sequence[FolderEntryView]) -> list[FolderEntryView]:
        return [one for one in entries if not self._is_written(one)]

    def _is_written(self, entry: FolderEntryView) -> bool:
        try:
            return (self.place / entry.path).stat().st_size == entry.size
        except OSError:
            return False

    def _is_news(self, event: Event) -> bool:
        match event:
            case BlocksArrived(space) | FolderChanged(space) | SpaceChanged(space):
                return space == self.space
            case _:
                return False

    def _tell(self, line: str) -> None:
        """One line on stderr that counts, and is gone at the end."""
        if self.output.is_at_terminal:
            print(f"\r{line:<60}", end="" if line else "\r", file=sys.stderr, flush=True)


def _in_trouble(said: Sentence) -> CommandFailed:
    code = str(Refusal.FILE_UNWRITABLE)
    return CommandFailed(Failure(ExitStatus.REFUSED, code, said.message, said.hint))


def _knows_names(view: FolderView) -> bool:
    return view.feed.own or 0 < view.feed.length <= view.feed.downloaded


def _counted(here: Sequence[FolderEntryView], entries: Sequence[FolderEntryView]) -> str:
    return f"{len(here):,} of {len(entries):,} files"


def _show(call: Call, view: FolderView) -> None:
    pairs = [
        ("name", view.feed.name),
        ("files", f"{view.done_files:,} of {view.files:,}"),
        ("size", amounts.in_words(view.done_bytes)),
        ("place", view.directory or ""),
    ]
    call.output.document(feed_shapes.folder(view), lambda: facts(pairs))
