"""What is told of renewals and is not true, or not for us."""

from __future__ import annotations

import pytest

from engine.crypto import boxes
from engine.crypto.ed25519 import from_seed
from engine.model.commands import (
    IssueInvite,
    RenewChain,
    RequestInvite,
)
from engine.protocols.contract import Ending
from engine.protocols.peerlinks.conversation.renewing import seal_renewal
from engine.protocols.peerlinks.messages import encode_invite_request
from engine.protocols.peerlinks.packets import InviteRequest, Notification
from engine.protocols.peerlinks.records import Channel
from tests.conversations.peerlinks.renewals import (
    DAY,
    EIGHTY,
    asks,
    chain,
    circle,
    meet_at,
)
from tests.conversations.play import NOON, Person, Play
from tests.conversations.scenes import (
    identity_of,
    lets_in,
    owner,
)
from tests.conversations.scripted import ScriptedPeer


@pytest.fixture
def play() -> Play:
    """Begins at noon."""
    return Play()


def _sealed(ben: Person, channel: Channel, secret_key: bytes | None = None) -> bytes:
    """Ben's request as he would tell it, or signed by another key."""
    secret = identity_of(ben).secret_key if secret_key is None else secret_key
    own = ben.records.own_chains(channel.id)[0]
    request = ben.records.open_requests()[0].request
    return seal_renewal(channel, own, request, secret, ben.entropy)


def test_a_request_told_by_another_peer_than_it_names_is_ignored(play: Play) -> None:
    """Mallory has read Ben's request, and passes it on."""
    anna, channel, ben = circle(play)
    ben.does(RenewChain(channel.id))
    peer = ScriptedPeer(play, anna).greets()
    peer.says(Notification(channel.id, _sealed(ben, channel)))
    assert asks(anna) == []
    assert peer.closed is None


@pytest.mark.parametrize("is_true", [True, False])
def test_only_what_the_members_own_key_signed_counts(play: Play, is_true: bool) -> None:  # noqa: FBT001 - a case
    anna, channel, ben = circle(play)
    ben.does(RenewChain(channel.id))
    other_key = None if is_true else from_seed(bytes(32)).secret_key
    peer = ScriptedPeer(play, anna, peer_id=ben.peer_id).greets()
    peer.says(Notification(channel.id, _sealed(ben, channel, other_key)))
    assert bool(asks(anna)) is is_true


def test_nobody_asks_for_the_key_of_another_member(play: Play) -> None:
    anna, channel, ben = circle(play)
    cleo = play.person("cleo")
    lets_in(anna, channel.id, cleo)
    box_key = boxes.from_seed(bytes(32)).public_key
    request = InviteRequest(ben.peer_id, identity_of(cleo).public_key, box_key)
    own, secret = ben.records.own_chains(channel.id)[0], identity_of(ben).secret_key
    sealed = seal_renewal(channel, own, encode_invite_request(request), secret, ben.entropy)
    peer = ScriptedPeer(play, anna, peer_id=ben.peer_id).greets()
    peer.says(Notification(channel.id, sealed))
    assert asks(anna) == []
    assert peer.closed is None


@pytest.mark.parametrize("sealed", [b"", bytes(24), bytes(40), bytes(206), bytes(1_000)])
def test_rubbish_is_ignored_and_the_conversation_goes_on(play: Play, sealed: bytes) -> None:
    anna, channel, _ = circle(play)
    peer = ScriptedPeer(play, anna).greets()
    peer.says(Notification(channel.id, sealed))
    assert asks(anna) == []
    assert peer.closed is None


def test_a_flood_of_them_ends_the_conversation(play: Play) -> None:
    anna, channel, _ = circle(play)
    peer = ScriptedPeer(play, anna).greets()
    flood = [Notification(channel.id, bytes(40))] * 1_000
    for _ in range(40):
        peer.says(*flood)
    assert peer.closed is not None
    assert peer.closed.ending is Ending.TOO_MANY


def test_a_chain_that_is_not_ours_to_renew_is_not_remembered(play: Play) -> None:
    anna, channel, ben = circle(play)
    cleo = play.person("cleo")
    lets_in(ben, channel.id, cleo)
    play.connect(cleo, anna)
    cleo.does(RenewChain(channel.id))
    assert asks(anna) == []


def test_what_we_asked_unasked_puts_us_under_nobody_else(play: Play) -> None:
    anna, channel, ben = circle(play)
    mallory = play.person("mallory")
    play.now += DAY  # her right ends later than his: that is not what it is refused for
    lets_in(anna, channel.id, mallory)
    meet_at(play, EIGHTY, (ben, mallory))
    before = chain(ben, channel.id)
    request = ben.records.open_requests()[0]
    mallory.does(IssueInvite(channel.id, request.request, "ben"))
    assert chain(ben, channel.id) == before
    assert len(ben.records.open_requests()) == 1


def test_what_we_asked_unasked_leads_into_no_other_channel(play: Play) -> None:
    anna, channel, ben = circle(play)
    meet_at(play, EIGHTY, (ben, anna))
    other, trap = owner(play, "mallory")
    play.connect(other, ben)
    other.does(IssueInvite(trap.id, ben.records.open_requests()[0].request, "ben"))
    assert ben.records.channel(trap.id) is None
    assert ben.records.open_requests()[0].renews == channel.id


def test_what_we_asked_unasked_cuts_no_right_short(play: Play) -> None:
    anna, channel, ben = circle(play)
    meet_at(play, EIGHTY, (ben, anna))
    before = chain(ben, channel.id)
    request = ben.records.open_requests()[0].request
    anna.does(IssueInvite(channel.id, request, "ben", NOON + EIGHTY + DAY))
    assert chain(ben, channel.id) == before


def test_an_ordinary_request_may_be_answered_by_whoever_it_was_shown_to(play: Play) -> None:
    anna, channel, ben = circle(play)
    shown = ben.does(RequestInvite())
    play.connect(ben, anna)
    anna.does(IssueInvite(channel.id, shown.request, "ben", NOON + DAY))
    assert chain(ben, channel.id)[0].valid_to == NOON + DAY
