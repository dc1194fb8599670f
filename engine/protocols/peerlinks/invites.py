"""Asking to be let in, letting somebody in, and opening what came back ("Invite"). Pure.

A request names the asker's keys; an invite is a chain that ends at them, sealed to the request's
box key. It goes out under two ids, the published one and the document's (note 3, row 6).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from engine.crypto.boxes import (
    SEED_BYTES,
    from_seed,
    is_sound_public_key,
    open_sealed,
    seal_with,
)
from engine.crypto.ed25519 import KeyPair
from engine.crypto.entropy import Entropy
from engine.errors import PeerViolation, Refusal, Refused
from engine.model.ids import PeerId, PublicKey, RequestId, SpaceId
from engine.model.limits import CHAIN_LINKS_MAX, NAME_UNITS_MAX
from engine.protocols.peerlinks.keys import channel_id, document_request_id, published_request_id
from engine.protocols.peerlinks.limits import (
    HELD_BACK_SECONDS_MAX,
    LINK_BACKDATED_SECONDS,
    LINK_VALID_SECONDS,
    OWN_CHAIN_LEEWAY_SECONDS,
    REQUEST_VALID_SECONDS,
)
from engine.protocols.peerlinks.messages import (
    decode_invite,
    encode_invite,
    encode_invite_request,
)
from engine.protocols.peerlinks.packets import Chain, EncryptedInvite, Invite, InviteRequest
from engine.protocols.peerlinks.records import Channel, OpenRequest
from engine.protocols.peerlinks.trust.chain import (
    VerifiedLinks,
    chain_window,
    check_chain,
    is_chain_valid_at,
)
from engine.protocols.peerlinks.trust.link import issue_link
from engine.wire.text import cut_to_units


class BeginsLater(Refused):
    """An invite that is sound, and begins at ``begins_at``, in at most ten minutes."""

    def __init__(self, begins_at: float, now: float) -> None:
        """The detail is the minutes until then."""
        super().__init__(Refusal.INVITE_EARLY, str(ceil((begins_at - now) / 60.0)))
        self.begins_at = begins_at


@dataclass(frozen=True, slots=True)
class Inviter:
    """Who lets somebody in, and where: ``key_pair`` may act in ``channel`` through ``chain``."""

    channel: Channel
    chain: Chain
    key_pair: KeyPair


def make_request(
    identity: PublicKey,
    peer_id: PeerId,
    entropy: Entropy,
    now: float,
    valid_seconds: float = REQUEST_VALID_SECONDS,
    *,
    renews: SpaceId | None = None,
) -> OpenRequest:
    """A new request of ``identity``; 32 bytes of entropy become its box key.

    ``renews``: the channel in which it asks for a fresh link, and nothing else. Refused with
    VALIDITY_INVALID unless it is valid for some time.
    """
    if not 0 < valid_seconds < float("inf"):
        raise Refused(Refusal.VALIDITY_INVALID)
    seed = entropy(SEED_BYTES)
    box_public_key = from_seed(seed).public_key
    return OpenRequest(
        request_ids_of(identity, box_public_key),
        identity,
        encode_invite_request(InviteRequest(peer_id, identity, box_public_key)),
        seed,
        now,
        now + valid_seconds,
        renews,
    )


def request_ids_of(trustee: PublicKey, box_public_key: bytes) -> tuple[RequestId, RequestId]:
    """The published implementation's id of a request, then the document's."""
    return published_request_id(box_public_key), document_request_id(trustee)


def issue_invite(
    inviter: Inviter,
    request: InviteRequest,
    display_name: str,
    entropy: Entropy,
    now: float,
    valid_to: float | None = None,
) -> tuple[Invite, tuple[EncryptedInvite, EncryptedInvite]]:
    """Lets the asker in under ``display_name`` until ``valid_to`` (99 days if None).

    Gives the invite, and the same sealed box under the request's two ids. Uses 32 bytes of entropy.
    Refused with REQUEST_OWN, REQUEST_OF_OWNER, REQUEST_INVALID (a box key nobody can own),
    CHAIN_FULL at three links, CHAIN_EXPIRED, NAME_INVALID, VALIDITY_INVALID.
    """
    _refuse_inviter(inviter, request, now)
    until = now + LINK_VALID_SECONDS if valid_to is None else valid_to
    if not until > now:
        raise Refused(Refusal.VALIDITY_INVALID)
    link = issue_link(
        inviter.key_pair.secret_key,
        inviter.channel.id,
        request.trustee,
        display_name,
        now - LINK_BACKDATED_SECONDS,
        until,
    )
    name = cut_to_units(inviter.channel.name, NAME_UNITS_MAX)
    invite = Invite(inviter.channel.public_key, name, (*inviter.chain, link))
    ephemeral = from_seed(entropy(SEED_BYTES))
    box = seal_with(encode_invite(invite), request.box_public_key, ephemeral)
    published, document = request_ids_of(request.trustee, request.box_public_key)
    return invite, (EncryptedInvite(published, box), EncryptedInvite(document, box))


def _refuse_inviter(inviter: Inviter, request: InviteRequest, now: float) -> None:
    if request.trustee == inviter.key_pair.public_key:
        raise Refused(Refusal.REQUEST_OWN)
    if request.trustee == inviter.channel.public_key:
        raise Refused(Refusal.REQUEST_OF_OWNER)
    if not is_sound_public_key(request.box_public_key):
        raise Refused(Refusal.REQUEST_INVALID)
    if len(inviter.chain) >= CHAIN_LINKS_MAX:
        raise Refused(Refusal.CHAIN_FULL)
    for at in (now, now + OWN_CHAIN_LEEWAY_SECONDS):
        if not is_chain_valid_at(inviter.chain, at):
            raise Refused(Refusal.CHAIN_EXPIRED)


def open_invite(
    encrypted: EncryptedInvite, requests: Sequence[OpenRequest], now: float
) -> tuple[OpenRequest, Invite]:
    """The invite in the box, and the request of ours that it answers.

    Its chain starts at the channel's key, ends at the request's identity, and is valid now. Refused
    with INVITE_NOT_FOR_US (it answers no open request), REQUEST_EXPIRED, INVITE_INVALID, and
    INVITE_EARLY (``BeginsLater``) where all is well but for a clock: ours or the inviter's.
    """
    asked = [one for one in requests if encrypted.request_id in one.request_ids]
    for request in asked:  # several of one identity share the document's id
        content = open_sealed(encrypted.box, from_seed(request.box_seed))
        if content is not None:
            if now >= request.expires_at:
                raise Refused(Refusal.REQUEST_EXPIRED)
            return request, _checked(content, request.identity, now)
    raise Refused(Refusal.INVITE_NOT_FOR_US)


def _checked(content: bytes, identity: PublicKey, now: float) -> Invite:
    try:
        invite = decode_invite(content)
        key = invite.channel_public_key
        begins_at = chain_window(invite.chain)[0]
        is_early = now < begins_at <= now + HELD_BACK_SECONDS_MAX
        at = begins_at if is_early else now
        leaf = check_chain(invite.chain, key, channel_id(key), at, VerifiedLinks())
    except PeerViolation as violation:
        raise Refused(Refusal.INVITE_INVALID, violation.rule) from violation
    if not invite.chain or leaf != identity:
        raise Refused(Refusal.INVITE_INVALID, "a chain that ends at another key")
    if is_early:
        raise BeginsLater(begins_at, now)
    return invite
