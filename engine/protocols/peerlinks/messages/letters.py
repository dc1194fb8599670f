"""InviteRequest, EncryptedInvite, Invite ("Invite"), and our own Renewal. Pure.

A request and a sealed invite are also pasted and scanned, so both are read strictly: exactly the
bytes we would write ourselves. An Invite carries its chain twice, in the document's field and in
the published one.
"""

from __future__ import annotations

from engine.errors import PeerViolation
from engine.model.ids import PeerId, PublicKey
from engine.model.limits import NAME_UNITS_MAX
from engine.protocols.peerlinks.limits import (
    HASH_BYTES,
    PUBLIC_KEY_BYTES,
    REQUEST_BYTES,
    SIGNATURE_BYTES,
)
from engine.protocols.peerlinks.messages.envelope import encrypted_invite_of
from engine.protocols.peerlinks.messages.parsing import demand_length, parse
from engine.protocols.peerlinks.messages.trust import chain_of, schema_of_link
from engine.protocols.peerlinks.packets import (
    EncryptedInvite,
    Invite,
    InviteRequest,
    Layout,
    RenewalContent,
)
from engine.schemas import peerlinks_pb2 as schema
from engine.wire.text import utf16_units

_SECTION = "Invite"


def encode_invite_request(request: InviteRequest) -> bytes:
    """102 bytes, as shown in a QR code."""
    return schema.InviteRequest(
        peer_id=request.peer_id,
        trustee_pub_key=request.trustee,
        box_pub_key=request.box_public_key,
    ).SerializeToString()


def decode_invite_request(data: bytes) -> InviteRequest:
    """Strict: PeerViolation, its author at fault, unless re-encoding gives the same 102 bytes."""
    demand_length(data, REQUEST_BYTES, "an invite request that is not 102 bytes", _SECTION)
    raw = parse(schema.InviteRequest, data, _SECTION)
    demand_length(raw.peer_id, HASH_BYTES, "a peer id that is not 32 bytes", _SECTION)
    demand_length(raw.trustee_pub_key, PUBLIC_KEY_BYTES, "a key that is not 32 bytes", _SECTION)
    demand_length(raw.box_pub_key, PUBLIC_KEY_BYTES, "a key that is not 32 bytes", _SECTION)
    request = InviteRequest(PeerId(raw.peer_id), PublicKey(raw.trustee_pub_key), raw.box_pub_key)
    _demand_same(encode_invite_request(request), data)
    return request


def encode_encrypted_invite(invite: EncryptedInvite) -> bytes:
    """Bare, as pasted; inside a Packet it is ``encode_packet``'s."""
    return schema.EncryptedInvite(request_id=invite.request_id, box=invite.box).SerializeToString()


def decode_encrypted_invite(data: bytes) -> EncryptedInvite:
    """Strict: PeerViolation, its author at fault, unless re-encoding gives the same bytes."""
    invite = encrypted_invite_of(parse(schema.EncryptedInvite, data, _SECTION))
    _demand_same(encode_encrypted_invite(invite), data)
    return invite


def encode_invite(invite: Invite) -> bytes:
    """What is sealed; the chain stands in both fields."""
    links = [schema_of_link(link) for link in invite.chain]
    return schema.Invite(
        channel_pub_key=invite.channel_public_key,
        channel_name=invite.channel_name,
        published_chain=links,
        chain=links,
    ).SerializeToString()


def decode_invite(data: bytes) -> Invite:
    """``layout`` says in which field the chain came alone (None: in both).

    Raises PeerViolation for a key that is not 32 bytes, a name that is not 1 to 128 units,
    malformed links, and for two chains that differ. Signatures are for ``invites.open_invite``.
    """
    raw = parse(schema.Invite, data, _SECTION)
    key = raw.channel_pub_key
    demand_length(key, PUBLIC_KEY_BYTES, "a channel key that is not 32 bytes", _SECTION)
    if not 1 <= utf16_units(raw.channel_name) <= NAME_UNITS_MAX:
        raise PeerViolation("a channel name that is not 1 to 128 units long", _SECTION)
    published = chain_of(raw.published_chain, len(raw.published_chain))
    document = chain_of(raw.chain, len(raw.chain))
    if published and document and published != document:
        raise PeerViolation("two chains that differ", _SECTION)
    layout = None
    if bool(published) != bool(document):
        layout = Layout.PUBLISHED if published else Layout.DOCUMENT
    return Invite(PublicKey(key), raw.channel_name, published or document, layout)


def encode_renewal(renewal: RenewalContent) -> bytes:
    """What is boxed."""
    return schema.Renewal(
        request=renewal.request,
        signature=renewal.signature,
        chain=[schema_of_link(link) for link in renewal.chain],
    ).SerializeToString()


def decode_renewal(data: bytes) -> RenewalContent:
    """Raises PeerViolation for a signature that is not 64 bytes and for malformed links."""
    raw = parse(schema.Renewal, data, _SECTION)
    demand_length(raw.signature, SIGNATURE_BYTES, "a signature that is not 64 bytes", _SECTION)
    return RenewalContent(raw.request, raw.signature, chain_of(raw.chain, len(raw.chain)))


def _demand_same(ours: bytes, theirs: bytes) -> None:
    if ours != theirs:
        raise PeerViolation("bytes beside what belongs there", _SECTION)
