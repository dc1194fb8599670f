"""A directory whose files others get: its changes are published once they have come to rest.

Nothing is noted beside the files: what is published says how each looked. The same content is not
put twice: a file that was touched, moved or copied is published as what is known already.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from heapq import nsmallest
from pathlib import Path

from app.folders import reading
from app.folders.disks import Disks
from app.folders.inside import Seen
from app.folders.planning import (
    SETTLE_SECONDS,
    Plan,
    Rest,
    lies_in,
    mtime_of,
    names_on_the_way,
    plan,
)
from app.folders.published import digest_of, entries_of
from app.folders.reading import WHOLE_BYTES_MAX, Changed
from app.folders.scanning import Found, TooManyFiles, scan
from app.folders.troubles import Trouble, of_file, trouble_of
from engine.api import Engine
from engine.model.feed_commands import ChangeFiles, PutContent
from engine.model.feeds import ContentPlace, FileRenewed, FileWritten, FolderEntryView
from engine.model.ids import SpaceId

FILES_A_COMMAND = 200  # ours: a turn of some tens of milliseconds, in folders of some hundreds
NAMES_A_COMMAND = 400_000  # ours: with each file all beside its way may be gone through, in 0.2 s
FILES_REPLACED_MAX = 4  # ours: so many or more are not all replaced by others at once
ALIKE_MAX = 8  # ours: published files of the same size that one is compared with


@dataclass(slots=True)
class _Batch:
    """Up to ``most`` files that were read, and are put with one command."""

    most: int
    files: list[tuple[str, Seen, tuple[bytes, ...]]] = field(default_factory=list)
    size: int = 0

    def add(self, path: str, seen: Seen, blocks: tuple[bytes, ...]) -> None:
        self.files.append((path, seen, blocks))
        self.size += seen.size

    @property
    def is_full(self) -> bool:
        return self.size >= WHOLE_BYTES_MAX or len(self.files) >= self.most

    def takes(self, size: int) -> bool:
        """Whether one more of that size fits."""
        return self.size + size <= WHOLE_BYTES_MAX or not self.files


@dataclass(frozen=True, slots=True)
class Looked:
    """``again``: something has not come to rest yet. ``trouble``: see ``Keeping.troubles``.

    ``is_restless``: all that has not come to rest keeps changing, and may do so for ever.
    """

    again: bool
    trouble: str | None = None
    is_restless: bool = False


class Sharing:
    """One directory. ``look`` is called whenever something may have changed there."""

    def __init__(
        self,
        engine: Engine,
        space: SpaceId,
        directory: Path,
        clock: Callable[[], float],
        settle_seconds: float = SETTLE_SECONDS,
    ) -> None:
        """Borrows ``engine``; ``clock``: seconds that only grow."""
        self._engine = engine
        self._space = space
        self._directory = directory
        self._clock = clock
        self._settle_seconds = settle_seconds
        self._rest = Rest()
        self._disks = Disks()
        self._digests: dict[int, bytes] = {}
        self._unreadable = 0
        self._most = FILES_A_COMMAND

    async def look(self) -> Looked:
        """Publishes what has changed and come to rest."""
        try:
            found = await asyncio.to_thread(scan, self._directory)
        except OSError as error:
            what = await asyncio.to_thread(trouble_of, error, self._directory, writing=False)
            return Looked(again=False, trouble=what)
        except TooManyFiles:
            return Looked(again=False, trouble=Trouble.TOO_MANY_FILES)
        published = await entries_of(self._engine, self._space)
        if _is_other(found, published):
            what = Trouble.FILES_UNREADABLE if found.unread else Trouble.EMPTY
            return Looked(again=False, trouble=what)
        missed = self._disks.missed(found, published)
        is_missed = any(path not in found.files and lies_in(path, missed) for path in published)
        found.unread.update(missed)
        self._unreadable = 0
        now = self._clock()
        todo = plan(found, published, self._rest, now, self._settle_seconds)
        disturbed = await self._publish(todo, found, published)
        todo = _with_disturbed(todo, disturbed, self._rest, now)
        is_unread = bool(self._unreadable) or not found.unread <= set(missed)
        return _looked(todo, is_missed=is_missed, is_unread=is_unread)

    async def _publish(
        self, todo: Plan, found: Found, published: dict[str, FolderEntryView]
    ) -> list[str]:
        """Which of those that had come to rest changed while they were read."""
        self._most = _files_a_command(published)
        known = _Known(published, set(todo.gone))
        sizes = {found.files[path].size for path in (*todo.to_read, *todo.unsettled)}
        moved = [path for path in todo.gone if published[path].size in sizes]
        plainly_gone = [path for path in todo.gone if published[path].size not in sizes]
        await self._remove(plainly_gone)
        for path in plainly_gone:
            known.drop(path)
        disturbed = await self._write_all(todo.to_read, found, known)
        if not todo.unsettled and not disturbed:  # else one may turn out to be what has gone
            await self._remove(moved)
        return disturbed

    async def _remove(self, paths: Iterable[str]) -> None:
        for some in _in_parts(list(paths), self._most):
            await self._engine.perform(ChangeFiles(self._space, removed=tuple(some)))

    # ---- writing ----------------------------------------------------------------------------

    async def _write_all(self, paths: Iterable[str], found: Found, known: _Known) -> list[str]:
        batch, renewed, disturbed = _Batch(self._most), list[FileRenewed](), list[str]()
        for path in paths:
            seen = found.files[path]
            if not batch.takes(seen.size) or batch.is_full or len(renewed) >= self._most:
                await self._flush(batch, renewed, known)
                batch, renewed = _Batch(self._most), []
            try:
                same = await self._add(path, seen, known, batch)
            except Changed:
                self._rest.was_disturbed(path)
                disturbed.append(path)
                continue
            except OSError:
                self._unreadable += 1
                continue
            self._rest.has_rested(path)
            if same is not None:
                renewed.append(FileRenewed(path, same, seen.mode, mtime_of(seen)))
                if same != path:
                    known.drop(path)  # what was published there is so no more
        await self._flush(batch, renewed, known)
        return disturbed

    async def _add(self, path: str, seen: Seen, known: _Known, batch: _Batch) -> str | None:
        """Reads it; the path of what is published already and has the same content."""
        if seen.size > WHOLE_BYTES_MAX:
            return await self._add_large(path, seen, known)
        content = await asyncio.to_thread(reading.read_whole, self._directory, path, seen)
        same = await self._same(path, seen, content.digest, known)
        if same is None:
            batch.add(path, seen, content.blocks)
        return same

    async def _add_large(self, path: str, seen: Seen, known: _Known) -> str | None:
        """Reads it to its end before any of it is put: what is put stays for ever."""
        same = await self._same(path, seen, await self._digest_of(path, seen), known)
        if same is not None:
            return same
        place: ContentPlace | None = None
        put = 0
        start = 0
        while start < seen.size:
            blocks = await self._piece(path, seen, start)
            at = await self._engine.perform(PutContent(self._space, blocks))
            if place is None:
                place = at
            elif at.block != place.block + put:
                raise Changed  # somebody else has put something between: once more, later
            put += len(blocks)
            start += sum(map(len, blocks))
        assert place is not None, "it is large"
        written = FileWritten(path, place, put, seen.size, seen.mode, mtime_of(seen))
        await self._engine.perform(ChangeFiles(self._space, written=(written,)))
        known.drop(path)
        return None

    async def _digest_of(self, path: str, seen: Seen) -> bytes:
        """Piece by piece: whoever ends the program waits for no more than one."""
        digest, start = hashlib.sha256(), 0
        while start < seen.size:
            piece = b"".join(await self._piece(path, seen, start))
            await asyncio.to_thread(digest.update, piece)
            start += len(piece)
        return digest.digest()

    async def _piece(self, path: str, seen: Seen, start: int) -> tuple[bytes, ...]:
        return await asyncio.to_thread(reading.read_piece, self._directory, path, seen, start)

    async def _same(self, path: str, seen: Seen, digest: bytes, known: _Known) -> str | None:
        for alike in known.alike(path, seen):
            if await self._digest(known.published[alike]) == digest:
                return alike
        return None

    async def _digest(self, entry: FolderEntryView) -> bytes | None:
        """Of a published version, worked out once."""
        digest = self._digests.get(entry.version)
        if digest is None:
            digest = await digest_of(self._engine, self._space, entry)
            if digest is not None:
                self._digests[entry.version] = digest
        return digest

    async def _flush(self, batch: _Batch, renewed: list[FileRenewed], known: _Known) -> None:
        if not batch.files and not renewed:
            return
        written: tuple[FileWritten, ...] = ()
        if batch.files:
            blocks = tuple(block for _, _, blocks in batch.files for block in blocks)
            place = await self._engine.perform(PutContent(self._space, blocks))
            written = tuple(_written(batch, place))
        await self._engine.perform(ChangeFiles(self._space, tuple(renewed), (), written))
        for file in written:
            known.drop(file.path)


class _Known:
    """What is published and may be met again under another path, by size."""

    def __init__(self, published: Mapping[str, FolderEntryView], gone: Collection[str]) -> None:
        """``gone``: what is not there any more, and so has most likely moved."""
        self.published = published
        self._gone = gone
        self._by_size: dict[int, dict[str, None]] = {}
        for path, entry in published.items():
            self._by_size.setdefault(entry.size, {})[path] = None

    def alike(self, path: str, seen: Seen) -> list[str]:
        """Files of its size, the likeliest first; none for an empty one."""
        paths = self._by_size.get(seen.size, {}) if seen.size else {}
        mtime = mtime_of(seen)

        def unlikely(one: str) -> tuple[bool, bool, bool]:
            is_as_old = self.published[one].mtime == mtime
            return one != path, one not in self._gone, not is_as_old

        return nsmallest(ALIKE_MAX, paths, key=unlikely)

    def drop(self, path: str) -> None:
        """What was published there is so no more."""
        entry = self.published.get(path)
        if entry is not None:
            self._by_size[entry.size].pop(path, None)


def _with_disturbed(todo: Plan, disturbed: list[str], rest: Rest, now: float) -> Plan:
    """Those have not come to rest after all."""
    restless = (path for path in disturbed if rest.is_restless(path, now))
    return replace(
        todo,
        unsettled=(*todo.unsettled, *disturbed),
        restless=(*todo.restless, *restless),
    )


def _looked(todo: Plan, *, is_missed: bool, is_unread: bool) -> Looked:
    trouble: str | None = None
    if is_missed:
        trouble = Trouble.DISK_MISSING
    elif is_unread:
        trouble = Trouble.FILES_UNREADABLE
    elif todo.restless:
        trouble = of_file(Trouble.FILE_RESTLESS, todo.restless[0])
    is_restless = bool(todo.restless) and todo.restless == todo.unsettled
    return Looked(bool(todo.unsettled) and not is_restless, trouble, is_restless)


def _is_other(found: Found, published: Mapping[str, FolderEntryView]) -> bool:
    """Whether nothing of what was published is there any more, not even elsewhere: most likely a
    disk was taken away, or another one lies there now. Few files may have been replaced by others.
    """
    if not published or not found.files:
        return bool(published)
    if len(published) < FILES_REPLACED_MAX or any(path in found.files for path in published):
        return False
    looks = {(one.size, one.mtime) for one in published.values() if one.size}
    return not any((seen.size, mtime_of(seen)) in looks for seen in found.files.values())


def _written(batch: _Batch, place: ContentPlace) -> Iterator[FileWritten]:
    block, byte = place.block, place.byte
    for path, seen, blocks in batch.files:
        at = ContentPlace(block, byte)
        yield FileWritten(path, at, len(blocks), seen.size, seen.mode, mtime_of(seen))
        block, byte = block + len(blocks), byte + seen.size


def _files_a_command(published: Iterable[str]) -> int:
    """The fewer the more names lie beside one, and beside the folders it lies in."""
    most = names_on_the_way(published)
    return max(1, min(FILES_A_COMMAND, NAMES_A_COMMAND // max(1, most)))


def _in_parts(paths: list[str], most: int) -> Iterator[list[str]]:
    for start in range(0, len(paths), most):
        yield paths[start : start + most]
