"""Invites that must not be accepted, and what becomes of the request they answer ("Invite")."""

from __future__ import annotations

import pytest

from engine.errors import Refusal, Refused
from engine.model.commands import AcceptInvite, IssueInvite, RequestInvite
from engine.model.ids import PublicKey, RequestId
from engine.protocols.peerlinks.messages import (
    decode_encrypted_invite,
    encode_encrypted_invite,
    encode_invite,
)
from engine.protocols.peerlinks.packets import EncryptedInvite, Invite
from tests.conversations.peerlinks.guests import sealed, two_people, waiting
from tests.conversations.play import Play
from tests.conversations.scenes import identity_of, lets_in, owned_by, owner


def test_rubbish_and_invites_for_others_are_ignored_and_the_request_stays_open() -> None:
    play = Play()
    ben, asked, peer = waiting(play)
    peer.says(
        EncryptedInvite(RequestId(bytes(32)), bytes(100)),
        EncryptedInvite(asked.request_ids[0], b""),
        EncryptedInvite(asked.request_ids[1], bytes(200)),
        sealed(peer, asked, b"nothing of the kind"),
    )
    assert peer.end.ready
    assert len(ben.records.open_requests()) == 1


def test_an_invite_whose_chain_ends_at_another_key_is_ignored() -> None:
    play = Play()
    ben, asked, peer = waiting(play)
    ada, channel = owner(play, "ada")
    cleo = play.person("cleo")
    lets_in(ada, channel.id, cleo)
    (foreign,) = cleo.records.own_chains(channel.id)
    for chain in (foreign.chain, ()):
        invite = Invite(channel.public_key, "come in", chain)
        peer.says(sealed(peer, asked, encode_invite(invite)))
    assert peer.end.ready
    assert ben.records.channel(channel.id) is None
    issued = ada.does(IssueInvite(channel.id, asked.request, "Ben"))
    peer.says(decode_encrypted_invite(issued.invite))
    assert ben.records.channel(channel.id) is not None


def test_an_invite_that_has_ended_is_refused() -> None:
    play = Play()
    ada, ben = two_people(play)
    space = identity_of(ada).channel
    assert space is not None
    asked = ben.does(RequestInvite())
    issued = ada.does(IssueInvite(space, asked.request, "Ben", valid_to=play.now + 60.0))
    play.now += 61.0
    with pytest.raises(Refused, match=Refusal.INVITE_INVALID):
        ben.does(AcceptInvite(issued.invite))


@pytest.mark.parametrize("invite", [b"", b"\xff" * 300, b"\x0a\x20" + bytes(32)])
def test_what_is_no_invite_is_refused(invite: bytes) -> None:
    play = Play()
    ben = play.person("ben")
    owned_by(ben)
    ben.does(RequestInvite())
    with pytest.raises(Refused):
        ben.does(AcceptInvite(invite))


def test_an_invite_for_a_key_of_somebody_elses_request_is_not_for_us() -> None:
    play = Play()
    ben, asked, _ = waiting(play)
    issued = EncryptedInvite(asked.request_ids[0], bytes(300))
    with pytest.raises(Refused, match=Refusal.INVITE_NOT_FOR_US):
        ben.does(AcceptInvite(encode_encrypted_invite(issued)))


def test_a_public_key_in_an_invite_that_nobody_signed_for_is_worth_nothing() -> None:
    play = Play()
    ben, asked, peer = waiting(play)
    invite = Invite(PublicKey(bytes(32)), "come in", ())
    peer.says(sealed(peer, asked, encode_invite(invite)))
    assert peer.end.ready
    assert len(ben.records.channels()) == 1
