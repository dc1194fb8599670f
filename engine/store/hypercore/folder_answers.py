"""Answers about shared folders, from what was read of them (``folders``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.errors import Refusal, Refused
from engine.model.feed_queries import (
    PAGE_ENTRIES_MAX,
    READ_BYTES_MAX,
    FileBytes,
    FileHistory,
    FolderListing,
    Folders,
    OneFolder,
)
from engine.model.feeds import (
    FeedState,
    FeedView,
    FolderEntryView,
    FolderUse,
    FolderView,
)
from engine.model.ids import PublicKey, SpaceId, SpaceKind
from engine.protocols.hypercore.tree.places import Place, block_behind, bytes_between
from engine.store.database import Reading, Row
from engine.store.hypercore.answers import FeedAnswers
from engine.store.hypercore.folder_holdings import Holdings
from engine.store.hypercore.folder_listing import COLUMNS, Listing, entry_of, marked
from engine.store.hypercore.folder_row import BY_PATH
from engine.store.hypercore.reading import bytes_from, node_of
from engine.store.reading import Answerers, AnswerSurroundings
from engine.store.spaces import StoredSpace, all_spaces, one_space

_OF_CONTENT = {FeedState.FORKED, FeedState.ELSEWHERE, FeedState.FULL, FeedState.DOWNLOADING}
_OF_NAMES = {FeedState.LEFT, FeedState.FORKED, FeedState.ELSEWHERE, FeedState.PAUSED}


@dataclass(frozen=True, slots=True)
class _Folder:
    """``number`` and ``content`` stand for the two feeds inside the file."""

    number: int
    content: int | None
    read: int
    files: int
    size: int
    refused: int
    directory: str | None
    use: str | None
    key: bytes | None


class FolderAnswers:
    """Reads what ``Folders`` of the writer's side has written."""

    def __init__(self, reading: Reading, feeds: FeedAnswers) -> None:
        """Borrows both."""
        self._reading = reading
        self._feeds = feeds

    def answerers(self) -> Answerers:
        """By query."""
        return {
            Folders: self.folders,
            OneFolder: self.one_folder,
            FolderListing: self.listing,
            FileHistory: self.history,
            FileBytes: self.file_bytes,
        }

    # ---- folders ----------------------------------------------------------------------------

    def folders(self, _query: Folders, around: AnswerSurroundings) -> tuple[FolderView, ...]:
        """See ``Folders``."""
        known = [one for one in all_spaces(self._reading) if one.kind is SpaceKind.FOLDER]
        listed = sorted(known, key=lambda one: one.list_key)
        return tuple(self._view(space, around) for space in listed)

    def one_folder(self, query: OneFolder, around: AnswerSurroundings) -> FolderView:
        """See ``OneFolder``."""
        return self._view(self._space(query.space), around)

    def _view(self, space: StoredSpace, around: AnswerSurroundings) -> FolderView:
        folder = self._folder(space)
        feed = self._feed(space, folder, around)
        done_files, done_bytes, newest = self._done(folder)
        return FolderView(
            feed=feed,
            files=folder.files,
            bytes=folder.size,
            done_files=done_files,
            done_bytes=done_bytes,
            version=feed.length,
            content_key=None if folder.key is None else PublicKey(folder.key),
            directory=folder.directory,
            use=None if folder.use is None else FolderUse(folder.use),
            refused=folder.refused,
            mtime=newest,
        )

    def _names(self, space: StoredSpace, folder: _Folder, around: AnswerSurroundings) -> FeedView:
        """Its feed of names. Once all is here, what is not read yet counts as still to come."""
        known = self._feeds.known(space.id)
        names = self._feeds.view(known, around)
        end = names.length if known.feed.common is None else known.feed.common
        is_read = names.downloaded < names.length or folder.read >= end
        return names if is_read else replace(names, downloaded=folder.read)

    def _feed(self, space: StoredSpace, folder: _Folder, around: AnswerSurroundings) -> FeedView:
        """Its feed of names, in the state that says most of both; whoever lacks one of the two has
        not all of it, and the histories of either are shown.
        """
        names = self._names(space, folder, around)
        if folder.key is None:
            return names
        content = self._feeds.view(self._feeds.known(SpaceId(folder.key)), around)
        has_content = content.length > 0 or folder.size > 0
        holders = min(names.holders, content.holders) if has_content else names.holders
        both = replace(names, holders=holders, fork=names.fork or content.fork)
        if names.state in _OF_NAMES:
            return both
        is_waiting = content.state is FeedState.WAITING and names.state is FeedState.CURRENT
        is_said = content.state in _OF_CONTENT or is_waiting
        return replace(both, state=content.state) if is_said else both

    def _done(self, folder: _Folder) -> tuple[int, int, float | None]:
        """How many files are here, how many bytes, and the newest time of all files."""
        holdings = Holdings(self._reading, folder.content)
        rows = self._reading.rows(
            "SELECT first_block, blocks, size, mtime FROM hypercore_file WHERE folder = ?"
            " AND until IS NULL AND is_deleted = 0 AND is_folder = 0 AND refusal IS NULL",
            (folder.number,),
        )
        files = here = 0
        newest: float | None = None
        for first, blocks, size, mtime in rows:
            held = holdings.bytes_of(first, blocks, size)
            files += held >= size
            here += held
            newest = mtime if newest is None else max(newest, mtime)
        return files, here, newest

    # ---- files ------------------------------------------------------------------------------

    def listing(
        self, query: FolderListing, _around: AnswerSurroundings
    ) -> tuple[FolderEntryView, ...]:
        """See ``FolderListing``."""
        folder = self._folder(self._space(query.space))
        holdings = Holdings(self._reading, folder.content)
        listing = Listing(self._reading, folder.number, holdings, query.version)
        after = query.after
        entries = (
            listing.everything(query.path, after)
            if query.everything
            else listing.directly(query.path, after)
        )
        page = entries[:PAGE_ENTRIES_MAX]
        return self._marked(folder, page) if query.version is None else tuple(page)

    def history(
        self, query: FileHistory, _around: AnswerSurroundings
    ) -> tuple[FolderEntryView, ...]:
        """See ``FileHistory``."""
        folder = self._folder(self._space(query.space))
        holdings = Holdings(self._reading, folder.content)
        rows = self._reading.rows(
            f"SELECT {COLUMNS}, is_deleted, until FROM {BY_PATH}"  # noqa: S608 - ours
            " WHERE folder = :folder AND path = :path AND (:before IS NULL OR version < :before)"
            " ORDER BY version DESC LIMIT :limit",
            {
                "folder": folder.number,
                "path": query.path,
                "before": query.before,
                "limit": PAGE_ENTRIES_MAX,
            },
        )
        if not rows and query.before is None:
            raise Refused(Refusal.FILE_UNKNOWN, query.path)
        entries = [entry_of(row, holdings, deleted=bool(row[-2])) for row in rows]
        if rows and rows[0][-1] is None:  # the newest: what is wanted is so as it is now
            entries[:1] = self._marked(folder, entries[:1])
        return tuple(entries)

    def _marked(
        self, folder: _Folder, entries: Sequence[FolderEntryView]
    ) -> tuple[FolderEntryView, ...]:
        """With what is asked for as it is now, and not whole yet."""
        sql = "SELECT path FROM hypercore_wanted WHERE folder = ?"
        wanted = {path for (path,) in self._reading.rows(sql, (folder.number,))}
        if not wanted:
            return tuple(entries)
        return tuple(marked(entry, wanted) for entry in entries)

    def file_bytes(self, query: FileBytes, _around: AnswerSurroundings) -> bytes:
        """See ``FileBytes``."""
        folder = self._folder(self._space(query.space))
        files, which = BY_PATH, "until IS NULL"
        if query.version is not None:
            files, which = "hypercore_file", "version = :version"
        file = self._reading.row(
            f"SELECT first_block, blocks, size FROM {files} WHERE folder = :folder"  # noqa: S608 - ours
            f" AND path = :path AND {which} AND is_deleted = 0 AND is_folder = 0",
            {"folder": folder.number, "path": query.path, "version": query.version or 0},
        )
        if file is None:
            raise Refused(Refusal.FILE_UNKNOWN, query.path)
        start = max(0, query.start)
        end = min(query.end, file[2], start + READ_BYTES_MAX)
        if start >= end:
            return b""
        if folder.content is None:
            raise Refused(Refusal.BLOCKS_MISSING, query.path)
        return self._cut(folder.content, file, start, end)

    def _cut(self, content: int, file: Row, start: int, end: int) -> bytes:
        """Those bytes of a file. Its author may have cut it anyhow: the tree tells."""
        first, blocks, size = file
        behind, node = first + blocks, node_of(self._reading, content)
        held = bytes_between(first, behind, node)
        if held is not None and held != size:
            raise Refused(Refusal.CONTENT_WRONG)
        place = block_behind(first, behind, start, node)
        if not isinstance(place, Place):
            raise Refused(Refusal.BLOCKS_MISSING)
        return bytes_from(self._reading, content, place, end - start, behind)

    # ---- rows -------------------------------------------------------------------------------

    def _space(self, space: SpaceId) -> StoredSpace:
        stored = one_space(self._reading, space)
        if stored is None:
            raise Refused(Refusal.SPACE_UNKNOWN)
        if stored.kind is not SpaceKind.FOLDER:
            raise Refused(Refusal.NOT_A_FOLDER, stored.name)
        return stored

    def _folder(self, space: StoredSpace) -> _Folder:
        row = self._reading.row(
            "SELECT folder.space, content, read, files, bytes, refused, directory, use, public_key"
            " FROM hypercore_folder AS folder"
            " LEFT JOIN hypercore_feed AS held ON held.space = content"
            " LEFT JOIN space ON space.number = held.space"
            " WHERE folder.space = ?",
            (space.number,),
        )
        if row is None:
            raise Refused(Refusal.SPACE_UNKNOWN)
        return _Folder(*row)
