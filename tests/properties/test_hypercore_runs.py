"""All blocks below a node, with one proof: asked for, proved and verified as single blocks are."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import PeerViolation
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.exchange.asking.planning import nodes_of
from engine.protocols.hypercore.exchange.runs import carried, read
from engine.protocols.hypercore.exchange.trust.extensions import RUN, Terms
from engine.protocols.hypercore.limits import BLOCK_LIMIT, RUN_BLOCKS_MAX
from engine.protocols.hypercore.tree import flat
from engine.protocols.hypercore.tree.digest import digest_at
from engine.protocols.hypercore.tree.node import Node
from engine.protocols.hypercore.tree.proof import Given, Proof, prove_at
from engine.protocols.hypercore.tree.suites import SUITES, Suite
from engine.protocols.hypercore.tree.verification import ProofFailed, ReceivedRun, verify
from tests.properties.test_hypercore_proofs import ANY_SUITE, feed_of, pull
from tests.unit.hypercore.feeds import Feed, MemoryTree

KIN = Terms(ours=(RUN,), theirs=(RUN,))
SIZES = st.sampled_from([1, 2, 4, 8, 16, 32])
RANGES = st.lists(st.tuples(st.integers(0, 500), st.integers(1, 90)), max_size=6)


@given(RANGES, SIZES)
def test_nodes_cover_exactly_what_is_to_be_asked_for_in_its_order(
    ranges: list[tuple[int, int]], size: int
) -> None:
    blocks = list(dict.fromkeys(block for at, count in ranges for block in range(at, at + count)))
    nodes = list(nodes_of(blocks, size))
    assert [block for node in nodes for block in range(*flat.blocks_below(node))] == blocks
    assert all(2 ** flat.depth(node) <= size for node in nodes)


def test_a_long_stretch_is_mostly_whole_runs() -> None:
    assert [flat.depth(node) for node in nodes_of(range(6, 140), 32)] == [1, 3, 4, 5, 5, 5, 3, 2]


def test_where_nodes_have_larger_numbers_than_blocks_may_have_there_are_no_runs() -> None:
    """A run is named in the place of a block."""
    nodes = list(nodes_of(range(BLOCK_LIMIT // 2 - 4, BLOCK_LIMIT // 2 + 2), 2))
    assert [flat.depth(node) for node in nodes] == [1, 1, 0, 0]
    assert [node < BLOCK_LIMIT for node in nodes] == [True, True, False, False]


def payload_of(packet: packets.RunRequest | packets.Run) -> bytes:
    message = carried(KIN, packet)
    assert isinstance(message, packets.Extension)
    return message.payload


def run_of(feed: Feed, holder: MemoryTree, tree: MemoryTree, node: int) -> ReceivedRun:
    """A request with the asker's digest, and the holder's answer."""
    digest = digest_at(node, len(feed.blocks), tree.nodes.__contains__)
    proof = prove_at(holder, node, digest)
    assert proof is not None
    start, end = flat.blocks_below(node)
    return ReceivedRun(node, feed.blocks[start:end], proof)


@given(st.integers(1, 90), st.randoms(use_true_random=False), SIZES, ANY_SUITE)
def test_runs_and_blocks_are_verified_in_any_order(
    length: int, random: Random, size: int, suite: Suite
) -> None:
    feed, tree = feed_of(length, suite), MemoryTree()
    nodes = list(nodes_of(range(length), size))
    for node in random.sample(nodes, len(nodes)):
        start, end = flat.blocks_below(node)
        if random.random() < 0.2:
            for block in random.sample(range(start, end), end - start):
                pull(tree, feed, feed, block, length=length)
        else:
            received = run_of(feed, feed, tree, node)
            tree.keep(verify(suite, tree, received, feed.judge))
    assert tree.nodes == feed.nodes


@given(st.integers(32, 90))
def test_what_was_given_on_a_connection_is_not_given_again(length: int) -> None:
    """All that is asked for at once says to hold what was held before the first answer."""
    feed, tree, given_nodes = feed_of(length), MemoryTree(), Given()
    pull(tree, feed, feed, 0, length=length)
    nodes = list(nodes_of(range(length), 8))
    asked = [(node, digest_at(node, length, tree.nodes.__contains__)) for node in nodes]
    sent = alone = 0
    for node, digest in asked:
        proof = prove_at(feed, node, digest, given=given_nodes)
        lonely = prove_at(feed, node, digest)
        assert proof is not None
        assert lonely is not None
        sent += len(proof.nodes)
        alone += len(lonely.nodes)
        start, end = flat.blocks_below(node)
        received = ReceivedRun(node, feed.blocks[start:end], proof)
        tree.keep(verify(feed.suite, tree, received, feed.judge))
    assert tree.nodes == feed.nodes
    assert sent < alone


@given(st.integers(2, 40), st.data())
def test_no_changed_run_is_taken(length: int, data: st.DataObject) -> None:
    feed = feed_of(length)
    node = data.draw(st.sampled_from([n for n in nodes_of(range(length), 8) if n % 2]))
    received = run_of(feed, feed, MemoryTree(), node)
    at = data.draw(st.integers(0, len(received.values) - 1))
    values = list(received.values)
    match data.draw(st.sampled_from(["other", "lacking", "more", "elsewhere", "moved"])):
        case "other":
            values[at] += b"!"
        case "lacking":
            del values[at]
        case "more":
            values.insert(at, b"")
        case "elsewhere":
            received = replace(received, node=received.node + 4 * len(values))
        case _:
            values = [values[0] + values[1], b"", *values[2:]]
            if list(received.values) == values:
                return  # the second one is empty
    with pytest.raises(ProofFailed):
        verify(feed.suite, MemoryTree(), replace(received, values=values), feed.vouches)


@given(st.integers(1, 60), SIZES, st.data())
def test_messages_about_runs_are_read_as_they_were_written(
    length: int, size: int, data: st.DataObject
) -> None:
    feed = feed_of(length)
    node = data.draw(st.sampled_from(list(nodes_of(range(length), size))))
    received = run_of(feed, feed, MemoryTree(), node)
    run = packets.Run(node, tuple(received.values), received.proof)
    request = packets.RunRequest(node, data.draw(st.integers(0, 2**64 - 1)))
    assert read(payload_of(run)) == run
    assert read(payload_of(request)) == request


@given(st.binary(max_size=200))
def test_any_bytes_are_a_message_about_a_run_or_a_violation(payload: bytes) -> None:
    try:
        said = read(payload)
    except PeerViolation:
        return
    assert isinstance(said, packets.RunRequest | packets.Run)


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"\x02",
        b"\x00",
        b"\x00\x01",
        b"\x00\x01\x00\x00",  # something behind it
        b"\x00" + b"\x80" * 10 + b"\x00",  # a varint without an end
        b"\x01",
        b"\x01\x02\x08",  # cut off
        b"\x01\x04\x08\x01\x12\x00",  # a Data with a value
    ],
)
def test_what_is_no_message_about_a_run_is_a_violation(payload: bytes) -> None:
    with pytest.raises(PeerViolation):
        read(payload)


def test_a_run_has_a_bounded_number_of_blocks() -> None:
    widest = RUN_BLOCKS_MAX - 1
    assert flat.blocks_below(widest) == (0, RUN_BLOCKS_MAX)
    proof = Proof((Node(3 * widest, bytes(32), 1),))
    for node in (widest, 2 * widest + 1):
        request = payload_of(packets.RunRequest(node, 0))
        run = payload_of(packets.Run(node, (b"",) * (node + 1), proof))
        if node == widest:
            assert isinstance(read(request), packets.RunRequest)
            assert isinstance(read(run), packets.Run)
        else:
            with pytest.raises(PeerViolation):
                read(request)
            with pytest.raises(PeerViolation):
                read(run)


def test_every_suite_verifies_runs() -> None:
    """Of plain hashes too, whose nodes' sizes nobody promises."""
    for suite in SUITES.values():
        feed, tree = feed_of(16, suite), MemoryTree()
        tree.keep(verify(suite, tree, run_of(feed, feed, tree, 15), feed.judge))
        assert tree.nodes == feed.nodes
