"""Two people come to hold the same posts ("Synchronization", "CRDT Order")."""

from __future__ import annotations

import re

import pytest

from engine.crypto.boxes import open_secretbox
from engine.model.commands import FollowChannel, LeaveSpace
from engine.model.events import PostsArrived, ReconciliationDone, Reconciling
from engine.protocols.contract import Ending
from engine.protocols.peerlinks.conversation.reconciliation import Extent
from engine.protocols.peerlinks.conversation.surroundings import USUAL, Policy
from engine.protocols.peerlinks.graph.answers import answer_query
from engine.protocols.peerlinks.graph.order import order_key
from engine.protocols.peerlinks.keys import symmetric_key
from engine.protocols.peerlinks.messages import decode_packet, decode_request_content
from engine.protocols.peerlinks.packets import (
    Bulk,
    BulkResponse,
    Notification,
    Query,
    QueryResponse,
    SyncRequest,
)
from engine.protocols.peerlinks.records import Channel
from engine.wire.frames import FrameReader
from tests.conversations.play import Cut, Person, Play, cut_every, uncut
from tests.conversations.scenes import (
    channel_of,
    creates_channel,
    hashes,
    lets_in,
    owner,
    posts,
    posts_many,
    timeline,
)
from tests.conversations.scripted import ScriptedPeer


def small_pages(limit: int, unresolved_max: int = 1_000) -> Policy:
    return Policy(extent=Extent(limit, unresolved_max))


def test_a_guest_receives_all_there_is_and_both_hold_it_in_the_same_order() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    posts_many(ada, channel.id, 5)
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    play.connect(ada, ben)
    assert len(hashes(ben, channel.id)) == 6
    assert timeline(ben, channel.id) == timeline(ada, channel.id)


@pytest.mark.parametrize("cut", [uncut, cut_every(1), cut_every(7), cut_every(1_000)])
def test_however_the_stream_is_cut_the_same_posts_and_events_come_of_it(cut: Cut) -> None:
    told: list[list[object]] = []
    for how in (uncut, cut):
        play = Play()
        ada, channel = owner(play, "ada")
        posts_many(ada, channel.id, 40)
        ben = play.person("ben")
        lets_in(ada, channel.id, ben)
        play.connect(ada, ben, how)
        told.append([hashes(ben, channel.id), list(ben.events), list(ada.events)])
    assert told[0] == told[1]


def test_what_arrived_is_told_packet_by_packet_and_once_as_a_whole() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    posts_many(ada, channel.id, 40)
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    play.connect(ada, ben)
    arrived = [event for event in ben.told(PostsArrived) if event.space == channel.id]
    assert [event.count for event in arrived] == [32, 9]
    assert arrived[0].first == order_key(0, hashes(ada, channel.id)[0])
    assert arrived[-1].last == order_key(40, hashes(ada, channel.id)[-1])
    assert [e.received for e in ben.told(Reconciling) if e.space == channel.id] == [32, 41]
    assert ReconciliationDone(channel.id, ada.peer_id, 41, 0) in ben.told(ReconciliationDone)


def test_who_gave_posts_is_told_how_many_once_it_has_looked_itself() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    posts_many(ada, channel.id, 3)
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    play.connect(ada, ben)
    play.pass_time(1.0)
    done = [one for one in ada.told(ReconciliationDone) if one.space == channel.id]
    assert sum(one.sent for one in done) == 4
    assert sum(one.received for one in done) == 0


def test_two_that_wrote_apart_hold_the_same_after_meeting_and_the_next_post_merges() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    first = play.connect(ada, ben)[0]
    play.hang_up(first)
    play.run()
    posts_many(ada, channel.id, 12, "from ada")
    posts_many(ben, channel.id, 7, "from ben")
    play.connect(ben, ada)
    play.pass_time(1.0)
    assert len(hashes(ada, channel.id)) == 20
    assert timeline(ada, channel.id) == timeline(ben, channel.id)
    merge = posts(ben, channel.id, "both")
    play.pass_time(1.0)
    assert hashes(ada, channel.id)[-1] == merge
    assert len(timeline(ada, channel.id)[-1].parents) == 2


def test_three_in_a_row_pass_posts_on_to_each_other() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben, cleo = play.person("ben"), play.person("cleo")
    lets_in(ada, channel.id, ben)
    lets_in(ben, channel.id, cleo)
    play.connect(ada, ben)
    play.connect(ben, cleo)
    play.pass_time(1.0)
    word = posts(cleo, channel.id, "from the far end")
    play.pass_time(1.0)
    assert hashes(ada, channel.id)[-1] == word
    assert timeline(ada, channel.id) == timeline(cleo, channel.id)


def test_branches_of_many_writers_are_merged() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    writers = [play.person(f"writer {number}") for number in range(4)]
    for writer in writers:
        lets_in(ada, channel.id, writer)
        end, _ = play.connect(writer, ada)
        play.hang_up(end)
        play.run()
    for writer in writers:
        posts_many(writer, channel.id, 5, writer.name)
    for _ in range(2):
        for writer in writers:
            end, _ = play.connect(writer, ada)
            play.pass_time(1.0)
            play.hang_up(end)
            play.run()
    everybody = [timeline(person, channel.id) for person in (ada, *writers)]
    assert len(everybody[0]) == 21
    assert all(one == everybody[0] for one in everybody)


def test_three_thousand_posts_arrive_over_several_pages() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    posts_many(ada, channel.id, 3_000)
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    ends = play.connect(ada, ben)
    assert len(hashes(ben, channel.id)) == 3_001
    assert hashes(ben, channel.id) == hashes(ada, channel.id)
    assert all(end.ready for end in ends)


# ---- cursors ------------------------------------------------------------------------------------


def wrote_apart(policy: Policy) -> tuple[Play, Person, Person, Channel]:
    """Ada and Ben share a root; each has thirty posts that the other does not know."""
    play = Play()
    ada, channel = owner(play, "ada")
    ben = play.person("ben", policy)
    lets_in(ada, channel.id, ben)
    end, _ = play.connect(ada, ben)
    play.hang_up(end)
    play.run()
    posts_many(ada, channel.id, 30, "from ada")
    posts_many(ben, channel.id, 30, "from ben")
    return play, ada, ben, channel


def queries_heard(person: Person, channel: Channel) -> list[Query]:
    """What that person was asked about the channel."""
    reader = FrameReader(1 << 30)
    for end in person.all_ends:
        for data in end.received:
            reader.feed(data)
    packets = [decode_packet(one) for one in reader if one[:1] == b"\x1a"]
    key = symmetric_key(channel.public_key)
    found = []
    for packet in packets:
        if isinstance(packet, SyncRequest) and packet.channel_id == channel.id:
            opened = open_secretbox(packet.box, packet.nonce, key)
            assert opened is not None
            content = decode_request_content(opened).content
            if isinstance(content, Query):
                found.append(content)
    return found


def test_unknown_parents_are_walked_back_to_and_then_forward_again() -> None:
    play, ada, ben, channel = wrote_apart(small_pages(8))
    play.connect(ada, ben)
    queries = queries_heard(ada, channel)
    play.pass_time(1.0)
    assert queries[1].cursor == 30
    directions = "".join("b" if query.is_backward else "f" for query in queries[1:])
    assert re.fullmatch("fb{4,}f{4,}", directions)
    assert len(hashes(ben, channel.id)) == 61
    assert timeline(ada, channel.id) == timeline(ben, channel.id)


def test_too_many_unknown_parents_lead_to_one_full_sync() -> None:
    play, ada, ben, channel = wrote_apart(small_pages(8, unresolved_max=0))
    play.connect(ada, ben)
    queries = queries_heard(ada, channel)
    assert [query.cursor for query in queries[1:3]] == [30, 0]
    assert not any(query.is_backward for query in queries)
    assert hashes(ben, channel.id) == hashes(ada, channel.id)


def test_a_second_full_sync_with_the_same_peer_has_to_wait_ten_minutes() -> None:
    play, ada, ben, channel = wrote_apart(small_pages(8, unresolved_max=0))
    end, _ = play.connect(ada, ben)
    play.pass_time(5.0)
    play.hang_up(end)
    play.run()
    posts_many(ada, channel.id, 30, "more from ada")
    posts_many(ben, channel.id, 30, "more from ben")
    play.connect(ada, ben)
    play.pass_time(5.0)
    assert len(hashes(ben, channel.id)) < len(hashes(ada, channel.id))
    play.pass_time(600.0)
    posts(ada, channel.id, "and on")
    play.pass_time(1.0)
    assert hashes(ben, channel.id) == hashes(ada, channel.id)


# ---- who may ask, and what is asked -------------------------------------------------------------


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
    peer.answers(channel, QueryResponse((), hashes(ada, channel.id)[0], None))
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


def test_an_answer_that_is_still_coming_in_is_waited_for() -> None:
    play = Play()
    ada, _ = owner(play, "ada")
    peer = ScriptedPeer(play, ada, ours=False).greets()
    play.pass_time(2.0)
    peer.sends_raw((1 << 20).to_bytes(4, "big"))
    for _ in range(4):
        play.pass_time(10.0)
        peer.sends_raw(bytes(10))
    assert peer.end.ready
    play.pass_time(15.1)
    assert peer.closed is not None
    assert peer.closed.ending is Ending.TIMED_OUT


# ---- fetching -----------------------------------------------------------------------------------


def test_posts_are_fetched_32_at_a_time_two_ahead_and_resumed_where_they_stopped() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    posts_many(ada, channel.id, 99)
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    peer = ScriptedPeer(play, ben).greets()
    page = answer_query(ada.records, channel.id, Query(0, is_backward=False, limit=1_024))
    everything = [one.hash for one in page.messages]
    peer.answers(channel, page)
    bulks = [one for one in peer.asked(channel) if isinstance(one, Bulk)]
    assert [bulk.hashes for bulk in bulks] == [tuple(everything[:32]), tuple(everything[32:64])]
    first, second = peer.requests()[-2:]
    wires = [one for one in ada.records.wires(channel.id, everything) if one is not None]
    peer.answers(channel, BulkResponse(tuple(wires[:10]), 10), request=first)
    assert peer.asked(channel)[-1] == Bulk(tuple(everything[10:32]))
    peer.answers(channel, BulkResponse(tuple(wires[32:64]), 32), request=second)
    assert len(hashes(ben, channel.id)) == 10, "what builds on the rest waits for it"
    peer.answers(channel, BulkResponse(tuple(wires[10:32]), 22))
    assert len(hashes(ben, channel.id)) == 64
    rest = [Bulk(tuple(everything[64:96])), Bulk(tuple(everything[96:]))]
    assert peer.asked(channel)[-2:] == rest


def test_a_post_the_peer_no_longer_has_is_done_without() -> None:
    play, ada, ben, channel = wrote_apart(USUAL)
    peer = ScriptedPeer(play, ben).greets()
    page = answer_query(ada.records, channel.id, Query(0, is_backward=False, limit=1_024))
    peer.answers(channel, page)
    peer.answers(channel, BulkResponse((), len(peer.asked(channel)[-1].hashes)))  # type: ignore[union-attr]  # it is a Bulk
    assert peer.end.ready
    assert len(ben.told(ReconciliationDone)) > 0


# ---- the near future ----------------------------------------------------------------------------


def test_a_post_of_the_near_future_is_held_back_and_comes_when_its_time_has_come() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    play.now += 300.0
    early = posts(ada, channel.id, "from five minutes ahead")
    later = posts(ada, channel.id, "and on top of it")
    play.now -= 300.0
    ends = play.connect(ada, ben)
    play.pass_time(60.0)
    assert early not in hashes(ben, channel.id)
    play.pass_time(125.0)
    assert hashes(ben, channel.id)[-2:] == [early, later]
    assert all(end.ready for end in ends)


def test_a_post_of_the_far_future_is_a_violation() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    play.now += 601.0
    posts(ada, channel.id, "from eleven minutes ahead")
    play.now -= 601.0
    _, bens = play.connect(ada, ben)
    assert bens.closed is not None
    assert bens.closed.ending is Ending.VIOLATION
    assert hashes(ben, channel.id) == []
