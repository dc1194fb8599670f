"""Which values are taken: comments that prove themselves, or, in tests, any at all (D11). Pure."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import partial
from typing import Protocol

from engine.crypto.ed25519 import SignedItem, VerifyMany
from engine.errors import PeerViolation
from engine.model.ids import PublicKey
from engine.protocols.hyperbloom.comments.value import Signed, links_of, read_comment
from engine.protocols.hyperbloom.limits import TAKEN_SLICE, VALUE_BYTES_MAX
from engine.protocols.hyperbloom.records import Taken
from engine.protocols.hyperbloom.trust.chain import Chain, read_links
from engine.protocols.hyperbloom.trust.link import LINK_BYTES

_CHAINS_KEPT = 4_096  # ours: most comments come from few authors
FUTURE_SECONDS = 600.0  # ours: clocks differ; later ones are taken when their time has come


class Policy(Protocol):
    """What a value has to be. Nothing else is stored, passed on or counted."""

    def step(self, feed: PublicKey, values: Sequence[bytes]) -> int:
        """How many of ``values``, from the first on, are as much work as one step may be: one at
        least.
        """

    def lawful(self, feed: PublicKey, values: Sequence[bytes], now: float) -> list[Taken]:
        """Those of ``values`` that are to be kept, in their order."""


_Name = tuple[PublicKey, bytes]  # a chain's: its feed, and its links one behind the other
_Links = dict[_Name, tuple[Chain, Signed]]


class Comments:
    """Only comments: by somebody whom the feed's author trusts, signed, and not of the future."""

    __slots__ = ("_chains", "_verify_many")

    def __init__(self, verify_many: VerifyMany) -> None:
        self._verify_many = verify_many
        self._chains: OrderedDict[_Name, Chain] = OrderedDict()

    def step(self, feed: PublicKey, values: Sequence[bytes]) -> int:
        """See ``Policy``: TAKEN_SLICE signatures, those of links not known yet among them."""
        signatures, seen = 0, set[bytes]()
        for place, value in enumerate(values):
            links = links_of(value)
            signatures += 1
            if links not in seen and (feed, links) not in self._chains:
                signatures += len(links) // LINK_BYTES
                seen.add(links)
            if signatures > TAKEN_SLICE:
                return max(1, place)
        return len(values)

    def lawful(self, feed: PublicKey, values: Sequence[bytes], now: float) -> list[Taken]:
        """See ``Policy``. All signatures together, over as many threads as there are, once nothing
        else speaks against the values.
        """
        read: list[tuple[Taken, Signed]] = []
        fresh: _Links = {}
        for value in values:
            try:
                comment, signed = read_comment(value, feed, partial(self._read_links, fresh))
            except PeerViolation:
                continue
            if comment.at <= now + FUTURE_SECONDS:
                read.append((Taken(value, comment), signed))
        proven = self._proven([item for _, signed in read for item in signed])
        self._remember(fresh, proven)
        return [one for one, signed in read if proven.issuperset(signed)]

    def _proven(self, items: Sequence[SignedItem]) -> frozenset[SignedItem]:
        """Those that hold; each is verified once."""
        each = tuple(dict.fromkeys(items))
        verdicts = self._verify_many(each)
        return frozenset(item for item, holds in zip(each, verdicts, strict=True) if holds)

    def _read_links(
        self, fresh: _Links, feed: PublicKey, encoded: Sequence[bytes]
    ) -> tuple[Chain, Signed]:
        """As ``read_links``; nothing is to be verified of a chain that is known."""
        name = feed, b"".join(encoded)
        known = self._chains.get(name)
        if known is not None:
            self._chains.move_to_end(name)
            return known, ()
        if name not in fresh:
            fresh[name] = read_links(feed, encoded)
        return fresh[name]

    def _remember(self, fresh: _Links, proven: frozenset[SignedItem]) -> None:
        for name, (chain, signed) in fresh.items():
            if proven.issuperset(signed):
                self._chains[name] = chain
        while len(self._chains) > _CHAINS_KEPT:
            self._chains.popitem(last=False)


class Raw:
    """Any value of a lawful size: for other programs' sets, in tests and measurements."""

    __slots__ = ()

    def step(self, feed: PublicKey, values: Sequence[bytes]) -> int:  # noqa: ARG002
        """See ``Policy``."""
        return len(values)

    def lawful(self, feed: PublicKey, values: Sequence[bytes], now: float) -> list[Taken]:  # noqa: ARG002
        """See ``Policy``."""
        return [Taken(value) for value in values if len(value) <= VALUE_BYTES_MAX]
