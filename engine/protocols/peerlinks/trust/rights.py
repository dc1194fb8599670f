"""As whom we may act in a channel: the key that signs, and the chain that leads to it. Pure.

An identity of ours acts through its chain with its own key; the owner acts with the channel's key
and an empty chain. Our own chains were verified when they were stored, so only the clock decides
here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine.crypto.ed25519 import SEED_BYTES, KeyPair
from engine.errors import Refusal, Refused
from engine.model.ids import PublicKey
from engine.protocols.peerlinks.limits import OWN_CHAIN_LEEWAY_SECONDS
from engine.protocols.peerlinks.packets import Chain
from engine.protocols.peerlinks.records import Channel, Identity, OwnChain, Records
from engine.protocols.peerlinks.trust.chain import (
    chain_window,
    display_path,
    is_chain_valid_at,
    leads_to,
)


@dataclass(frozen=True, slots=True)
class Right:
    """``identity`` may sign with ``secret_key`` (64 bytes), which ``chain`` ends at."""

    identity: PublicKey
    chain: Chain
    secret_key: bytes = field(repr=False)

    @property
    def path(self) -> tuple[str, ...]:
        """The display path from the owner down; empty for the owner."""
        return display_path(self.chain)

    @property
    def key_pair(self) -> KeyPair:
        """What signs at the end of the chain."""
        return KeyPair(self.secret_key[SEED_BYTES:], self.secret_key)


def holds_now(chain: Chain, now: float) -> bool:
    """Whether we still act through this chain of ours: we stop a little before it ends (note 1)."""
    return all(is_chain_valid_at(chain, at) for at in (now, now + OWN_CHAIN_LEEWAY_SECONDS))


def rights_in(records: Records, channel: Channel) -> Sequence[Right]:
    """All we hold in ``channel``, expired ones too, in the order of ``Records.own_chains``."""
    return rights_of(records.identities(), channel, records.own_chains(channel.id))


def rights_of(
    identities: Iterable[Identity], channel: Channel, chains: Iterable[OwnChain]
) -> Sequence[Right]:
    """The same from what is stored: ``chains`` are all of ours there, in the order wanted."""
    secrets = {identity.public_key: identity.secret_key for identity in identities}
    return [
        right
        for own in chains
        if (right := _right(own, channel, secrets.get(own.identity))) is not None
    ]


def own_keys(identities: Iterable[Identity], channel: Channel) -> frozenset[PublicKey]:
    """All keys by which a post or a member of ``channel`` is our own."""
    keys = {identity.public_key for identity in identities}
    if channel.secret_key is not None:
        keys.add(channel.public_key)
    return frozenset(keys)


def right_now(records: Records, channel: Channel, now: float) -> Right | None:
    """The one to act through where nobody chose another; None if none holds now."""
    holding = (right for right in rights_in(records, channel) if holds_now(right.chain, now))
    return next(holding, None)


def next_right_begins(records: Records, channel: Channel, now: float) -> float | None:
    """When the first of those begins that are still to begin: the clock has been set back since."""
    begin = (chain_window(right.chain)[0] for right in rights_in(records, channel))
    return min((at for at in begin if at > now), default=None)


def _right(own: OwnChain, channel: Channel, identity_secret: bytes | None) -> Right | None:
    secret = identity_secret if own.chain else channel.secret_key
    return None if secret is None else Right(own.identity, own.chain, secret)


def rights_to_renew(records: Records, channel: Channel, chain: Chain) -> Sequence[Right]:
    """Those of ours, expired ones too, that signed the last link of a member's chain: a fresh one
    is ours to give.

    None where we are a member through others by now: what we gave would lead the member elsewhere,
    and is taken by nobody who has not asked for an invite.
    """
    return [right for right in rights_in(records, channel) if leads_to(right.chain, chain)]


def right_for(records: Records, channel: Channel, name: str | None, now: float) -> Right:
    """The right our user means: of the identity called ``name``, or the first of
    ``rights_in`` that holds.

    Refused with NO_IDENTITY or IDENTITY_UNKNOWN, READ_ONLY where there is no right (or we left),
    and CHAIN_EXPIRED where there was one.
    """
    return right_among(records.identities(), rights_in(records, channel), channel, name, now)


def right_among(
    identities: Sequence[Identity],
    rights: Sequence[Right],
    channel: Channel,
    name: str | None,
    now: float,
) -> Right:
    """The same from what is stored: ``rights`` are all of ours in ``channel``."""
    if name is not None:
        keys = {identity.public_key for identity in identities if identity.name == name}
        if not keys:
            raise Refused(Refusal.IDENTITY_UNKNOWN, name)
        rights = [right for right in rights if right.identity in keys]
    if not identities:
        raise Refused(Refusal.NO_IDENTITY)
    if channel.left or not rights:
        raise Refused(Refusal.READ_ONLY, channel.name)
    holding = next((right for right in rights if holds_now(right.chain, now)), None)
    if holding is None:
        raise Refused(Refusal.CHAIN_EXPIRED, channel.name)
    return holding
