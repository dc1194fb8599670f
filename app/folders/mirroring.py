"""A directory that fills itself with the files of a shared folder, and follows their changes.

Nothing is noted beside the files: what lies in the directory is ours where it looks like, or has
the content of, a version of the folder. So a restart goes on where it was, and what the person has
made or changed is never overwritten and never removed: it moves aside, or stays.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from app.folders.bringing import bring
from app.folders.ignoring import why_unsafe
from app.folders.inside import NotPlain, Seen
from app.folders.placing import (
    IsOurs,
    Place,
    adopt,
    digest_at,
    remove,
    remove_part,
    seen_at,
)
from app.folders.planning import lies_in
from app.folders.published import (
    digest_of,
    entries_of,
    history_of,
    pieces_of,
)
from app.folders.room import NoRoom, Room
from app.folders.scanning import TooManyFiles, scan
from app.folders.troubles import Trouble, first_of, trouble_of, trouble_of_one
from app.to_its_end import to_its_end
from engine.api import Engine
from engine.errors import Fault, Refusal, Refused
from engine.model.feed_commands import WantFile
from engine.model.feeds import FolderEntryView, FolderUse
from engine.model.ids import SpaceId

AT_ONCE = 4  # ours: files that are written side by side
ALIKE_MAX = 8  # ours: versions of the same size that a file of no known time is compared with
STUCK_SECONDS = 20.0  # ours: until what was refused its place is tried again; then twice as long
STUCK_SECONDS_MAX = 600.0  # ours


@dataclass(slots=True)
class _There:
    """``local``: files that lie there, as they were seen last. ``done``: the version that lies at
    a path, ``wrong``: the one that never will, as it is not as long as its author said.
    ``foreign``: what the folder never had, as it was looked up.
    """

    local: dict[str, Seen] = field(default_factory=dict)
    done: dict[str, int] = field(default_factory=dict)
    wrong: dict[str, int] = field(default_factory=dict)
    foreign: set[str] = field(default_factory=set)


@dataclass(slots=True)
class _Stuck:
    """The version that was refused its place, how that looked, and what was told; not tried again
    before ``until``, which was ``seconds`` later.
    """

    version: int
    seen: Seen | None
    told: str
    seconds: float
    until: float


class Mirroring:
    """One directory. ``look`` is called whenever something may have come, and at times anyway."""

    def __init__(
        self,
        engine: Engine,
        space: SpaceId,
        tie: tuple[Path, FolderUse],
        room: Room,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Borrows ``engine`` and ``room``. ``tie``: the directory, MIRRORED or CHOSEN.

        ``clock``: seconds that only grow.
        ``_placed``: what was put there, and does not look like it, as on a disk of coarse times.
        """
        self._engine = engine
        self._space = space
        self._directory, self._use = tie
        self._room = room
        self._clock = clock
        self._known: _There | None = None
        self._placed: dict[str, tuple[Seen, int]] = {}
        self._stuck: dict[str, _Stuck] = {}
        self._trouble: str | None = None
        self._lacking: frozenset[int] = frozenset()

    def forget(self) -> None:
        """The whole directory is looked at next time: somebody else may have changed it."""
        self._known = None
        for stuck in self._stuck.values():
            stuck.until = self._clock()

    async def look(self) -> str | None:
        """Writes what has come and is not there, removes what is gone; what is in the way of it.

        What is gone is removed last, but for what lies where something else belongs now.
        """
        self._trouble = None
        try:
            if self._known is None:
                self._known = await self._scan()
            entries = await entries_of(self._engine, self._space)
            self._stuck = {path: one for path, one in self._stuck.items() if path in entries}
            await self._ask_for(entries.values())
            gone = {path for path in self._known.local if path not in entries}
            gone -= self._known.foreign
            first = _in_the_way(gone, entries)
            await self._remove_all(self._known, first)
            await self._write_all(self._known, entries)
            await self._remove_all(self._known, gone - first)
        except (OSError, NoRoom) as error:
            self._known = None
            return await asyncio.to_thread(trouble_of, error, self._directory, writing=True)
        except TooManyFiles:
            return Trouble.TOO_MANY_FILES
        return self._trouble

    def _tell(self, trouble: str) -> None:
        self._trouble = first_of(self._trouble, trouble)

    async def _scan(self) -> _There:
        # Others share what we leave out.
        found = await asyncio.to_thread(scan, self._directory, why_not=why_unsafe)
        for path in found.parts:
            await to_its_end(remove_part, self._directory, path)
        return _There(found.files)

    async def _ask_for(self, entries: Iterable[FolderEntryView]) -> None:
        """What is chosen, and new: said once more, so that peers are asked at once.

        Not what is wanted as one version alone: it would be chosen, and followed, from then on.
        """
        lacking = {one.version: one for one in entries if one.chosen and not one.is_here}
        if not lacking.keys() <= self._lacking:
            path = "" if self._use is FolderUse.MIRRORED else lacking[min(lacking)].path
            with suppress(Refused):  # it is gone meanwhile
                await self._engine.perform(WantFile(self._space, path))
        self._lacking = frozenset(lacking)

    # ---- what has come ----------------------------------------------------------------------

    def _to_write(self, known: _There, entries: Mapping[str, FolderEntryView]) -> Iterator[str]:
        """Which of them may lie there and, as far as is known, do not."""
        for path, entry in entries.items():
            is_done = known.done.get(path) == entry.version
            is_meant = entry.chosen or self._use is FolderUse.MIRRORED
            if is_done or not is_meant or not entry.is_here or entry.refusal is not None:
                continue
            seen = known.local.get(path)
            if known.wrong.get(path) == entry.version:
                self._tell(Trouble.CONTENT_WRONG)
            elif seen is not None and self._is_as_placed(entry, seen):
                known.done[path] = entry.version
            else:
                yield path

    def _is_as_placed(self, entry: FolderEntryView, seen: Seen) -> bool:
        is_unchanged = self._placed.get(entry.path) == (seen, entry.version)
        return is_unchanged or _place_of(entry).looks_like(seen)

    async def _write_all(self, known: _There, entries: Mapping[str, FolderEntryView]) -> None:
        todo = [entries[path] for path in self._to_write(known, entries)]
        waiting, failed = iter(todo), list[Exception]()

        async def work() -> None:
            for entry in waiting:
                try:
                    await self._write(known, entry)
                except (OSError, NoRoom, Refused, Fault) as error:
                    failed.append(error)
                if failed:
                    return

        async with asyncio.TaskGroup() as group:
            for _ in range(min(AT_ONCE, len(todo))):
                group.create_task(work())
        if failed:
            raise failed[0]

    async def _write(self, known: _There, entry: FolderEntryView) -> None:
        """Raises where it is of no use to go on with others."""
        try:
            seen = await self._lying(entry)
        except NotPlain:
            self._tell(Trouble.PLACE_TAKEN)
        except NoRoom:
            self._tell(Trouble.DISK_FULL)  # what is smaller may still fit
        except Refused as refused:
            if refused.reason is Refusal.CONTENT_WRONG:
                known.wrong[entry.path] = entry.version
                self._tell(Trouble.CONTENT_WRONG)
            elif refused.reason not in {Refusal.BLOCKS_MISSING, Refusal.FILE_UNKNOWN}:
                raise
            # else it was given up, or changed, meanwhile
        else:
            if seen is not None:
                self._lies_there(known, entry, seen)

    def _lies_there(self, known: _There, entry: FolderEntryView, seen: Seen) -> None:
        known.local[entry.path] = seen
        known.done[entry.path] = entry.version
        self._stuck.pop(entry.path, None)
        self._placed.pop(entry.path, None)
        if not _place_of(entry).looks_like(seen):
            self._placed[entry.path] = seen, entry.version

    async def _lying(self, entry: FolderEntryView) -> Seen | None:
        """How it is seen, having been put there if need be; None where that place refuses it.

        What was refused is not read and written again for a place that looks as it did, but after
        a while: whoever held the file, or closed its directory, may have let go of it.
        """
        where, seen = _place_of(entry), None
        stuck = self._stuck.get(entry.path)
        try:
            seen = await asyncio.to_thread(seen_at, self._directory, entry.path)
            if seen is not None and where.looks_like(seen):
                return seen
            if stuck is not None and (stuck.version, stuck.seen) != (entry.version, seen):
                stuck = None
            if stuck is not None and self._clock() < stuck.until:
                self._tell(stuck.told)
                return None
            return await self._bring(where, entry, seen)
        except NotPlain:
            raise
        except OSError as error:
            told = await self._pass_over(entry.path, error)
            if told != Trouble.PROFILE:  # which is seen before any of it is written
                self._note_stuck(entry, seen, told, stuck)
            return None

    def _note_stuck(
        self, entry: FolderEntryView, seen: Seen | None, told: str, before: _Stuck | None
    ) -> None:
        """The longer it is so the more seldom it is tried."""
        longer = STUCK_SECONDS if before is None else 2 * before.seconds
        seconds = min(longer, STUCK_SECONDS_MAX)
        until = self._clock() + seconds
        self._stuck[entry.path] = _Stuck(entry.version, seen, told, seconds, until)

    async def _bring(self, where: Place, entry: FolderEntryView, seen: Seen | None) -> Seen:
        """Puts it there; how it is seen then."""
        if seen is not None and seen.size == entry.size:
            digest = await digest_of(self._engine, self._space, entry)
            if digest is not None:
                adopted = await to_its_end(adopt, self._directory, where, digest)
                if adopted is not None:
                    return adopted
        is_ours = await self._recogniser(entry.path, seen)
        await self._room.take(self._directory, entry.size)
        try:
            pieces = pieces_of(self._engine, self._space, entry)
            placed, _ = await bring(self._directory, where, pieces, is_ours)
            return placed
        finally:
            self._room.give_back(entry.size)

    # ---- what is gone -----------------------------------------------------------------------

    async def _remove_all(self, known: _There, gone: Iterable[str]) -> None:
        for path in gone:
            history = await history_of(self._engine, self._space, path)
            if not history or not history[0].deleted:
                known.foreign.add(path)
                continue
            try:
                is_ours = await self._recogniser(path, known.local[path])
                await to_its_end(remove, self._directory, path, is_ours)
            except OSError as error:
                await self._pass_over(path, error)
                continue
            self._stuck.clear()  # it may have been in the way
            known.local.pop(path)
            known.done.pop(path, None)
            self._placed.pop(path, None)

    async def _pass_over(self, path: str, error: OSError) -> str:
        """One file cannot be written or removed: what is told of it. Raises where that is so of all
        of them.
        """
        told = await asyncio.to_thread(trouble_of_one, error, self._directory, path)
        if told is None:
            raise error
        self._tell(told)
        return told

    # ---- what is ours -----------------------------------------------------------------------

    async def _recogniser(self, path: str, seen: Seen | None) -> IsOurs:
        """Tells files that are a version of ours; ``seen``: what lies there now."""
        history = await history_of(self._engine, self._space, path)
        versions = [entry for entry in history if not entry.deleted and not entry.is_folder]
        places = [_place_of(entry) for entry in versions]
        if seen is None or any(one.looks_like(seen) for one in places):
            return _is_one_of(places, None)
        alike = [entry for entry in versions if entry.size == seen.size and entry.is_here]
        if not alike:
            return _is_one_of(places, None)
        there = await asyncio.to_thread(digest_at, self._directory, path)
        for entry in alike[:ALIKE_MAX]:
            if await digest_of(self._engine, self._space, entry) == there:
                return _is_one_of(places, there)
        return _is_one_of(places, None)


def _in_the_way(gone: Collection[str], entries: Collection[str]) -> set[str]:
    """Of those, files where an entry's folder belongs, and files in a folder where an entry does.
    ``entries`` finds a path at once.
    """
    if not gone:
        return set()
    folders: set[str] = set()
    for path in entries:
        folder = path.rpartition("/")[0]
        while folder and folder not in folders:
            folders.add(folder)
            folder = folder.rpartition("/")[0]
    return {path for path in gone if path in folders or lies_in(path, entries)}


def _is_one_of(places: Collection[Place], known: bytes | None) -> IsOurs:
    """``known``: the SHA-256 of one of them."""

    def is_ours(seen: Seen, digest: bytes | None) -> bool:
        is_known = digest is not None and digest == known
        return is_known or any(one.looks_like(seen) for one in places)

    return is_ours


def _place_of(entry: FolderEntryView) -> Place:
    return Place(entry.path, entry.size, entry.mtime)
