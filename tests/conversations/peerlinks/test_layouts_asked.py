"""In which layout we ask, and what is kept of requests for channels that we do not know yet."""

from __future__ import annotations

import pytest

from engine.model.commands import AcceptInvite, IssueInvite, RequestInvite
from engine.model.events import ReconciliationDone
from engine.model.ids import PublicKey, SpaceId
from engine.protocols.peerlinks.conversation.surroundings import Policy
from engine.protocols.peerlinks.limits import (
    KEPT_REQUEST_BYTES_MAX,
    KEPT_REQUESTS_MAX,
)
from engine.protocols.peerlinks.packets import (
    Bulk,
    Layout,
    Ping,
    SyncRequest,
)
from engine.protocols.peerlinks.records import Channel, LayoutLearned
from tests.conversations.peerlinks.asking import (
    ALL,
    MEMBER,
    membership,
)
from tests.conversations.play import Play
from tests.conversations.scenes import (
    creates_channel,
    hashes,
    lets_in,
    owned_by,
    owner,
    posts,
)
from tests.conversations.scripted import ScriptedPeer


def layout_asked(peer: ScriptedPeer, channel: Channel) -> Layout | None:
    mine = [one for one in peer.requests() if one.channel_id == channel.id]
    return peer.opened(mine[-1], channel).layout if mine else None


def test_one_of_ours_is_asked_at_once_and_in_the_documents_layout() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    peer = ScriptedPeer(play, ada, ours=True).greets()
    assert layout_asked(peer, channel) is Layout.DOCUMENT


def test_who_shows_nothing_is_asked_in_the_published_layout_after_two_seconds() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    peer = ScriptedPeer(play, ada, ours=False).greets()
    play.pass_time(1.9)
    assert layout_asked(peer, channel) is None
    play.pass_time(0.2)
    assert layout_asked(peer, channel) is Layout.PUBLISHED


@pytest.mark.parametrize("layout", list(Layout))
def test_who_asks_is_asked_in_the_same_layout_at_once(layout: Layout) -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    peer = ScriptedPeer(play, ada, ours=False).greets()
    peer.asks(channel, ALL, MEMBER.secret_key, membership(channel), layout=layout)
    assert layout_asked(peer, channel) is layout
    assert ada.records.layout_of(PublicKey(MEMBER.public_key)) is layout


def test_a_ping_shows_the_published_layout() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    peer = ScriptedPeer(play, ada, ours=False).greets()
    peer.says(Ping(1))
    assert layout_asked(peer, channel) is Layout.PUBLISHED


def test_who_follows_the_text_asks_in_the_documents_layout_at_once() -> None:
    play = Play()
    ada = play.person("ada", Policy(document=True))
    channel = owned_by(ada)
    peer = ScriptedPeer(play, ada, ours=False).greets()
    assert layout_asked(peer, channel) is Layout.DOCUMENT


def test_who_follows_the_text_does_so_whatever_the_peer_speaks() -> None:
    play = Play()
    ada = play.person("ada", Policy(document=True))
    channel = owned_by(ada)
    peer = ScriptedPeer(play, ada, ours=False).greets()
    layout = Layout.PUBLISHED
    peer.asks(channel, ALL, MEMBER.secret_key, membership(channel), layout=layout)
    assert layout_asked(peer, creates_channel(ada, "second")) is Layout.DOCUMENT


def test_a_request_for_a_channel_we_join_later_has_shown_the_layout_already() -> None:
    play = Play()
    ben = play.person("ben")
    owned_by(ben)
    asked = ben.does(RequestInvite())
    ada, channel = owner(play, "ada")
    peer = ScriptedPeer(play, ben, ours=False).greets()
    peer.asks(channel, ALL, MEMBER.secret_key, membership(channel), layout=Layout.DOCUMENT)
    assert peer.requests() == []
    ben.does(AcceptInvite(ada.does(IssueInvite(channel.id, asked.request, "Ben")).invite))
    assert layout_asked(peer, channel) is Layout.DOCUMENT


@pytest.mark.parametrize(
    ("later", "size", "layout"),
    [
        (KEPT_REQUESTS_MAX - 1, KEPT_REQUEST_BYTES_MAX, Layout.DOCUMENT),
        (KEPT_REQUESTS_MAX, KEPT_REQUEST_BYTES_MAX, None),
        (KEPT_REQUESTS_MAX, KEPT_REQUEST_BYTES_MAX + 1, Layout.DOCUMENT),
    ],
)
def test_of_requests_for_unknown_channels_the_last_64_small_ones_are_kept(
    later: int, size: int, layout: Layout | None
) -> None:
    play = Play()
    ben = play.person("ben")
    owned_by(ben)
    asked = ben.does(RequestInvite())
    ada, channel = owner(play, "ada")
    peer = ScriptedPeer(play, ben, ours=False).greets()
    peer.asks(channel, ALL, MEMBER.secret_key, membership(channel), layout=Layout.DOCUMENT)
    for number in range(later):
        space = SpaceId(number.to_bytes(32, "big"))
        peer.says(SyncRequest(space, 0, bytes(24), bytes(size)))
    ben.does(AcceptInvite(ada.does(IssueInvite(channel.id, asked.request, "Ben")).invite))
    assert layout_asked(peer, channel) is layout


def test_a_kept_request_that_breaks_the_rules_is_no_longer_held_against_the_peer() -> None:
    play = Play()
    ben = play.person("ben")
    owned_by(ben)
    asked = ben.does(RequestInvite())
    ada, channel = owner(play, "ada")
    peer = ScriptedPeer(play, ben, ours=False).greets()
    peer.says(SyncRequest(channel.id, 0, bytes(24), bytes(100)))
    ben.does(AcceptInvite(ada.does(IssueInvite(channel.id, asked.request, "Ben")).invite))
    assert peer.end.ready


def test_a_remembered_layout_helps_where_a_request_could_be_either() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ada.records.apply(LayoutLearned(PublicKey(MEMBER.public_key), Layout.DOCUMENT))
    peer = ScriptedPeer(play, ada, ours=False).greets()
    peer.asks(channel, Bulk(()), MEMBER.secret_key, membership(channel), layout=Layout.PUBLISHED)
    assert layout_asked(peer, channel) is Layout.DOCUMENT


def test_a_guess_that_was_answered_with_an_error_is_not_repeated() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    peer = ScriptedPeer(play, ada, ours=False).greets()
    play.pass_time(2.0)
    assert layout_asked(peer, channel) is Layout.PUBLISHED
    peer.sends(b"\x0a\x06\x0a\x04what")
    again = ScriptedPeer(play, ada, ours=False).greets()
    play.pass_time(2.0)
    assert layout_asked(again, channel) is Layout.DOCUMENT


def test_what_a_peer_was_given_is_told_once_it_asks_for_no_more() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    for number in range(100):
        posts(ada, channel.id, str(number))
    play.connect(ada, ben)
    play.pass_time(2)
    told = ada.told(ReconciliationDone)
    assert sum(event.sent for event in told) == len(hashes(ada, channel.id))
    play.pass_time(60)
    assert ada.told(ReconciliationDone) == told
