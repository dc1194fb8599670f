"""Whatever order blocks come in, from whoever holds some: the feed's are taken, others never."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.crypto.ed25519 import from_seed
from engine.protocols.hypercore.limits import PROOF_NODES_MAX, SIZE_LIMIT
from engine.protocols.hypercore.tree import flat
from engine.protocols.hypercore.tree.digest import NOTHING_HELD, digest_of
from engine.protocols.hypercore.tree.growth import grow
from engine.protocols.hypercore.tree.node import Node
from engine.protocols.hypercore.tree.places import (
    Place,
    Unknown,
    block_at,
    block_behind,
    bytes_between,
)
from engine.protocols.hypercore.tree.proof import Proof, Signed, prove
from engine.protocols.hypercore.tree.suites import SUITES, Suite, SuiteName
from engine.protocols.hypercore.tree.verification import (
    INDEX_LIMIT,
    ProofFailed,
    Received,
    verify,
)
from tests.amounts import amount
from tests.unit.hypercore.feeds import Feed, MemoryTree, block_of

BLAKE2B = SUITES[SuiteName.BLAKE2B]
LENGTHS = range(1, amount("FEEDS_UP_TO", 40) + 1)
ANY_SUITE = st.sampled_from(list(SUITES.values()))


def feed_of(length: int, suite: Suite = BLAKE2B, salt: str = "proofs") -> Feed:
    """Blocks of many sizes, some of them empty."""
    return Feed(suite, [block_of(salt, n, (37 * n) % 101) for n in range(length)])


def pull(tree: MemoryTree, holder: MemoryTree, feed: Feed, block: int, *, length: int) -> None:
    """One Request and its Data: the asker's digest, the holder's proof, verified and kept."""
    digest = digest_of(block, length, tree.nodes.__contains__)
    proof = prove(holder, block, digest, hash_only=False)
    assert proof is not None
    tree.keep(verify(feed.suite, tree, Received(block, feed.blocks[block], proof), feed.judge))


@given(st.integers(1, 40), st.randoms(use_true_random=False), ANY_SUITE)
def test_blocks_are_verified_in_any_order(length: int, random: Random, suite: Suite) -> None:
    feed, tree = feed_of(length, suite), MemoryTree()
    for block in random.sample(range(length), length):
        pull(tree, feed, feed, block, length=length)
    assert tree.nodes == feed.nodes


@given(st.integers(2, 40), st.randoms(use_true_random=False))
def test_a_feed_that_grows_is_read_from_others_that_read_it(length: int, random: Random) -> None:
    whole = feed_of(length)
    first, second = MemoryTree(), MemoryTree()
    had: list[int] = []
    for now in sorted({1, length // 2 or 1, length}):
        author = feed_of(now)
        for block in random.sample(range(now), (now + 1) // 2):
            pull(first, author, whole, block, length=now)
            had.append(block)
    for block in random.sample(had, len(had)):
        pull(second, first, whole, block, length=length)
    assert second.nodes
    for node in second.nodes.values():
        assert whole.nodes[node.index] == node


def flips(proof: Proof, value: bytes) -> Iterator[tuple[bytes, Proof]]:
    """Every bit of every field, one at a time."""
    for bit in range(8 * len(value)):
        yield flipped(value, bit), proof
    for bit in range(8 * len(proof.signature)):
        yield value, replace(proof, signature=flipped(proof.signature, bit))
    for at, node in enumerate(proof.nodes):
        changed = [replace(node, hash=flipped(node.hash, bit)) for bit in range(256)]
        changed += [replace(node, index=node.index ^ 1 << bit) for bit in range(63)]
        changed += [replace(node, size=node.size ^ 1 << bit) for bit in range(53)]
        for other in changed:
            yield value, replace(proof, nodes=(*proof.nodes[:at], other, *proof.nodes[at + 1 :]))


def flipped(data: bytes, bit: int) -> bytes:
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def refused(feed: Feed, received: Received, tree: MemoryTree | None = None) -> ProofFailed:
    with pytest.raises(ProofFailed) as caught:
        verify(feed.suite, tree or MemoryTree(), received, feed.vouches)
    return caught.value


def accepted(feed: Feed, received: Received, tree: MemoryTree) -> bool:
    """As ``refused`` asks, a million times."""
    try:
        verify(feed.suite, tree, received, feed.vouches)
    except ProofFailed:
        return False
    return True


def demand_every_bit(feed: Feed, tree: MemoryTree, block: int, digest: int) -> None:
    """The proof for who asks with ``digest`` is accepted in ``tree``, and with no bit flipped."""
    value, proof = feed.blocks[block], prove(feed, block, digest, hash_only=False)
    assert proof is not None
    assert accepted(feed, Received(block, value, proof), tree)
    others = (Received(block, *other) for other in flips(proof, value))
    assert [one for one in others if accepted(feed, one, tree)] == []


@pytest.mark.parametrize("length", LENGTHS)
def test_no_flipped_bit_is_ever_accepted(length: int) -> None:
    """H-1: of all blocks and their proofs, asked for by somebody who holds nothing."""
    feed = feed_of(length)
    for block in range(length):
        demand_every_bit(feed, MemoryTree(), block, NOTHING_HELD)


@pytest.mark.parametrize("length", range(2, 13))
def test_nor_one_of_a_proof_that_was_cut_to_what_is_not_held(length: int) -> None:
    """H-1: by the digest of somebody who holds the way from one other block."""
    feed = feed_of(length)
    for known in range(length):
        tree = MemoryTree()
        pull(tree, feed, feed, known, length=length)
        for block in set(range(length)) - {known}:
            digest = digest_of(block, length, tree.nodes.__contains__)
            demand_every_bit(feed, tree, block, digest)


@pytest.mark.parametrize("length", LENGTHS)
def test_no_other_arrangement_of_nodes_is_ever_accepted(length: int) -> None:
    feed = feed_of(length)
    value = feed.blocks[length // 2]
    proof = prove(feed, length // 2, 0, hash_only=False)
    assert proof is not None
    nodes = proof.nodes
    others = [nodes[:at] + nodes[at + 1 :] for at in range(len(nodes))]
    others += [(*nodes, node) for node in (*nodes, feed.nodes[0], Node(2 * length, bytes(32), 0))]
    others += [
        (*nodes[:at], nodes[at + 1], nodes[at], *nodes[at + 2 :]) for at in range(len(nodes) - 1)
    ]
    for other in others:
        refused(feed, Received(length // 2, value, replace(proof, nodes=other)))


@pytest.mark.parametrize("length", range(2, 41))
def test_a_signature_of_another_length_proves_nothing(length: int) -> None:
    feed = feed_of(length)
    proof = prove(feed, 0, 0, hash_only=False)
    assert proof is not None
    for other in feed.signatures.values():
        if other.length != length:
            received = Received(0, feed.blocks[0], replace(proof, signature=other.signature))
            refused(feed, received)


@pytest.mark.parametrize("length", LENGTHS)
def test_a_block_is_not_taken_for_another_one(length: int) -> None:
    feed = feed_of(length)
    for block in range(length):
        proof = prove(feed, block, 0, hash_only=False)
        assert proof is not None
        for other in range(length + 1):
            if other != block:
                refused(feed, Received(other, feed.blocks[block], proof))


def test_impossible_proofs_are_refused_before_anything_is_hashed() -> None:
    feed = feed_of(3)
    proof = prove(feed, 0, 0, hash_only=False)
    assert proof is not None
    node = proof.nodes[0]
    for nodes in (
        (node,) * (PROOF_NODES_MAX + 1),
        (replace(node, size=SIZE_LIMIT),),
        (replace(node, size=-1),),
        (replace(node, index=INDEX_LIMIT),),
        (replace(node, hash=node.hash[:31]),),
    ):
        refused(feed, Received(0, feed.blocks[0], replace(proof, nodes=nodes)))
    refused(feed, Received(INDEX_LIMIT, feed.blocks[0], proof))
    refused(feed, Received(0, None, proof))


def test_sizes_that_add_up_beyond_all_feeds_are_refused() -> None:
    feed = feed_of(2)
    large = Node(0, bytes(32), SIZE_LIMIT - 1)
    received = Received(0, None, Proof((large, Node(2, bytes(32), SIZE_LIMIT - 1))))
    assert refused(feed, received).reason == "a node beyond all feeds"


@given(st.integers(2, 40), st.data())
def test_another_history_of_the_same_author_differs_and_is_said_to(
    length: int, data: st.DataObject
) -> None:
    """H-2: the same key signed two trees; the first node that differs tells who holds one."""
    since = data.draw(st.integers(0, length - 1))
    ours = feed_of(length)
    blocks = ours.blocks[:since] + [block + b"!" for block in ours.blocks[since:]]
    theirs = Feed(BLAKE2B, blocks)
    tree = MemoryTree(ours.nodes.values(), ours.signatures.values())
    block = data.draw(st.integers(since, length - 1))
    proof = prove(theirs, block, 0, hash_only=False)
    assert proof is not None
    received = Received(block, theirs.blocks[block], proof)
    assert refused(ours, received, tree).differs
    alone = verify(BLAKE2B, MemoryTree(), received, theirs.judge)
    assert alone.signed == Signed(length, proof.signature)
    assert any(ours.nodes[node.index] != node for node in alone.nodes)


def test_a_stranger_who_signs_the_same_blocks_is_not_the_author() -> None:
    feed = feed_of(5)
    stranger = Feed(BLAKE2B, feed.blocks, from_seed(bytes(32)))
    proof = prove(stranger, 4, 0, hash_only=False)
    assert proof is not None
    assert refused(feed, Received(4, feed.blocks[4], proof)).reason == "not signed by the author"


@given(st.integers(1, 40), ANY_SUITE)
def test_an_unsigned_feed_is_proved_by_its_tree_hash(length: int, suite: Suite) -> None:
    """Draft 1: the key is the hash of the whole tree; a signed tree turns into one and back."""
    feed = feed_of(length, suite)
    key = suite.tree(feed.roots)
    plain = MemoryTree(feed.nodes.values(), [Signed(length, b"")])
    reader = MemoryTree()
    for block in range(length):
        digest = digest_of(block, length, reader.nodes.__contains__)
        proof = prove(plain, block, digest, hash_only=False)
        assert proof is not None
        assert proof.signature == b""
        received = Received(block, feed.blocks[block], proof)
        reader.keep(verify(suite, reader, received, lambda tree_hash, _signed: tree_hash == key))
    assert reader.nodes == feed.nodes


@given(st.integers(1, 60), st.integers(1, 20), st.randoms(use_true_random=False))
def test_batches_grow_the_tree_that_single_blocks_do(
    length: int, batch: int, random: Random
) -> None:
    blocks = [random.randbytes(random.randrange(40)) for _ in range(length)]
    singly = Feed(BLAKE2B, blocks)
    roots: tuple[Node, ...] = ()
    nodes: dict[int, Node] = {}
    for start in range(0, length, batch):
        grown = grow(BLAKE2B, roots, start, blocks[start : start + batch])
        roots = grown.roots
        nodes.update({node.index: node for node in grown.nodes})
    assert (roots, nodes) == (singly.roots, singly.nodes)
    assert tuple(root.index for root in roots) == flat.full_roots(length)


@given(st.integers(1, 40))
def test_bytes_are_found_in_their_blocks(length: int) -> None:
    feed = feed_of(length)
    everything = [(n, at) for n, block in enumerate(feed.blocks) for at in range(len(block))]
    for offset, (block, within) in enumerate(everything):
        assert block_at(length, offset, feed.node) == Place(block, within)
    assert block_at(length, len(everything), feed.node) is None


@given(st.integers(0, 1 << 40), st.integers(0, 1 << 40))
def test_some_blocks_are_covered_by_few_nodes(start: int, count: int) -> None:
    roots = flat.roots_between(start, start + count)
    ends = [start, *(flat.blocks_below(root)[1] for root in roots)]
    assert [flat.blocks_below(root) for root in roots] == list(pairwise(ends))
    assert ends[-1] == start + count
    assert len(roots) <= 2 * max(1, count.bit_length())
    assert flat.roots_between(0, count) == flat.full_roots(count)


@given(st.integers(1, 40), st.data(), st.sampled_from([1, 2]))
def test_bytes_of_some_blocks_are_found_and_counted(
    length: int, data: st.DataObject, step: int
) -> None:
    """Also where nothing but the blocks' own nodes is known."""
    feed = feed_of(length)
    known = (one for one in feed.nodes.values() if one.index % step == 0)
    node = MemoryTree(known).node
    first = data.draw(st.integers(0, length))
    end = data.draw(st.integers(first, length))
    everything = [(n, at) for n in range(first, end) for at in range(len(feed.blocks[n]))]
    for offset, (block, within) in enumerate(everything):
        assert block_behind(first, end, offset, node) == Place(block, within)
    assert block_behind(first, end, len(everything), node) is None
    assert bytes_between(first, end, node) == len(everything)


def test_of_blocks_of_which_nothing_is_known_the_first_is_named() -> None:
    nowhere = MemoryTree().node
    assert block_behind(3, 1 << 60, 0, nowhere) == Unknown(3)
    assert bytes_between(3, 1 << 60, nowhere) is None


@given(st.integers(2, 40), st.data())
def test_where_the_tree_is_not_known_a_block_that_would_help_is_named(
    length: int, data: st.DataObject
) -> None:
    feed, tree = feed_of(length), MemoryTree()
    if (total := sum(len(block) for block in feed.blocks)) == 0:
        return
    pull(tree, feed, feed, data.draw(st.integers(0, length - 1)), length=length)
    offset = data.draw(st.integers(0, total - 1))
    while isinstance(found := block_at(length, offset, tree.node), Unknown):
        pull(tree, feed, feed, found.block, length=length)
    assert found == block_at(length, offset, feed.node)
