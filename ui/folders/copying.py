"""Files out of a shared folder onto the disk, and files of the disk into a directory of ours.

A file is there whole or not at all: it is written beside its place under a name that begins with a
dot, and then takes its place. Nothing is written through a link, nothing gets the right to run.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import itertools
import os
import secrets
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.model.feed_queries import PAGE_ENTRIES_MAX, FileBytes, FolderListing
from engine.model.feeds import FolderEntryView
from engine.model.file_names import name_beside
from engine.model.file_times import is_about_as_old
from engine.model.ids import SpaceId
from ui.whole_file import SAVING_PREFIX, SAVING_SUFFIX

if TYPE_CHECKING:  # the command line writes files, too, and needs no window for that
    from ui.bridge import Bridge

PIECE_BYTES = 1_048_576
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
_MARK_BYTES = 8


async def copy_out(bridge: Bridge, space: SpaceId, entry: FolderEntryView, target: Path) -> None:
    """Writes a file of a folder, as it was at ``entry.version``, to ``target``, over what is there.

    Refused as ``FileBytes`` is, or with FILE_UNWRITABLE; Fault where the disk is full. Then, and
    when it is cancelled, ``target`` is as it was.
    """
    with writing(target):
        beside, file = await asyncio.to_thread(_begin, target)
        try:
            await _bring(bridge, space, entry, file)
            await asyncio.to_thread(_finish, file)
            await asyncio.to_thread(_put, beside, target, entry.size)
        finally:
            await asyncio.shield(asyncio.to_thread(_forget, beside, file))


async def _bring(bridge: Bridge, space: SpaceId, entry: FolderEntryView, file: BinaryIO) -> None:
    at = 0
    while at < entry.size:
        end = min(at + PIECE_BYTES, entry.size)
        piece = await bridge.ask(FileBytes(space, entry.path, at, end, entry.version))
        await asyncio.to_thread(file.write, piece)
        at += len(piece)


async def files_below(
    bridge: Bridge, space: SpaceId, path: str, version: int | None = None
) -> list[FolderEntryView]:
    """All files in a folder and in the folders in it."""
    files: list[FolderEntryView] = []
    after: str | None = None
    while True:
        query = FolderListing(space, path, everything=True, version=version, after=after)
        page = await bridge.ask(query)
        files += page
        if len(page) < PAGE_ENTRIES_MAX:
            return files
        after = page[-1].path


async def whole_of(
    bridge: Bridge, space: SpaceId, entry: FolderEntryView, version: int | None = None
) -> list[FolderEntryView]:
    """A file itself, or all in a folder that may be had, here or not."""
    files = [entry]
    if entry.is_folder:
        files = await files_below(bridge, space, entry.path, version)
    return [one for one in files if one.refusal is None]


def on_disk(directory: str | None, entry: FolderEntryView) -> Path | None:
    """Where a file lies in the folder's directory, if it does and is as large and as old as it
    should be: else it is the person's own, or another version.

    No step of the way may be a link: what is handed to other programs must be what was received.
    """
    if directory is None or entry.refusal is not None or entry.deleted:
        return None
    place = Path(directory)
    for part in entry.path.split("/"):
        place /= part
        if part in {"", ".", ".."} or place.is_symlink():
            return None
    try:
        fits = place.is_dir() if entry.is_folder else _looks_like(place.stat(), entry)
        return place if fits and (entry.is_folder or place.is_file()) else None
    except (OSError, ValueError):
        return None


def _looks_like(status: os.stat_result, entry: FolderEntryView) -> bool:
    is_as_old = is_about_as_old(status.st_mtime_ns, status.st_ctime_ns, entry.mtime)
    return status.st_size == entry.size and is_as_old


def free_place(path: Path) -> Path:
    """That place in a folder that is there then, or the next beside it that is free:
    "plan (2).pdf".
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    free = path
    for count in itertools.count(2):
        if not free.exists() and not free.is_symlink():
            return free
        free = path.with_name(name_beside(path.name, f" ({count})"))
    raise AssertionError


def clashes(paths: Sequence[Path], directory: Path) -> list[Path]:
    """What of ``directory`` would be replaced if ``paths`` were copied into it."""
    return [directory / path.name for path in paths if os.path.lexists(directory / path.name)]


def copy_in(
    paths: Sequence[Path],
    directory: Path,
    told: Callable[[Path], object],
    go_on: Callable[[], object] = lambda: None,
) -> list[Path]:
    """Copies files and directories into ``directory``; which links were left out: those that were
    meant to be copied, and those that lie there where a folder belongs.

    On this thread ``told`` hears of each file once it is there, and ``go_on`` is called in every
    folder and before every piece of a file: what it raises ends all. Raises Refused
    (FILE_UNWRITABLE, FILE_UNREADABLE) or Fault, too; the files that were copied before stay.
    """
    left_out: list[Path] = []
    for path in paths:
        for source, target in _pairs(path, directory / path.name, left_out, go_on):
            link = _link_on_way(directory, target)
            if link is None:
                go_on()
                _copy_one(source, target, go_on)
                told(target)
            elif link not in left_out:
                left_out.append(link)
    return left_out


def _link_on_way(directory: Path, target: Path) -> Path | None:
    """A link among the folders between the two, which would lead out of ``directory``."""
    ways = reversed(target.relative_to(directory).parents)
    return next(
        (directory / way for way in ways if way.name and (directory / way).is_symlink()), None
    )


def _pairs(
    source: Path, target: Path, left_out: list[Path], go_on: Callable[[], object]
) -> list[tuple[Path, Path]]:
    if source.is_symlink() or not (source.is_file() or source.is_dir()):
        left_out.append(source)
        return []
    if source.is_file():
        return [(source, target)]
    pairs: list[tuple[Path, Path]] = []
    for folder, names, files in os.walk(source):
        go_on()
        inside = target / Path(folder).relative_to(source)
        left_out += [Path(folder, name) for name in names if Path(folder, name).is_symlink()]
        for name in sorted(files):
            file = Path(folder, name)
            if file.is_symlink() or not file.is_file():
                left_out.append(file)
            else:
                pairs.append((file, inside / name))
    return pairs


def _copy_one(source: Path, target: Path, go_on: Callable[[], object]) -> None:
    try:
        opened = source.open("rb")
    except OSError as error:
        raise Refused(Refusal.FILE_UNREADABLE, source.name) from error
    with opened, writing(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        beside, file = _begin(target)
        try:
            while piece := opened.read(PIECE_BYTES):
                go_on()
                file.write(piece)
            size = file.tell()
            _finish(file)
            shutil.copystat(source, beside, follow_symlinks=False)
            _put(beside, target, size)
        finally:
            _forget(beside, file)


def _begin(target: Path) -> tuple[Path, BinaryIO]:
    """A new file beside ``target``. It stays open until it is whole: should somebody take it away
    meanwhile, nothing makes it anew from its middle on.
    """
    name = f"{SAVING_PREFIX}{secrets.token_hex(_MARK_BYTES)}{SAVING_SUFFIX}"
    beside = target.parent / name
    return beside, beside.open("xb")  # as any program makes one: the umask says who reads it


def _finish(file: BinaryIO) -> None:
    """Its bytes are there before its name is: so it is whole or not at all after a power cut."""
    file.flush()
    os.fsync(file.fileno())
    file.close()


def _put(beside: Path, target: Path, size: int) -> None:
    """In its place. Refused where what lies there is not what was written."""
    if beside.lstat().st_size != size:
        raise Refused(Refusal.FILE_UNWRITABLE, target.name)
    beside.replace(target)


def _forget(beside: Path, file: BinaryIO) -> None:
    with contextlib.suppress(OSError):
        file.close()
    with contextlib.suppress(OSError):
        beside.unlink(missing_ok=True)


@contextlib.contextmanager
def writing(target: Path) -> Iterator[None]:
    """What the system refuses on the way to ``target`` is told: Refused with FILE_UNWRITABLE, or
    Fault where the disk is full.
    """
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            raise Fault(FaultReason.DISK_FULL, str(target.parent)) from error
        raise Refused(Refusal.FILE_UNWRITABLE, target.name) from error
