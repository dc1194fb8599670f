"""A hash that comes without its block: whose word is its size?

Above a pair of hashes only the sum of their sizes is hashed. Whoever divides it otherwise must not
be able to move a byte of the feed, nor to have somebody else's honest answer look wrong.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.protocols.hypercore.tree import flat, verification
from engine.protocols.hypercore.tree.digest import digest_of
from engine.protocols.hypercore.tree.node import Node
from engine.protocols.hypercore.tree.proof import Given, Proof, prove
from engine.protocols.hypercore.tree.suites import SUITES, SuiteName
from engine.protocols.hypercore.tree.verification import ProofFailed, Received, Verified
from tests.unit.hypercore.feeds import Feed, MemoryTree, block_of, offset_of

SUITE = SUITES[SuiteName.BLAKE2B]
LENGTHS = range(2, 24)


def written(length: int) -> Feed:
    return Feed(SUITE, [block_of("sizes", number, 10 + number) for number in range(length)])


def given_hash(author: Feed, reader: MemoryTree, block: int, given: Given | None = None) -> Proof:
    digest = digest_of(block, len(author.blocks), reader.node)
    proof = prove(author, block, digest, hash_only=True, given=given)
    assert proof is not None
    return proof


def divided_otherwise(proof: Proof, by: int) -> Proof:
    """The first two hashes, which are siblings where both lie in one pair."""
    first, second, *rest = proof.nodes
    moved = (replace(first, size=first.size + by), replace(second, size=second.size - by))
    return Proof((*moved, *rest), proof.signature)


def hear(
    author: Feed, reader: MemoryTree, block: int, proof: Proof, said: dict[int, Node] | None = None
) -> Verified:
    received = Received(block, None, proof)
    verified = verification.verify(SUITE, reader, received, author.judge, said or {})
    reader.keep(verified)
    return verified


def take(
    author: Feed,
    reader: MemoryTree,
    block: int,
    said: dict[int, Node] | None = None,
    given: Given | None = None,
) -> None:
    digest = digest_of(block, len(author.blocks), reader.node)
    proof = prove(author, block, digest, hash_only=False, given=given)
    assert proof is not None
    received = Received(block, author.blocks[block], proof)
    reader.keep(verification.verify(SUITE, reader, received, author.judge, said or {}))


@pytest.mark.parametrize("length", LENGTHS)
def test_no_size_is_kept_that_a_liar_may_have_chosen(length: int) -> None:
    author = written(length)
    for block in range(length):
        reader = MemoryTree()
        proof = given_hash(author, reader, block)
        if len(proof.nodes) > 1 and proof.nodes[1].index == flat.sibling(2 * block):
            proof = divided_otherwise(proof, 3)
        hear(author, reader, block, proof)
        assert all(author.node(index) == node for index, node in reader.nodes.items())


@pytest.mark.parametrize("length", LENGTHS)
def test_after_a_lie_honest_answers_are_as_good_as_before(length: int) -> None:
    author = written(length)
    for block in range(length - length % 2):
        reader = MemoryTree()
        hear(author, reader, block, divided_otherwise(given_hash(author, reader, block), 3))
        for number in range(length):
            take(author, reader, number)
        starts = [offset_of(length, number, reader.node) for number in range(length)]
        assert starts == [sum(map(len, author.blocks[:number])) for number in range(length)]


@pytest.mark.parametrize("length", LENGTHS)
def test_what_one_peer_said_goes_on_counting_in_what_it_says_next(length: int) -> None:
    """It does not send a hash twice: without its word the block beside would never be proved."""
    author = written(length)
    for block in range(length):
        reader, given = MemoryTree(), Given()
        proof = given_hash(author, reader, block)
        heard = hear(author, reader, block, proof)
        said = {node.index: node for node in heard.said}
        given.note([node.index for node in (*heard.nodes, *heard.said)], proof)
        for number in range(length):
            take(author, reader, number, said, given)
        assert all(author.node(index) == node for index, node in reader.nodes.items())
        assert reader.nodes.keys() >= {2 * number for number in range(length)}


def test_who_has_lied_is_found_out_by_what_it_says_next() -> None:
    author, reader, given = written(4), MemoryTree(), Given()
    proof = divided_otherwise(given_hash(author, reader, 0), 3)
    heard = hear(author, reader, 0, proof)
    said = {node.index: node for node in heard.said}
    assert set(said) == {0, 2}
    given.note([0, 1, 3], proof)
    with pytest.raises(ProofFailed):
        take(author, reader, 0, said, given)


def test_the_size_of_a_hash_is_signed_where_its_siblings_is_known_or_it_is_a_root() -> None:
    author, reader = written(5), MemoryTree()
    take(author, reader, 0)
    assert reader.node(2) == author.node(2), "of a pair of which one is here"
    heard = hear(author, reader, 4, given_hash(author, reader, 4))
    assert heard.said == ()
    assert reader.node(8) == author.node(8)


def test_in_hashes_without_sizes_only_the_hashes_are_compared() -> None:
    """Draft 1 to the letter: nobody has signed any size, so none accuses anybody."""
    plain = SUITES[SuiteName.SHA256_PLAIN]
    author = Feed(plain, [block_of("sizes", number, 10) for number in range(4)])
    reader = MemoryTree()
    proof = prove(author, 0, 0, hash_only=False)
    assert proof is not None
    lies = Proof(tuple(replace(one, size=one.size + 7) for one in proof.nodes), proof.signature)
    reader.keep(
        verification.verify(plain, reader, Received(0, author.blocks[0], lies), author.judge)
    )
    for number in range(1, 4):
        digest = digest_of(number, 4, reader.node)
        proof = prove(author, number, digest, hash_only=False)
        assert proof is not None
        received = Received(number, author.blocks[number], proof)
        reader.keep(verification.verify(plain, reader, received, author.judge))
