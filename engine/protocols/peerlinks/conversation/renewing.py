"""Asking for a fresh link over a connection, and being asked. Pure.

A link ends; a fresh one is an ordinary invite, and answers an ordinary InviteRequest. Between two
of ours (marked in Hello) that request travels by itself, beside a Notification of the channel: a
field that others skip and are not sent. Nobody is renewed without a command of the inviter's user.

    renewal    nonce 24 | box of a Renewal under the channel's symmetric key
    Renewal    InviteRequest; the chain that ends; a signature by the member's key of
               BLAKE2b-256(channel id | InviteRequest, key "tidings-renewal")

The signature, and that the request names the very peer that sends it, keep others from asking in a
member's name. What does not hold is ignored: the sender may merely know the channel differently.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.crypto import boxes
from engine.crypto.blake2b import hash32
from engine.crypto.ed25519 import sign, verify
from engine.crypto.entropy import Entropy
from engine.errors import PeerViolation
from engine.model.events import RequestsChanged, SpaceChanged
from engine.model.ids import SpaceId
from engine.protocols.contract import Effect, Emit, Store
from engine.protocols.peerlinks.conversation.agenda import Agenda, Due
from engine.protocols.peerlinks.conversation.outgoing import send_packet
from engine.protocols.peerlinks.conversation.scope import Scope
from engine.protocols.peerlinks.conversation.surroundings import PeerlinksSurroundings
from engine.protocols.peerlinks.invites import make_request, request_ids_of
from engine.protocols.peerlinks.keys import symmetric_key
from engine.protocols.peerlinks.limits import (
    NONCE_BYTES,
    RENEWAL_VALID_SECONDS,
)
from engine.protocols.peerlinks.messages import (
    decode_invite_request,
    decode_renewal,
    encode_renewal,
)
from engine.protocols.peerlinks.packets import (
    Chain,
    Hello,
    InviteRequest,
    Notification,
    RenewalContent,
)
from engine.protocols.peerlinks.records import (
    Channel,
    MemberSeen,
    OpenRequest,
    OwnChain,
    Records,
    Renewal,
    RenewalAsked,
    RequestClosed,
    RequestOpened,
)
from engine.protocols.peerlinks.trust.chain import chain_window, check_chain, leads_to
from engine.protocols.peerlinks.trust.ending import chain_end
from engine.protocols.peerlinks.trust.rights import rights_to_renew

_SIGNED_AS = b"tidings-renewal"


class Renewing:
    """One conversation's part in it. ``remote``: the peer, which may not be one of ours."""

    __slots__ = ("_agenda", "_ours", "_peer", "_scope", "_surroundings")

    def __init__(
        self, surroundings: PeerlinksSurroundings, scope: Scope, agenda: Agenda, remote: Hello
    ) -> None:
        self._surroundings = surroundings
        self._scope = scope
        self._agenda = agenda
        self._peer = remote.peer_id
        self._ours = remote.ours

    # ---- asking ---------------------------------------------------------------------------------

    def begin(self, now: float) -> list[Effect]:
        """Tells what we ask for already, and asks where it is time to."""
        waiting = self._surroundings.records.open_requests() if self._ours else ()
        return [*self.tell(waiting, now), *self.look(now)]

    def tell(self, requests: Iterable[OpenRequest], now: float) -> list[Effect]:
        """Shows the peer those of our requests that ask for a fresh link."""
        effects: list[Effect] = []
        for request in requests if self._ours else ():
            channel = self._renewed_by(request)
            if channel is not None and now < request.expires_at:
                effects += self._tell(channel, request)
        return effects

    def tell_inviter(self, space: SpaceId, shown: Chain, now: float) -> list[Effect]:
        """Tells it anew to a peer that shows by ``shown`` that it can give a fresh link.

        While it was a member through others, or none at all, it took no notice of what we told.
        """
        records = self._surroundings.records
        led = {own.identity for own in records.own_chains(space) if leads_to(shown, own.chain)}
        return self.tell(
            [one for one in records.open_requests() if one.renews == space and one.identity in led],
            now,
        )

    def _tell(self, channel: Channel, request: OpenRequest) -> list[Effect]:
        records, entropy = self._surroundings.records, self._surroundings.entropy
        return [
            send_packet(
                Notification(
                    channel.id,
                    seal_renewal(channel, own, request.request, identity.secret_key, entropy),
                )
            )
            for identity in records.identities()
            for own in records.own_chains(channel.id)
            if identity.public_key == own.identity == request.identity
        ]

    def look(self, now: float) -> list[Effect]:
        """Opens a request for each right of ours that ends soon and has none; the connections hear
        of it after the commit, and tell it. Comes back when the next thing is due.
        """
        if not self._ours:
            return []
        records = self._surroundings.records
        effects: list[Effect] = []
        deadlines: list[float] = []
        for channel, own, renew_from in _ending(records):
            waiting = requests_renewing(records, own)
            expires_at = max((one.expires_at for one in waiting), default=now)
            if now < renew_from:
                deadlines.append(renew_from)
            elif now < expires_at:
                deadlines.append(expires_at)
            else:
                effects += ask_renewal(self._surroundings, channel, own, now)
                deadlines.append(now + RENEWAL_VALID_SECONDS)
        if deadlines:
            self._agenda.put(Due.RENEW, min(deadlines))
        else:
            self._agenda.drop(Due.RENEW)
        return effects

    def _renewed_by(self, request: OpenRequest) -> Channel | None:
        if request.renews is None:
            return None
        channel = self._surroundings.records.channel(request.renews)
        if channel is None or channel.left or not self._scope.covers(channel.id):
            return None
        return channel

    # ---- being asked ----------------------------------------------------------------------------

    def take(self, space: SpaceId, sealed: bytes, now: float) -> list[Effect]:
        """Remembers that a member whom we let in asks for a fresh link; others are not our
        business.
        """
        records = self._surroundings.records
        channel = records.channel(space)
        if channel is None or channel.left:
            return []
        content = open_renewal(channel, sealed)
        request = None if content is None else self._sound(channel, content)
        if content is None or request is None:
            return []
        if not rights_to_renew(records, channel, content.chain):
            return []
        expires_at = now + RENEWAL_VALID_SECONDS
        renewal = Renewal(space, request.trustee, content.request, content.chain, now, expires_at)
        if _is_known(records, renewal, request):
            return []
        seen = Store(MemberSeen(space, content.chain))
        return [seen, Store(RenewalAsked(renewal)), Emit(SpaceChanged(space))]

    def _sound(self, channel: Channel, content: RenewalContent) -> InviteRequest | None:
        """The request, if this peer may make it: signed by the member whose chain it shows."""
        verified = self._surroundings.acceptance.verified
        chain, space = content.chain, channel.id
        held_at = chain_window(chain)[0]  # it may have ended since
        try:
            request = decode_invite_request(content.request)
            leaf = check_chain(chain, channel.public_key, space, held_at, verified)
        except PeerViolation:
            return None
        is_theirs = bool(chain) and leaf == request.trustee and request.peer_id == self._peer
        tbs = _to_be_signed(space, content.request)
        return request if is_theirs and verify(content.signature, tbs, leaf) else None


def ask_renewal(
    surroundings: PeerlinksSurroundings, channel: Channel, own: OwnChain, now: float
) -> list[Effect]:
    """A request for a fresh link in the place of ``own``'s; an earlier one makes room."""
    request = make_request(
        own.identity,
        surroundings.peer_id,
        surroundings.entropy,
        now,
        RENEWAL_VALID_SECONDS,
        renews=channel.id,
    )
    earlier = requests_renewing(surroundings.records, own)
    return [
        *(Store(RequestClosed(one.request_ids[0])) for one in earlier),
        Store(RequestOpened(request)),
        Emit(RequestsChanged()),
        Emit(SpaceChanged(channel.id)),
    ]


def requests_renewing(records: Records, own: OwnChain) -> list[OpenRequest]:
    """Those of ours that ask for a fresh link in this one's place, expired ones too."""
    return [
        one
        for one in records.open_requests()
        if one.renews == own.channel and one.identity == own.identity
    ]


def _ending(records: Records) -> Iterable[tuple[Channel, OwnChain, float]]:
    """Every right of ours that has an end, and from when on it is to be renewed."""
    for channel in records.channels():
        if channel.left or channel.secret_key is not None:
            continue  # an owner's right never ends
        for own in records.own_chains(channel.id):
            end = chain_end(own.chain)
            if end is not None:
                yield channel, own, end.renew_from


def _is_known(records: Records, renewal: Renewal, request: InviteRequest) -> bool:
    """Whether it waits already, or its answer is on its way."""
    for known in records.renewals():
        if (known.channel, known.trustee) == (renewal.channel, renewal.trustee):
            return known.request == renewal.request and renewal.asked_at < known.expires_at
    ids = request_ids_of(request.trustee, request.box_public_key)
    return any(invite.request_ids == ids for invite in records.issued_invites())


# ---- the sealed form ----------------------------------------------------------------------------


def seal_renewal(
    channel: Channel, own: OwnChain, request: bytes, secret_key: bytes, entropy: Entropy
) -> bytes:
    """What travels: ``request`` (encoded), signed with the member's ``secret_key``."""
    signature = sign(_to_be_signed(channel.id, request), secret_key)
    content = encode_renewal(RenewalContent(request, signature, own.chain))
    nonce = entropy(NONCE_BYTES)
    return nonce + boxes.secretbox(content, nonce, symmetric_key(channel.public_key))


def open_renewal(channel: Channel, sealed: bytes) -> RenewalContent | None:
    """What is in it, unverified; None if it does not open or is malformed."""
    key = symmetric_key(channel.public_key)
    content = boxes.open_secretbox(sealed[NONCE_BYTES:], sealed[:NONCE_BYTES], key)
    try:
        return None if content is None else decode_renewal(content)
    except PeerViolation:
        return None


def _to_be_signed(space: SpaceId, data: bytes) -> bytes:
    return hash32(space + data, _SIGNED_AS)
