"""Who may ask for posts, what is asked, and how long an answer is awaited ("Synchronization")."""

from __future__ import annotations

import pytest

from engine.model.commands import FollowChannel, LeaveSpace
from engine.model.events import ReconciliationDone
from engine.model.ids import PostId
from engine.protocols.contract import Ending
from engine.protocols.peerlinks.graph.answers import answer_bulk, answer_query
from engine.protocols.peerlinks.packets import (
    Abbreviated,
    Bulk,
    Notification,
    Query,
    QueryResponse,
)
from tests.conversations.play import Play
from tests.conversations.scenes import (
    channel_of,
    creates_channel,
    hashes,
    lets_in,
    owner,
    posts,
    posts_many,
)
from tests.conversations.scripted import ScriptedPeer


def test_a_public_channel_is_read_by_who_only_knows_its_key() -> None:
    play = Play()
    ada, _ = owner(play, "ada")
    space = creates_channel(ada, "news", public=True).id
    posts_many(ada, space, 3)
    reader = play.person("reader")
    reader.does(FollowChannel(channel_of(ada, space).public_key, "their news"))
    end, theirs = play.connect(reader, ada)
    play.pass_time(1.0)
    assert hashes(reader, space) == hashes(ada, space)
    assert (space, None) in list(theirs.machine.presence)
    assert end.ready
    word = posts(ada, space, "live")
    play.pass_time(1.0)
    assert hashes(reader, space)[-1] == word


def test_each_request_of_an_anonymous_reader_has_keys_of_its_own() -> None:
    play = Play()
    ada, _ = owner(play, "ada")
    space = creates_channel(ada, "news", public=True).id
    channel = channel_of(ada, space)
    reader = play.person("reader")
    reader.does(FollowChannel(channel.public_key, ""))
    peer = ScriptedPeer(play, reader).greets()
    peer.knows_nothing_of(space)
    reader.play.pass_time(1.0)
    peer.says(Notification(space))
    first, second = (peer.opened(one, channel) for one in peer.requests())
    assert first.chain == second.chain == ()
    assert first.response_public_key != second.response_public_key
    assert first.signature != second.signature


def test_a_peer_that_does_not_know_the_channel_has_nothing_to_offer_and_that_is_no_error() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    stranger = play.person("stranger")
    ends = play.connect(ada, stranger)
    play.pass_time(20.0)
    assert all(end.ready for end in ends)
    assert ada.told(ReconciliationDone) == []
    assert stranger.records.channel(channel.id) is None


def test_a_channel_we_left_is_neither_asked_for_nor_answered() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    ben.does(LeaveSpace(channel.id))
    play.connect(ada, ben)
    posts(ada, channel.id, "unheard")
    play.pass_time(1.0)
    assert hashes(ben, channel.id) == []
    assert ben.told(ReconciliationDone) == []


def test_leaving_in_the_middle_of_a_reconciliation_ends_it_quietly() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    peer = ScriptedPeer(play, ada).greets()
    ada.does(LeaveSpace(channel.id))
    peer.answers(channel, QueryResponse((), None, None))
    play.pass_time(1.0)
    assert peer.end.ready


def test_an_answer_to_a_reconciliation_that_was_given_up_does_not_concern_the_next_one() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    peer = ScriptedPeer(play, ada).greets()
    (first,) = peer.requests()
    ada.does(LeaveSpace(channel.id))
    ada.does(FollowChannel(channel.public_key, ""))
    assert len(peer.requests()) == 2
    peer.answers(channel, QueryResponse((), None, None), request=first)
    assert ada.told(ReconciliationDone) == []
    peer.answers(channel, QueryResponse((), None, None))
    assert len(ada.told(ReconciliationDone)) == 1
    assert peer.end.ready


def test_a_right_that_ends_during_a_reconciliation_ends_it_quietly() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    lets_in(ada, channel.id, ben, valid_to=play.now + 130.0)
    peer = ScriptedPeer(play, ben).greets()
    play.now += 12.0
    shown = (Abbreviated((), hashes(ada, channel.id)[0]),)
    peer.answers(channel, QueryResponse(shown, PostId(bytes(32)), None))
    assert len(peer.asked(channel)) == 1
    assert peer.end.ready


def test_who_has_no_valid_chain_any_more_does_not_ask() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    lets_in(ada, channel.id, ben, valid_to=play.now + 1_000)
    play.now += 1_000 - 119
    peer = ScriptedPeer(play, ben).greets()
    assert peer.asked(channel) == []


def test_a_right_that_ends_in_two_minutes_still_asks() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    lets_in(ada, channel.id, ben, valid_to=play.now + 1_000)
    play.now += 1_000 - 121
    peer = ScriptedPeer(play, ben).greets()
    assert len(peer.asked(channel)) == 1


def test_requests_are_counted_from_0_for_each_channel_and_connection() -> None:
    play = Play()
    ada, first = owner(play, "ada")
    creates_channel(ada, "second")
    peer = ScriptedPeer(play, ada).greets()
    assert [request.seq for request in peer.requests()] == [0, 0]
    peer.answers(first, QueryResponse((), None, None))
    play.pass_time(1.0)
    peer.says(Notification(first.id))
    assert [one.seq for one in peer.requests() if one.channel_id == first.id] == [0, 1]


def test_our_user_can_ask_for_news_at_any_time() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    peer = ScriptedPeer(play, ada).greets()
    ada.carry_out(peer.end.machine.reconcile(play.now), peer.end)
    assert len(peer.asked(channel)) == 1, "one is under way"
    peer.answers(channel, QueryResponse((), None, None))
    ada.carry_out(peer.end.machine.reconcile(play.now), peer.end)
    assert len(peer.asked(channel)) == 2


def test_a_request_unanswered_for_fifteen_seconds_ends_the_connection() -> None:
    play = Play()
    ada, _ = owner(play, "ada")
    peer = ScriptedPeer(play, ada, ours=False)
    peer.greets()
    play.pass_time(2.0)
    play.pass_time(14.9)
    assert peer.end.ready
    play.pass_time(0.2)
    assert peer.closed is not None
    assert peer.closed.ending is Ending.TIMED_OUT


def test_whoever_answers_one_request_has_time_for_the_others_asked_with_it() -> None:
    """A slow line: some large answers are on their way at once, one behind the other."""
    play = Play()
    ada, channel = owner(play, "ada")
    posts_many(ada, channel.id, 23)
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    peer = ScriptedPeer(play, ben, ours=False).greets()
    play.pass_time(2.0)
    page = answer_query(ada.records, channel.id, Query(0, is_backward=False, limit=1_024))
    peer.answers(channel, page)
    asked = peer.requests()[-3:]
    for request in asked:
        play.pass_time(14.0)
        bulk = peer.opened(request, channel).content
        assert isinstance(bulk, Bulk)
        given = answer_bulk(ada.records, channel.id, bulk, 1 << 20)
        peer.answers(channel, given.answer, request=request)
    assert peer.closed is None
    assert hashes(ben, channel.id) == hashes(ada, channel.id)


def test_an_answer_that_is_still_coming_in_is_waited_for() -> None:
    play = Play()
    ada, _ = owner(play, "ada")
    peer = ScriptedPeer(play, ada, ours=False).greets()
    play.pass_time(2.0)
    peer.sends_raw((1 << 20).to_bytes(4, "big"))
    for _ in range(4):
        play.pass_time(10.0)
        peer.sends_raw(bytes(20 << 10))
    assert peer.end.ready
    play.pass_time(15.1)
    assert peer.closed is not None
    assert peer.closed.ending is Ending.TIMED_OUT


@pytest.mark.parametrize(
    ("bytes_every_ten_seconds", "ending"), [(9 << 10, Ending.TOO_SLOW), (11 << 10, None)]
)
def test_a_packet_may_come_slowly_but_not_in_drips(
    bytes_every_ten_seconds: int, ending: Ending | None
) -> None:
    play = Play()
    ada, _ = owner(play, "ada")
    peer = ScriptedPeer(play, ada, ours=False).greets()
    peer.sends_raw((1 << 20).to_bytes(4, "big"))
    for _ in range(6):
        peer.sends_raw(bytes(bytes_every_ten_seconds))
        play.pass_time(10.0)
    assert (peer.closed and peer.closed.ending) is ending


def test_who_begins_a_packet_quickly_may_not_go_on_in_drips() -> None:
    play = Play()
    ada, _ = owner(play, "ada")
    peer = ScriptedPeer(play, ada, ours=False).greets()
    peer.sends_raw((1 << 20).to_bytes(4, "big") + bytes(40 << 10))
    for _ in range(7):
        play.pass_time(10.0)
        peer.sends_raw(b"\0")
    assert peer.closed is not None
    assert peer.closed.ending is Ending.TOO_SLOW
