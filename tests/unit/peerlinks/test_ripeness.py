"""What we hold that is dated ahead, and how much of it is walked over."""

from __future__ import annotations

from engine.protocols.peerlinks.graph.posting import Composed
from engine.protocols.peerlinks.graph.ripeness import next_ripe, ripe_at, ripe_leaves
from engine.protocols.peerlinks.limits import FUTURE_LEEWAY_SECONDS, UNRIPE_MAX
from tests.grown_channel import CHANNEL, GUEST, GUEST_CHAIN, NOW, GrownChannel, message

AHEAD = NOW + 2 * FUTURE_LEEWAY_SECONDS
MANY = 1_100  # leaves: more than are looked at of those that are ahead


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


def test_when_the_first_of_too_many_is_ripe_is_told_later_than_it_could_be() -> None:
    channel, _ = _grown(UNRIPE_MAX + 1)
    assert next_ripe(channel.records, CHANNEL.id, NOW) == ripe_at(AHEAD)

    channel, _ = _grown(UNRIPE_MAX + 2)
    assert next_ripe(channel.records, CHANNEL.id, NOW) == ripe_at(AHEAD + 1)


def test_what_stands_on_a_ripe_one_is_looked_for_among_so_many_and_no_more() -> None:
    for above, is_seen in ((UNRIPE_MAX, True), (UNRIPE_MAX + 2, False)):
        channel, posts = _grown(1)
        tip = posts[0]
        for _ in range(above):
            tip = channel.keep(message([tip]))
        assert _leaves(channel, NOW) == ([tip[2]] if is_seen else [posts[0][2], tip[2]])


def test_what_is_ahead_is_found_behind_however_many_leaves() -> None:
    channel, posts = _grown(1)
    for number in range(MANY):
        channel.keep(message(posts[:1], GUEST, GUEST_CHAIN, at=NOW, body=f"{number}"))
    highest = channel.keep(message([channel.keep(message(posts[:1], at=AHEAD - 1))], at=AHEAD))
    assert next_ripe(channel.records, CHANNEL.id, NOW) == ripe_at(AHEAD - 1)
    assert next_ripe(channel.records, CHANNEL.id, ripe_at(AHEAD)) is None
    assert highest[2] not in _leaves(channel, NOW)
    assert highest[2] in _leaves(channel, ripe_at(AHEAD))


def test_leaves_that_are_ahead_hide_none_of_those_that_stand_last() -> None:
    channel, posts = _grown(0)
    tip = channel.keep(message([channel.keep(message(posts))]))
    high = channel.keep(message([channel.keep(message(posts, at=AHEAD))], at=AHEAD))
    for number in range(200):
        channel.keep(message(posts, GUEST, GUEST_CHAIN, at=NOW, body=f"{number}"))
        channel.keep(message([high], GUEST, GUEST_CHAIN, at=AHEAD, body=f"{number}"))
    found = _leaves(channel, NOW)
    assert len(found) == 128
    assert found[-1] == tip[2]


def _leaves(channel: GrownChannel, now: float) -> list[bytes]:
    return [place.hash for place in ripe_leaves(channel.records, CHANNEL.id, 128, now)]
