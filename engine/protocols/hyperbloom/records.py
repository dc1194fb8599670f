"""What of HyperBloom is stored, and what a connection reads. Values are in the order of bytes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from engine.model.ids import ProtocolName, PublicKey, SpaceId
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

    ``own``: our chain, the shortest that holds or held, and the key that signs under it; None
    while nobody lets us write. ``issues``: we give shorter chains to peers (off by default).
    """

    space: SpaceId
    feed: PublicKey
    own: Membership | None = None
    issues: bool = False


@dataclass(frozen=True, slots=True)
class Summary:
    """How many values there are, and the sum of their hashes modulo 2^256: equal for equal sets."""

    count: int
    total: int


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
class ValuesStored(_Hyperbloom):
    """New values, each verified, none known before."""

    values: tuple[bytes, ...] = field(repr=False)
    at: float


@dataclass(frozen=True, slots=True)
class ChainSeen(_Hyperbloom):
    """A chain that somebody proved to hold."""

    chain: Chain
    at: float


@dataclass(frozen=True, slots=True)
class LedgerForgotten(_Hyperbloom):
    """Everything of it is erased."""


HyperbloomRecord = LedgerStored | ValuesStored | ChainSeen | LedgerForgotten
