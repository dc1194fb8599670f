"""Which peers are known to hold our posts, from what they acknowledge (protocols/tidings.md 4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.model.ids import PeerId, PostId, ProtocolName, SpaceId
from engine.model.queries import OnePost, Timeline
from engine.protocols.peerlinks.records import ChannelForgotten, ChannelStored, MessageStored
from engine.protocols.tidings.port.records import Acknowledged
from engine.store.delivery import PEERS_MAX
from tests import peerlinks_samples as a
from tests.unit.store.conftest import Opened
from tests.unit.store.garden import AT, GARDEN, HERE, OTHER_PEER, PEER


def acknowledged(*heads: PostId, peer: PeerId = PEER, space: SpaceId = HERE) -> Acknowledged:
    return Acknowledged(ProtocolName.PEERLINKS, space, peer, heads)


def reached(here: Opened) -> dict[str, int]:
    return {post.text: post.reached for post in here.reader.answer(Timeline(HERE), AT).posts}


def branches() -> list[MessageStored]:
    """A root of ours; "one" of ours; Bob's "two" on it; beside both our "three"."""
    root = a.message(HERE, ours=True)
    one = a.message(HERE, [root], "one", ours=True)
    two = a.message(HERE, [one], "two", by=a.chain("bob"))
    return [root, one, two, a.message(HERE, [root], "three", ours=True)]


def test_a_post_nobody_has_spoken_of_is_with_us_alone(memory: Opened) -> None:
    memory.keep(ChannelStored(GARDEN, a.NOW), *branches())
    assert reached(memory) == {"": 0, "one": 0, "two": 0, "three": 0}


def test_a_head_stands_for_all_that_it_builds_on_and_for_nothing_beside(memory: Opened) -> None:
    posts = branches()
    memory.keep(ChannelStored(GARDEN, a.NOW), *posts, acknowledged(posts[2].hash))
    assert reached(memory) == {"": 1, "one": 1, "two": 0, "three": 0}
    memory.keep(acknowledged(posts[3].hash))
    assert reached(memory)["three"] == 1
    assert memory.reader.answer(OnePost(HERE, posts[3].hash), AT).reached == 1


def test_each_peer_counts_once_however_often_it_says_so(memory: Opened) -> None:
    posts = branches()
    heads = [posts[2].hash, posts[3].hash]
    memory.keep(ChannelStored(GARDEN, a.NOW), *posts)
    for _ in range(3):
        memory.keep(acknowledged(*heads))
    memory.keep(acknowledged(*heads, peer=OTHER_PEER))
    assert reached(memory) == {"": 2, "one": 2, "two": 0, "three": 2}


def test_what_is_acknowledged_in_the_turn_that_stores_it_counts(memory: Opened) -> None:
    root = a.message(HERE, ours=True)
    memory.keep(ChannelStored(GARDEN, a.NOW), root, acknowledged(root.hash))
    assert reached(memory) == {"": 1}


def test_a_head_or_a_channel_we_do_not_know_says_nothing(memory: Opened) -> None:
    memory.keep(ChannelStored(GARDEN, a.NOW), *branches())
    memory.keep(
        acknowledged(PostId(b"?" * 32)), acknowledged(PostId(b"?" * 32), space=SpaceId(b"?" * 32))
    )
    assert set(reached(memory).values()) == {0}


def test_a_long_way_down_to_ours_is_walked(memory: Opened) -> None:
    root = a.message(HERE, ours=True)
    posts = [root]
    for number in range(1_000):
        posts.append(a.message(HERE, [posts[-1]], f"{number}", by=a.chain("bob")))
    memory.keep(ChannelStored(GARDEN, a.NOW), *posts, acknowledged(posts[-1].hash))
    assert memory.reader.answer(OnePost(HERE, root.hash), AT).reached == 1


def test_more_peers_than_the_limit_are_not_counted(memory: Opened) -> None:
    root = a.message(HERE, ours=True)
    memory.keep(ChannelStored(GARDEN, a.NOW), root)
    for number in range(PEERS_MAX + 1):
        peer = PeerId(number.to_bytes(32, "big"))
        memory.keep(acknowledged(root.hash, peer=peer))
    assert reached(memory) == {"": PEERS_MAX}


def test_nothing_of_it_is_left_of_a_forgotten_channel(memory: Opened) -> None:
    posts = branches()
    memory.keep(ChannelStored(GARDEN, a.NOW), *posts, acknowledged(posts[2].hash))
    memory.keep(ChannelForgotten(HERE))
    memory.erase_all()
    assert memory.store.database.value("SELECT count(*) FROM delivery") == 0


@pytest.mark.parametrize("ours", [True, False])
def test_only_our_own_posts_are_counted(memory: Opened, *, ours: bool) -> None:
    root = replace(a.message(HERE), ours=ours)
    memory.keep(ChannelStored(GARDEN, a.NOW), root, acknowledged(root.hash))
    assert reached(memory) == {"": int(ours)}
