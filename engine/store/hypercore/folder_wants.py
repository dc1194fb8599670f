"""Files of a folder that somebody asked for: their blocks are sought, also as they change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.model.ids import SpaceId
from engine.protocols.hypercore.blocks.ranges import BlockRanges, Range, gaps_in
from engine.store.database import Database
from engine.store.hypercore.blocks import BlockRows
from engine.store.hypercore.feeds import FeedRows
from engine.store.hypercore.folder_row import BY_PATH
from engine.store.hypercore.wishes import Wishes

NEWEST = "until IS NULL AND is_deleted = 0"
BELOW = "path > :path || '/' AND path < :path || '0'"
"""All paths inside of that one: a slash is the character before the digit 0."""


class Wants:
    """Of all folders; ``folder`` is the number of the feed of names. Writes need a transaction."""

    def __init__(
        self, database: Database, feeds: FeedRows, blocks: BlockRows, sought: Wishes
    ) -> None:
        """Borrows all."""
        self._database = database
        self._feeds = feeds
        self._blocks = blocks
        self._sought = sought

    def want(self, folder: int, content: SpaceId | None, path: str) -> None:
        """That file, or all below that path, is asked for; it comes before what was so earlier."""
        sql = "INSERT OR IGNORE INTO hypercore_wanted VALUES (?, ?)"
        self._database.run(sql, (folder, path))
        if content is not None:
            self._seek_in_order(content, self.lacking(folder, content, path))

    def version(self, folder: int, path: str, version: int) -> Range | None:
        """See ``FolderRecords``."""
        found = self._database.row(
            "SELECT first_block, first_block + blocks FROM hypercore_file WHERE folder = ?"
            " AND path = ? AND version = ? AND is_deleted = 0 AND is_folder = 0"
            " AND refusal IS NULL",
            (folder, path, version),
        )
        return None if found is None else (found[0], found[1])

    def stop_wanting(self, folder: int, content: SpaceId | None, path: str) -> None:
        """That path and all below it are asked for no more; a version of another file still is,
        unless it has the very blocks of one that lies there: whose wish it was is not noted.
        """
        self._database.run(
            "DELETE FROM hypercore_wanted WHERE folder = :folder"  # noqa: S608 - ours
            f" AND (path = :path OR :path = '' OR {BELOW})",
            {"folder": folder, "path": path},
        )
        self.seek_anew(folder, content, path)

    def call_off(self, folder: int, content: SpaceId | None, path: str, version: int) -> None:
        """That version is asked for no more, nor, where it is the newest, the file itself. Another
        version of it still is, and so is what has the same blocks and is wanted as it is now.
        """
        blocks = self.version(folder, path, version)
        if content is not None and blocks is not None:
            self._sought.remove(self._feeds.number(content), *blocks)
        self._database.run(
            "DELETE FROM hypercore_wanted WHERE folder = :folder AND path = :path"  # noqa: S608 - ours
            f" AND :version = (SELECT version FROM {BY_PATH}"
            f" WHERE folder = :folder AND path = :path AND {NEWEST})",
            {"folder": folder, "path": path, "version": version},
        )
        if self._database.changes():
            self.seek_anew(folder, content)
        elif content is not None and blocks is not None:
            self._seek_in_order(content, self._called_off_and_wanted(folder, content, blocks))

    def _called_off_and_wanted(
        self, folder: int, content: SpaceId, blocks: Range
    ) -> Iterator[Range]:
        """What of those blocks, or behind them, is wanted with a file, lacks, and is not sought."""
        number = self._feeds.number(content)
        sought = BlockRanges(sorted(self._sought.of(number)))
        for needed in self._wanted_from(folder, *blocks):
            for gap in self._gaps(number, needed):
                yield from sought.gaps(*gap)

    def has(self, folder: int, path: str) -> bool:
        """Whether that file was asked for, by itself or with a folder that it lies in."""
        ways = ["", path, *(path[:at] for at, one in enumerate(path) if one == "/")]
        marks = ", ".join("?" * len(ways))
        wanted = self._database.value(
            f"SELECT 1 FROM hypercore_wanted WHERE folder = ? AND path IN ({marks})",  # noqa: S608 - marks
            (folder, *ways),
        )
        return wanted is not None

    def seek(self, folder: int, content: SpaceId | None, needed: Iterable[Range]) -> None:
        """What we lack of those blocks is sought; behind what lies before it and is so already, but
        for a version that is wanted by itself.
        """
        if content is None:
            return
        number = self._feeds.number(content)
        gaps = [gap for one in needed for gap in self._gaps(number, one)]
        by_end = {end: (start, end) for start, end in reversed(self._sought.of(number))}
        for start, end in reversed(gaps):
            before = by_end.pop(start, None)
            if before is not None and not self._wanted_from(folder, before[0], before[0] + 1):
                before = None
            if before is not None:
                self._sought.remove(number, *before)
            joined = start if before is None else before[0], end
            self._sought.add(number, *joined)
            by_end[end] = joined

    def seek_anew(self, folder: int, content: SpaceId | None, but: str | None = None) -> None:
        """Some of what was sought is so no more: all of it is worked out again. A version that is
        wanted by itself still is, unless one at or below ``but`` has the same blocks.
        """
        if content is None:
            return
        number = self._feeds.number(content)
        versions = self._versions_sought(folder, number, but)
        self._sought.forget(number)
        wanted = self._database.rows(
            "SELECT path FROM hypercore_wanted WHERE folder = ? ORDER BY path DESC", (folder,)
        )
        for (path,) in wanted:
            self._seek_in_order(content, self.lacking(folder, content, path))
        self._seek_in_order(content, versions)

    def _versions_sought(self, folder: int, feed: int, but: str | None) -> list[Range]:
        """What is sought that is just one version of a file, and of none at or below ``but``."""
        if but == "" or not self._sought.of(feed):
            return []
        rows = self._database.rows(
            # File by file, however many an author has written: a few at most are sought.
            "SELECT sought.first_block, sought.end_block FROM hypercore_file AS file"  # noqa: S608 - ours
            " CROSS JOIN hypercore_sought AS sought"
            " WHERE folder = :folder AND is_deleted = 0 AND is_folder = 0"
            " AND feed = :feed AND sought.first_block = file.first_block"
            " AND sought.end_block = file.first_block + file.blocks"
            f" GROUP BY sought.number HAVING coalesce(max(path = :path OR ({BELOW})), 0) = 0"
            " ORDER BY sought.number DESC",
            {"folder": folder, "feed": feed, "path": but},
        )
        return [(start, end) for start, end in rows]

    def _wanted_from(self, folder: int, start: int, end: int) -> BlockRanges:
        """Blocks of files that begin there and are wanted as they are now."""
        rows = self._database.rows(
            "SELECT first_block, first_block + blocks FROM hypercore_file AS file"  # noqa: S608 - ours
            " WHERE folder = ? AND first_block >= ? AND first_block < ?"
            f" AND {NEWEST} AND is_folder = 0 AND refusal IS NULL AND blocks > 0"
            " AND EXISTS (SELECT 1 FROM hypercore_wanted AS wanted"
            " WHERE wanted.folder = file.folder AND (wanted.path IN ('', file.path)"
            " OR file.path > wanted.path || '/' AND file.path < wanted.path || '0'))"
            " ORDER BY first_block",
            (folder, start, end),
        )
        return BlockRanges(rows)

    def lacking(self, folder: int, content: SpaceId, path: str) -> list[Range]:
        """See ``FolderRecords``."""
        number = self._feeds.number(content)
        return [gap for one in self._needed(folder, path) for gap in self._gaps(number, one)]

    def _needed(self, folder: int, path: str) -> Iterable[Range]:
        """Blocks of files at and below that path, joined where they touch."""
        what = "SELECT first_block, first_block + blocks FROM"
        sound = f"{NEWEST} AND is_folder = 0 AND refusal IS NULL AND blocks > 0"
        sql = f"{what} hypercore_file WHERE folder = :folder AND {sound}"
        if path:
            inside = f"{what} {BY_PATH} WHERE folder = :folder AND {sound} AND"
            sql = f"{inside} path = :path UNION ALL {inside} {BELOW}"
        values: dict[str, int | str] = {"folder": folder, "path": path}
        rows = self._database.rows(f"{sql} ORDER BY first_block", values)
        return BlockRanges(rows)

    def _gaps(self, feed: int, needed: Range) -> Iterator[Range]:
        return gaps_in(self._blocks.held(feed, *needed), *needed)

    def _seek_in_order(self, content: SpaceId, ranges: Iterable[Range]) -> None:
        self._sought.add_all(self._feeds.number(content), ranges)
