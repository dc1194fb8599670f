"""Numbers that bound what is kept in memory of feeds, and read at a time: at each, and beyond."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.crypto.ed25519 import sign
from engine.model.ids import PublicKey, SpaceId
from engine.protocols.hypercore.limits import COPIED_BYTES_MIN
from engine.protocols.hypercore.records import Feed
from engine.protocols.hypercore.tree.node import HASH_BYTES, Node
from engine.protocols.hypercore.tree.proof import Signed
from engine.protocols.hypercore.tree.suites import SUITES, SuiteName
from engine.store.database import Database
from engine.store.hypercore import mending
from engine.store.hypercore.blocks import HELD_BACK_BYTES_MAX, BlockRows
from engine.store.hypercore.trees import (
    HELD_BACK_MAX,
    LARGE_READ_MAX,
    NODES_KEPT_MAX,
    SIGNATURES_READ_MAX,
    Trees,
)
from engine.store.opening import open_memory_store
from tests.unit.hypercore.feeds import AUTHOR

HASH = bytes(HASH_BYTES)
AT_AND_BEYOND = pytest.mark.parametrize("beyond", [0, 1])


@pytest.fixture
def database() -> Iterator[Database]:
    """In a transaction."""
    store = open_memory_store()
    with store.database.atomic():
        yield store.database
    store.close()


def nodes(count: int) -> list[Node]:
    return [Node(index, HASH, 1) for index in range(count)]


@AT_AND_BEYOND
def test_so_many_nodes_are_kept_in_memory_and_the_others_found(
    database: Database, beyond: int
) -> None:
    trees = Trees(database)
    trees.add(1, nodes(NODES_KEPT_MAX), None)
    trees.add(1, [Node(NODES_KEPT_MAX, HASH, 1)] * beyond, None)
    gone = NODES_KEPT_MAX // 4 if beyond else 0
    assert len(trees._known) == NODES_KEPT_MAX + beyond - gone
    assert trees.node(1, 0) == Node(0, HASH, 1)


@AT_AND_BEYOND
def test_so_many_nodes_wait_to_be_written(database: Database, beyond: int) -> None:
    trees = Trees(database)
    trees.add(1, nodes(HELD_BACK_MAX - 1 + beyond), None)
    assert len(trees._nodes) == (0 if beyond else HELD_BACK_MAX - 1)


@AT_AND_BEYOND
def test_so_many_signatures_are_read_at_a_time(database: Database, beyond: int) -> None:
    trees = Trees(database)
    for length in range(1, SIGNATURES_READ_MAX + beyond + 1):
        trees.add(1, (), Signed(length, b"signed"))
    read = [signed.length for signed in trees.signed(1, 1, 1_000)]
    assert len(read) == SIGNATURES_READ_MAX
    assert read[0] == SIGNATURES_READ_MAX + beyond, "the longest"


@AT_AND_BEYOND
def test_of_nodes_that_hash_the_same_so_many_are_read(database: Database, beyond: int) -> None:
    trees, like = Trees(database), Node(1, HASH, COPIED_BYTES_MIN)
    for feed in range(LARGE_READ_MAX + beyond):
        trees.add(feed, [like], None)
    trees.flush()
    assert trees.large(like) == [(feed, 1) for feed in range(LARGE_READ_MAX)]


@pytest.mark.parametrize(("size", "found"), [(COPIED_BYTES_MIN, 1), (COPIED_BYTES_MIN - 1, 0)])
def test_nodes_of_so_many_bytes_are_looked_for(database: Database, size: int, found: int) -> None:
    trees, like = Trees(database), Node(1, HASH, size)
    trees.add(1, [like], None)
    trees.flush()
    assert len(trees.large(like)) == found


@AT_AND_BEYOND
def test_so_many_bytes_of_blocks_wait_to_be_written(database: Database, beyond: int) -> None:
    blocks = BlockRows(database)
    blocks.add(1, 0, bytes(HELD_BACK_BYTES_MAX + beyond), at=0.0)
    assert blocks._held_back_bytes == (0 if beyond else HELD_BACK_BYTES_MAX)


@AT_AND_BEYOND
def test_so_many_trees_are_tried_where_the_last_one_is_not_its_authors(
    database: Database, monkeypatch: pytest.MonkeyPatch, beyond: int
) -> None:
    monkeypatch.setattr(mending, "TREES_TRIED", SIGNATURES_READ_MAX)
    suite, trees, key = SUITES[SuiteName.BLAKE2B], Trees(database), PublicKey(AUTHOR.public_key)
    leaf = suite.leaf(0, b"the only one")
    trees.add(1, [leaf], Signed(1, sign(suite.tree([leaf]), AUTHOR.secret_key)))
    longest = SIGNATURES_READ_MAX + beyond
    for length in range(2, longest + 1):
        trees.add(1, (), Signed(length, bytes(64)))
    feed = Feed(SpaceId(key), key, suite.name, length=longest)
    assert mending._longest(feed, trees.of(1)) == ((0, 0) if beyond else (1, leaf.size))
