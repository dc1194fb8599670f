"""Two histories that one author signed (protocols/hypercore.md 8; reliability H-2)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.crypto.ed25519 import from_seed
from engine.errors import PeerViolation
from engine.protocols.contract import Ending
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.exchange import surroundings
from engine.protocols.hypercore.exchange.trust import fork_watch
from engine.protocols.hypercore.exchange.trust.extensions import (
    FORK,
    decode_evidence,
    encode_evidence,
)
from engine.protocols.hypercore.exchange.trust.forks import contradict, fork_told, verified_alone
from engine.protocols.hypercore.limits import FORK_MESSAGES_MAX
from engine.protocols.hypercore.records import Evidence, Forked, ForkNarrowed
from engine.protocols.hypercore.tree.proof import prove
from engine.protocols.hypercore.tree.verification import ProofFailed
from tests.conversations.hypercore.test_conversations import (
    EVERY_WIRE,
    blocks_of,
    feed_of,
    program,
)
from tests.conversations.hypercore_pipe import WIRES, NewWire, Pipe, Program
from tests.unit.hypercore.feeds import block_of
from tests.unit.hypercore.memory_feeds import MemoryFeeds, Shelf, append

AUTHOR = from_seed(bytes([1]) * 32)
FEED = feed_of(1)
BLOCKS = [block_of("forks", n, (61 * n) % 211) for n in range(100)]
DEP0010 = WIRES["dep0010"]


def history(number: int, length: int, since: int | None = None) -> Program:
    """A program with so many blocks; from ``since`` on of another history."""
    one = program(number, FEED)
    changed = length if since is None else since
    blocks = [b if n < changed else b + b"!" for n, b in enumerate(BLOCKS[:length])]
    if blocks:
        append(one.feeds, FEED.space, blocks, AUTHOR)
    return one


def shelf_of(one: Program) -> Shelf:
    return one.feeds.shelves[FEED.space]


def evidence_in(one: Program) -> tuple[Evidence, Evidence]:
    evidence = one.feeds.evidence(FEED.space)
    assert evidence is not None
    return evidence


@EVERY_WIRE
@given(st.integers(1, 40), st.integers(1, 40), st.data())
def test_where_two_histories_part_is_found_to_the_block(
    wire: NewWire, ours: int, theirs: int, data: st.DataObject
) -> None:
    since = data.draw(st.integers(0, min(ours, theirs) - 1))
    one, other = history(1, ours), history(2, theirs, since)
    Pipe(one, other, FEED, wire)
    for side in (one, other):
        assert shelf_of(side).feed.common == since
        assert len(shelf_of(side).forks) == 1
        assert not any(theirs.signed == ours.signed for ours, theirs in [evidence_in(side)])


@pytest.mark.parametrize(("most", "common"), [(3, 21), (2, 20)])
def test_so_many_questions_are_asked_to_find_it_and_no_more(
    monkeypatch: pytest.MonkeyPatch, most: int, common: int
) -> None:
    """Of blocks 0, 16 and 20: the last one tells of blocks 20 and 21."""
    monkeypatch.setattr(fork_watch, "FORK_QUESTIONS_MAX", most)
    one, other = history(1, 40), history(2, 40, 21)
    Pipe(one, other, FEED, DEP0010)
    assert [shelf_of(side).feed.common for side in (one, other)] == [common] * 2


@EVERY_WIRE
def test_a_fork_freezes_both_ways_behind_the_common_prefix(wire: NewWire) -> None:
    one, other = history(1, 20), history(2, 30, since=7)
    Pipe(one, other, FEED, wire)
    reader = program(3, FEED)
    pipe = Pipe(reader, one, FEED, wire)
    assert blocks_of(reader, FEED) == dict(enumerate(BLOCKS[:7])), "what both share is given"
    assert shelf_of(one).blocks == dict(enumerate(BLOCKS[:20])), "what was first stays readable"
    pipe.stored(1, append(one.feeds, FEED.space, BLOCKS[20:22], AUTHOR))
    assert len(blocks_of(reader, FEED)) == 7


@EVERY_WIRE
def test_evidence_is_passed_on_and_each_sees_for_itself(wire: NewWire) -> None:
    """One who holds nothing of the feed yet, and one who holds one of the histories."""
    one, other = history(1, 20), history(2, 30, since=7)
    Pipe(one, other, FEED, wire)
    for newcomer in (program(3, FEED), history(4, 13), history(5, 25, since=7)):
        Pipe(newcomer, one, FEED, wire)
        assert shelf_of(newcomer).feed.common == 7
        further = program(6, FEED)
        Pipe(further, newcomer, FEED, wire)
        assert shelf_of(further).feed.common == 7, "and so on from there"


@EVERY_WIRE
def test_who_is_connected_already_hears_of_a_fork_at_once(wire: NewWire) -> None:
    one, other = history(1, 20), history(2, 30, since=7)
    reader = program(3, FEED)
    pipe = Pipe(reader, one, FEED, wire)
    assert len(blocks_of(reader, FEED)) == 20
    between = Pipe(one, other, FEED, wire)
    pipe.stored(1, ForkNarrowed(FEED.space, 7, evidence_in(one)))
    assert shelf_of(reader).feed.common == 7
    assert between.endings() == [None, None]


def test_what_was_promised_behind_it_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """From peers that would not understand why."""
    one, other = history(1, 20), history(2, 30, since=7)
    reader = program(3, FEED)
    monkeypatch.setattr(surroundings, "our_extensions", lambda **_: ())
    shelf_of(reader).feed = replace(FEED, whole=False)
    pipe = Pipe(reader, one, FEED, DEP0010)
    monkeypatch.undo()
    Pipe(one, other, FEED, DEP0010)
    pipe.stored(1, Forked(FEED.space, 7, evidence_in(one), 0.0))
    remote = pipe.ends[0]._lanes.open[FEED.space].remote
    assert list(remote.has) == [(0, 7)]


def test_a_fork_survives_a_restart_and_freezes_from_the_first_message_on() -> None:
    one, other = history(1, 20), history(2, 30, since=7)
    Pipe(one, other, FEED, DEP0010)
    again = Program(one.feeds, Random(9))
    Pipe(again, history(4, 60, since=7), FEED, DEP0010)
    assert len(blocks_of(again, FEED)) == 20
    assert len(shelf_of(again).forks) == 1


def test_evidence_can_be_verified_by_whoever_has_nothing_but_the_key() -> None:
    one, other = history(1, 20), history(2, 30, since=7)
    Pipe(one, other, FEED, DEP0010)
    answers = decode_evidence(encode_evidence(evidence_in(one)))
    stranger = MemoryFeeds()
    told = [verified_alone(FEED, each.block, each.proof) for each in answers]
    assert len(told) == 2
    assert contradict(*told)
    forked = fork_told(FEED, program(7, FEED).feeds.tree(FEED.space), told, 1.0)
    assert forked is not None
    assert forked.common == 7
    assert not stranger.shelves


# ---- who lies -----------------------------------------------------------------------------------


def answered(one: Program, block: int) -> packets.Data:
    proof = prove(one.feeds.tree(FEED.space), block, 0, hash_only=True)
    assert proof is not None
    return packets.Data(block, None, proof)


def said(pipe: Pipe, *answers: packets.Data) -> None:
    """The peer, side 0, says that this proves a fork."""
    evidence = [
        Evidence(verified_alone(FEED, one.block, one.proof).signed, (), one.block, one.proof.nodes)
        for one in answers
    ]
    hear(pipe, encode_evidence(evidence))


def hear(pipe: Pipe, payload: bytes) -> None:
    message = pipe.ends[0]._speech.terms.message(FORK, payload)
    assert message is not None
    pipe.hear(1, pipe.ends[0]._wire.say(0, message))


@EVERY_WIRE
def test_two_answers_of_one_history_prove_nothing(wire: NewWire) -> None:
    """Also of different lengths: a feed that has grown has not forked."""
    one = history(1, 20)
    pipe = Pipe(program(3, FEED), one, FEED, wire)
    pipe.settle()
    longer, shorter = history(4, 30), history(5, 11)
    for _ in range(FORK_MESSAGES_MAX):
        said(pipe, answered(longer, 3), answered(shorter, 9))
    assert not shelf_of(one).forks
    assert pipe.endings() == [None, None]
    said(pipe, answered(longer, 3))
    assert pipe.endings()[1] is Ending.VIOLATION, "again and again it is a flood"


@EVERY_WIRE
def test_who_invents_a_history_is_a_liar_and_nobody_has_forked(wire: NewWire) -> None:
    one = history(1, 20)
    pipe = Pipe(program(3, FEED), one, FEED, wire)
    forged = program(6, FEED)
    append(forged.feeds, FEED.space, [b"invented"] * 20, from_seed(bytes([66]) * 32))
    answer = answered(forged, 3)
    evidence = Evidence(shelf_of(one).tree.signatures[20], (), 3, answer.proof.nodes)
    hear(pipe, encode_evidence([evidence]))
    assert not shelf_of(one).forks
    assert pipe.endings()[1] is Ending.VIOLATION


@pytest.mark.parametrize(
    "payload",
    [b"", b"\x00", b"\x05abc", b"\xff" * 20, b"\x02\x08\x01" * 3],
    ids=["nothing", "an empty answer", "cut off", "no length", "three"],
)
def test_evidence_that_cannot_be_read_ends_the_conversation(payload: bytes) -> None:
    pipe = Pipe(program(3, FEED), history(1, 20), FEED, DEP0010)
    hear(pipe, payload)
    assert pipe.endings()[1] is Ending.VIOLATION


def test_no_flipped_bit_of_evidence_is_taken() -> None:
    """Where the half that says what we know was hit, the other one still tells the truth."""
    one, other = history(1, 9), history(2, 12, since=4)
    Pipe(one, other, FEED, DEP0010)
    payload = encode_evidence(evidence_in(one))
    reader = history(4, 9)
    feed, tree = shelf_of(reader).feed, reader.feeds.tree(FEED.space)
    refused = 0
    for bit in range(8 * len(payload)):
        flipped = bytearray(payload)
        flipped[bit // 8] ^= 1 << bit % 8
        try:
            answers = decode_evidence(bytes(flipped))
            told = [verified_alone(feed, each.block, each.proof) for each in answers]
        except (PeerViolation, ProofFailed):
            refused += 1
            continue
        forked = fork_told(feed, tree, told, 1.0)
        assert forked is None or forked.common == 4
    assert refused > 0.95 * 8 * len(payload)


def test_a_peer_that_will_not_tell_where_they_part_does_not_keep_others_from_hearing() -> None:
    one, other = history(1, 20), history(2, 30, since=7)
    silent = Pipe(one, other, FEED, DEP0010, cut=lambda: 1 << 16)
    assert shelf_of(one).forks
    third = history(3, 18)
    lane = silent.ends[0]._lanes.open[FEED.space]
    lane._forks.close()
    shelf_of(third).feed = replace(shelf_of(third).feed, common=None)
    pipe = Pipe(third, one, FEED, DEP0010)
    pipe.pass_time(10.0)
    assert shelf_of(third).feed.common == 7


def test_an_unsigned_feed_cannot_fork() -> None:
    made = history(1, 8)
    tree = made.feeds.tree(FEED.space)
    proof = prove(tree, 3, 0, hash_only=True)
    assert proof is not None
    unsigned = replace(FEED, signed=False)
    one = program(5, unsigned)
    pipe = Pipe(program(6, unsigned), one, unsigned, DEP0010)
    hear(pipe, encode_evidence([Evidence(tree.signatures[8], (), 3, proof.nodes)]))
    assert pipe.endings() == [None, None]
    assert not shelf_of(one).forks


def test_a_peer_that_pauses_while_it_is_suspected_is_asked_again_later() -> None:
    """It had something wrong for us once, and will not say now what its author signed."""
    author, reader = history(1, 9), program(2, FEED)
    true = shelf_of(author).blocks[5]
    shelf_of(author).blocks[5] = b"something else"
    pipe = Pipe(reader, author, FEED, DEP0010, cut=lambda: 1)
    assert pipe.endings()[0] is Ending.VIOLATION
    pipe = Pipe(reader, history(3, 9), FEED, DEP0010)
    lane = pipe.ends[0]._lanes.open[FEED.space]
    lane._forks.suspect(5, ProofFailed("as if"), pipe.now)
    suspended = [lane._requests.suspended]
    lane.receive(packets.Unhave(5, 6), pipe.now)
    suspended.append(lane._requests.suspended)
    assert suspended == [True, False]
    assert blocks_of(reader, FEED)[5] == true
