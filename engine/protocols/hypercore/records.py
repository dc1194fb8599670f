"""What of feeds is stored, and what a conversation reads (protocols/hypercore.md 8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from engine.model.ids import ProtocolName, PublicKey, SpaceId, SpaceKind
from engine.protocols.hypercore.blocks.ranges import Range
from engine.protocols.hypercore.tree.node import Node
from engine.protocols.hypercore.tree.proof import Signed, Tree
from engine.protocols.hypercore.tree.suites import SuiteName
from engine.protocols.hypercore.tree.verification import Verified


class Naming(StrEnum):
    """Which of a feed's three discovery keys was used (protocols/hypercore.md 2, row 1)."""

    PUBLISHED = "published"  #: BLAKE2b of "hypercore"
    AS_WRITTEN = "as_written"  #: BLAKE2b of "HYPERCORE", as DEP-0010 prints it
    OLDER = "older"  #: HMAC-SHA256 of "hypercore", draft 1


@dataclass(frozen=True, slots=True)
class Evidence:
    """One of two histories that one author signed: a tree, its roots, and the signature.

    ``nodes`` is what an answer about the hash of ``block`` holds that proves it by this tree alone;
    empty where our own tree was too patchy to prove it. Anybody can verify it (``forks``).
    """

    signed: Signed
    roots: tuple[Node, ...]
    block: int = 0
    nodes: tuple[Node, ...] = ()


PASSING = SpaceId(bytes(32))
"""What a feed lies beside that is only to be fixed: nothing (``CreateFeed.passing``)."""


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed that we hold or follow.

    ``space`` and ``key`` are the same 32 bytes: the author's key, or, where nothing is ``signed``,
    the hash of the whole tree. ``length`` blocks and ``byte_length`` bytes are those of the longest
    tree verified. ``whole``: all blocks are to be had, not only those sought. ``paused``: nothing
    is fetched and nothing given. ``common``: of a forked feed, how many blocks both histories
    share; nothing behind them is fetched or given any more. ``beside``: the feed that it belongs to
    and travels with (the files of a folder). ``own``: we hold the secret of its key. ``elsewhere``:
    of our own, that its key has signed what we do not hold; nothing is appended here meanwhile.
    ``restored``: of such a one, that nobody knows how much (out of a backup, or handed over).
    ``left``: we follow it no more. ``is_full``: it takes as much of our disk as it may, or the disk
    has no more: of a feed that is to be had ``whole`` only blocks from ``gathers_from`` on come
    unasked. ``limit_bytes``: how much it may take (None: as all others).
    """

    space: SpaceId
    key: PublicKey
    suite: SuiteName
    signed: bool = True
    length: int = 0
    byte_length: int = 0
    whole: bool = True
    paused: bool = False
    common: int | None = None
    beside: SpaceId | None = None
    own: bool = False
    elsewhere: bool = False
    restored: bool = False
    left: bool = False
    is_full: bool = False
    gathers_from: int = 0
    limit_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Held:
    """How many blocks of a feed we hold, and how many bytes they are."""

    blocks: int
    bytes: int


class Records(Protocol):
    """What feeds' conversations read. Reads see what the running turn has stored."""

    def feed(self, space: SpaceId) -> Feed | None:
        """None if we do not have it."""

    def feeds(self) -> Sequence[Feed]:
        """All that we follow or write, oldest first; not those that were left."""

    def named(self, discovery_key: bytes) -> tuple[Feed, Naming] | None:
        """The feed of that discovery key, and which of its three it is."""

    def tree(self, space: SpaceId) -> Tree:
        """The verified tree of a feed that we have."""

    def held(self, space: SpaceId, start: int, end: int) -> Sequence[Range]:
        """Which blocks from ``start`` to before ``end`` we have, in order."""

    def holding(self, space: SpaceId) -> Held:
        """How much of it is here."""

    def next_held(self, space: SpaceId, block: int) -> int | None:
        """The first block from there on that we have; None if we have none.

        For going over what is held of a feed that may say to be of any length.
        """

    def bits(self, space: SpaceId, start: int, end: int) -> bytes:
        """What ``held`` says as a bitfield, ``start`` its first bit; zeros at its end may lack."""

    def block(self, space: SpaceId, block: int) -> bytes | None:
        """The content of a block; None if we do not have it."""

    def contents(self, space: SpaceId, start: int, end: int) -> Sequence[bytes] | None:
        """Of the blocks from ``start`` to before ``end``, in order; None if one lacks."""

    def sought(self, space: SpaceId) -> Sequence[Range]:
        """Blocks that our user waits for, the most urgent first."""

    def sought_bytes(self, space: SpaceId) -> Sequence[Range]:
        """Bytes of the feed that our user waits for, the most urgent first."""

    def evidence(self, space: SpaceId) -> tuple[Evidence, Evidence] | None:
        """Of a feed's fork; None if none was found."""

    def copy_of(self, suite: SuiteName, node: Node) -> tuple[SpaceId, int] | None:
        """A feed of that suite, and the node of its tree, of the same depth, hash and size as
        ``node``, below which it holds all blocks; None if there is none, or it is too small for
        that to be kept (COPIED_BYTES_MIN).
        """

    def let_go(self, space: SpaceId, start: int, end: int) -> Sequence[Range]:
        """Which blocks we had once and gave up: they come only where somebody waits for them."""


class OwnRecords(Records, Protocol):
    """What besides that the commands of our own user read."""

    def known(self, space: SpaceId) -> Feed | None:
        """The feed, also one that was left; None if there is none."""

    def all_known(self) -> Sequence[Feed]:
        """All feeds, oldest first, also those that were left."""

    def seed(self, space: SpaceId) -> bytes | None:
        """Of our own feed's key; None if it is not ours."""

    def gone(self, space: SpaceId) -> int:
        """How many blocks of it we had once and gave up; what proves them is here still."""

    def posts(self, space: SpaceId) -> int:
        """How many rows its timeline has."""

    def is_post(self, space: SpaceId, block: int) -> bool:
        """Whether that block is a row of its timeline, or was put aside."""

    def signed_elsewhere(self, space: SpaceId) -> int:
        """How many blocks our own key has signed somewhere else; 0 where it has not, or where the
        feed is out of a backup and nobody knows.
        """

    def kind(self, space: SpaceId) -> SpaceKind:
        """Whether it is a feed or a folder; of what lies beside a folder, folder."""

    def oldest(self, space: SpaceId, spare_bytes: int) -> Sequence[Range]:
        """The blocks used longest ago of a feed that we have, which take at least so many bytes:
        their contents, and BLOCK_ROW_BYTES each.
        """

    def has_room(self) -> bool:
        """Whether the disk has as much free space as our user wants to keep."""


@dataclass(frozen=True, slots=True)
class _Hypercore:
    """Belongs to this protocol's repository."""

    space: SpaceId

    @property
    def protocol(self) -> ProtocolName:
        """See ``Record``."""
        return ProtocolName.HYPERCORE


@dataclass(frozen=True, slots=True)
class FeedStored(_Hypercore):
    """Inserts the feed, or changes its ``whole``, ``paused`` and ``limit_bytes``.

    While nothing of it was verified (``length`` 0) its ``suite`` and ``signed`` may change, too.
    ``seed``: of our own key. ``name``: what we call it (None: the beginning of its key), and
    ``kind``: what it is to our user; both count where it is new, and not for one that is ``beside``
    another.
    """

    feed: Feed
    at: float
    seed: bytes | None = field(default=None, repr=False)
    name: str | None = None
    kind: SpaceKind = SpaceKind.FEED


@dataclass(frozen=True, slots=True)
class FeedLeft(_Hypercore):
    """We follow it no more (or, not ``left``, again). What we have of it stays."""

    left: bool = True


@dataclass(frozen=True, slots=True)
class Appended(_Hypercore):
    """Our own: blocks from ``first`` on, the nodes they added, and our signature of the result."""

    first: int
    blocks: tuple[bytes, ...] = field(repr=False)
    nodes: tuple[Node, ...]
    signed: Signed
    byte_length: int
    at: float


@dataclass(frozen=True, slots=True)
class Received(_Hypercore):
    """A block, or its hash alone (``value`` None), that was verified."""

    block: int
    value: bytes | None = field(repr=False)
    verified: Verified
    at: float


@dataclass(frozen=True, slots=True)
class RunReceived(_Hypercore):
    """Blocks that were verified together, each with its number, ascending."""

    blocks: tuple[tuple[int, bytes], ...] = field(repr=False)
    verified: Verified
    at: float


@dataclass(frozen=True, slots=True)
class Evicted(_Hypercore):
    """Our copies of these blocks are gone; their hashes stay. They do not come again unasked."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Reclaimed(_Hypercore):
    """What was let go of it is wanted again, as all the rest.

    It is ``gone`` no more: what proves it counts again with each block that comes.
    """


@dataclass(frozen=True, slots=True)
class Used(_Hypercore):
    """Somebody reads these blocks: what was used longest ago goes first where it has to."""

    start: int
    end: int
    at: float


@dataclass(frozen=True, slots=True)
class Filled(_Hypercore):
    """Whether it takes as much of our disk as it may. Forgotten with the program's end.

    Then only blocks from ``gathers_from`` on come unasked.
    """

    full: bool
    gathers_from: int = 0


@dataclass(frozen=True, slots=True)
class Sought(_Hypercore):
    """Our user waits for these blocks (or, not ``wanted``, no more)."""

    start: int
    end: int
    wanted: bool = True


@dataclass(frozen=True, slots=True)
class SoughtBytes(_Hypercore):
    """Our user waits for these bytes of the feed, in whichever blocks they are (or no more)."""

    start: int
    end: int
    wanted: bool = True


@dataclass(frozen=True, slots=True)
class Copied(_Hypercore):
    """All blocks below ``node`` are those below ``source_node`` of the feed ``source``.

    Both nodes have the same hash and depth, so that the blocks and the nodes between are the same;
    ``node`` is verified, and all of the source's blocks are held. As if they had been received.
    """

    node: int
    source: SpaceId
    source_node: int
    at: float


@dataclass(frozen=True, slots=True)
class Forked(_Hypercore):
    """Its author signed two histories that share ``common`` blocks."""

    common: int
    evidence: tuple[Evidence, Evidence]
    at: float


@dataclass(frozen=True, slots=True)
class ForkNarrowed(_Hypercore):
    """Where the two histories of that fork part is known now: behind ``common`` blocks.

    ``evidence`` shows it better than what was kept first, and takes its place.
    """

    common: int
    evidence: tuple[Evidence, Evidence]


@dataclass(frozen=True, slots=True)
class OwnElsewhere(_Hypercore):
    """Our own key has signed ``length`` blocks, more than we hold: another copy of it is in use.

    Nothing is appended here until all of it is here and our user says so (note 8, rule 5). The
    rest is downloaded as of any feed; if it does not fit behind ours, ``Forked`` follows.
    """

    length: int
    at: float


@dataclass(frozen=True, slots=True)
class PostHidden(_Hypercore):
    """Our user deleted that block's row for themselves (or, not ``hidden``, took that back)."""

    block: int
    hidden: bool = True


@dataclass(frozen=True, slots=True)
class ContinuedHere(_Hypercore):
    """Our own feed is appended to here again: all that was signed elsewhere is here."""


@dataclass(frozen=True, slots=True)
class AuthorSeen(_Hypercore):
    """A device that proved to hold the feed's secret key is connected (extension tidings-author).

    While it is, the conversation's ``presence`` names the feed's key beside it.
    """

    at: float


@dataclass(frozen=True, slots=True)
class FeedForgotten(_Hypercore):
    """Everything of the feed is erased."""


HypercoreRecord = (
    FeedStored
    | FeedLeft
    | Appended
    | Received
    | RunReceived
    | Copied
    | Evicted
    | Reclaimed
    | Used
    | Filled
    | PostHidden
    | Sought
    | SoughtBytes
    | Forked
    | ForkNarrowed
    | OwnElsewhere
    | ContinuedHere
    | AuthorSeen
    | FeedForgotten
)
