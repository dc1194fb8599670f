"""Synchronization in both roles, with a peer that keeps to the document."""

from __future__ import annotations

import pytest

from tests.interop.document_peer.channel import Channel, Reading
from tests.interop.document_peer.conversation import Conversation, Placing
from tests.interop.document_peer.meeting import Meeting, Opens
from tests.interop.document_peer.requests import Bulk, Query
from tests.interop.document_peer.synchronization import Limits

BOTH_WAYS = pytest.mark.parametrize("opens", Opens, ids=["we-dial", "it-dials"])
BOTH_SETTINGS = pytest.mark.parametrize("document", [False, True], ids=["usual", "document"])
BOTH_READINGS = pytest.mark.parametrize("reading", Reading, ids=["beyond", "edge"])
SMALL = Limits(query=40, bulk=16)


@BOTH_SETTINGS
def test_it_pulls_a_history_of_ours_in_small_pages(meeting: Meeting, *, document: bool) -> None:
    ours = meeting.settle(document=document)
    space = ours.space("us").id
    ours.post(space, _texts("us", 300))
    conversation = meeting.conversation(limits=SMALL)
    channel = meeting.it_joins(conversation, space)
    meeting.live_until_equal(conversation, channel, 301)


@BOTH_SETTINGS
@BOTH_READINGS
def test_we_pull_a_history_of_its_that_comes_in_small_pages(
    meeting: Meeting, reading: Reading, *, document: bool
) -> None:
    """It answers less than was asked for: pages of 40, and 7 messages at once."""
    meeting.settle(document=document)
    channel = _small_channel(meeting, reading)
    meeting.person.posts(channel, _texts("it", 200))
    conversation = meeting.conversation()
    meeting.we_join(conversation, channel)
    meeting.live_until_equal(conversation, channel, 201)
    bulks = [one.request.content for one in conversation.asked if one.request is not None]
    assert any(isinstance(one, Bulk) for one in bulks)


@BOTH_READINGS
@BOTH_WAYS
def test_long_branches_written_apart_are_exchanged_and_merged(
    meeting: Meeting, reading: Reading, opens: Opens
) -> None:
    """Both walk back over several pages to where they parted, then forward again."""
    ours = meeting.settle()
    channel = _small_channel(meeting, reading)
    first = meeting.conversation(limits=SMALL)
    space = meeting.we_join(first, channel)
    meeting.live_until_equal(first, channel, 1)
    meeting.part(first)
    ours.post(space, _texts("us", 130))
    meeting.person.posts(channel, _texts("it", 130))

    conversation = meeting.conversation(opens, SMALL)
    meeting.live_until_equal(conversation, channel, 261)
    assert len(channel.leaves()) == 2
    queries = [
        one.request.content
        for one in conversation.asked
        if one.request is not None and isinstance(one.request.content, Query)
    ]
    assert any(query.is_backward for query in queries)
    conversation.post(channel, "it merges")
    meeting.live_until_equal(conversation, channel, 262)
    assert len(channel.leaves()) == 1
    ours.post(space, ["we go on"])
    meeting.live_until_equal(conversation, channel, 263)
    assert len(channel.leaves()) == 1


def test_a_branch_it_merged_is_followed_by_a_branch_we_merge(meeting: Meeting) -> None:
    ours = meeting.settle()
    space = ours.space("us").id
    first = meeting.conversation()
    channel = meeting.it_joins(first, space)
    meeting.live_until_equal(first, channel, 1)
    meeting.part(first)
    ours.post(space, _texts("us", 3))
    meeting.person.posts(channel, _texts("it", 5))
    conversation = meeting.conversation()
    meeting.live_until_equal(conversation, channel, 9)
    ours.post(space, ["we merge"])
    meeting.live_until_equal(conversation, channel, 10)
    assert len(channel.messages[channel.ordered()[-1]].parents) == 2


def test_it_falls_back_to_a_full_sync_from_the_root(meeting: Meeting) -> None:
    """Its list of unknown parents overflows: it asks for everything, from the root's hash."""
    ours = meeting.settle()
    space = ours.space("us").id
    first = meeting.conversation()
    channel = meeting.it_joins(first, space)
    meeting.live_until_equal(first, channel, 1)
    meeting.part(first)
    ours.post(space, _texts("us", 130))
    meeting.person.posts(channel, _texts("it", 130))
    conversation = meeting.conversation(limits=Limits(query=40, bulk=16, unknown_parents=0))
    meeting.live_until_equal(conversation, channel, 261)


@pytest.mark.parametrize("placing", Placing, ids=["both", "outer", "inner"])
def test_its_chain_may_stand_in_either_place_of_a_request(
    meeting: Meeting, placing: Placing
) -> None:
    """Ours stands in both: else it would say so."""
    ours = meeting.settle()
    space = ours.space("us").id
    conversation = meeting.conversation()
    conversation.placing = placing
    channel = meeting.it_joins(conversation, space)
    meeting.live_until_equal(conversation, channel, 1)
    conversation.post(channel, "mine")
    meeting.live_until_equal(conversation, channel, 2)


def test_our_requests_for_a_channel_are_numbered_from_zero(meeting: Meeting) -> None:
    meeting.settle()
    channel = meeting.person.founds("its")
    meeting.person.posts(channel, _texts("it", 100))
    conversation = meeting.conversation()
    meeting.we_join(conversation, channel)
    meeting.live_until_equal(conversation, channel, 101)
    seqs = [one.seq for one in conversation.asked if one.channel == channel.id]
    assert seqs == list(range(len(seqs)))
    assert len(seqs) > 2


@BOTH_WAYS
def test_both_post_while_both_listen(meeting: Meeting, opens: Opens) -> None:
    ours = meeting.settle()
    space = ours.space("us").id
    conversation = meeting.conversation(opens)
    channel = meeting.it_joins(conversation, space)
    for number in range(25):
        ours.post(space, [f"us {number}"])
        conversation.post(channel, f"it {number}")
    meeting.live_until_equal(conversation, channel, 51)


def test_news_are_told_to_it_and_its_own_news_come_back_to_it(meeting: Meeting) -> None:
    """A Notification goes to ALL connected peers on a posted message, and on a received one."""
    ours = meeting.settle()
    space = ours.space("us").id
    conversation = meeting.conversation()
    channel = meeting.it_joins(conversation, space)
    meeting.live_until_equal(conversation, channel, 1)
    before = len(conversation.notified)
    ours.post(space, ["posted here"])
    conversation.live_until(lambda: len(conversation.notified) > before, "news of our own")
    meeting.live_until_equal(conversation, channel, 2)
    before = len(conversation.notified)
    conversation.post(channel, "posted there")
    conversation.live_until(lambda: len(conversation.notified) > before, "news of its own")
    assert set(conversation.notified) == {channel.id}


def test_channels_that_only_one_of_us_knows_are_no_trouble(meeting: Meeting) -> None:
    ours = meeting.settle(document=True)
    its = meeting.person.founds("its")
    conversation = meeting.conversation()  # asks for its own, and is answered without a box
    unknown = conversation.live_until(
        lambda: [one for one in conversation.asked if one.request is None], "our request"
    )
    assert unknown[0].channel == ours.space("us").id
    conversation.post(its, "for nobody here")
    meeting.we_join(conversation, its)
    meeting.live_until_equal(conversation, its, 2)


@BOTH_SETTINGS
def test_it_reads_a_feed_of_ours(meeting: Meeting, *, document: bool) -> None:
    """Without a chain, and with nothing to sign by."""
    ours = meeting.settle(document=document)
    news = ours.publishes("news")
    ours.post(news.id, _texts("us", 50))
    channel = meeting.person.follows(news.public_key, "news of ours")
    conversation = meeting.conversation(limits=SMALL)
    meeting.live_until_equal(conversation, channel, 51)
    ours.post(news.id, ["one more"])
    meeting.live_until_equal(conversation, channel, 52)


@BOTH_SETTINGS
@BOTH_READINGS
def test_we_read_a_feed_of_its(meeting: Meeting, reading: Reading, *, document: bool) -> None:
    ours = meeting.settle(document=document)
    channel = _small_channel(meeting, reading, is_feed=True)
    meeting.person.posts(channel, _texts("it", 50))
    ours.follows(channel.pub_key, "news of it")
    conversation = meeting.conversation()
    meeting.live_until_equal(conversation, channel, 51)
    conversation.post(channel, "one more")
    meeting.live_until_equal(conversation, channel, 52)
    assert _chains_asked_with(conversation) == {()}


def _small_channel(meeting: Meeting, reading: Reading, *, is_feed: bool = False) -> Channel:
    channel = meeting.person.founds("its", is_feed=is_feed)
    channel.reading, channel.page_max, channel.bulk_max = reading, 40, 7
    return channel


def _texts(author: str, count: int) -> list[str]:
    return [f"{author} {number}" for number in range(count)]


def _chains_asked_with(conversation: Conversation) -> set[tuple[object, ...]]:
    requests = [one.request for one in conversation.asked if one.request is not None]
    return {request.chain for request in requests}
