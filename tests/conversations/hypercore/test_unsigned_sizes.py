"""A liar tells a reader hashes with sizes that nobody signed; then an honest peer comes."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from engine.protocols.hypercore.records import FeedStored, Sought, SoughtBytes
from tests.conversations.hypercore.test_conversations import (
    BLOCKS,
    EVERY_WIRE,
    blocks_of,
    feed_of,
    program,
    write,
)
from tests.conversations.hypercore_pipe import NewWire, Pipe, Program

FEED = feed_of(1)
SPARSE = replace(FEED, whole=False)
STARTS = [sum(map(len, BLOCKS[:n])) for n in range(len(BLOCKS) + 1)]


def sparse(number: int) -> Program:
    one = program(number, SPARSE)
    one.feeds.apply(FeedStored(SPARSE.space, SPARSE, at=0.0))
    return one


def divides_otherwise(liar: Program, pair: int, by: int) -> None:
    """Two leaves of one parent: their sum stays, and so do all hashes."""
    nodes = liar.feeds.shelves[FEED.space].tree.nodes
    by = min(by, nodes[4 * pair + 2].size)
    for index, change in ((4 * pair, by), (4 * pair + 2, -by)):
        nodes[index] = replace(nodes[index], size=nodes[index].size + change)


@EVERY_WIRE
@given(st.integers(2, 40), st.integers(1, 200))
def test_honest_peers_are_blamed_for_nothing_and_every_byte_is_where_it_was(
    wire: NewWire, length: int, by: int
) -> None:
    liar, author, reader = program(3, FEED), program(1, FEED), sparse(2)
    write(liar, 1, length)
    write(author, 1, length)
    divides_otherwise(liar, (length - 1) // 2 if length % 2 == 0 else length // 2 - 1, by)
    Pipe(reader, liar, FEED, wire)
    pipe = Pipe(reader, author, FEED, wire)
    wished = SoughtBytes(FEED.space, STARTS[length - 2], STARTS[length])
    reader.feeds.apply(wished)
    pipe.stored(0, wished)
    for block in range(length):
        sought = Sought(FEED.space, block, block + 1)
        reader.feeds.apply(sought)
        pipe.stored(0, sought)
    assert blocks_of(reader, FEED) == dict(enumerate(BLOCKS[:length]))
    assert pipe.endings() == [None, None]
    truth = author.feeds.shelves[FEED.space].tree.nodes
    known = reader.feeds.shelves[FEED.space].tree.nodes
    assert all(truth[index] == node for index, node in known.items())
