"""The codecs of invites and of requests to be let in: read strictly, limits at n and n + 1."""

from __future__ import annotations

import pytest

from engine.errors import PeerViolation
from engine.model.ids import RequestId
from engine.protocols.peerlinks.messages import (
    decode_encrypted_invite,
    decode_invite,
    decode_invite_request,
    decode_renewal,
    encode_encrypted_invite,
    encode_invite,
    encode_invite_request,
    encode_link,
    encode_renewal,
)
from engine.protocols.peerlinks.packets import (
    EncryptedInvite,
    Invite,
    InviteRequest,
    Layout,
    RenewalContent,
)
from tests.grown_channel import KEY, MEMBER_CHAIN
from tests.unit.peerlinks.wire_fields import PEER, field, scalar


def test_a_request_to_be_let_in_is_read_strictly() -> None:
    request_bytes = encode_invite_request(InviteRequest(PEER, KEY, bytes(32)))
    assert decode_invite_request(request_bytes) == InviteRequest(PEER, KEY, bytes(32))
    first, second, third = (request_bytes[at : at + 34] for at in (0, 34, 68))
    for data in (
        b"",
        request_bytes[:-1],
        request_bytes + b"\x00",
        second + first + third,
        first + second + second,
        field(1, bytes(31)) + second + field(3, bytes(33)),
    ):
        with pytest.raises(PeerViolation):
            decode_invite_request(data)


def test_a_pasted_invite_is_read_strictly_and_has_at_most_8_kib() -> None:
    invite = EncryptedInvite(RequestId(bytes(32)), bytes(8 << 10))
    data = encode_encrypted_invite(invite)
    assert decode_encrypted_invite(data) == invite
    for wrong in (b"", data + scalar(15, 1), data + b"\x00", data[34:] + data[:34]):
        with pytest.raises(PeerViolation):
            decode_encrypted_invite(wrong)
    larger = EncryptedInvite(RequestId(bytes(32)), bytes((8 << 10) + 1))
    with pytest.raises(PeerViolation):
        decode_encrypted_invite(encode_encrypted_invite(larger))


def test_a_renewal_carries_a_request_a_signature_and_at_most_three_links() -> None:
    content = RenewalContent(b"request", bytes(64), MEMBER_CHAIN)
    assert decode_renewal(encode_renewal(content)) == content
    for wrong in (
        RenewalContent(b"request", bytes(63), MEMBER_CHAIN),
        RenewalContent(b"request", bytes(64), MEMBER_CHAIN * 4),
    ):
        with pytest.raises(PeerViolation):
            decode_renewal(encode_renewal(wrong))


def test_an_invite_in_one_layout_says_which() -> None:
    link = encode_link(MEMBER_CHAIN[0])
    start = field(1, KEY) + field(2, b"general")
    both = encode_invite(Invite(KEY, "general", MEMBER_CHAIN))
    assert both == start + field(3, link) + field(4, link)
    assert decode_invite(both).layout is None
    for number, layout in ((3, Layout.PUBLISHED), (4, Layout.DOCUMENT)):
        invite = decode_invite(start + field(number, link))
        assert (invite.chain, invite.layout) == (MEMBER_CHAIN, layout)
