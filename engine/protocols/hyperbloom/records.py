"""What of HyperBloom is stored, and what a connection reads. Values are in the order of bytes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from engine.model.ids import PostId, ProtocolName, PublicKey, SpaceId
from engine.protocols.hyperbloom.comments.value import Comment
from engine.protocols.hyperbloom.packets import Bounds
from engine.protocols.hyperbloom.trust.chain import Chain


@dataclass(frozen=True, slots=True)
class Membership:
    """A chain of ours, and the secret key of its holder."""

    chain: Chain
    secret_key: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Ledger:
    """The set of values of a feed.

    ``secret_key``: of the key under which we write, or would; None: there is none yet. ``chain``:
    its shortest chain, held or ended; None while nobody lets us write. ``issues``: we give shorter
    chains to peers (off by default).
    """

    space: SpaceId
    feed: PublicKey
    secret_key: bytes | None = field(default=None, repr=False)
    chain: Chain | None = None
    issues: bool = False

    @property
    def own(self) -> Membership | None:
        """As whom we take part; None: as a reader at the most."""
        if self.secret_key is None or self.chain is None:
            return None
        return Membership(self.chain, self.secret_key)


@dataclass(frozen=True, slots=True)
class Summary:
    """How many values there are, and the sum of their hashes modulo 2^256: equal for equal sets."""

    count: int
    total: int


@dataclass(frozen=True, slots=True)
class LatestChange:
    """``at``: of the latest one, by its author's clock. ``retracted``: one of them took it back."""

    at: float
    retracted: bool


class Records(Protocol):
    """What connections read. Reads see what the running turn has stored."""

    def ledger(self, space: SpaceId) -> Ledger | None:
        """None if we keep none for that feed."""

    def ledgers(self) -> Sequence[Ledger]:
        """All, oldest first."""

    def named(self, discovery_key: bytes) -> Ledger | None:
        """The set that is looked for under that name."""

    def values(self, space: SpaceId, bounds: Bounds, limit: int) -> Sequence[bytes]:
        """The first ``limit`` values within ``bounds``."""

    def unknown(self, space: SpaceId, values: Sequence[bytes]) -> Sequence[bytes]:
        """Those of ``values`` that we do not have, each once, in the order given."""

    def comment(self, space: SpaceId, comment: PostId) -> bytes | None:
        """The value that is the comment of that id; None if we do not have it."""

    def latest_change(self, space: SpaceId, comment: PostId) -> LatestChange | None:
        """What its author changed of that comment; None: it is as it was."""

    def has_comment_of(self, space: SpaceId, author: PublicKey) -> bool:
        """Whether one of theirs is there that they did not take back."""

    def written_by(self, space: SpaceId, author: PublicKey) -> int:
        """How many values there are of that author: comments, and changes of them."""

    def summary(self, space: SpaceId) -> Summary:
        """Of all values."""

    def ids(self, space: SpaceId) -> bytes:
        """The ids of all values, of 16 bytes, one behind the other, in any order."""

    def of_ids(self, space: SpaceId, ids: Sequence[bytes]) -> Sequence[bytes]:
        """The values of those ids that we have."""


@dataclass(frozen=True, slots=True)
class _Hyperbloom:
    """Belongs to this protocol's repository."""

    space: SpaceId

    @property
    def protocol(self) -> ProtocolName:
        """See ``Record``."""
        return ProtocolName.HYPERBLOOM


@dataclass(frozen=True, slots=True)
class LedgerStored(_Hyperbloom):
    """Inserts the ledger, or changes what we may do in it."""

    ledger: Ledger
    at: float


@dataclass(frozen=True, slots=True)
class Taken:
    """A value that was verified, and the comment that it is (None: it is kept as it came)."""

    value: bytes = field(repr=False)
    comment: Comment | None = None


@dataclass(frozen=True, slots=True)
class ValuesStored(_Hyperbloom):
    """New values, none known before."""

    taken: tuple[Taken, ...]
    at: float

    @property
    def values(self) -> tuple[bytes, ...]:
        """The values alone."""
        return tuple(one.value for one in self.taken)


@dataclass(frozen=True, slots=True)
class CommenterHidden(_Hyperbloom):
    """We hide that author's comments for ourselves, or no more."""

    author: PublicKey
    hidden: bool


@dataclass(frozen=True, slots=True)
class ChainSeen(_Hyperbloom):
    """A chain that somebody proved to hold, or that we have given them."""

    chain: Chain
    at: float


@dataclass(frozen=True, slots=True)
class LedgerHushed(_Hyperbloom):
    """Its feed was left or paused: connections about it end. What is held stays as it is."""


@dataclass(frozen=True, slots=True)
class LedgerForgotten(_Hyperbloom):
    """Everything of it is erased."""


HyperbloomRecord = (
    LedgerStored | ValuesStored | ChainSeen | CommenterHidden | LedgerHushed | LedgerForgotten
)
