"""Recorded invites: what is asked, given, sealed and opened."""

from __future__ import annotations

import pytest

from engine.crypto import ed25519
from engine.crypto.entropy import SeededEntropy
from engine.errors import Refusal, Refused
from engine.model.ids import PeerId, RequestId
from engine.protocols.peerlinks.invites import Inviter, issue_invite, open_invite, request_ids_of
from engine.protocols.peerlinks.messages import (
    decode_encrypted_invite,
    decode_invite,
    decode_invite_request,
    decode_packet,
    encode_encrypted_invite,
    encode_invite,
    encode_invite_request,
    encode_packet,
)
from engine.protocols.peerlinks.packets import EncryptedInvite, Invite, InviteRequest, Layout
from engine.protocols.peerlinks.records import OpenRequest
from engine.wire.base58 import decode_base58, encode_base58
from tests.vectors.peerlinks_cases import Case, chain_of, channel_of, key_of, unhex


def invite(case: Case) -> None:
    given, out = case["in"], case["out"]
    request = decode_invite_request(unhex(given["request"]))
    trustee, box_key = key_of(given["trustee_pub_key"]), unhex(given["box_pub_key"])
    assert request == InviteRequest(PeerId(unhex(given["peer_id"])), trustee, box_key)
    assert encode_invite_request(request) == unhex(given["request"])
    assert encode_base58(unhex(given["request"])) == given["request_base58"]
    assert decode_base58(given["request_base58"]) == unhex(given["request"])
    pair = ed25519.from_seed(unhex(given["inviter_seed"]))
    inviter = Inviter(channel_of(given), chain_of(given["inviter_chain"]), pair)
    entropy, now = SeededEntropy(b"an invite"), given["now"]
    if "error" in out:
        with pytest.raises(Refused) as refused:
            issue_invite(inviter, request, given["display_name"], entropy, now)
        assert refused.value.reason is Refusal.CHAIN_FULL
        return
    invite, (published, document) = issue_invite(
        inviter, request, given["display_name"], entropy, now
    )
    assert encode_invite(invite).hex() == out["invite_with_chain_in_3_and_4"]
    last = invite.chain[-1]
    assert (last.valid_from, last.valid_to) == (out["valid_from"], out["valid_to"])
    assert published.request_id.hex() == out["request_id"]
    waiting = OpenRequest(
        request_ids_of(trustee, box_key),
        trustee,
        unhex(given["request"]),
        unhex(given["box_seed"]),
        now,
        now + 1,
    )
    recorded = EncryptedInvite(RequestId(unhex(out["request_id"])), unhex(out["box"]))
    assert decode_packet(unhex(out["packet"])) == recorded
    assert encode_packet(recorded).hex() == out["packet"]
    assert decode_encrypted_invite(encode_encrypted_invite(recorded)) == recorded
    theirs = Invite(invite.channel_public_key, invite.channel_name, invite.chain, Layout.PUBLISHED)
    assert decode_invite(unhex(out["invite"])) == theirs
    assert open_invite(recorded, [waiting], now) == (waiting, theirs)
    for ours in (published, document):
        assert open_invite(ours, [waiting], now) == (waiting, invite)
