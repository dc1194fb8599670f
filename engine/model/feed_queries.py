"""What a person can ask the engine to show of feeds and shared folders.

``Spaces``, ``Timeline``, ``Search``, ``Extent``, ``OnePost``, ``OneFile`` and ``Holders`` answer
for feeds as for every space: a post of a feed is a block, its ``height`` the block's number. All
are refused with SPACE_UNKNOWN, or NOT_A_FEED for another kind.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.feeds import BlockStretch, BlockView, FeedView, FolderEntryView, FolderView
from engine.model.ids import SpaceId
from engine.model.queries import Query

PAGE_BLOCKS_MAX = 1_000  # ours
READ_BYTES_MAX = 4_194_304  # ours: of one answer
PAGE_ENTRIES_MAX = 1_000  # ours


@dataclass(frozen=True, slots=True)
class Feeds(Query[tuple[FeedView, ...]]):
    """All feeds, without those of folders, in the order of ``Spaces``."""


@dataclass(frozen=True, slots=True)
class OneFeed(Query[FeedView]):
    """A feed; of a folder, its feed of names."""

    space: SpaceId


@dataclass(frozen=True, slots=True)
class Blocks(Query[tuple[BlockView, ...]]):
    """Blocks from ``start`` to before ``end``, in order.

    Cut at PAGE_BLOCKS_MAX blocks or READ_BYTES_MAX bytes, but never before the first one.
    """

    space: SpaceId
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Bytes(Query[bytes]):
    """Bytes from ``start`` to before ``end`` of all blocks put together, at most READ_BYTES_MAX.

    Refused with BLOCKS_MISSING where we do not hold them all (``SeekBytes`` fetches them).
    """

    space: SpaceId
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class MissingBlocks(Query[tuple[BlockStretch, ...]]):
    """Which blocks from ``start`` to before ``end`` are not here, in order.

    Without those of which an entry has told that they are its files', and without what no peer
    gives: beyond the end, or where two histories part. At most PAGE_BLOCKS_MAX are looked at.
    """

    space: SpaceId
    start: int
    end: int


# ---- folders ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Folders(Query[tuple[FolderView, ...]]):
    """All shared folders, in the order of ``Spaces``."""


@dataclass(frozen=True, slots=True)
class OneFolder(Query[FolderView]):
    """One shared folder."""

    space: SpaceId


@dataclass(frozen=True, slots=True)
class FolderListing(Query[tuple[FolderEntryView, ...]]):
    """What lies directly in ``path`` (empty: the folder itself): folders first, then by name.

    ``everything``: every file below it instead, by path. ``version``: as the folder was then, of
    ``FolderView`` (None: now). At most PAGE_ENTRIES_MAX, those after ``after``, a path of the same
    listing.
    """

    space: SpaceId
    path: str = ""
    everything: bool = False
    version: int | None = None
    after: str | None = None


@dataclass(frozen=True, slots=True)
class FileHistory(Query[tuple[FolderEntryView, ...]]):
    """Every version of the file of that path, the newest first; with its deletions.

    At most PAGE_ENTRIES_MAX, those below ``before``, of ``FolderEntryView`` (None: from the newest
    on). Refused with FILE_UNKNOWN where there never was such a file.
    """

    space: SpaceId
    path: str
    before: int | None = None


@dataclass(frozen=True, slots=True)
class FileBytes(Query[bytes]):
    """Bytes from ``start`` to before ``end`` of a file, at most READ_BYTES_MAX; fewer at its end.

    ``version``: of ``FolderEntryView`` (None: the newest). Refused with FILE_UNKNOWN; with
    BLOCKS_MISSING where we do not hold them all (``WantFile`` fetches it); or with CONTENT_WRONG
    where there is more or less of the file than its author said.
    """

    space: SpaceId
    path: str
    start: int
    end: int
    version: int | None = None


FeedQuery = (
    Feeds
    | OneFeed
    | Blocks
    | Bytes
    | MissingBlocks
    | Folders
    | OneFolder
    | FolderListing
    | FileHistory
    | FileBytes
)
