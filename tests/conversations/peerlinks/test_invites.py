"""One asks to be let in, the other lets them in ("Invite"; protocols/peerlinks.md section 2)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.crypto import boxes
from engine.errors import Refusal, Refused
from engine.model.commands import (
    AcceptInvite,
    CancelInviteRequest,
    CreateIdentity,
    ForgetSpace,
    IssueInvite,
    LeaveSpace,
    RequestInvite,
)
from engine.model.events import InviteArrived, InviteDelivered, RequestsChanged, SpaceChanged
from engine.model.ids import PublicKey, RequestId, SpaceId
from engine.model.views import InviteRequestView
from engine.protocols.peerlinks.messages import (
    decode_encrypted_invite,
    decode_invite_request,
    encode_encrypted_invite,
    encode_invite,
    encode_link,
)
from engine.protocols.peerlinks.packets import EncryptedInvite, Invite, Layout
from engine.protocols.peerlinks.records import RequestClosed
from engine.protocols.peerlinks.trust.link import issue_link
from engine.wire.varint import encode_varint
from tests.conversations.play import Person, Play
from tests.conversations.scenes import (
    channel_of,
    hashes,
    identity_of,
    lets_in,
    owned_by,
    owner,
    posts,
    posts_many,
)
from tests.conversations.scripted import ScriptedPeer

DAY = 86_400.0


def two_people(play: Play) -> tuple[Person, Person]:
    ada, ben = play.person("ada"), play.person("ben")
    owned_by(ada)
    owned_by(ben)
    return ada, ben


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


def test_the_first_accepted_answer_counts_and_later_ones_are_ignored() -> None:
    play = Play()
    ada, ben = two_people(play)
    cleo = play.person("cleo")
    owned_by(cleo)
    spaces = [identity_of(person).channel for person in (ada, cleo)]
    asked = ben.does(RequestInvite())
    issued = [
        person.does(IssueInvite(space, asked.request, "Ben"))
        for person, space in zip((ada, cleo), spaces, strict=True)
        if space is not None
    ]
    ben.does(AcceptInvite(issued[0].invite))
    with pytest.raises(Refused, match=Refusal.REQUEST_UNKNOWN):
        ben.does(AcceptInvite(issued[1].invite))
    peer = ScriptedPeer(play, ben).greets()
    peer.says(decode_encrypted_invite(issued[1].invite))
    assert peer.end.ready
    assert len(ben.told(InviteArrived)) == 1


def test_the_box_secret_is_erased_with_the_first_answer() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    assert ben.records.open_requests() == []
    assert any(isinstance(record, RequestClosed) for record in ben.stored)


def test_a_cancelled_request_is_answered_in_vain() -> None:
    play = Play()
    ada, ben = two_people(play)
    space = identity_of(ada).channel
    assert space is not None
    asked = ben.does(RequestInvite())
    ada.does(IssueInvite(space, asked.request, "Ben"))
    ben.does(CancelInviteRequest(asked.request_ids[1]))
    play.connect(ada, ben)
    play.pass_time(1.0)
    assert ben.records.channel(space) is None
    assert ben.told(InviteArrived) == []
    with pytest.raises(Refused, match=Refusal.REQUEST_UNKNOWN):
        ben.does(CancelInviteRequest(asked.request_ids[0]))


def test_a_request_ends_after_seven_days_and_its_secret_with_it() -> None:
    play = Play()
    ben = play.person("ben")
    owned_by(ben)
    asked = ben.does(RequestInvite())
    play.pass_time(7 * DAY - 1.0)
    assert len(ben.records.open_requests()) == 1
    told = len(ben.told(RequestsChanged))
    play.pass_time(2.0)
    assert ben.records.open_requests() == []
    assert len(ben.told(RequestsChanged)) == told + 1
    assert asked.expires_at == asked.created_at + 7 * DAY


def test_a_request_that_ended_while_we_were_away_is_erased_at_the_start() -> None:
    play = Play()
    ben = play.person("ben")
    owned_by(ben)
    ben.does(RequestInvite(valid_seconds=60.0))
    ben.wake_at = None
    play.now += 61.0
    ben.restarts()
    assert ben.records.open_requests() == []


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
    with pytest.raises(Refused, match=Refusal.REQUEST_OWN):
        ben.does(IssueInvite(channel.id, asked.request, "not me"))
    assert ada.records.own_chains(channel.id)[0].chain == ()


# ---- what must not be accepted ------------------------------------------------------------------


def waiting(play: Play) -> tuple[Person, InviteRequestView, ScriptedPeer]:
    """Ben has an open request, and somebody is connected."""
    ben = play.person("ben")
    owned_by(ben)
    asked = ben.does(RequestInvite())
    return ben, asked, ScriptedPeer(play, ben, ours=False).greets()


def sealed(peer: ScriptedPeer, asked: InviteRequestView, content: bytes) -> EncryptedInvite:
    key = decode_invite_request(asked.request).box_public_key
    box = boxes.seal_with(content, key, boxes.from_seed(peer.entropy(32)))
    return EncryptedInvite(asked.request_ids[0], box)


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
    assert ben.protocol.invites_ignored == 1


def test_an_invite_whose_chain_ends_at_another_key_is_ignored_and_counted() -> None:
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
    assert ben.protocol.invites_ignored == 2
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


# ---- commands -----------------------------------------------------------------------------------


def test_nobody_can_ask_without_an_identity() -> None:
    with pytest.raises(Refused, match=Refusal.NO_IDENTITY):
        Play().person("ben").does(RequestInvite())


@pytest.mark.parametrize("seconds", [0.0, -1.0, float("nan"), float("inf")])
def test_a_request_is_valid_for_some_time(seconds: float) -> None:
    ben = Play().person("ben")
    owned_by(ben)
    with pytest.raises(Refused, match=Refusal.VALIDITY_INVALID):
        ben.does(RequestInvite(valid_seconds=seconds))


def test_a_request_names_our_peer_id_and_the_identity_that_is_meant() -> None:
    play = Play()
    ben = play.person("ben")
    owned_by(ben)
    play.now += 1.0
    ben.does(CreateIdentity("benjamin"))
    latest, named = ben.does(RequestInvite()), ben.does(RequestInvite("ben"))
    assert (latest.identity, named.identity) == ("benjamin", "ben")
    asked = decode_invite_request(named.request)
    assert (asked.peer_id, asked.trustee) == (ben.peer_id, identity_of(ben).public_key)
    with pytest.raises(Refused, match=Refusal.IDENTITY_UNKNOWN):
        ben.does(RequestInvite("nobody"))


def test_who_cannot_invite_is_told_why() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben, cleo = play.person("ben"), play.person("cleo")
    owned_by(cleo)
    request = cleo.does(RequestInvite()).request
    lets_in(ada, channel.id, ben, valid_to=play.now + 1_000.0)
    for command, reason in (
        (IssueInvite(channel.id, b"nothing", "Cleo"), Refusal.REQUEST_INVALID),
        (IssueInvite(channel.id, request, ""), Refusal.NAME_INVALID),
        (IssueInvite(channel.id, request, "C" * 129), Refusal.NAME_INVALID),
        (IssueInvite(channel.id, request, "Cleo", play.now), Refusal.VALIDITY_INVALID),
        (IssueInvite(channel.id, request, "Cleo", identity="who"), Refusal.IDENTITY_UNKNOWN),
        (IssueInvite(identity_channel(cleo), request, "Cleo"), Refusal.SPACE_UNKNOWN),
    ):
        with pytest.raises(Refused, match=reason):
            ben.does(command)
    play.now += 900.0
    with pytest.raises(Refused, match=Refusal.CHAIN_EXPIRED):
        ben.does(IssueInvite(channel.id, request, "Cleo"))


def identity_channel(person: Person) -> SpaceId:
    return identity_of(person).channel or SpaceId(b"")


def test_a_right_to_invite_ends_with_that_of_the_inviter() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    lets_in(ada, channel.id, ben, valid_to=play.now + 1_000.0)
    assert lets_in(ben, channel.id, play.person("cleo")).valid_to == play.now + 1_000.0


def test_a_public_key_in_an_invite_that_nobody_signed_for_is_worth_nothing() -> None:
    play = Play()
    ben, asked, peer = waiting(play)
    invite = Invite(PublicKey(bytes(32)), "come in", ())
    peer.says(sealed(peer, asked, encode_invite(invite)))
    assert peer.end.ready
    assert len(ben.records.channels()) == 1
