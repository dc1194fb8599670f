"""A fresh link is asked for while the inviter cannot give it, who then can in the same meeting."""

from __future__ import annotations

import pytest

from engine.model.commands import ForgetSpace, LeaveSpace, RenewChain
from engine.protocols.peerlinks.packets import Notification, Query
from engine.protocols.peerlinks.trust.link import issue_link
from tests.conversations.peerlinks.renewals import (
    DAY,
    EIGHTY,
    asks,
    chain,
    led_elsewhere,
    meet_at,
    renews,
    three,
)
from tests.conversations.play import Play
from tests.conversations.scenes import channel_of, identity_of, lets_in
from tests.conversations.scripted import ScriptedPeer


@pytest.fixture
def play() -> Play:
    """Begins at noon."""
    return Play()


def test_who_is_a_member_as_before_again_hears_who_asked_meanwhile(play: Play) -> None:
    channel, ben, cleo = led_elsewhere(play)
    anna = play.people[0]
    meet_at(play, EIGHTY, (cleo, ben))
    assert asks(ben) == []
    lets_in(anna, channel.id, ben)
    assert asks(ben) == [identity_of(cleo).public_key]
    issued = renews(ben, channel.id, cleo)
    assert chain(cleo, channel.id)[-1].valid_to == issued.valid_to


@pytest.mark.parametrize("command", [LeaveSpace, ForgetSpace])
@pytest.mark.parametrize("left_before", [True, False])
def test_who_comes_back_into_a_channel_hears_who_asks_there(
    play: Play, command: type[LeaveSpace | ForgetSpace], *, left_before: bool
) -> None:
    anna, channel, ben, cleo = three(play)
    if left_before:
        ben.does(command(channel.id))
    meet_at(play, EIGHTY, (cleo, ben))
    if not left_before:
        ben.does(command(channel.id))
    assert asks(ben) == []
    lets_in(anna, channel.id, ben)
    assert asks(ben) == [identity_of(cleo).public_key]


def test_of_those_who_show_another_right_only_who_can_give_a_fresh_link_is_told_again(
    play: Play,
) -> None:
    anna, channel, ben, cleo = three(play)
    secret_key = channel_of(anna, channel.id).secret_key
    assert secret_key is not None
    cleo.does(RenewChain(channel.id))
    peer = ScriptedPeer(play, cleo).greets()
    told = [len(peer.said(Notification))]
    for member in (cleo, ben, ben):
        identity, now = identity_of(member), play.now
        key = identity.public_key
        link = issue_link(secret_key, channel.id, key, "a name", now - 1.0, now + DAY)
        peer.asks(channel, Query(0, is_backward=False, limit=1), identity.secret_key, (link,))
        told.append(len(peer.said(Notification)))
    assert told == [1, 1, 2, 2], "and once is enough"
