"""Peers that forge, fork and turn back what an author signed: H-1, H-2, H-3."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from engine.model.ids import SpaceId
from engine.protocols.contract import Ending
from engine.protocols.hypercore.dep0010.wire import Dep0010Wire
from engine.protocols.hypercore.exchange.trust.extensions import (
    FORK,
    decode_evidence,
    encode_evidence,
)
from engine.protocols.hypercore.exchange.trust.forks import evidence_of, verified_alone
from engine.protocols.hypercore.records import Evidence, Feed, FeedStored, Received, Records
from engine.protocols.hypercore.tree import flat
from engine.protocols.hypercore.tree.node import Node
from engine.protocols.hypercore.tree.proof import Proof, Signed, prove
from engine.protocols.hypercore.tree.suites import SUITES, SuiteName
from engine.protocols.hypercore.tree.verification import ProofFailed, Verified, verify
from engine.protocols.hypercore.tree.verification import Received as Came
from engine.store.hypercore.feeds import FeedRows
from tests.attacks.attack import attack, replaced
from tests.attacks.feeds import (
    BLOCKS,
    BOTH,
    EXCHANGE,
    FEED,
    STRANGER,
    Attacked,
    always,
    believing,
    both,
    holds,
    shelf,
)
from tests.conversations.hypercore_pipe import Pipe, Program
from tests.properties.test_hypercore_proofs import feed_of as tree_of
from tests.properties.test_hypercore_proofs import flips
from tests.unit.hypercore.feeds import MemoryTree
from tests.unit.hypercore.test_feeds_repository import Stored

VERIFICATION = "engine.protocols.hypercore.tree.verification"
BLAKE2B = SUITES[SuiteName.BLAKE2B]


def is_taken(received: Came, judge: object = None, tree: MemoryTree | None = None) -> bool:
    """Whether the proof holds for somebody who has the feed's key, and that tree."""
    vouches = tree_of(9).vouches if judge is None else judge
    try:
        verify(BLAKE2B, tree or MemoryTree(), received, vouches)  # type: ignore[arg-type]  # a Judge
    except ProofFailed:
        return False
    return True


# ---- H-1 ----------------------------------------------------------------------------------------


@attack("H-1", without=replaced("tests.unit.hypercore.feeds.Feed.vouches", always(value=True)))
def test_h1_a_bit_of_a_proof_that_is_flipped_proves_nothing() -> None:
    """Every bit, for feeds of 1 to 40 blocks: tests/properties/test_hypercore_proofs.py."""
    for length in (1, 2, 6, 7):
        feed = tree_of(length)
        for block in {0, length - 1}:
            proof = prove(feed, block, 0, hash_only=False)
            assert proof is not None
            for value, flipped in flips(proof, feed.blocks[block]):
                assert not is_taken(Came(block, value, flipped), feed.vouches)


@attack("H-1", without=replaced(f"{EXCHANGE}.trust.judging.verify", always(value=True)))
def test_h1_what_a_stranger_signed_is_not_the_authors() -> None:
    for wire in BOTH:
        forger, reader = holds(1, 9, author=STRANGER), holds(2, 0)
        Pipe(reader, forger, FEED, wire)
        assert not shelf(reader).blocks
        assert not shelf(reader).tree.nodes


@attack("H-1", without=replaced(f"{EXCHANGE}.taking.verification.verify", believing))
def test_h1_one_bad_block_behind_a_good_tree_is_not_stored_and_ends_it() -> None:
    for wire in BOTH:
        author, reader = holds(1, 9), holds(2, 0)
        shelf(author).blocks[5] = b"something else"
        pipe = Pipe(reader, author, FEED, wire)
        assert 5 not in shelf(reader).blocks
        assert pipe.endings()[0] is Ending.VIOLATION


def _leaves_nodes_over(climbing: object) -> list[Node]:
    """The roots of what was proved, whatever else was sent."""
    top = climbing._top  # type: ignore[attr-defined]  # the guard's own state
    waiting = {node.index: node for node in climbing.waiting}  # type: ignore[attr-defined]  # too
    ends = [flat.blocks_below(top.index)[1]]
    ends += [flat.blocks_below(node.index)[1] for node in waiting.values() if node.index < 18]
    roots = flat.full_roots(max(ends))
    return [top if index == top.index else waiting[index] for index in roots]


@attack("H-1", without=replaced(f"{VERIFICATION}._Climbing.roots", _leaves_nodes_over))
def test_h1_nodes_that_prove_nothing_are_not_smuggled_in() -> None:
    feed = tree_of(9)
    proof = prove(feed, 8, 0, hash_only=False)
    assert proof is not None
    assert is_taken(Came(8, feed.blocks[8], proof), feed.vouches)
    smuggled = replace(proof, nodes=(*proof.nodes, Node(20, bytes(32), 7)))
    assert not is_taken(Came(8, feed.blocks[8], smuggled), feed.vouches)


@attack("H-1", without=replaced(f"{VERIFICATION}._leaf", lambda *_: tree_of(2).nodes[1]))
def test_h1_the_hashes_of_two_blocks_are_no_block() -> None:
    """A parent's content offered as a leaf's, in the place of a shorter tree."""
    feed = tree_of(2)
    left, right = feed.nodes[0], feed.nodes[2]
    as_block = (left.size + right.size).to_bytes(8, "big") + left.hash + right.hash
    forged = Proof((), feed.signatures[2].signature)
    assert not is_taken(Came(0, as_block, forged), feed.vouches)


# ---- H-2 ----------------------------------------------------------------------------------------


@attack("H-2", without=replaced(f"{EXCHANGE}.trust.forks.differs", always(value=False)))
def test_h2_two_histories_from_two_peers_are_found_and_kept_as_evidence() -> None:
    for wire in BOTH:
        reader = holds(3, 0)
        Pipe(reader, holds(1, 20), FEED, wire)
        Pipe(reader, holds(2, 20, since=7), FEED, wire)
        evidence = reader.feeds.evidence(FEED.space)
        assert evidence is not None
        assert len({one.signed.signature for one in evidence}) == 2
        assert shelf(reader).feed.common == 7
        assert shelf(reader).blocks == dict(enumerate(BLOCKS[:20])), "the first stays readable"


@attack("H-2", without=replaced(f"{EXCHANGE}.trust.forks.differs", always(value=False)))
def test_h2_a_fork_is_also_found_after_a_restart() -> None:
    reader = holds(3, 0)
    Pipe(reader, holds(1, 20), FEED, Dep0010Wire)
    again = Program(reader.feeds, Random(9))
    Pipe(again, holds(2, 14, since=7), FEED, Dep0010Wire)
    assert shelf(again).feed.common == 7


def _all_of_it(_records: Records, feed: Feed) -> int:
    return feed.length


@attack(
    "H-2",
    without=both(
        replaced(f"{EXCHANGE}.serving.end_given", _all_of_it),
        replaced(f"{EXCHANGE}.giving.end_given", _all_of_it),
        replaced(f"{EXCHANGE}.trust.fork_watch.ForkWatch.tell", always(value=[])),
    ),
)
def test_h2_nothing_behind_the_common_prefix_is_spread() -> None:
    for wire in BOTH:
        one = holds(1, 20)
        Pipe(one, holds(2, 30, since=7), FEED, wire)
        other = holds(3, 0)
        Pipe(other, one, FEED, wire)
        assert shelf(other).blocks == dict(enumerate(BLOCKS[:7]))


@attack("H-2", without=replaced(f"{EXCHANGE}.trust.forks.contradict", always(value=True)))
def test_h2_evidence_that_shows_no_fork_freezes_nothing() -> None:
    """A feed that has grown, shown as if it had forked."""
    attacked = Attacked(blocks=9)
    longer, shorter = holds(4, 12), holds(5, 7)
    answers = []
    for one in (longer, shorter):
        proof = prove(one.feeds.tree(FEED.space), 3, 0, hash_only=True)
        assert proof is not None
        answers.append(verified_alone(FEED, 3, proof))
    payload = encode_evidence([evidence_of(one) for one in answers])
    assert len(decode_evidence(payload)) == 2
    message = attacked.pipe.ends[0]._speech.terms.message(FORK, payload)
    assert message is not None
    attacked.says(message)
    assert not shelf(attacked.ours).forks


@attack("H-2", without=replaced(f"{EXCHANGE}.trust.judging.verify", always(value=True)))
def test_h2_nobody_can_accuse_an_author_of_what_he_did_not_sign() -> None:
    attacked = Attacked(blocks=9)
    forged = holds(6, 12, since=2, author=STRANGER)
    proof = prove(forged.feeds.tree(FEED.space), 3, 0, hash_only=True)
    assert proof is not None
    invented = Signed(12, proof.signature)
    evidence = Evidence(invented, (), 3, proof.nodes)
    message = attacked.pipe.ends[0]._speech.terms.message(FORK, encode_evidence([evidence]))
    assert message is not None
    attacked.says(message)
    assert not shelf(attacked.ours).forks
    assert attacked.ending is Ending.VIOLATION


# ---- H-3 ----------------------------------------------------------------------------------------


def _as_told(feeds: FeedRows, space: SpaceId, length: int, byte_length: int) -> bool:
    feed = feeds.feed(space)
    assert feed is not None
    feeds._put(replace(feed, length=length, byte_length=byte_length))
    return True


@attack("H-3", without=replaced("engine.store.hypercore.feeds.FeedRows.grow", _as_told))
def test_h3_a_feed_never_becomes_shorter() -> None:
    """An old tree, rightly signed, of somebody who has not heard of the new one or says so."""
    stored = Stored()
    lengths: list[int] = []
    with stored.turn():
        stored.feeds.apply(FeedStored(FEED.space, FEED, at=0.0))
        for length in (20, 8, 13, 20):
            feed = shelf(holds(1, length)).feed
            signed = Signed(length, bytes(64))
            came = Verified((), signed, feed.byte_length)
            stored.feeds.apply(Received(FEED.space, 0, None, came, 0.0))
            known = stored.feeds.feed(FEED.space)
            assert known is not None
            lengths.append(known.length)
    assert lengths == [20, 20, 20, 20]
