"""Answers that cross: asked for before a node was held, they still tell what stands above it."""

from __future__ import annotations

import pytest

from engine.protocols.hypercore.tree import verification
from engine.protocols.hypercore.tree.digest import digest_of
from engine.protocols.hypercore.tree.proof import Given, prove
from engine.protocols.hypercore.tree.suites import SUITES, SuiteName
from engine.protocols.hypercore.tree.verification import Received
from tests.unit.hypercore.feeds import Feed, MemoryTree, block_of

SUITE = SUITES[SuiteName.BLAKE2B]
NOTHING_HELD = 0


@pytest.mark.parametrize("length", range(1, 40))
def test_a_block_that_is_given_twice_while_its_feed_grows_leaves_no_gap(length: int) -> None:
    """Whoever gives sends no node again that it has sent: none of them may be passed over."""
    blocks = [block_of("crossed", number, 10) for number in range(length + 3)]
    short, long = Feed(SUITE, blocks[:length]), Feed(SUITE, blocks)
    reader, given = MemoryTree(), Given()

    def take(author: Feed, number: int, digest: int, given: Given | None) -> None:
        proof = prove(author, number, digest, hash_only=False, given=given)
        assert proof is not None
        received = Received(number, blocks[number], proof)
        reader.keep(verification.verify(SUITE, reader, received, long.judge))

    take(short, length - 1, NOTHING_HELD, None)
    crossing = {
        number: digest_of(number, length, lambda index: reader.node(index) is not None)
        for number in range(length, length + 3)
    }
    take(long, length - 1, NOTHING_HELD, given)
    for number, digest in crossing.items():
        take(long, number, digest, given)
