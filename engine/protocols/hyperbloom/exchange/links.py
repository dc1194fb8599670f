"""Shorter chains, given to peers and taken from them ("5 Link"). Pure."""

from __future__ import annotations

from dataclasses import replace

from engine.crypto.entropy import Entropy
from engine.errors import PeerViolation
from engine.protocols.hyperbloom.limits import LINKS_MAX
from engine.protocols.hyperbloom.packets import LinkOffer
from engine.protocols.hyperbloom.records import Ledger, Membership
from engine.protocols.hyperbloom.trust.chain import Chain, shorter_link
from engine.protocols.hyperbloom.trust.link import LINK_NONCE_BYTES, read_link


def offer(
    ledger: Ledger, own: Membership | None, theirs: Chain | None, entropy: Entropy
) -> list[LinkOffer]:
    """What we say to a peer who is further from the author than under us; mostly nothing.

    Nothing unless ``ledger.issues``: who lets whom in is for people to say.
    """
    if own is None or theirs is None or not ledger.issues:
        return []
    link = shorter_link(own.chain, own.secret_key, theirs, entropy(LINK_NONCE_BYTES))
    return [] if link is None else [LinkOffer(link.encoded)]


def shortened(ledger: Ledger, theirs: Chain | None, encoded: bytes, now: float) -> Ledger | None:
    """The ledger with a shorter chain of ours, for later connections; None: it is none for us.

    Nor is one that ends before the one we have: whoever lets us in for longer is not left for it.
    Raises PeerViolation for a link that its sender could not give, or not to us.
    """
    own = ledger.own
    if own is None or theirs is None:
        return None
    link = read_link(encoded)
    chain = theirs.with_link(link)
    if link.trustee != own.chain.holder:
        raise PeerViolation("a trust link to somebody else", "5 Link")
    is_shorter = len(chain.links) < len(own.chain.links)
    is_taken = is_shorter and chain.is_better_than(own.chain, now)
    return replace(ledger, chain=chain) if is_taken else None


def rerouted(ledger: Ledger, theirs: Chain | None, now: float) -> Ledger | None:
    """The ledger with a chain that goes a better way through keys of the one a peer has shown: one
    that ends later, as where somebody in it was let in anew, or a shorter one that ends when ours
    does. Of several the best (``Chain.is_better_than``).

    None where there is none, or it would be too long: with so many links that we could let nobody
    in any more, too, while ours lets us. Row 35 of protocols/hyperbloom.md 6 takes the
    shortest of all; we do not leave for it who lets us in for longer.
    """
    own = ledger.own
    if own is None or theirs is None:
        return None
    ours = own.chain
    ways = [
        Chain(ours.feed, (*theirs.links[: there + 1], *ours.links[here + 1 :]))
        for here, link in enumerate(ours.links)
        for there, other in enumerate(theirs.links)
        if other.trustee == link.trustee
    ]
    lets_in = ours.lets_in and ours.holds_at(now)
    most = LINKS_MAX - 1 if lets_in else LINKS_MAX
    better = [way for way in ways if len(way.links) <= most and way.is_better_than(ours, now)]
    if not better:
        return None
    return replace(ledger, chain=max(better, key=lambda way: (way.expiration, -len(way.links))))
