"""What a person can ask the engine to do with feeds and shared folders.

Besides these, ``Post``, ``Say``, ``RenameSpace``, ``SetNotifications``, ``PinSpace``,
``ArchiveSpace``, ``MarkRead``, ``LeaveSpace`` and ``ForgetSpace`` do for a feed and for a folder
what they do for every space. All are refused with SPACE_UNKNOWN, or NOT_A_FEED for another kind.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.commands import Command
from engine.model.feeds import (
    ContentPlace,
    FeedForm,
    FeedLength,
    FeedView,
    FileRenewed,
    FileWritten,
    FolderUse,
    FolderView,
)
from engine.model.ids import PublicKey, SpaceId


@dataclass(frozen=True, slots=True)
class CreateFeed(Command[FeedView]):
    """A feed with a key pair of its own, still empty.

    ``older``: as draft 1 has it, for programs that know no other, and to be fixed later.
    ``passing``: only to be fixed. It has no name, is in no list, and nobody hears of it; when the
    profile is opened again it is gone, with what was fixed of it by half.
    """

    name: str
    older: bool = False
    passing: bool = False


@dataclass(frozen=True, slots=True)
class CreateStaticFeed(Command[FeedView]):
    """A feed of exactly these blocks, at least one, named by the hash of them all.

    Refused with BLOCK_TOO_LONG, or SPACE_KNOWN where we have it already.
    """

    name: str
    blocks: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class FixFeed(Command[FeedView]):
    """A fixed feed of all that a feed of draft 1 holds now: the same blocks, named by their hash.

    Refused with FEED_NOT_OLDER for another one, FEED_FORKED, NOT_SYNCED where not all of it is
    here, SPACE_KNOWN where we have the fixed one already, TEXT_EMPTY where there is nothing in it.
    """

    space: SpaceId
    name: str


@dataclass(frozen=True, slots=True)
class FollowFeed(Command[FeedView]):
    """Fetch the feed of that key and pass it on. ``name``: None for the beginning of its key.

    ``whole``: all of it, as it comes. ``form``: None where nobody said one: that it has, SIGNED for
    a new one. A feed that was left is taken up again; one of which nothing came yet is followed in
    another form, if that is asked. Refused with KEY_INVALID; SPACE_KNOWN also where that key is the
    id of something else we have; SPACE_PART where a folder that we have, followed or left, names it
    as its contents; FEED_OF_OTHER_FORM (with the form it has) where it is ours, or something came.
    """

    key: PublicKey
    name: str | None = None
    form: FeedForm | None = None
    whole: bool = True


@dataclass(frozen=True, slots=True)
class AppendBlocks(Command[FeedLength]):
    """Appends blocks of any bytes to a feed of ours, all or none; answers what it is then.

    At most APPENDED_BYTES_MAX in all. Refused with BLOCK_TOO_LONG, READ_ONLY where it is not ours,
    FEED_ELSEWHERE or FEED_FORKED where another copy of its key has signed.
    """

    space: SpaceId
    blocks: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class PauseFeed(Command[FeedView]):
    """Nothing is fetched and nothing given while ``paused``. Of a folder: its content as well."""

    space: SpaceId
    paused: bool = True


@dataclass(frozen=True, slots=True)
class LimitFeed(Command[FeedView]):
    """How many bytes its blocks may take here (None: as the profile's setting says).

    What is read oldest goes first where it takes more, and peers are told; of our own nothing goes.
    """

    space: SpaceId
    limit_bytes: int | None


@dataclass(frozen=True, slots=True)
class FetchWhole(Command[FeedView]):
    """Whether all of it is fetched as it comes, or only what is asked for.

    Of a folder that is said of its content; its names come whole in any case.
    """

    space: SpaceId
    whole: bool = True


@dataclass(frozen=True, slots=True)
class SeekBlocks(Command[None]):
    """Blocks from ``start`` to before ``end`` are fetched before all others, while ``wanted``.

    What is already here is not fetched again.
    """

    space: SpaceId
    start: int
    end: int
    wanted: bool = True


@dataclass(frozen=True, slots=True)
class SeekBytes(Command[None]):
    """The blocks that hold bytes from ``start`` to before ``end`` are fetched before all others."""

    space: SpaceId
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class DropBlocks(Command[FeedView]):
    """Erases our copies of these blocks, and tells peers. Refused with READ_ONLY for our own.

    Of a folder those of its content: its names stay, as nothing else can be had without them.
    """

    space: SpaceId
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ContinueFeed(Command[FeedView]):
    """Our own feed, whose key was used elsewhere: append here again, once all of it is here.

    Of a folder both of its feeds. Refused with NOT_SYNCED until then, FEED_FORKED where the two do
    not fit together; and where it came out of a backup, with NOT_HEARD as long as no peer is
    connected that has all of it and knows of no more. ``alone``: our user says that no other copy
    of this profile exists, and that nothing was published after the backup; then nobody is waited
    for.
    """

    space: SpaceId
    alone: bool = False


# ---- folders ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CreateFolder(Command[FolderView]):
    """A shared folder of ours, still empty: a feed of names and, beside it, one of content."""

    name: str


@dataclass(frozen=True, slots=True)
class FollowFolder(Command[FolderView]):
    """Fetch the names of the folder of that key, and content as it is asked for.

    Refused as ``FollowFeed``.
    """

    key: PublicKey
    name: str | None = None


@dataclass(frozen=True, slots=True)
class UseDirectory(Command[FolderView]):
    """Ties a folder to a directory of this computer, over restarts, or unties it (None).

    ``directory`` is an absolute path. Who watches and writes it is no part of the engine.
    Refused with READ_ONLY for SHARED where the folder is not ours, DIRECTORY_TAKEN (its
    detail: that one's name) where another folder of this profile lies there, inside or around it.
    """

    space: SpaceId
    directory: str | None
    use: FolderUse | None = None


@dataclass(frozen=True, slots=True)
class PutContent(Command[ContentPlace]):
    """Appends content to a folder of ours, before ``ChangeFiles`` says what files it is."""

    space: SpaceId
    blocks: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class ChangeFiles(Command[FolderView]):
    """Publishes changes of a folder of ours, all or none: what is renewed, removed, written.

    They are applied in that order, so that ``FileRenewed.of`` may be a file that goes away.
    Refused with NAME_UNSAFE (the path is the detail) for a name that no computer should write,
    FILE_UNKNOWN for one to be renewed or removed that is not there.
    """

    space: SpaceId
    renewed: tuple[FileRenewed, ...] = ()
    removed: tuple[str, ...] = ()
    written: tuple[FileWritten, ...] = ()


@dataclass(frozen=True, slots=True)
class WantFile(Command[None]):
    """The file of that path, or all files below it, are fetched next (or wanted no more).

    ``version``: of ``FolderEntryView``: that version of the file is, once, whatever becomes of the
    file; and no more, which of the newest goes for the file as well. Refused with FILE_UNKNOWN
    where there is none, or where no computer should write it.
    """

    space: SpaceId
    path: str
    wanted: bool = True
    version: int | None = None


FeedCommand = (
    CreateFeed
    | CreateStaticFeed
    | FixFeed
    | FollowFeed
    | AppendBlocks
    | PauseFeed
    | LimitFeed
    | FetchWhole
    | SeekBlocks
    | SeekBytes
    | DropBlocks
    | ContinueFeed
    | CreateFolder
    | FollowFolder
    | UseDirectory
    | PutContent
    | ChangeFiles
    | WantFile
)
