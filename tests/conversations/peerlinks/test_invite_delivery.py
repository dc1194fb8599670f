"""How an invite reaches who asked for it ("Invite"; protocols/peerlinks.md section 2)."""

from __future__ import annotations

from engine.model.commands import IssueInvite, LeaveSpace, RequestInvite
from engine.model.events import InviteArrived, InviteDelivered, SpaceChanged
from engine.protocols.peerlinks.messages import encode_invite, encode_link
from engine.protocols.peerlinks.packets import EncryptedInvite, Invite, Layout, Query
from engine.protocols.peerlinks.trust.link import issue_link
from engine.wire.varint import encode_varint
from tests.conversations.peerlinks.guests import DAY, sealed, two_people, waiting
from tests.conversations.play import Play
from tests.conversations.scenes import (
    channel_of,
    creates_channel,
    hashes,
    identity_of,
    lets_in,
    owner,
    posts,
    posts_many,
)
from tests.conversations.scripted import ScriptedPeer


def test_connected_the_invite_goes_out_at_once_and_both_sides_hear_of_each_step() -> None:
    play = Play()
    ada, ben = two_people(play)
    space = identity_of(ada).channel
    assert space is not None
    posts_many(ada, space, 3)
    asked = ben.does(RequestInvite())
    play.connect(ada, ben)
    issued = ada.does(IssueInvite(space, asked.request, "Ben"))
    assert issued.delivered
    assert issued.path == ("Ben",)
    play.pass_time(1.0)
    assert ben.told(InviteArrived) == [InviteArrived(space, asked.request_ids[0])]
    assert SpaceChanged(space) in ben.events
    assert hashes(ben, space) == hashes(ada, space)
    assert [event.taken for event in ada.told(InviteDelivered)] == [False, True]
    assert ada.records.issued_invites() == []
    assert ben.records.open_requests() == []
    word = posts(ben, space, "thank you")
    play.pass_time(1.0)
    assert word in hashes(ada, space)


def test_not_connected_the_invite_waits_for_the_next_greeting_also_over_restarts_of_both() -> None:
    play = Play()
    ada, ben = two_people(play)
    space = identity_of(ada).channel
    assert space is not None
    asked = ben.does(RequestInvite())
    ben.restarts()
    issued = ada.does(IssueInvite(space, asked.request, "Ben"))
    assert not issued.delivered
    assert ada.told(InviteDelivered) == []
    ada.restarts()
    play.pass_time(3_600.0)
    play.connect(ben, ada)
    play.pass_time(1.0)
    assert hashes(ben, space) == hashes(ada, space)
    assert [event.taken for event in ada.told(InviteDelivered)] == [False, True]


def test_an_invite_that_got_lost_on_its_way_is_sent_again_at_the_next_greeting() -> None:
    play = Play()
    ada, ben = two_people(play)
    space = identity_of(ada).channel
    assert space is not None
    asked = ben.does(RequestInvite())
    lost = ScriptedPeer(play, ada, peer_id=ben.peer_id).greets()
    ada.does(IssueInvite(space, asked.request, "Ben"))
    assert len(lost.said(EncryptedInvite)) == 2
    play.hang_up(lost.end)
    assert ada.records.issued_invites()[0].delivered
    play.connect(ada, ben)
    play.pass_time(1.0)
    assert hashes(ben, space) == hashes(ada, space)
    assert [event.taken for event in ada.told(InviteDelivered)] == [False, True]


def test_only_the_peer_that_asked_is_sent_the_invite_and_under_both_ids() -> None:
    play = Play()
    ada, ben = two_people(play)
    space = identity_of(ada).channel
    assert space is not None
    asked = ben.does(RequestInvite())
    other = ScriptedPeer(play, ada).greets()
    right = ScriptedPeer(play, ada, peer_id=ben.peer_id).greets()
    ada.does(IssueInvite(space, asked.request, "Ben"))
    assert other.said(EncryptedInvite) == []
    sent = [one for one in right.packets if isinstance(one, EncryptedInvite)]
    assert [one.request_id for one in sent] == list(asked.request_ids)
    assert sent[0].box == sent[1].box


def test_a_pasted_invite_is_taken_up_without_any_connection() -> None:
    play = Play()
    ada, ben = two_people(play)
    space = identity_of(ada).channel
    assert space is not None
    accepted = lets_in(ada, space, ben)
    assert accepted.space == space
    assert accepted.path == ("ben",)
    assert accepted.valid_to == play.now + 99 * DAY
    assert channel_of(ben, space).name == "ada"


def test_names_keep_their_joiners_on_the_way() -> None:
    play = Play()
    name = "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"  # Persian
    ada, channel = owner(play, name)
    ben = play.person(f"{name} 2")
    assert lets_in(ada, channel.id, ben).path == (f"{name} 2",)
    assert channel_of(ben, channel.id).name == name


def test_an_invite_to_what_has_the_id_of_something_else_waits_until_that_is_gone() -> None:
    play = Play()
    ada, ben = two_people(play)
    space = identity_of(ada).channel
    assert space is not None
    ben.others[space] = "plans"
    asked = ben.does(RequestInvite())
    play.connect(ada, ben)
    ada.does(IssueInvite(space, asked.request, "Ben"))
    play.pass_time(1.0)
    assert ben.records.channel(space) is None
    assert len(ben.records.open_requests()) == 1
    ben.others.clear()
    ben.restarts()
    play.connect(ada, ben)
    play.pass_time(1.0)
    assert channel_of(ben, space).name == "ada"


def test_an_invite_whose_chain_stands_in_one_field_shows_its_senders_layout() -> None:
    play = Play()
    ben, asked, peer = waiting(play)
    ada, channel = owner(play, "ada")
    trustee = identity_of(ben).public_key
    assert channel.secret_key is not None
    link = issue_link(channel.secret_key, channel.id, trustee, "Ben", play.now - 1, play.now + DAY)
    written = encode_link(link)
    # Field 3 is the published implementation's, field 4 the document's.
    chain = b"\x1a" + encode_varint(len(written)) + written
    bare = encode_invite(Invite(channel.public_key, "ada", ()))
    peer.says(sealed(peer, asked, bare + chain))
    assert ben.records.channel(channel.id) is not None
    request = next(one for one in peer.requests() if one.channel_id == channel.id)
    assert peer.opened(request, channel).layout is Layout.PUBLISHED
    assert ada.records.issued_invites() == []


def test_an_invite_nobody_took_up_is_given_up_after_seven_days() -> None:
    play = Play()
    ada, ben = two_people(play)
    space = identity_of(ada).channel
    assert space is not None
    ada.does(IssueInvite(space, ben.does(RequestInvite()).request, "Ben"))
    play.pass_time(7 * DAY - 1.0)
    assert len(ada.records.issued_invites()) == 1
    play.pass_time(2.0)
    assert ada.records.issued_invites() == []


def test_an_invite_is_withdrawn_by_leaving_the_channel() -> None:
    play = Play()
    ada, ben = two_people(play)
    space = identity_of(ada).channel
    assert space is not None
    ada.does(IssueInvite(space, ben.does(RequestInvite()).request, "Ben"))
    ada.does(LeaveSpace(space))
    assert ada.records.issued_invites() == []


def test_an_invite_that_has_ended_is_sent_to_nobody() -> None:
    play = Play()
    ada, ben = two_people(play)
    space = identity_of(ada).channel
    assert space is not None
    ada.does(IssueInvite(space, ben.does(RequestInvite()).request, "Ben"))
    play.now += 7 * DAY + 1.0
    late = ScriptedPeer(play, ada, peer_id=ben.peer_id).greets()
    assert late.said(EncryptedInvite) == []


def test_an_owner_who_is_let_in_by_a_member_stays_the_owner() -> None:
    play = Play()
    ada, _ = owner(play, "ada")
    channel = creates_channel(ada, "plans")
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    lets_in(ben, channel.id, ada)
    assert [own.chain for own in ada.records.own_chains(channel.id)] == [()]


def test_an_invite_waits_on_while_its_receiver_shows_the_right_they_had_before() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    play.connect(ben, ada)
    play.pass_time(1.0)
    play.hang_up(ben.ends[0])
    play.pass_time(DAY)
    ada.does(IssueInvite(channel.id, ben.does(RequestInvite()).request, "Ben"))
    peer = ScriptedPeer(play, ada, peer_id=ben.peer_id).greets()
    before = ben.records.own_chains(channel.id)[0].chain
    peer.asks(channel, Query(0, is_backward=False, limit=1), identity_of(ben).secret_key, before)
    assert len(ada.records.issued_invites()) == 1
