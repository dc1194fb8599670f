"""What we hold that is dated ahead, and how much of it is walked over."""

from __future__ import annotations

from engine.protocols.peerlinks.graph.posting import Composed
from engine.protocols.peerlinks.graph.ripeness import next_ripe, ripe_at, ripe_leaves
from engine.protocols.peerlinks.limits import FUTURE_LEEWAY_SECONDS, UNRIPE_MAX
from tests.grown_channel import CHANNEL, NOW, GrownChannel, message

AHEAD = NOW + 2 * FUTURE_LEEWAY_SECONDS


def _grown(unripe: int) -> tuple[GrownChannel, list[Composed]]:
    """A root, and on it so many messages that are dated ahead, one on the other."""
    channel = GrownChannel()
    posts = [channel.begin()]
    for number in range(unripe):
        posts.append(channel.keep(message(posts[-1:], at=AHEAD + number)))
    return channel, posts


def test_a_message_is_ripe_as_soon_as_others_accept_it() -> None:
    channel, posts = _grown(1)
    due = ripe_at(AHEAD)
    assert next_ripe(channel.records, CHANNEL.id, due - 0.001) == due
    assert next_ripe(channel.records, CHANNEL.id, due) is None
    assert _leaves(channel, due - 0.001) == [posts[0][2]]
    assert _leaves(channel, due) == [posts[1][2]]


def test_so_many_unripe_messages_are_walked_over_and_no_more() -> None:
    channel, posts = _grown(UNRIPE_MAX)
    assert _leaves(channel, NOW) == [posts[0][2]]
    assert next_ripe(channel.records, CHANNEL.id, NOW) == ripe_at(AHEAD)

    channel, posts = _grown(UNRIPE_MAX + 1)
    assert _leaves(channel, NOW) == [posts[-1][2]], "whoever posts must build on something"


def _leaves(channel: GrownChannel, now: float) -> list[bytes]:
    return [place.hash for place in ripe_leaves(channel.records, CHANNEL.id, 128, now)]
