"""A feed that is signed, and one named by its own hash, are the same tree (draft 1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.crypto.ed25519 import sign
from engine.protocols.hypercore.tree.conversion import roots_of, signed, unsigned
from engine.protocols.hypercore.tree.growth import grow
from engine.protocols.hypercore.tree.proof import Signed, prove
from engine.protocols.hypercore.tree.suites import Suite
from engine.protocols.hypercore.tree.verification import ProofFailed, Received, verify
from tests.properties.test_hypercore_proofs import ANY_SUITE, feed_of
from tests.unit.hypercore.feeds import AUTHOR, Feed, MemoryTree, block_of


def signs(tree_hash: bytes) -> bytes:
    return sign(tree_hash, AUTHOR.secret_key)


@given(st.integers(1, 40), ANY_SUITE)
def test_a_signed_feed_becomes_a_static_one_without_hashing_a_block(
    length: int, suite: Suite
) -> None:
    feed = feed_of(length, suite)
    static = unsigned(suite, feed.roots)
    tree, reader = MemoryTree(feed.nodes.values(), [static.signed]), MemoryTree()
    for block in range(length):
        proof = prove(tree, block, 0, hash_only=False)
        assert proof is not None
        received = Received(block, feed.blocks[block], proof)
        reader.keep(
            verify(
                suite,
                reader,
                received,
                lambda tree_hash, one: not one.signature and tree_hash == static.key,
            )
        )
    assert reader.nodes == feed.nodes


@given(st.integers(1, 40), st.integers(0, 9), ANY_SUITE)
def test_a_static_feed_becomes_the_beginning_of_a_signed_one(
    length: int, more: int, suite: Suite
) -> None:
    blocks = [block_of("conversion", n, (37 * n) % 101) for n in range(length + more)]
    grown = grow(suite, (), 0, blocks[:length])
    nodes = MemoryTree(grown.nodes, [signed(suite, grown.roots, signs)])
    author = Feed(suite, blocks)
    assert nodes.signatures[length] == author.signatures[length]
    further = grow(suite, grown.roots, length, blocks[length:])
    assert further.roots == author.roots


@given(st.integers(1, 40), ANY_SUITE)
def test_there_and_back_it_is_the_same(length: int, suite: Suite) -> None:
    feed = feed_of(length, suite)
    static = unsigned(suite, feed.roots)
    tree = MemoryTree(feed.nodes.values(), [static.signed])
    roots = roots_of(tree, static.signed.length)
    assert roots == feed.roots
    assert signed(suite, roots, signs) == feed.signatures[length]
    assert static.key == suite.tree(roots)


@given(st.integers(1, 40), ANY_SUITE)
def test_neither_proof_is_taken_for_the_other(length: int, suite: Suite) -> None:
    feed = feed_of(length, suite)
    static = MemoryTree(feed.nodes.values(), [Signed(length, b"")])
    proof = prove(static, 0, 0, hash_only=False)
    assert proof is not None
    with pytest.raises(ProofFailed, match="not signed by the author"):
        verify(suite, MemoryTree(), Received(0, feed.blocks[0], proof), feed.judge)


def test_roots_that_are_not_known_are_not_made_up() -> None:
    feed = feed_of(7)
    del feed.nodes[feed.roots[1].index]
    assert roots_of(feed, 7) is None
    assert roots_of(feed, 4) is not None
