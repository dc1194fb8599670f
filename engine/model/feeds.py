"""What is shown of feeds and shared folders: plain values, as those of ``engine.model.views``.

A feed is a list of blocks that one author appends to and signs. A shared folder is a feed of files.
Blocks are numbered from 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.model.ids import PublicKey, SpaceId

BLOCK_BYTES_MAX = 1_048_576
"""Of a block of ours (protocols/hypercore.md 2, row 11)."""
APPENDED_BYTES_MAX = 4_194_304  # ours: of one command, which is one transaction
ENTRY_BYTES_MAX = 25_165_824
"""Ours: of an entry and its files, which are one transaction too: a crash in between would leave an
entry that takes what is appended next for its files. As large as an owner's post in a channel.
"""
PART_BYTES = 65_536
"""Of a block of a file, of an entry's and of a folder's, but for its last (note 9)."""
PARTS_MAX = 1_024  # ours: blocks of all files of an entry
FREE_BYTES_MIN = 500 << 20
"""What others' feeds and files leave free on a disk (reliability F-5)."""


class FeedForm(StrEnum):
    """How a feed proves itself; its key does not tell. The values are the command line's words."""

    SIGNED = "signed"
    """By its author, in the hashes of DEP-0010: what we make."""
    OLDER = "older"
    """By its author, in the hashes of draft 1, as programs of 2016 made them."""
    STATIC = "static"
    """By its key, which is the hash of all of it: it never changes."""


class FeedState(StrEnum):
    """What goes on with a feed. The first that holds; the values are the command line's words."""

    LEFT = "left"
    """We follow it no more; what was received stays readable."""
    FORKED = "forked"
    """Its author signed two histories. What was verified first stays readable; nothing grows."""
    ELSEWHERE = "elsewhere"
    """Our own: its key has signed what we do not hold, so another copy of it is in use; or it came
    out of a backup, and may have."""
    PAUSED = "paused"
    """Nothing is fetched and nothing given, as our user asked."""
    FULL = "full"
    """It may not take more of our disk."""
    DOWNLOADING = "downloading"
    """Blocks that we want are on their way, or a connected peer has them."""
    WAITING = "waiting"
    """We want blocks, or have heard nothing of it yet, and nobody who has them is connected."""
    CURRENT = "current"
    """We hold all that we want of what we know of."""


@dataclass(frozen=True, slots=True)
class ForkView:
    """That an author signed two histories. Both share their first ``common`` blocks.

    ``lengths`` and ``tree_hashes`` are of the two trees that prove it, ours first.
    """

    common: int
    noticed_at: float
    lengths: tuple[int, ...]
    tree_hashes: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class FeedView:
    """A feed as the sidebar's page and ``feed info`` show it.

    ``space`` and ``key`` are the same 32 bytes. ``length`` blocks and ``byte_length`` bytes are
    those of the longest tree that was verified; ``downloaded`` and ``downloaded_bytes`` are what
    of it we hold. ``tree_hash`` is of that length (None: it is 0). ``peers`` counts peers connected
    for it, ``holders`` those that have all of its blocks, ``own``: we may append.
    """

    space: SpaceId
    key: PublicKey
    discovery_key: bytes
    name: str
    form: FeedForm
    own: bool
    length: int
    byte_length: int
    downloaded: int
    downloaded_bytes: int
    tree_hash: bytes | None
    state: FeedState
    peers: int = 0
    holders: int = 0
    paused: bool = False
    whole: bool = True
    """All of it is fetched as it comes; else what somebody reads, and what is asked for."""
    limit_bytes: int | None = None
    """How much of our disk its blocks may take (None: as much as the profile's setting says)."""
    author_online: bool | None = None
    """Whether a device of its author is connected; None: none has ever shown itself."""
    author_seen_at: float | None = None
    """When one last was."""
    fork: ForkView | None = None
    restored: bool = False
    """It came out of a backup: nobody knows how far it has gone since, until a reader is met."""

    @property
    def signed(self) -> bool:
        """Whether it can grow."""
        return self.form is not FeedForm.STATIC


@dataclass(frozen=True, slots=True)
class FeedLength:
    """How long a feed is, in blocks and in bytes."""

    length: int
    byte_length: int


@dataclass(frozen=True, slots=True)
class BlockView:
    """``data`` is None where we do not hold the block; ``size`` then as well, if it is unknown."""

    index: int
    size: int | None
    data: bytes | None


@dataclass(frozen=True, slots=True)
class BlockStretch:
    """The blocks from ``start`` to before ``end``."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class FeedTraffic:
    """What goes on with a feed now: facts that no database has.

    ``holders``: connected peers that have all of its blocks. ``fetching``: something that we want
    of it is on its way, or was asked about. ``full``: it may not take more of our disk.
    """

    holders: int = 0
    fetching: bool = False
    full: bool = False


# ---- folders ------------------------------------------------------------------------------------


class FolderUse(StrEnum):
    """What a folder of this computer is to a shared folder."""

    SHARED = "shared"
    """Its files are what others get: every change of them is published."""
    MIRRORED = "mirrored"
    """All files are fetched into it."""
    CHOSEN = "chosen"
    """Those files are fetched into it that somebody asks for."""


@dataclass(frozen=True, slots=True)
class FolderView:
    """A shared folder. ``feed`` is its feed of names; its content travels beside that one, and of
    the two its ``state`` and ``fork`` are those that say more, its ``holders`` those of both.
    ``content_key`` is None until it is known, and where what its author names is not free.

    ``files`` and ``bytes`` are of the newest version we know, ``done_files`` and ``done_bytes`` of
    what of them we hold. ``version`` is the length of the feed of names: that is a folder's version
    wherever people read or give one. ``mtime`` is the newest of its files', without those that are
    refused (None: there are none). ``directory`` is where it lies on this computer (None:
    nowhere), for ``use``. ``refused`` counts files whose names no computer should write.
    ``trouble`` says in a stable code why the directory does not follow (None: it does).
    """

    feed: FeedView
    files: int
    bytes: int
    done_files: int
    done_bytes: int
    version: int
    content_key: PublicKey | None = None
    directory: str | None = None
    use: FolderUse | None = None
    refused: int = 0
    trouble: str | None = None
    mtime: float | None = None


@dataclass(frozen=True, slots=True)
class FolderEntryView:
    """A file or a folder inside a shared folder. ``path`` begins without a slash.

    Of a folder ``size``, ``have`` and ``files`` are sums over the files in it and ``mtime`` is the
    newest of theirs. ``have`` counts bytes we hold. ``version``: the block of the feed of names
    that wrote it. ``wanted``: it was asked for and is not whole yet, also just this version of it;
    ``chosen``: it was asked for, by itself or with a folder that it lies in. ``refusal``: why it is
    never written to disk, a stable code; None where it may be. ``deleted``: it is history.
    """

    path: str
    is_folder: bool
    size: int
    mtime: float
    have: int
    files: int
    version: int
    executable: bool = False
    wanted: bool = False
    refusal: str | None = None
    deleted: bool = False
    chosen: bool = False

    @property
    def is_here(self) -> bool:
        """Whether we hold all of it."""
        return self.have >= self.size

    @property
    def folder_version(self) -> int:
        """The folder's first version with it, as of ``FolderView``: what people read and give."""
        return self.version + 1


@dataclass(frozen=True, slots=True)
class ContentPlace:
    """Where blocks lie in a folder's feed of content: block number, and offset in bytes."""

    block: int
    byte: int


@dataclass(frozen=True, slots=True)
class FileWritten:
    """A file of a folder of ours: its content was put before, ``blocks`` blocks from ``place``.

    ``path`` as in ``FolderEntryView``; ``mode`` as of Unix; ``mtime`` in Unix seconds.
    """

    path: str
    place: ContentPlace
    blocks: int
    size: int
    mode: int
    mtime: float


@dataclass(frozen=True, slots=True)
class FileRenewed:
    """The same content under another mode or time, or under another path (a copy or a move)."""

    path: str
    of: str
    mode: int
    mtime: float
