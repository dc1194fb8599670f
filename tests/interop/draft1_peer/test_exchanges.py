"""Every exchange of draft 1 with a peer that keeps to it, in both roles."""

from __future__ import annotations

import pytest

from engine.model.events import PeerViolated
from engine.model.feeds import FeedForm
from engine.model.ids import SpaceId
from tests.interop.dep0010_peer.holding import Block, Holding
from tests.interop.dep0010_peer.meeting import Opens, text_blocks
from tests.interop.dep0010_peer.stream import StreamClosedError
from tests.interop.draft1_peer import messages
from tests.interop.draft1_peer.conversation import Conversation
from tests.interop.draft1_peer.meeting import Meeting
from tests.interop.draft1_peer.messages import Type

SHARED = 1_024
"""Blocks: below one root."""
BOTH_WAYS = pytest.mark.parametrize("opens", Opens, ids=["we-dial", "it-dials"])


# ---- downloads, in both roles, of both forms


@BOTH_WAYS
def test_we_download_a_feed_of_its_and_what_it_appends(meeting: Meeting, opens: Opens) -> None:
    feed = meeting.its(40)
    talk = meeting.talk(feed, opens=opens)
    meeting.live_until_we_hold_it(talk, feed, 40)
    for count in (41, 44, 64):
        talk.append(feed, *text_blocks("later", count)[feed.length :])
        meeting.live_until_we_hold_it(talk, feed, count)
    assert meeting.ours.feed(SpaceId(feed.key)).tree_hash == feed.tree_hash()


@BOTH_WAYS
def test_we_download_a_feed_that_is_named_by_its_hash(meeting: Meeting, opens: Opens) -> None:
    feed = meeting.its_still(13)
    talk = meeting.talk(feed, opens=opens)
    meeting.live_until_we_hold_it(talk, feed, 13)
    assert meeting.ours.feed(SpaceId(feed.key)).tree_hash == feed.key


@BOTH_WAYS
def test_it_downloads_a_feed_of_ours_that_is_named_by_its_hash(
    meeting: Meeting, opens: Opens
) -> None:
    feed = meeting.ours_still_at_it(13)
    talk = meeting.talk(feed, opens=opens)
    meeting.live_until_it_has(talk, feed, 13)
    assert feed.tree_hash() == feed.key


def test_what_we_have_from_one_we_give_to_another(meeting: Meeting) -> None:
    author, reader = meeting.relayed(20)
    talk = meeting.talk(reader)
    meeting.live_until_it_has(talk, reader, 20)
    assert reader.tree_hash() == author.tree_hash()


def test_it_hears_of_what_we_have_received_since(meeting: Meeting) -> None:
    author = meeting.its(3)
    source = meeting.talk(author)
    meeting.live_until_we_hold_it(source, author, 3)
    reader = Holding(meeting.hashes, author.key)
    talk = meeting.talk(reader)
    meeting.live_until_it_has(talk, reader, 3)
    source.append(author, b"four", b"five")
    meeting.live_until_we_hold_it(source, author, 5)
    meeting.live_until_it_has(talk, reader, 5)


# ---- channels


def test_several_feeds_go_over_one_connection_each_on_its_channel(meeting: Meeting) -> None:
    first, second = meeting.its(5), meeting.its_still(9)
    third = meeting.ours_still_at_it(7)
    talk = meeting.talk(first, second, third)
    talk.open(second)
    if third.discovery_key not in talk.lanes:
        talk.open(third)
    meeting.live_until_we_hold_it(talk, first, 5)
    meeting.live_until_we_hold_it(talk, second, 9)
    meeting.live_until_it_has(talk, third, 7)
    assert len(talk.of(Type.HANDSHAKE)) == 1


def test_a_channel_that_it_ends_leaves_the_others(meeting: Meeting) -> None:
    first, second = meeting.its(5), meeting.its_still(9)
    talk = meeting.talk(first, second)
    if second.discovery_key not in talk.lanes:
        talk.open(second)
    meeting.live_until_we_hold_it(talk, second, 9)
    talk.end(second)
    meeting.live_until_we_hold_it(talk, first, 5)
    talk.append(first, b"still there")
    meeting.live_until_we_hold_it(talk, first, 6)


def test_a_feed_that_we_do_not_know_ends_the_connection(meeting: Meeting) -> None:
    meeting.ours_still_at_it(1)
    stranger = Holding.written(meeting.hashes, bytes(32), [b"unknown"])
    with pytest.raises(StreamClosedError):
        meeting.talk(stranger)


def test_keep_alives_are_ignored(meeting: Meeting) -> None:
    feed = meeting.its(5)
    talk = meeting.talk(feed)
    for _ in range(5):
        talk.keep_alive()
    meeting.live_until_we_hold_it(talk, feed, 5)


def test_it_may_send_byte_by_byte(meeting: Meeting) -> None:
    feed = meeting.its(12)
    stream = meeting.stream()
    stream.bytes_at_once = 1
    talk = Conversation(stream, [feed])
    talk.open()
    meeting.live_until_we_hold_it(talk, feed, 12)


def test_what_two_feeds_have_in_common_is_not_fetched_again(meeting: Meeting) -> None:
    """“We can detect that we already have the data … and won't need to re-download.”"""
    blocks = [f"{number:08}".encode() * 512 for number in range(SHARED + 5)]
    first, second = (Holding.still(meeting.hashes, some) for some in (blocks[:SHARED], blocks))
    for feed in (first, second):
        meeting.ours.follows_feed(feed.key, FeedForm.STATIC)
    meeting.live_until_we_hold_it(meeting.talk(first), first, SHARED)
    talk = meeting.talk(second)
    meeting.live_until_we_hold_it(talk, second, SHARED + 5)
    asked = {one.fields.number(1) for one in talk.of(Type.REQUEST, second)}
    assert asked >= set(range(SHARED, SHARED + 5))
    assert len(asked) < SHARED / 2  # what was under way before the first answer came


# ---- Request, Data, Cancel, Want


def test_it_may_ask_by_block_by_byte_for_a_hash_and_with_a_digest(meeting: Meeting) -> None:
    feed = meeting.ours_still_at_it(16)
    talk = meeting.talk(feed, fetches=False)
    talk.lane(feed).stores = False
    blocks = meeting.ours.blocks(SpaceId(feed.key))

    nothing_held = _asked(talk, feed, messages.request(6, 0))
    assert [node.index for node in nothing_held.nodes] == [14, 9, 3, 23]
    assert (nothing_held.value, nothing_held.signature) == (blocks[6], b"")
    example = _asked(talk, feed, messages.request(0, 0b1011))  # the draft's: has 2 and 3, not 5
    assert [node.index for node in example.nodes] == [5]
    bare = _asked(talk, feed, messages.request(6, 1))
    assert bare.nodes == ()
    hashed = _asked(talk, feed, messages.request(6, 0, only_hash=True))
    assert (hashed.value, hashed.nodes[0].index) == (None, 12)
    before = sum(len(blocks[index]) for index in range(7))
    assert _asked(talk, feed, messages.request(None, 0, byte=before)).index == 7
    assert _asked(talk, feed, messages.request(None, 0, byte=before + 1)).index == 7
    assert _asked(talk, feed, messages.request(None, 0, byte=1)).index == 1  # the first has none


def test_a_request_it_cancels_does_no_harm(meeting: Meeting) -> None:
    feed = meeting.ours_still_at_it(30)
    talk = meeting.talk(feed, fetches=False)
    for index in range(30):
        talk.request(feed, index)
        talk.say(feed, Type.CANCEL, messages.cancel(index))
        talk.lane(feed).asked.discard(index)
    talk.lane(feed).fetches = True
    talk.say(feed, Type.WANT, messages.span(0))
    meeting.live_until_it_has(talk, feed, 30)


def test_what_it_sends_unasked_is_kept_where_it_is_wanted(meeting: Meeting) -> None:
    """“You can use this message to … optimistically send other blocks of data.”"""
    feed = meeting.its(0)
    feed.append(*text_blocks("it", 8))
    talk = Conversation(meeting.stream(), [feed])
    held, feed.blocks = feed.blocks, {}  # so that no Have tells of them
    talk.open()
    talk.lane(feed).serves = False
    feed.blocks = held
    talk.live_until(lambda: talk.of(Type.HANDSHAKE))
    talk.give(feed, 5)
    talk.live_until(lambda: 5 in meeting.ours.blocks(SpaceId(feed.key)))


def test_a_block_that_does_not_follow_from_its_tree_is_a_violation(meeting: Meeting) -> None:
    meeting.scene.excuse(meeting.ours)
    feed = meeting.its(8)
    feed.blocks[5] = b"something else"
    talk = meeting.talk(feed)
    with pytest.raises(StreamClosedError):
        talk.live_until(lambda: False)
    meeting.scene.news.wait_until(lambda: meeting.ours.heard(PeerViolated), "the violation")
    assert 5 not in meeting.ours.blocks(SpaceId(feed.key))


# ---- Pause and Resume


def test_while_it_has_paused_we_ask_for_nothing_new(meeting: Meeting) -> None:
    feed = meeting.its(12)
    talk = Conversation(meeting.stream(), [feed])
    held, feed.blocks = feed.blocks, {}
    talk.open()
    talk.say(feed, Type.PAUSE)
    feed.blocks = held
    talk.say(feed, Type.HAVE, messages.span(0, 12))
    talk.live_until(lambda: talk.of(Type.HANDSHAKE))
    space = SpaceId(feed.key)
    mark = meeting.ours_still_at_it(1)
    talk.open(mark)  # what we say on it comes after what we would say on the other
    meeting.live_until_it_has(talk, mark, 1)
    assert talk.of(Type.REQUEST, feed) == []
    talk.say(feed, Type.RESUME)
    meeting.live_until_we_hold_it(talk, feed, 12)
    assert meeting.ours.holds(space, 12)


def test_while_we_have_paused_it_gets_nothing_and_is_told(meeting: Meeting) -> None:
    feed = meeting.ours_still_at_it(12)
    talk = meeting.talk(feed, fetches=False)
    talk.live_until(lambda: talk.lane(feed).theirs)
    space = SpaceId(feed.key)
    meeting.ours.pauses(space)
    talk.wait_for(Type.PAUSE)
    talk.request(feed, 3)
    talk.lane(feed).asked.clear()
    mark = meeting.ours_still_at_it(1, "mark")
    talk.fetches = True
    talk.open(mark)  # what is asked on it comes after what was asked on the other
    meeting.live_until_it_has(talk, mark, 1)
    meeting.ours.pauses(space, paused=False)
    talk.wait_for(Type.RESUME)
    assert talk.of(Type.DATA, feed) == []
    talk.lane(feed).fetches = True
    talk.say(feed, Type.WANT, messages.span(0))
    meeting.live_until_it_has(talk, feed, 12)


# ---- two histories


def test_a_second_history_is_noticed_and_nothing_of_it_is_taken(meeting: Meeting) -> None:
    meeting.scene.excuse(meeting.ours)
    feed = meeting.its(8)
    space = SpaceId(feed.key)
    meeting.live_until_we_hold_it(meeting.talk(feed), feed, 8)
    other = Holding.written(meeting.hashes, bytes(range(32)), text_blocks("it", 6))
    other.append(*text_blocks("otherwise", 6))
    talk = meeting.talk(other)

    def is_found() -> bool:
        fork = meeting.ours.feed(space).fork
        return fork is not None and fork.common == 6

    try:
        talk.live_until(is_found, "where they part")
    except StreamClosedError:
        meeting.scene.news.wait_until(is_found, "where they part")
    assert meeting.ours.blocks(space) == feed.blocks


def _asked(talk: Conversation, feed: Holding, body: bytes) -> Block:
    before = len(talk.of(Type.DATA))
    talk.say(feed, Type.REQUEST, body)
    return messages.read_block(talk.wait_for(Type.DATA, beyond=before).body)
