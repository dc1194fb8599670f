"""The graph is walked page by page, and what a page names is fetched ("Synchronization")."""

from __future__ import annotations

import re
from dataclasses import replace

from engine.crypto.boxes import open_secretbox
from engine.model.events import ReconciliationDone
from engine.protocols.contract import Ending
from engine.protocols.peerlinks.conversation.reconciliation import Extent
from engine.protocols.peerlinks.conversation.surroundings import USUAL, Policy
from engine.protocols.peerlinks.graph.answers import answer_query
from engine.protocols.peerlinks.keys import symmetric_key
from engine.protocols.peerlinks.limits import BULK_HASHES, BULKS_IN_FLIGHT
from engine.protocols.peerlinks.messages import decode_packet, decode_request_content
from engine.protocols.peerlinks.packets import (
    Bulk,
    BulkResponse,
    Query,
    QueryResponse,
    SyncRequest,
)
from engine.protocols.peerlinks.records import Channel
from engine.wire.frames import FrameReader
from tests.conversations.play import Person, Play
from tests.conversations.scenes import hashes, lets_in, owner, posts, posts_many, timeline
from tests.conversations.scripted import ScriptedPeer


def small_pages(limit: int, unresolved_max: int = 1_000) -> Policy:
    return Policy(extent=Extent(limit, unresolved_max))


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


def test_a_cursor_may_be_the_last_message_of_its_page() -> None:
    """The document does not say whether it names that one or the next; we hand it back."""
    play = Play()
    ada, channel = owner(play, "ada")
    posts_many(ada, channel.id, 9)
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    peer = ScriptedPeer(play, ben).greets()
    page = answer_query(ada.records, channel.id, Query(0, is_backward=False, limit=5))
    last = page.messages[-1].hash
    peer.answers(channel, replace(page, forward_hash=last))
    wires = ada.records.wires(channel.id, [one.hash for one in page.messages])
    peer.answers(channel, BulkResponse(tuple(one for one in wires if one is not None), 5))
    assert peer.asked(channel)[-1] == Query(last, is_backward=False, limit=1_024)
    peer.answers(channel, QueryResponse(page.messages[-1:], last, None))
    assert peer.closed is not None, "but it has to lead on"


# ---- fetching -----------------------------------------------------------------------------------


def test_posts_are_fetched_some_at_a_time_and_ahead_and_resumed_where_they_stopped() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    some, ahead = BULK_HASHES, BULKS_IN_FLIGHT * BULK_HASHES
    posts_many(ada, channel.id, ahead + some + 3)
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    peer = ScriptedPeer(play, ben).greets()
    page = answer_query(ada.records, channel.id, Query(0, is_backward=False, limit=1_024))
    everything = [one.hash for one in page.messages]
    peer.answers(channel, page)
    bulks = [one for one in peer.asked(channel) if isinstance(one, Bulk)]
    assert [bulk.hashes for bulk in bulks] == [
        tuple(everything[start : start + some]) for start in range(0, ahead, some)
    ]
    first, second = peer.requests()[-BULKS_IN_FLIGHT:][:2]
    wires = [one for one in ada.records.wires(channel.id, everything) if one is not None]
    peer.answers(channel, BulkResponse(tuple(wires[:10]), 10), request=first)
    assert peer.asked(channel)[-1] == Bulk(tuple(everything[10:some]))
    peer.answers(channel, BulkResponse(tuple(wires[some : 2 * some]), some), request=second)
    assert len(hashes(ben, channel.id)) == 10, "what builds on the rest waits for it"
    peer.answers(channel, BulkResponse(tuple(wires[10:some]), some - 10))
    assert len(hashes(ben, channel.id)) == 2 * some
    middle = ahead + some
    rest = [Bulk(tuple(everything[ahead:middle])), Bulk(tuple(everything[middle:]))]
    assert peer.asked(channel)[-2:] == rest


def test_the_next_page_is_asked_for_with_the_last_posts_and_waits_for_them() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    posts_many(ada, channel.id, 5)
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    peer = ScriptedPeer(play, ben).greets()
    first = answer_query(ada.records, channel.id, Query(0, is_backward=False, limit=3))
    second = answer_query(
        ada.records, channel.id, Query(first.forward_hash, is_backward=False, limit=3)
    )
    wires = {
        one.hash: wire
        for one in (*first.messages, *second.messages)
        for wire in ada.records.wires(channel.id, [one.hash])
        if wire is not None
    }
    peer.answers(channel, first)
    bulk, onward = peer.requests()[-2:]
    assert peer.asked(channel)[-2:] == [
        Bulk(tuple(one.hash for one in first.messages)),
        Query(first.forward_hash, is_backward=False, limit=1_024),
    ]
    peer.answers(channel, second, request=onward)
    assert len(peer.asked(channel)) == 3, "what it builds on has not come yet"
    peer.answers(
        channel, BulkResponse(tuple(wires[one.hash] for one in first.messages), 3), request=bulk
    )
    rest = tuple(one.hash for one in second.messages)
    assert peer.asked(channel)[-1] == Bulk(rest)
    peer.answers(channel, BulkResponse(tuple(wires[one] for one in rest), 3))
    assert hashes(ben, channel.id) == hashes(ada, channel.id)
    assert len(ben.told(ReconciliationDone)) == 1


def test_a_post_the_peer_no_longer_has_is_done_without() -> None:
    play, ada, ben, channel = wrote_apart(USUAL)
    peer = ScriptedPeer(play, ben).greets()
    page = answer_query(ada.records, channel.id, Query(0, is_backward=False, limit=1_024))
    peer.answers(channel, page)
    peer.answers(channel, BulkResponse((), len(peer.asked(channel)[-1].hashes)))  # type: ignore[union-attr]  # it is a Bulk
    assert peer.end.ready
    assert len(ben.told(ReconciliationDone)) > 0


def test_what_a_peer_shows_and_does_not_give_is_asked_for_once() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    posts_many(ada, channel.id, 3)
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    root, first, second, third = timeline(ada, channel.id)
    peer = ScriptedPeer(play, ben).greets()

    # The middle one is shown on a page of its own, below a page that builds on it.
    peer.answers(channel, QueryResponse((third,), None, third.hash))
    peer.answers(channel, QueryResponse((root, first, second), third.hash, None))
    peer.answers(channel, BulkResponse((), 3))
    peer.answers(channel, QueryResponse((third,), None, third.hash))

    bulks = [one for one in peer.asked(channel) if isinstance(one, Bulk)]
    assert bulks == [Bulk((root.hash, first.hash, second.hash))]
    assert [event.received for event in ben.told(ReconciliationDone)] == [0]


def test_a_page_may_be_as_long_as_was_asked_for_and_no_longer() -> None:
    for limit, ending in ((4, None), (3, Ending.VIOLATION)):
        play = Play()
        ada, channel = owner(play, "ada")
        posts_many(ada, channel.id, 3)
        ben = play.person("ben", small_pages(limit))
        lets_in(ada, channel.id, ben)
        peer = ScriptedPeer(play, ben).greets()

        peer.answers(channel, QueryResponse(tuple(timeline(ada, channel.id)), None, None))

        closed = peer.end.closed
        assert (closed and closed.ending) == ending
