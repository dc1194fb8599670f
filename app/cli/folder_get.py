"""``tidings folder get``: fetches a shared folder, or some of its files, and waits until then.

A folder that is fetched goes on following its owner's changes while Tidings runs.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from app.cli import amounts, feed_shapes
from app.cli.codes import ReadOption
from app.cli.failures import CommandFailed, ExitStatus, Failure, usage
from app.cli.feeds import files_at, listed_at
from app.cli.folder_follow import (
    LOOK_SECONDS,
    PATIENCE_SECONDS,
    STOPPED,
    NoDiscoveryOption,
    TimeoutOption,
    demand_coming,
    folder_meant,
    followed,
    knows_names,
    news_of,
)
from app.cli.folder_past import VersionOption, Wanted, get_past, make
from app.cli.printing import Output, aside, facts
from app.cli.session import Call, run_online
from app.cli.waiting import demand_patience, nothing_came, until
from app.folders.inside import Seen, demand_no_profile
from app.folders.placing import Place
from app.folders.published import digest_of
from app.folders.troubles import Trouble, of_file
from engine.api import Engine
from engine.errors import Refusal, Refused
from engine.model.feed_commands import UseDirectory, WantFile
from engine.model.feed_queries import OneFolder
from engine.model.feeds import FeedState, FolderEntryView, FolderUse, FolderView
from engine.model.ids import SpaceId
from ui.folders.trouble import trouble_of
from ui.wording.sentences import one_line

HEARING_SECONDS = 5.0  # ours: to be told by somebody whether a folder has changed
SETTLING_SECONDS = 5.0  # ours: what is in the way of some file may not be so of what is asked for
OF_SOME_FILE = {Trouble.PLACE_TAKEN, Trouble.CONTENT_WRONG, Trouble.DISK_FULL, Trouble.PROFILE}
"""Troubles that do not tell of which file they are."""

UNHEARD = (
    "Nobody who has this folder was connected: what is there is as it was known here before, "
    "and may have changed since."
)


def add_to(app: typer.Typer) -> None:
    """Puts the command among the others of the noun."""
    app.command("get")(get)


def get(
    context: typer.Context,
    key: Annotated[
        str | None, typer.Argument(metavar="KEY|LINK", help="The folder's key or link.")
    ] = None,
    directory: Annotated[
        Path | None, typer.Argument(metavar="DIR", help="Where its files are to lie.")
    ] = None,
    path: Annotated[
        list[str] | None,
        typer.Option(metavar="P", help="Only this file or folder in it (several may be given)."),
    ] = None,
    name: Annotated[str | None, typer.Option(help="What to call it here.")] = None,
    version: VersionOption = None,
    qr: ReadOption = None,
    timeout: TimeoutOption = PATIENCE_SECONDS,
    *,
    no_wait: Annotated[
        bool, typer.Option("--no-wait", help="Return at once; it comes while Tidings runs.")
    ] = False,
    no_discovery: NoDiscoveryOption = False,
) -> None:
    """Fetch a shared folder into DIR, which then follows its changes.

    With --version its files as they were then, once; what is no more among them.
    """
    demand_patience(timeout)
    text, place = _what_and_where(key, directory, qr)
    paths = tuple(one.strip("/") for one in path or ())
    if version is not None and no_wait:
        raise usage("What was is written at once: “--version” waits for it.")

    async def work(call: Call) -> None:
        meant = await folder_meant(call.engine, text, qr)
        if version is not None:
            await get_past(call, meant, Wanted(place, paths, version), name, timeout)
            return
        if meant.known is not None:
            _demand_same_place(meant.known, place)
        await asyncio.to_thread(make, place)
        before = await followed(call.engine, meant, name)
        use = FolderUse.CHOSEN if paths else FolderUse.MIRRORED
        view = await call.engine.perform(UseDirectory(before.feed.space, str(place), use))
        fetching = _Fetching(call.engine, before, place, paths, call.output)
        is_old = meant.known is not None and knows_names(meant.known)
        if not no_wait:
            view = await fetching.to_its_end(timeout, is_old=is_old)
        elif paths:
            await fetching.want()
        _show(call, view)

    run_online(context, work, discovery=not no_discovery)


def _what_and_where(
    key: str | None, directory: Path | None, picture: Path | None
) -> tuple[str | None, Path]:
    """With a picture the only argument is the directory."""
    if picture is not None and directory is None and key is not None:
        directory, key = Path(key), None
    if directory is None:
        raise usage("Give the folder's key or link (or “--qr IMAGE”), and the directory for it.")
    return key, _meant(directory)


def _meant(directory: Path) -> Path:
    """Its absolute path, without links."""
    place = Path(os.path.realpath(directory.expanduser()))
    try:
        demand_no_profile(place)
    except OSError as error:
        raise Refused(Refusal.FILE_UNWRITABLE, f"{place} ({error.strerror})") from error
    return place


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


@dataclass(slots=True)
class _Fetching:
    """A folder on its way into ``place``. ``paths``: only those (empty: all of it).

    ``before``: as it was before it was tied to ``place``.
    """

    engine: Engine
    before: FolderView
    place: Path
    paths: Sequence[str]
    output: Output
    _wanted: bool = False

    @property
    def space(self) -> SpaceId:
        """The folder's."""
        return self.before.feed.space

    async def to_its_end(self, patience_seconds: float, *, is_old: bool) -> FolderView:
        """Once every file is here and written. CommandFailed if nothing came for that long.

        ``is_old``: what is known of it is of another day, so somebody who has it is heard first.
        """
        view = await self._here(patience_seconds)
        if is_old:
            await self._hear(min(patience_seconds, HEARING_SECONDS))
            view = await self._here(patience_seconds)
        await self._written(patience_seconds)
        return view

    async def _here(self, patience_seconds: float) -> FolderView:
        news = news_of(self.space)
        view = await until(self.engine, self._look, news, patience_seconds, LOOK_SECONDS)
        self._tell("")
        if view is None:
            raise nothing_came("Not all of it is" if self._wanted else "It is", patience_seconds)
        return view

    async def _hear(self, patience_seconds: float) -> None:
        """Until somebody has told what there is, and it came; where nobody does, that is said.

        What merely goes on, such as connections that do not last, is not waited for.
        """
        deadline = time.monotonic() + patience_seconds

        async def look() -> FolderView | None:
            view = await self._look()
            is_enough = view is not None and (_is_heard(view) or time.monotonic() > deadline)
            return view if is_enough else None

        news = news_of(self.space)
        await until(self.engine, look, news, patience_seconds, LOOK_SECONDS)
        view = await self.engine.ask(OneFolder(self.space))
        if not _is_heard(view) and not view.feed.peers:
            self.output.caution("nobody_connected", UNHEARD)

    async def want(self) -> None:
        """Asks for the paths. CommandFailed for one that the folder has not, as far as is known, or
        Refused: it lies where it lay before, then, so that the next try may be another one.
        """
        try:
            if knows_names(await self.engine.ask(OneFolder(self.space))):
                for path in self.paths:
                    await listed_at(self.engine, self.space, path)
            for path in self.paths:
                await self.engine.perform(WantFile(self.space, path))
        except (CommandFailed, Refused):
            before = UseDirectory(self.space, self.before.directory, self.before.use)
            await self.engine.perform(before)
            raise
        self._wanted = True

    async def _look(self) -> FolderView | None:
        view = await self.engine.ask(OneFolder(self.space))
        if not knows_names(view):
            demand_coming(view)
            return None
        if not self._wanted:
            await self.want()
        if self.paths:
            entries = await files_at(self.engine, self.space, self.paths)
            self._tell(_counted([one for one in entries if one.is_here], entries))
            if all(one.is_here for one in entries):
                return view
            demand_coming(view)
            return None
        files = f"{view.done_files:,} of {view.files:,} files"
        here = f"{amounts.in_words(view.done_bytes)} of {amounts.in_words(view.bytes)}"
        self._tell(f"{files}, {here}")
        if feed_shapes.is_done(view):
            return view
        demand_coming(view)
        return None

    async def _written(self, patience_seconds: float) -> None:
        """Until every file is on disk, which no event tells.

        Trouble with another file is no reason to end before the time is over; but where it is not
        told whose it is, it may be that of ours, and none was written for SETTLING_SECONDS.
        """
        left = await files_at(self.engine, self.space, self.paths)
        deadline = time.monotonic() + patience_seconds
        settled, before = time.monotonic() + SETTLING_SECONDS, len(left)
        while left := [one for one in left if not await self._is_written(one)]:
            now = time.monotonic()
            if len(left) < before:
                settled, before = now + SETTLING_SECONDS, len(left)
            view = await self.engine.ask(OneFolder(self.space))
            if now > deadline or _is_hindered(left, view.trouble, is_settled=now >= settled):
                raise _unwritten(left, view, patience_seconds)
            await asyncio.sleep(LOOK_SECONDS)

    async def _is_written(self, entry: FolderEntryView) -> bool:
        """By size and time; where only the time is another, as on some disks, by its content."""
        file, where = self.place / entry.path, Place(entry.path, entry.size, entry.mtime)
        try:
            seen = await asyncio.to_thread(_seen, file)
            if seen.size != entry.size or where.looks_like(seen):
                return seen.size == entry.size
            digest = await digest_of(self.engine, self.space, entry)
            return digest == await asyncio.to_thread(_digest, file)
        except OSError:
            return False

    def _tell(self, line: str) -> None:
        """One line on stderr that counts, and is gone at the end."""
        if self.output.is_at_terminal:
            aside(f"\r{line:<60}", end="" if line else "\r")


def _is_heard(view: FolderView) -> bool:
    """Whether somebody is connected who has all that we know of, and tells of nothing more; or
    nobody is asked, or what they tell has no place.
    """
    if view.feed.state in STOPPED or view.trouble is not None:
        return True
    return view.feed.holders > 0 and view.feed.state is not FeedState.DOWNLOADING


def _seen(file: Path) -> Seen:
    return Seen.of(file.stat())


def _digest(file: Path) -> bytes:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, hashlib.sha256).digest()


def _is_hindered(left: Sequence[FolderEntryView], trouble: str | None, *, is_settled: bool) -> bool:
    """Whether files that are ``left`` are not written for that trouble, as far as can be told.

    ``is_settled``: none of them was for a while.
    """
    if trouble is None:
        return False
    if trouble.partition(":")[0] == Trouble.FILE_STUCK:  # as told before it is tried once more
        is_of_these = any(trouble == of_file(Trouble.FILE_STUCK, one.path) for one in left)
        return is_settled and is_of_these
    return is_settled or trouble not in OF_SOME_FILE


def _unwritten(
    left: Sequence[FolderEntryView], view: FolderView, patience_seconds: float
) -> CommandFailed:
    """The trouble that the directory is in, or that it took too long."""
    said = None if view.trouble is None else trouble_of(view)
    if said is None:
        return nothing_came(f"{len(left):,} files are", patience_seconds)
    code = str(Refusal.FILE_UNWRITABLE)
    return CommandFailed(Failure(ExitStatus.REFUSED, code, said.message, said.hint))


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
