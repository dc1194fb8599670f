"""Requests to be let in: whom they name, who may answer, how long they live ("Invite")."""

from __future__ import annotations

import pytest

from engine.errors import Refusal, Refused
from engine.model.commands import (
    AcceptInvite,
    CancelInviteRequest,
    CreateIdentity,
    IssueInvite,
    RequestInvite,
)
from engine.model.events import InviteArrived, RequestsChanged
from engine.model.ids import SpaceId
from engine.protocols.peerlinks.messages import decode_encrypted_invite, decode_invite_request
from engine.protocols.peerlinks.records import RequestClosed
from tests.conversations.peerlinks.guests import DAY, two_people
from tests.conversations.play import Person, Play
from tests.conversations.scenes import identity_of, lets_in, owned_by, owner
from tests.conversations.scripted import ScriptedPeer


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


@pytest.mark.parametrize(
    ("name", "reason", "detail"),
    [
        ("A\nB", Refusal.NAME_UNSEEN, "U+000A"),
        ("A\u202eB", Refusal.NAME_UNSEEN, "U+202E"),
        ("\x1b[2J", Refusal.NAME_UNSEEN, "U+001B"),
        (" ", Refusal.NAME_INVALID, "128"),
        ("A\u200bB", Refusal.NAME_UNSEEN, "U+200B"),
        ("A\ud800B", Refusal.NAME_UNSEEN, "U+D800"),
    ],
)
def test_nobody_is_let_in_under_a_name_that_cannot_be_shown(
    name: str, reason: Refusal, detail: str
) -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    cleo = play.person("cleo")
    owned_by(cleo)
    asked = cleo.does(RequestInvite())
    with pytest.raises(Refused, match=reason) as refused:
        ada.does(IssueInvite(channel.id, asked.request, name))
    assert refused.value.detail == detail


def identity_channel(person: Person) -> SpaceId:
    return identity_of(person).channel or SpaceId(b"")


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
    with pytest.raises(Refused, match=Refusal.INVITE_NOT_FOR_US):
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
