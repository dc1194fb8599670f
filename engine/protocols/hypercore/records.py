"""What of feeds is stored, and what a conversation reads (protocols/hypercore.md 8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from engine.model.ids import ProtocolName, PublicKey, SpaceId
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
    """One of two histories that one author signed: a tree, its roots, and the signature."""

    signed: Signed
    roots: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed that we hold or follow.

    ``space`` and ``key`` are the same 32 bytes: the author's key, or, where nothing is ``signed``,
    the hash of the whole tree. ``length`` blocks and ``byte_length`` bytes are those of the longest
    tree verified. ``whole``: all blocks are to be had, not only those sought. ``paused``: nothing
    is fetched and nothing given. ``common``: of a forked feed, how many blocks both histories
    share; nothing behind them is fetched or given any more. ``beside``: the feed that it belongs to
    and travels with (the files of a folder).
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


class Records(Protocol):
    """What feeds' conversations read. Reads see what the running turn has stored."""

    def feed(self, space: SpaceId) -> Feed | None:
        """None if we do not have it."""

    def feeds(self) -> Sequence[Feed]:
        """All that we have, oldest first."""

    def named(self, discovery_key: bytes) -> tuple[Feed, Naming] | None:
        """The feed of that discovery key, and which of its three it is."""

    def tree(self, space: SpaceId) -> Tree:
        """The verified tree of a feed that we have."""

    def held(self, space: SpaceId, start: int, end: int) -> Sequence[Range]:
        """Which blocks from ``start`` to before ``end`` we have, in order."""

    def bits(self, space: SpaceId, start: int, end: int) -> bytes:
        """The same as a bitfield, ``start`` its first bit; zeros at its end may lack."""

    def block(self, space: SpaceId, block: int) -> bytes | None:
        """The content of a block; None if we do not have it."""

    def sought(self, space: SpaceId) -> Sequence[Range]:
        """Blocks that our user waits for, the most urgent first."""


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
    """Inserts the feed, or changes its ``whole`` and ``paused``. ``seed``: of our own key."""

    feed: Feed
    at: float
    seed: bytes | None = field(default=None, repr=False)


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
class Evicted(_Hypercore):
    """Our copies of these blocks are gone; their hashes stay."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Sought(_Hypercore):
    """Our user waits for these blocks (or, not ``wanted``, no more)."""

    start: int
    end: int
    wanted: bool = True


@dataclass(frozen=True, slots=True)
class Forked(_Hypercore):
    """Its author signed two histories that share ``common`` blocks."""

    common: int
    evidence: tuple[Evidence, Evidence]
    at: float


@dataclass(frozen=True, slots=True)
class FeedForgotten(_Hypercore):
    """Everything of the feed is erased."""


HypercoreRecord = FeedStored | Appended | Received | Evicted | Sought | Forked | FeedForgotten
