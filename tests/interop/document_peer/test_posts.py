"""What is posted onto what, by us and by a peer that keeps to the document."""

from __future__ import annotations

from tests.interop.document_peer.channel import PARENTS_MAX, Channel
from tests.interop.document_peer.meeting import Meeting
from tests.interop.document_peer.posts import ChannelMessage

DAY_SECONDS = 86_400.0


def test_of_many_leaves_we_merge_128(meeting: Meeting) -> None:
    """And it the others: so they come together after all."""
    ours = meeting.settle()
    channel = meeting.person.founds("its")
    meeting.person.branches(channel, [f"branch {number}" for number in range(130)])
    conversation = meeting.conversation()
    space = meeting.we_join(conversation, channel)
    meeting.live_until_equal(conversation, channel, 131)
    ours.post(space, ["we merge"])
    meeting.live_until_equal(conversation, channel, 132)
    assert len(_newest(channel).parents) == PARENTS_MAX
    assert len(channel.leaves()) == 3
    conversation.post(channel, "it merges")
    meeting.live_until_equal(conversation, channel, 133)
    assert len(channel.leaves()) == 1


def test_a_leaf_more_than_30_days_older_than_the_newest_is_left_where_it_is(
    meeting: Meeting,
) -> None:
    ours, person = meeting.settle(), meeting.person
    person.ahead_seconds = -40 * DAY_SECONDS
    channel = person.founds("its")
    person.branches(channel, ["long ago"])
    person.ahead_seconds = 0.0
    person.branches(channel, ["today"])
    conversation = meeting.conversation()
    space = meeting.we_join(conversation, channel)
    meeting.live_until_equal(conversation, channel, 3)
    ours.post(space, ["we"])
    meeting.live_until_equal(conversation, channel, 4)
    (parent,) = _newest(channel).parents
    assert channel.messages[parent].json == '{"text": "today"}'
    conversation.post(channel, "it")
    meeting.live_until_equal(conversation, channel, 5)
    assert len(channel.leaves()) == 2


def test_a_channel_that_was_silent_for_40_days_goes_on(meeting: Meeting) -> None:
    ours, person = meeting.settle(), meeting.person
    person.ahead_seconds = -40 * DAY_SECONDS
    channel = person.founds("its")
    person.posts(channel, ["long ago"])
    person.ahead_seconds = 0.0
    conversation = meeting.conversation()
    space = meeting.we_join(conversation, channel)
    meeting.live_until_equal(conversation, channel, 2)
    ours.post(space, ["is anybody there?"])
    meeting.live_until_equal(conversation, channel, 3)


def test_who_is_some_seconds_ahead_is_read_and_answered(meeting: Meeting) -> None:
    """Our own post takes its parent's time: a message is never older than its parents."""
    ours, person = meeting.settle(), meeting.person
    person.ahead_seconds = 100.0
    channel = person.founds("its")
    person.posts(channel, ["from the near future"])
    conversation = meeting.conversation()
    space = meeting.we_join(conversation, channel)
    meeting.live_until_equal(conversation, channel, 2)
    ours.post(space, ["from now"])
    meeting.live_until_equal(conversation, channel, 3)
    first, second = (channel.messages[one] for one in channel.ordered()[1:])
    assert second.timestamp >= first.timestamp


def _newest(channel: Channel) -> ChannelMessage:
    return channel.messages[channel.ordered()[-1]]
