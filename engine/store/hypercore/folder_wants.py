"""Files of a folder that somebody asked for: their blocks are sought, also as they change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.model.ids import SpaceId
from engine.protocols.hypercore.blocks.ranges import BlockRanges, Range, gaps_in
from engine.store.database import Database
from engine.store.hypercore.blocks import BlockRows
from engine.store.hypercore.feeds import FeedRows
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
        """That path and all below it are asked for no more; a version of another file still is."""
        self._database.run(
            "DELETE FROM hypercore_wanted WHERE folder = :folder"  # noqa: S608 - ours
            f" AND (path = :path OR :path = '' OR {BELOW})",
            {"folder": folder, "path": path},
        )
        others = self._sought_of_others(folder, content, path)
        self.seek_anew(folder, content)
        if content is not None:
            self._seek_in_order(content, others)

    def _sought_of_others(self, folder: int, content: SpaceId | None, path: str) -> list[Range]:
        """What is sought that is just one version of a file that does not lie at or below it."""
        sought = [] if content is None else self._sought.of(self._feeds.number(content))
        if not sought or not path:
            return []
        rows = self._database.rows(
            "SELECT first_block, first_block + blocks FROM hypercore_file"  # noqa: S608 - ours
            f" WHERE folder = :folder AND path != :path AND NOT ({BELOW})"
            " AND is_deleted = 0 AND is_folder = 0",
            {"folder": folder, "path": path},
        )
        versions = set(rows)
        return [one for one in sought if one in versions]

    def has(self, folder: int, path: str) -> bool:
        """Whether that file was asked for, by itself or with a folder that it lies in."""
        ways = ["", path, *(path[:at] for at, one in enumerate(path) if one == "/")]
        marks = ", ".join("?" * len(ways))
        wanted = self._database.value(
            f"SELECT 1 FROM hypercore_wanted WHERE folder = ? AND path IN ({marks})",  # noqa: S608 - marks
            (folder, *ways),
        )
        return wanted is not None

    def seek(self, content: SpaceId | None, needed: Iterable[Range]) -> None:
        """What we lack of those blocks is sought; behind what lies before it and is so already."""
        if content is None:
            return
        number = self._feeds.number(content)
        gaps = [gap for one in needed for gap in self._gaps(number, one)]
        by_end = {end: (start, end) for start, end in reversed(self._sought.of(number))}
        for start, end in reversed(gaps):
            before = by_end.pop(start, None)
            if before is not None:
                self._sought.remove(number, *before)
            joined = start if before is None else before[0], end
            self._sought.add(number, *joined)
            by_end[end] = joined

    def seek_anew(self, folder: int, content: SpaceId | None) -> None:
        """Some of what was sought is so no more: all of it is worked out again."""
        if content is None:
            return
        self._sought.forget(self._feeds.number(content))
        wanted = self._database.rows(
            "SELECT path FROM hypercore_wanted WHERE folder = ? ORDER BY path DESC", (folder,)
        )
        for (path,) in wanted:
            self._seek_in_order(content, self.lacking(folder, content, path))

    def lacking(self, folder: int, content: SpaceId, path: str) -> list[Range]:
        """See ``FolderRecords``."""
        number = self._feeds.number(content)
        return [gap for one in self._needed(folder, path) for gap in self._gaps(number, one)]

    def _needed(self, folder: int, path: str) -> Iterable[Range]:
        """Blocks of files at and below that path, joined where they touch."""
        inside = f"(path = :path OR ({BELOW})) AND" if path else ""
        rows = self._database.rows(
            "SELECT first_block, first_block + blocks FROM hypercore_file"  # noqa: S608 - ours
            f" WHERE folder = :folder AND {inside} {NEWEST} AND is_folder = 0"
            " AND refusal IS NULL AND blocks > 0 ORDER BY first_block",
            {"folder": folder, "path": path},
        )
        return BlockRanges(rows)

    def _gaps(self, feed: int, needed: Range) -> Iterator[Range]:
        return gaps_in(self._blocks.held(feed, *needed), *needed)

    def _seek_in_order(self, content: SpaceId, ranges: Iterable[Range]) -> None:
        number = self._feeds.number(content)
        for start, end in reversed(list(ranges)):  # what is sought last comes first
            self._sought.add(number, start, end)
