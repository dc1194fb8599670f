"""Chains of trust links, from a feed's author to whoever speaks ("Signature Chain"). Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from engine.crypto import ed25519
from engine.errors import PeerViolation
from engine.model.ids import PublicKey
from engine.protocols.hyperbloom.limits import LINKS_MAX
from engine.protocols.hyperbloom.trust.link import Link, issue_link, read_link

_SECTION = "Signature Chain"


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain that was verified. Without links it is the author's own, under the feed's key."""

    feed: PublicKey
    links: tuple[Link, ...] = ()

    @property
    def holder(self) -> PublicKey:
        """The key that signs under it."""
        return self.links[-1].trustee if self.links else self.feed

    @property
    def expiration(self) -> float:
        """When the first of its links ends, in Unix seconds; infinite without any."""
        return min((link.expiration for link in self.links), default=math.inf)

    @property
    def encoded(self) -> tuple[bytes, ...]:
        """Its links, the author's first."""
        return tuple(link.encoded for link in self.links)

    @property
    def lets_in(self) -> bool:
        """Whether its holder can let somebody else in: with LINKS_MAX links they cannot."""
        return len(self.links) < LINKS_MAX

    def holds_at(self, now: float) -> bool:
        """Whether none of its links has ended."""
        return all(link.holds_at(now) for link in self.links)

    def is_better_than(self, other: Chain, now: float) -> bool:
        """Whether it is kept in the place of ``other``, for of ours only one is: it holds, and
        lasts longer than the other, or as long and is shorter.
        """
        if not self.holds_at(now) or not other.holds_at(now):
            return self.holds_at(now)
        return (self.expiration, -len(self.links)) > (other.expiration, -len(other.links))

    def with_link(self, link: Link) -> Chain:
        """One longer. Raises PeerViolation if it cannot be, or the holder did not sign ``link``."""
        if not self.lets_in:
            raise PeerViolation("a chain of more than five links", _SECTION)
        if not link.is_signed_by(self.holder):
            raise PeerViolation("a trust link that its issuer did not sign", _SECTION)
        return Chain(self.feed, (*self.links, link))


def read_links(
    feed: PublicKey, encoded: Sequence[bytes]
) -> tuple[Chain, tuple[ed25519.SignedItem, ...]]:
    """The chain that these links are where all these signatures hold, whenever they end.

    Raises PeerViolation for bytes that are no chain, whoever has signed them.
    """
    if len(encoded) > LINKS_MAX:
        raise PeerViolation("a chain of more than five links", _SECTION)
    links = tuple(read_link(one) for one in encoded)
    issuers = (feed, *(link.trustee for link in links[:-1]))
    signed = tuple(link.signed_by(issuer) for link, issuer in zip(links, issuers, strict=False))
    return Chain(feed, links), signed


def read_chain(feed: PublicKey, encoded: Sequence[bytes], now: float) -> Chain:
    """The chain of a feed's network in these links, all of which hold. Raises PeerViolation."""
    chain, signed = read_links(feed, encoded)
    demand_holds(chain, now)
    if not all(ed25519.verify(one.signature, one.message, one.public_key) for one in signed):
        raise PeerViolation("a trust link that its issuer did not sign", _SECTION)
    return chain


def demand_holds(chain: Chain, now: float) -> None:
    """Raises PeerViolation where one of its links has ended."""
    if not chain.holds_at(now):
        raise PeerViolation("a trust link that has ended", _SECTION)


def shorter_link(own: Chain, secret_key: bytes, theirs: Chain, nonce: bytes) -> Link | None:
    """What we may give a peer who is further from the author than they would be under us.

    None where it would not shorten their chain (protocols/hyperbloom.md 1, "Link"). It lasts as
    long as the chain they have.
    """
    if not len(own.links) < len(theirs.links) - 1:
        return None
    return issue_link(secret_key, theirs.holder, theirs.expiration, nonce)
