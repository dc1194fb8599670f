"""What a guest may do, is called and keeps, and how a right is renewed ("Invite")."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from engine.errors import Refusal, Refused
from engine.model.commands import (
    CreateIdentity,
    ExportIdentity,
    ForgetSpace,
    ImportIdentity,
    IssueInvite,
    LeaveSpace,
    RequestInvite,
)
from engine.model.events import InviteDelivered
from engine.protocols.peerlinks.messages import encode_invite
from engine.protocols.peerlinks.packets import Invite
from engine.protocols.peerlinks.records import ChannelStored
from engine.protocols.peerlinks.trust.link import issue_link
from tests.conversations.peerlinks.guests import DAY, sealed, waiting
from tests.conversations.play import Play
from tests.conversations.scenes import channel_of, hashes, identity_of, lets_in, owned_by, owner


def test_a_guest_can_let_in_others_down_to_the_third_and_no_further() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    people = [ada, *(play.person(name) for name in ("ben", "cleo", "dan"))]
    accepted = [lets_in(inviter, channel.id, guest) for inviter, guest in pairwise(people)]
    assert accepted[-1].path == ("ben", "cleo", "dan")
    last = play.person("eve")
    owned_by(last)
    with pytest.raises(Refused, match=Refusal.CHAIN_FULL):
        people[-1].does(IssueInvite(channel.id, last.does(RequestInvite()).request, "eve"))


def test_a_name_that_is_taken_gets_a_number() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    ben.does(CreateIdentity("ada"))
    lets_in(ada, channel.id, ben)
    assert channel_of(ben, channel.id).name == "ada-1"
    [stored] = [
        one for one in ben.stored if isinstance(one, ChannelStored) and one.channel.id == channel.id
    ]
    assert stored.given_name == "ada", "by which everybody calls its owner"


def test_whom_a_guest_lets_in_is_told_the_name_that_the_channel_came_under() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben, cleo = play.person("ben"), play.person("cleo")
    ben.does(CreateIdentity("ada"))
    lets_in(ada, channel.id, ben)
    lets_in(ben, channel.id, cleo)
    assert channel_of(ben, channel.id).name == "ada-1"
    assert channel_of(cleo, channel.id).name == "ada"


def test_whom_the_owner_lets_in_is_told_what_they_call_it_now() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    ada.records.apply(ChannelStored(replace(channel, name="garden"), play.now))
    lets_in(ada, channel.id, ben)
    assert channel_of(ben, channel.id).name == "garden"


def test_an_exported_identity_takes_the_name_along_that_a_channel_came_under() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben, again = play.person("ben"), play.person("ben again")
    for person in (ben, again):
        person.does(CreateIdentity("ada"))
    lets_in(ada, channel.id, ben)
    again.does(ImportIdentity(ben.does(ExportIdentity("ada", "x")), "x"))
    assert channel_of(again, channel.id).name.startswith("ada-")
    assert again.given_name(channel.id) == "ada"


def test_a_name_that_cannot_be_shown_is_replaced_by_a_piece_of_the_key() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben, asked, peer = waiting(play)
    assert channel.secret_key is not None
    trustee = identity_of(ben).public_key
    link = issue_link(channel.secret_key, channel.id, trustee, "Ben", play.now - 1, play.now + DAY)
    peer.says(sealed(peer, asked, encode_invite(Invite(channel.public_key, "\n\u202e", (link,)))))
    assert channel_of(ben, channel.id).name == channel.public_key.hex()[:8]
    assert ada.records.channel(channel.id) == channel


def test_a_right_to_invite_ends_with_that_of_the_inviter() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    lets_in(ada, channel.id, ben, valid_to=play.now + 1_000.0)
    assert lets_in(ben, channel.id, play.person("cleo")).valid_to == play.now + 1_000.0


def test_a_new_invite_brings_back_a_channel_that_was_left_and_one_that_was_forgotten() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    ben.does(LeaveSpace(channel.id))
    lets_in(ada, channel.id, ben)
    assert not channel_of(ben, channel.id).left
    ben.does(ForgetSpace(channel.id))
    assert ben.records.channel(channel.id) is None
    lets_in(ada, channel.id, ben)
    play.connect(ada, ben)
    assert hashes(ben, channel.id) == hashes(ada, channel.id)


def test_a_renewed_chain_replaces_the_old_one_and_counts_as_taken_only_when_it_is_used() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    play.connect(ada, ben)
    play.pass_time(DAY)
    taken = len([event for event in ada.told(InviteDelivered) if event.taken])
    asked = ben.does(RequestInvite())
    ada.does(IssueInvite(channel.id, asked.request, "Benjamin"))
    play.pass_time(1.0)
    (own,) = ben.records.own_chains(channel.id)
    assert own.chain[-1].display_name == "Benjamin"
    assert len([event for event in ada.told(InviteDelivered) if event.taken]) == taken + 1
    assert ada.records.issued_invites() == []


def test_the_owner_is_never_reduced_to_a_guest_by_an_invite() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    asked = ada.does(RequestInvite())
    with pytest.raises(Refused, match=Refusal.REQUEST_OF_OWNER):
        ben.does(IssueInvite(channel.id, asked.request, "not me"))
    assert ada.records.own_chains(channel.id)[0].chain == ()
