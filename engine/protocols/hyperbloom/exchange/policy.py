"""Which values are taken: comments that prove themselves, or, in tests, any at all (D11). Pure."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Protocol

from engine.crypto.ed25519 import SignedItem, VerifyMany
from engine.errors import PeerViolation
from engine.model.ids import PublicKey
from engine.protocols.hyperbloom.comments.value import read_comment
from engine.protocols.hyperbloom.limits import VALUE_BYTES_MAX
from engine.protocols.hyperbloom.records import Taken
from engine.protocols.hyperbloom.trust.chain import Chain, read_chain

_CHAINS_KEPT = 4_096  # ours: most comments come from few authors
FUTURE_SECONDS = 600.0  # ours: clocks differ; later ones are taken when their time has come


class Policy(Protocol):
    """What a value has to be. Nothing else is stored, passed on or counted."""

    def lawful(self, feed: PublicKey, values: Sequence[bytes], now: float) -> list[Taken]:
        """Those of ``values`` that are to be kept, in their order."""


class Comments:
    """Only comments: by somebody whom the feed's author trusts, signed, and not of the future."""

    __slots__ = ("_chains", "_verify_many")

    def __init__(self, verify_many: VerifyMany) -> None:
        self._verify_many = verify_many
        self._chains: OrderedDict[tuple[PublicKey, tuple[bytes, ...]], Chain] = OrderedDict()

    def lawful(self, feed: PublicKey, values: Sequence[bytes], now: float) -> list[Taken]:
        """See ``Policy``. All signatures together, over as many threads as there are."""
        read: list[Taken] = []
        items: list[SignedItem] = []
        for value in values:
            try:
                comment, item = read_comment(value, feed, self._read_chain)
            except PeerViolation:
                continue
            if comment.at <= now + FUTURE_SECONDS:
                read.append(Taken(value, comment))
                items.append(item)
        verdicts = self._verify_many(items)
        return [one for one, holds in zip(read, verdicts, strict=True) if holds]

    def _read_chain(self, feed: PublicKey, encoded: Sequence[bytes], at: float) -> Chain:
        """As ``read_chain``, whose answers are remembered: only times differ."""
        name = feed, tuple(encoded)
        chain = self._chains.get(name)
        if chain is None or not chain.holds_at(at):
            chain = read_chain(feed, encoded, at)
            self._chains[name] = chain
            if len(self._chains) > _CHAINS_KEPT:
                self._chains.popitem(last=False)
        self._chains.move_to_end(name)
        return chain


class Raw:
    """Any value of a lawful size: for other programs' sets, in tests and measurements."""

    __slots__ = ()

    def lawful(self, feed: PublicKey, values: Sequence[bytes], now: float) -> list[Taken]:  # noqa: ARG002
        """See ``Policy``."""
        return [Taken(value) for value in values if len(value) <= VALUE_BYTES_MAX]
