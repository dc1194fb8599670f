"""Whatever grows, and in whatever order it arrives: all replicas agree, and pages cover all."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.model.ids import PostId
from engine.protocols.peerlinks.graph.acceptance import Accepted
from engine.protocols.peerlinks.graph.answers import answer_bulk, answer_query
from engine.protocols.peerlinks.graph.posting import Composed
from engine.protocols.peerlinks.packets import Bulk, Query
from tests.grown_channel import (
    CHANNEL,
    FRIEND,
    FRIEND_CHAIN,
    MEMBER,
    MEMBER_CHAIN,
    OWNER,
    GrownChannel,
    message,
    root,
)

AUTHORS = [(OWNER, ()), (MEMBER, MEMBER_CHAIN), (FRIEND, FRIEND_CHAIN)]


@st.composite
def graphs(draw: st.DrawFn) -> list[Composed]:
    """A root and up to 14 messages on any of those before them; parents come first."""
    posts = [root()]
    for number in range(draw(st.integers(0, 14))):
        parents = draw(st.lists(st.sampled_from(posts), min_size=1, max_size=4))
        author, chain = draw(st.sampled_from(AUTHORS))
        posts.append(message(parents, author, chain, body=f"{number}"))
    return posts


def _rearranged(posts: list[Composed], data: st.DataObject) -> list[Composed]:
    """Another order in which parents come first."""
    waiting, placed = list(posts), list[Composed]()
    while waiting:
        there = {hashed for _, _, hashed in placed}
        free = [one for one in waiting if there.issuperset(one[0].parents)]
        placed.append(data.draw(st.sampled_from(free)))
        waiting.remove(placed[-1])
    return placed


def _everything(channel: GrownChannel) -> list[PostId]:
    page = channel.records.page_from(CHANNEL.id, (0, PostId(b"")), 1000)
    return [one.hash for one in page]


@given(graphs(), st.data())
@settings(max_examples=50)
def test_replicas_that_received_the_same_in_another_order_agree(
    posts: list[Composed], data: st.DataObject
) -> None:
    here, there = GrownChannel(), GrownChannel()
    for one in posts:
        here.receive(one)
    assert all(isinstance(one, Accepted) for one in there.receive(*_rearranged(posts, data)))
    assert _everything(here) == _everything(there)
    assert here.records.leaves(CHANNEL.id, 128) == there.records.leaves(CHANNEL.id, 128)
    places = here.records.places(CHANNEL.id, _everything(here))
    order = [(place.height, place.hash) for place in places]
    assert order == sorted(order)


@given(graphs(), st.integers(1, 6))
@settings(max_examples=50)
def test_the_pages_of_a_channel_put_together_are_the_channel(
    posts: list[Composed], limit: int
) -> None:
    channel = GrownChannel()
    channel.receive(*posts)
    forward: list[PostId] = []
    query = Query(0, is_backward=False, limit=limit)
    while True:
        answer = answer_query(channel.records, CHANNEL.id, query)
        forward += [one.hash for one in answer.messages]
        if answer.forward_hash is None:
            break
        query = Query(answer.forward_hash, is_backward=False, limit=limit)
    backward: list[PostId] = []
    cursor: PostId | None = forward[-1]
    while cursor is not None:
        query = Query(cursor, is_backward=True, limit=limit)
        answer = answer_query(channel.records, CHANNEL.id, query)
        backward = [one.hash for one in answer.messages] + backward
        cursor = answer.backward_hash
    assert set(forward) == {hashed for _, _, hashed in posts}
    assert len(forward) == len(set(forward))
    assert backward == forward[:-1]


@given(graphs(), st.data(), st.integers(1, 5000))
@settings(max_examples=50)
def test_a_bulk_asked_on_from_its_index_gives_all_that_is_stored(
    posts: list[Composed], data: st.DataObject, bytes_max: int
) -> None:
    channel = GrownChannel()
    channel.receive(*posts)
    wires = {hashed: wire for _, wire, hashed in posts}
    known = st.sampled_from(sorted(wires))
    unknown = st.binary(min_size=32, max_size=32).map(PostId)
    hashes = data.draw(st.lists(known | unknown, max_size=30))
    received: list[bytes] = []
    rest = list(hashes)
    while rest:
        answer = answer_bulk(channel.records, CHANNEL.id, Bulk(tuple(rest)), bytes_max).answer
        assert 0 < answer.forward_index <= len(rest)
        received += answer.messages
        rest = rest[answer.forward_index :]
    assert received == [wires[one] for one in hashes if one in wires]


@given(graphs())
@settings(max_examples=50)
def test_what_is_posted_on_any_graph_is_accepted_everywhere_and_is_its_only_leaf(
    posts: list[Composed],
) -> None:
    here, there = GrownChannel(), GrownChannel()
    here.receive(*posts)
    ours = here.post(author=MEMBER, chain=MEMBER_CHAIN)
    there.receive(*posts, ours)
    assert [leaf.hash for leaf in there.records.leaves(CHANNEL.id, 128)] == [ours[2]]
