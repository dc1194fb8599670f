"""Shared folders as they are read, block by block, from their feeds of names.

Blocks are read strictly in order, each in the transaction that stores it: what is shown is always
one version of the folder, and of two names that are one file somewhere the first keeps its place
with everybody. A folder whose author signed two histories goes back to what both share.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from engine.model.feeds import FolderUse
from engine.model.ids import PublicKey, SpaceId
from engine.protocols.hypercore.blocks.ranges import BlockRanges, Range
from engine.protocols.hypercore.drive.entries import ContentsKey, Entry
from engine.protocols.hypercore.drive.messages import decode
from engine.protocols.hypercore.drive.names import Unsafe
from engine.protocols.hypercore.folders.changes import Change, change_of
from engine.protocols.hypercore.folders.records import (
    DirectoryUsed,
    FilesWanted,
    Folder,
    FolderRecord,
    FolderStored,
    NamesRead,
    VersionCalledOff,
    Written,
)
from engine.protocols.hypercore.limits import CLASH_LOOKS_MAX, NAMES_READ_MAX
from engine.protocols.hypercore.records import Feed
from engine.store.database import ERASED_ROWS, Database
from engine.store.hypercore.blocks import BlockRows
from engine.store.hypercore.feeds import FeedRows
from engine.store.hypercore.folder_clashes import Clashes
from engine.store.hypercore.folder_contents import Contents
from engine.store.hypercore.folder_row import BY_PATH, FolderRow, counted, folder_row, noted
from engine.store.hypercore.folder_wants import BELOW, NEWEST, Wants
from engine.store.hypercore.wishes import Wishes


class FolderRows:
    """Rows of folders and files. Writes need an open transaction."""

    def __init__(
        self, database: Database, feeds: FeedRows, blocks: BlockRows, sought: Wishes
    ) -> None:
        """Borrows all. ``sought``: what our user waits for of feeds, by blocks."""
        self._database = database
        self._feeds = feeds
        self._blocks = blocks
        self._clashes = Clashes(database)
        self._contents = Contents(database, feeds, blocks)
        self._wants = Wants(database, feeds, blocks, sought)
        self._rows: dict[SpaceId, FolderRow] | None = None
        self._grown: dict[SpaceId, None] = {}
        self._to_seek: dict[SpaceId, BlockRanges] = {}
        self._changed: dict[SpaceId, None] = {}
        self._is_freed = False
        """Whether something is gone whose place a folder's contents may take."""
        database.on_transaction_end(self._settle, self._forget)

    # ---- writes -----------------------------------------------------------------------------

    def apply(self, record: FolderRecord) -> None:
        """Stores one record of a folder."""
        match record:
            case FolderStored(space):
                self._make(space)
            case DirectoryUsed(space, directory, use):
                self._use(space, directory, use)
            case FilesWanted(space, path, wanted):
                self._want(space, path, wanted=wanted)
            case VersionCalledOff(space, path, version):
                row = self._all()[space]
                self._wants.call_off(row.number, row.folder.content, path, version)
            case NamesRead(space):
                self.read_on(space)
            case _:
                assert_never(record)
        self._changed[record.space] = None

    def _make(self, space: SpaceId) -> None:
        if space in self._all():
            return
        number = self._feeds.number(space)
        self._database.run("INSERT INTO hypercore_folder (space) VALUES (?)", (number,))
        self._all()[space] = FolderRow(number, Folder(space, None, None, None), 0, 0, 0, 0)
        self.read_on(space)

    def _use(self, space: SpaceId, directory: str | None, use: FolderUse | None) -> None:
        row = self._all()[space]
        self._database.run(
            "UPDATE hypercore_folder SET directory = ?, use = ? WHERE space = ?",
            (directory, None if use is None else use.value, row.number),
        )
        self._all()[space] = replace(row, folder=replace(row.folder, directory=directory, use=use))

    def _want(self, space: SpaceId, path: str, *, wanted: bool) -> None:
        row = self._all()[space]
        change = self._wants.want if wanted else self._wants.stop_wanting
        change(row.number, row.folder.content, path)

    # ---- reading what the author wrote ------------------------------------------------------

    def read_on(self, space: SpaceId) -> None:
        """Reads what is readable now of that feed, if it is a folder's: its next blocks in order.

        To be called after whatever was stored of it. Of somebody else's at most NAMES_READ_MAX, and
        none behind one that goes beyond CLASH_LOOKS_MAX: one block may have thousands behind it,
        and free as many names as others have written. ``unread`` tells that there is more.
        """
        row = self._all().get(space)
        feed = self._feeds.known(space)
        if row is None or feed is None:
            return
        end = _end(feed)
        if row.read > end:
            self._go_back(row, end)
        start, looks = self._all()[space].read, self._clashes.looks + CLASH_LOOKS_MAX
        stop = end if feed.own else min(end, start + NAMES_READ_MAX)
        while (row := self._all()[space]).read < stop:
            block = self._blocks.content(row.number, row.read)
            if block is None:
                return
            self._read(row, feed, block)
            if self._clashes.looks >= looks and not feed.own:
                return

    def _read(self, row: FolderRow, feed: Feed, block: bytes) -> None:
        said = decode(row.read, block)
        match said:
            case ContentsKey(key) if key != feed.key:
                row = self._follow_content(row, feed, PublicKey(key))
            case Entry():
                row = self._change(row, change_of(said))
            case _:
                pass
        self._keep(replace(row, read=row.read + 1))

    def _follow_content(self, row: FolderRow, names: Feed, key: PublicKey) -> FolderRow:
        content = self._contents.follow(row.number, names, key)
        return replace(row, folder=replace(row.folder, content=content))

    def _change(self, row: FolderRow, change: Change) -> FolderRow:
        """One file is another from this block on, or is gone."""
        older = self._database.row(
            f"SELECT version, is_deleted, is_folder, refusal, size FROM {BY_PATH}"  # noqa: S608 - ours
            " WHERE folder = ? AND path = ? AND until IS NULL",
            (row.number, change.path),
        )
        is_freed = was_folder = False
        if older is not None:
            version, is_deleted, was_folder, was_refused, size = older
            self._database.run(
                "UPDATE hypercore_file SET until = ? WHERE folder = ? AND version = ?",
                (row.read, row.number, version),
            )
            is_freed = not is_deleted and was_refused is None
            if not is_deleted:
                row = counted(row, -1, size, is_folder=was_folder, refusal=was_refused)
        refusal = change.refusal
        if refusal is None and change.stat is not None:
            refusal = self._clashes.of(row.number, change)
        self._insert(row, change, refusal)
        is_folder = change.stat is not None and change.stat.is_folder
        is_gone = change.stat is None or refusal is not None or (is_folder and not was_folder)
        if is_freed and is_gone:
            row = self._reconsider(row, change.folded, is_folder=bool(was_folder))
        if change.stat is None:
            return row
        row = counted(row, 1, change.stat.size, is_folder=is_folder, refusal=refusal)
        if refusal is None and not is_folder and self._wants.has(row.number, change.path):
            end = change.stat.offset + change.stat.blocks
            self._to_seek.setdefault(row.folder.space, BlockRanges()).add(change.stat.offset, end)
        return row

    def _insert(self, row: FolderRow, change: Change, refusal: Unsafe | None) -> None:
        stat = change.stat
        numbers = (0, 0, 0, 0, 0, 0.0)
        if stat is not None:
            numbers = (
                stat.mode,
                stat.size,
                stat.blocks,
                stat.offset,
                stat.byte_offset,
                stat.changed_at,
            )
        self._database.run(
            "INSERT INTO hypercore_file VALUES (?, ?, NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                row.number,
                row.read,
                change.path,
                change.parent,
                change.folded,
                stat is None,
                stat is not None and stat.is_folder,
                *numbers,
                None if refusal is None else refusal.value,
            ),
        )

    def _reconsider(self, row: FolderRow, folded: str, *, is_folder: bool) -> FolderRow:
        """A name has gone: those that were refused because of it may be sound now."""
        for size in self._clashes.clear_after(row.number, folded, is_folder=is_folder):
            row = counted(row, -1, size, is_folder=False, refusal=Unsafe.COLLISION)
            row = counted(row, 1, size, is_folder=False, refusal=None)
        return row

    def _go_back(self, row: FolderRow, end: int) -> None:
        """The folder as it was with its first ``end`` blocks."""
        self._database.run(
            "DELETE FROM hypercore_file WHERE folder = ? AND version >= ?", (row.number, end)
        )
        self._database.run(
            "UPDATE hypercore_file SET until = NULL WHERE folder = ? AND until >= ?",
            (row.number, end),
        )
        self._clashes.settle(row.number)
        files, size, refused = self._database.row(
            "SELECT coalesce(sum(refusal IS NULL), 0),"  # noqa: S608 - ours
            " CAST(total(iif(refusal IS NULL, size, 0)) AS INTEGER),"
            " coalesce(sum(refusal IS NOT NULL), 0)"
            f" FROM hypercore_file WHERE folder = ? AND {NEWEST} AND is_folder = 0",
            (row.number,),
        ) or (0, 0, 0)
        self._keep(replace(row, read=end, files=files, bytes=size, refused=refused))
        self._wants.seek_anew(row.number, row.folder.content)

    def _keep(self, row: FolderRow) -> None:
        space = row.folder.space
        self._all()[space] = row
        self._grown[space] = self._changed[space] = None

    # ---- reads ------------------------------------------------------------------------------

    def folder(self, space: SpaceId) -> Folder | None:
        """See ``FolderRecords``."""
        row = self._all().get(space)
        return None if row is None else row.folder

    def read_up_to(self, space: SpaceId) -> int:
        """See ``FolderRecords``."""
        return self._all()[space].read

    def unread(self) -> SpaceId | None:
        """See ``FolderRecords``."""
        for space, row in self._all().items():
            feed = self._feeds.known(space)
            is_behind = feed is not None and row.read < _end(feed)
            if is_behind and self._blocks.content(row.number, row.read) is not None:
                return space
        return None

    def directories(self) -> Mapping[SpaceId, str]:
        """See ``FolderRecords``."""
        tied = ((space, row.folder.directory) for space, row in self._all().items())
        return {space: directory for space, directory in tied if directory is not None}

    def file(self, space: SpaceId, path: str) -> Written | None:
        """See ``FolderRecords``."""
        row = self._database.row(
            f"SELECT first_block, first_byte, blocks, size FROM {BY_PATH}"  # noqa: S608 - ours
            f" WHERE folder = ? AND path = ? AND {NEWEST} AND is_folder = 0",
            (self._all()[space].number, path),
        )
        return None if row is None else Written(*row)

    def version(self, space: SpaceId, path: str, version: int) -> Range | None:
        """See ``FolderRecords``."""
        return self._wants.version(self._all()[space].number, path, version)

    def has_path(self, space: SpaceId, path: str) -> bool:
        """See ``FolderRecords``."""
        found = self._database.value(
            f"SELECT 1 FROM {BY_PATH} WHERE folder = :folder AND path = :path AND {NEWEST}"  # noqa: S608 - ours
            f" UNION ALL SELECT 1 FROM {BY_PATH} WHERE folder = :folder AND {BELOW} AND {NEWEST}"
            " LIMIT 1",
            {"folder": self._all()[space].number, "path": path},
        )
        return found is not None

    def lacking(self, space: SpaceId, path: str) -> Sequence[Range]:
        """See ``FolderRecords``."""
        row = self._all()[space]
        content = row.folder.content
        return [] if content is None else self._wants.lacking(row.number, content, path)

    def history(self, space: SpaceId) -> Iterable[tuple[int, str, bool]]:
        """See ``FolderRecords``."""
        rows = self._database.rows(
            "SELECT version, path, is_deleted FROM hypercore_file WHERE folder = ?"
            " ORDER BY version",
            (self._all()[space].number,),
        )
        return [(version, path, bool(is_deleted)) for version, path, is_deleted in rows]

    def take_changed(self) -> Sequence[SpaceId]:
        """Folders of which something has changed since this was last asked."""
        changed, self._changed = self._changed, {}
        return list(changed)

    # ---- memory -----------------------------------------------------------------------------

    def _settle(self) -> None:
        if self._is_freed:
            self._is_freed = False
            for row in [row for row in self._all().values() if row.folder.content is None]:
                self._take_up_content(row)
        self.flush()

    def _take_up_content(self, row: FolderRow) -> None:
        """Its author named it long ago; then it belonged elsewhere."""
        names = self._feeds.feed(row.folder.space)
        if names is None or not row.read:
            return
        key = self._contents.named(row.number, names)
        content = None if key is None else self._contents.follow(row.number, names, key)
        if content is not None:
            self._keep(replace(row, folder=replace(row.folder, content=content)))
            self._wants.seek_anew(row.number, content)

    def flush(self) -> None:
        """Writes how far folders are read, and seeks what came to be wanted."""
        grown, self._grown = self._grown, {}
        self._database.run_many(
            "UPDATE hypercore_folder SET read = ?, files = ?, bytes = ?, refused = ?"
            " WHERE space = ?",
            [
                (row.read, row.files, noted(row.bytes), row.refused, row.number)
                for row in (self._all()[space] for space in grown)
            ],
        )
        to_seek, self._to_seek = self._to_seek, {}
        for space, ranges in to_seek.items():
            row = self._all()[space]
            self._wants.seek(row.number, row.folder.content, ranges)

    def forget(self, space: SpaceId) -> None:
        """The feed goes: its folder's row, with where it lies, and whatever held it for its
        contents. The rest is erased later.
        """
        self.flush()
        number = (self._feeds.number(space),)
        self._database.run("UPDATE hypercore_folder SET content = NULL WHERE content = ?", number)
        self._database.run("DELETE FROM hypercore_folder WHERE space = ?", number)
        self._database.run("DELETE FROM hypercore_wanted WHERE folder = ?", number)
        self._rows = None

    def note_freed(self) -> None:
        """A space is gone, or a folder followed again: contents that somebody named may be free."""
        self._is_freed = True

    def mend(self) -> None:
        """To be called when a store is opened, outside a transaction: what came free before, and
        nobody noted, is taken up.
        """
        if any(row.folder.content is None and row.read for row in self._all().values()):
            with self._database.atomic():
                self.note_freed()

    def erase_some(self, number: int) -> bool:
        """See ``Eraser``."""
        self._database.run(
            "DELETE FROM hypercore_file WHERE folder = ?1 AND version IN"
            " (SELECT version FROM hypercore_file WHERE folder = ?1 LIMIT ?2)",
            (number, ERASED_ROWS),
        )
        return self._database.changes() > 0

    def _all(self) -> dict[SpaceId, FolderRow]:
        if self._rows is None:
            rows = self._database.rows(
                "SELECT folder.space, names.id, content.id, read, files, bytes, refused,"
                " directory, use FROM hypercore_folder AS folder"
                " JOIN space AS names ON names.number = folder.space"
                " LEFT JOIN hypercore_feed AS held ON held.space = folder.content"
                " LEFT JOIN space AS content ON content.number = held.space"
                " ORDER BY folder.space"
            )
            self._rows = {SpaceId(row[1]): folder_row(*row) for row in rows}
        return self._rows

    def _forget(self) -> None:
        self._rows = None
        self._grown.clear()
        self._to_seek.clear()
        self._changed.clear()
        self._is_freed = False


def _end(names: Feed) -> int:
    """Behind the last block that may be read: of a fork what both histories share."""
    return names.length if names.common is None else min(names.length, names.common)
