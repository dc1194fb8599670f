"""Peers that flood, hoard, lie about lanes, or flip bits of an unprotected stream (H-6)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from typing_extensions import override

from engine.crypto.ed25519 import from_seed
from engine.protocols.contract import Charge, Close, Effect, Ending, Store
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.dep0010.wire import Dep0010Wire
from engine.protocols.hypercore.draft1.wire import Draft1Wire
from engine.protocols.hypercore.exchange.nonces import Nonces
from engine.protocols.hypercore.keys import discovery_key
from engine.protocols.hypercore.limits import (
    FRAME_BYTES_MAX,
    HELD_BYTES_MAX,
    HELD_MAX,
    NEEDS_A_BLOCK,
    NEEDS_ALWAYS,
    NONCES_KEPT,
    UNREADABLE_MAX,
)
from engine.protocols.hypercore.records import (
    FeedForgotten,
    FeedStored,
    HypercoreRecord,
    Naming,
)
from engine.protocols.hypercore.tree.proof import Proof
from engine.wire.varint import encode_varint
from tests.conversations.hypercore.test_conversations import (
    BLOCKS,
    EVERY_WIRE,
    blocks_of,
    feed_of,
    program,
    write,
)
from tests.conversations.hypercore_pipe import NewWire, Pipe, Program
from tests.unit.hypercore.memory_feeds import append

AUTHOR = from_seed(bytes([1]) * 32)


def attacked(wire: NewWire, *, blocks: int = 3) -> Pipe:
    """Side 1 is ours and has some blocks; side 0 is in other hands."""
    feed = feed_of(1)
    author = program(1, feed)
    write(author, 1, blocks)
    return Pipe(program(2, feed), author, feed, wire)


def said_by_attacker(pipe: Pipe, lane: int, packet: packets.Packet) -> None:
    wire = pipe.ends[0]._wire
    pipe.hear(1, wire.say(lane, packet))


def test_large_messages_on_lanes_that_nobody_else_opened_are_not_hoarded() -> None:
    pipe = attacked(Dep0010Wire)
    data = packets.Data(0, bytes(HELD_BYTES_MAX // 4), Proof(()))
    for lane in range(1, 10):
        said_by_attacker(pipe, lane, packets.Feed(lane.to_bytes(32, "big")))
        said_by_attacker(pipe, lane, data)
        assert pipe.ends[1].buffered <= HELD_BYTES_MAX
        if pipe.closed[1] is not None:
            break
    assert pipe.endings()[1] is Ending.VIOLATION
    assert pipe.ends[1].buffered == 0


def test_bitfields_that_become_many_ranges_are_not_hoarded_either() -> None:
    pipe = attacked(Dep0010Wire)
    said_by_attacker(pipe, 1, packets.Feed(bytes(32)))
    patchy = tuple((n, n + 1) for n in range(0, 40_000, 2))
    said_by_attacker(pipe, 1, packets.Have(patchy, replaces=(0, 1 << 20)))
    assert pipe.endings()[1] is Ending.VIOLATION


def test_boxes_of_feeds_that_we_do_not_have_are_not_hoarded() -> None:
    pipe = attacked(Draft1Wire)
    wire = pipe.ends[0]._wire
    assert isinstance(wire, Draft1Wire)
    for lane in range(1, 10):
        pipe.hear(1, wire.open(lane, feed_of(100 + lane), None))
        pipe.hear(1, wire.say(lane, packets.Data(0, bytes(HELD_BYTES_MAX // 4), Proof(()))))
        assert pipe.ends[1].buffered <= HELD_BYTES_MAX
        if pipe.closed[1] is not None:
            break
    assert pipe.endings()[1] is Ending.VIOLATION


def test_who_opens_a_lane_anew_has_no_more_answers_free() -> None:
    """H-5: so many are, over the whole conversation."""
    pipe = attacked(Dep0010Wire, blocks=3)
    wire, ours = pipe.ends[0]._wire, pipe.ends[1]
    pipe.hear(1, wire.say(0, *[packets.Request(1)] * NEEDS_ALWAYS))
    charges = [ours.charge]
    pipe.hear(1, wire.say(0, *[packets.Request(1)] * (3 * NEEDS_A_BLOCK)))
    said_by_attacker(pipe, 0, packets.Feed(discovery_key(feed_of(1).key, Naming.PUBLISHED)))
    said_by_attacker(pipe, 0, packets.Request(1))
    assert pipe.endings() == [None, None]
    assert [*charges, ours.charge] == [Charge.NONE, Charge.FULL]


@pytest.mark.parametrize("wire", [Dep0010Wire, Draft1Wire])
def test_every_bit_flipped_on_the_way_stores_nothing_but_the_authors_blocks(wire: NewWire) -> None:
    """H-6: a bit of each byte of what a reader hears; no crash, no stored bad block."""
    feed = feed_of(1)
    heard = _heard_by_reader(wire)
    for at in range(len(heard)):
        reader = program(2, feed)
        end = reader.conversation(wire, feed, lambda _space: False)
        _run(reader, end.start(0.0))
        flipped = bytearray(heard)
        flipped[at] ^= 1 << (at % 8)
        for effects in end.receive(bytes(flipped), 0.0):
            _run(reader, effects)
        end.wake(10.0)
        for block, value in blocks_of(reader, feed).items():
            assert value == BLOCKS[block]


def _heard_by_reader(wire: NewWire) -> bytes:
    feed = feed_of(1)
    author, reader = program(1, feed), program(2, feed)
    write(author, 1, 6)
    heard = bytearray()

    class Tapped(Pipe):
        @override
        def hear(self, side: int, data: bytes) -> None:
            if side == 0:
                heard.extend(data)
            super().hear(side, data)

    Tapped(reader, author, feed, wire)
    assert len(blocks_of(reader, feed)) == 6
    return bytes(heard)


def _run(one: Program, effects: Sequence[Effect]) -> None:
    for effect in effects:
        if isinstance(effect, Store):
            assert isinstance(effect.record, HypercoreRecord)
            one.feeds.apply(effect.record)


def test_types_that_nobody_knows_yet_are_passed_over_and_broken_bodies_counted() -> None:
    pipe = attacked(Dep0010Wire)
    wire = pipe.ends[0]._wire
    assert isinstance(wire, Dep0010Wire)

    def say(kind: int, body: bytes) -> None:
        frame = encode_varint(1 + len(body)) + bytes([kind]) + body
        pipe.hear(1, wire._outgoing._encrypt(frame))

    for _ in range(10 * UNREADABLE_MAX):
        say(12, b"later")
    assert pipe.endings() == [None, None]
    for _ in range(UNREADABLE_MAX):
        say(7, b"\xff")
    assert pipe.endings() == [None, None]
    say(7, b"\xff")
    assert pipe.endings() == [None, Ending.VIOLATION]


def test_an_extension_without_a_name_is_passed_over() -> None:
    pipe = attacked(Dep0010Wire)
    said_by_attacker(pipe, 0, packets.Extension(1 << 60, b"payload"))
    assert pipe.endings() == [None, None]


def test_a_length_of_five_bytes_ends_it() -> None:
    pipe = attacked(Dep0010Wire)
    wire = pipe.ends[0]._wire
    assert isinstance(wire, Dep0010Wire)
    pipe.hear(1, wire._outgoing._encrypt(encode_varint(1 << 28)))
    assert pipe.endings() == [None, Ending.VIOLATION]


@pytest.mark.parametrize("wire", [Dep0010Wire, Draft1Wire])
def test_a_nonce_that_was_used_on_another_connection_is_refused(wire: NewWire) -> None:
    """H-7: an opening that somebody has recorded, ours or another peer's."""
    feed = feed_of(1)
    ours = program(1, feed)
    recorded = program(2, feed).conversation(wire, feed, lambda _space: False).start(0.0)
    opening = recorded[0].data  # type: ignore[union-attr]  # a Send
    endings: list[object] = []
    for _ in range(2):
        end = ours.conversation(wire, None, lambda _space: False)
        end.start(0.0)
        said = [one for effects in end.receive(opening, 0.0) for one in effects]
        endings.append([one.ending for one in said if isinstance(one, Close)])
    assert endings == [[], [Ending.VIOLATION]]


def test_nonces_are_remembered_to_a_bound() -> None:
    nonces, random = Nonces(), Random(1)
    draw = nonces.drawing(random.randbytes)
    for _ in range(NONCES_KEPT + 100):
        draw(24)
    assert len(nonces) == NONCES_KEPT


@EVERY_WIRE
def test_a_feed_that_we_forget_is_spoken_of_no_more_and_may_be_followed_again(
    wire: NewWire,
) -> None:
    feed = feed_of(1)
    author, reader = program(1, feed), program(2, feed)
    write(author, 1, 5)
    pipe = Pipe(reader, author, feed, wire)
    claimed = packets.Have(((0, 9),))
    pipe._do(
        0,
        pipe.ends[0]._speech.do(
            feed.space, pipe.ends[0]._lanes.open[feed.space].receive(claimed, pipe.now), pipe.now
        ),
    )
    forgotten = FeedForgotten(feed.space)
    reader.feeds.apply(forgotten)
    pipe.stored(0, forgotten)
    assert pipe.ends[0].presence == []
    assert reader.downloads.of(feed.space).asked.blocks == 0
    pipe.stored(1, append(author.feeds, feed.space, BLOCKS[5:7], AUTHOR))
    for _ in range(3 * HELD_MAX):
        pipe.pass_time(30.0)
    assert pipe.endings() == [None, None]
    followed = FeedStored(feed.space, feed, at=0.0)
    reader.feeds.apply(followed)
    pipe.stored(0, followed)
    pipe.pass_time(10.0)
    assert blocks_of(reader, feed) == dict(enumerate(BLOCKS[:7]))


def test_nothing_is_remembered_of_who_asked_for_what_once_nobody_is_connected() -> None:
    feed = feed_of(1)
    author, reader = program(1, feed), program(2, feed)
    write(author, 1, 3)
    pipes = [Pipe(reader, author, feed, Draft1Wire) for _ in range(2)]
    for pipe, kept in zip(pipes, (1, 0), strict=True):
        pipe.hear(0, b"")
        assert len(reader.downloads) == kept


def test_a_lane_that_the_peer_ends_is_ended_and_may_be_opened_again() -> None:
    feed = feed_of(1)
    author, reader = program(1, feed), program(2, feed)
    write(author, 1, 3)
    pipe = Pipe(reader, author, feed, Draft1Wire)
    pipe._do(0, pipe.ends[0]._take_leave(feed.space, 0.0))
    pipe.settle()
    assert [one.presence for one in pipe.ends] == [[], []]
    assert [one._lanes.ours for one in pipe.ends] == [{}, {}]
    pipe._do(0, pipe.ends[0]._openings.open_and_begin(feed, None, 0.0))
    pipe.settle()
    assert [len(one.presence) for one in pipe.ends] == [1, 1]
    pipe.stored(1, append(author.feeds, feed.space, BLOCKS[3:5], AUTHOR))
    assert blocks_of(reader, feed) == dict(enumerate(BLOCKS[:5]))


def test_that_a_peer_has_all_it_wants_does_not_end_its_lane() -> None:
    """Type 8 of later published versions; it may still give."""
    pipe = attacked(Draft1Wire)
    wire = pipe.ends[0]._wire
    assert isinstance(wire, Draft1Wire)
    boxes = wire._ours[0]
    sealed = boxes.seal
    boxes.seal = lambda packet, document=False: _sealed_end(boxes)  # type: ignore[method-assign,misc]  # a message that we never say
    pipe.hear(1, wire.say(0, packets.Pause()))
    boxes.seal = sealed  # type: ignore[method-assign]  # as it was
    said_by_attacker(pipe, 0, packets.Request(1))
    assert pipe.endings() == [None, None]
    assert len(pipe.ends[1].presence) == 1


def _sealed_end(boxes: object) -> bytes:
    from nacl.bindings import crypto_secretbox

    return crypto_secretbox(b"\x08", boxes._next_nonce(), boxes._key)  # type: ignore[attr-defined]  # Boxes


def test_a_peer_that_does_not_say_who_it_is_is_nobodys_duplicate() -> None:
    feed = feed_of(1)
    ours = program(1, feed)
    ids: list[object] = []
    for number in (2, 3):
        nameless = program(number, feed)
        nameless.id = b""
        pipe = Pipe(nameless, ours, feed, Dep0010Wire)
        assert pipe.ready == [1, 1]
        ids += pipe.peers[1]
    assert len(set(ids)) == 2


def test_a_block_that_fits_no_frame_with_its_proof_is_declined() -> None:
    feed = feed_of(1)
    author, reader = program(1, feed), program(2, feed)
    append(author.feeds, feed.space, [bytes(FRAME_BYTES_MAX - 50), b"small"], AUTHOR)
    pipe = Pipe(reader, author, feed, Dep0010Wire)
    assert set(blocks_of(reader, feed)) == {1}
    assert pipe.endings() == [None, None]


@EVERY_WIRE
def test_a_feed_is_read_while_others_of_two_histories_go_on(wire: NewWire) -> None:
    """Both sides forked: each keeps its own, neither crashes, both know."""
    feed = feed_of(1)
    one, other = program(1, feed), program(2, feed)
    append(one.feeds, feed.space, BLOCKS[:9], AUTHOR)
    append(other.feeds, feed.space, [*BLOCKS[:4], *(b + b"!" for b in BLOCKS[4:12])], AUTHOR)
    pipe = Pipe(one, other, feed, wire)
    pipe.pass_time(30.0)
    for side, length in ((one, 9), (other, 12)):
        shelf = side.feeds.shelves[feed.space]
        assert shelf.forks
        assert len(shelf.blocks) == length


@EVERY_WIRE
def test_two_who_hold_a_half_each_complete_each_other(wire: NewWire) -> None:
    feed = feed_of(1)
    author = program(1, feed)
    write(author, 1, 40)
    halves = []
    for number, blocks in ((2, range(0, 40, 2)), (3, range(1, 40, 2))):
        half = program(number, feed)
        Pipe(half, author, feed, wire)
        shelf = half.feeds.shelves[feed.space]
        for block in set(range(40)) - set(blocks):
            shelf.held.remove(block, block + 1)
            del shelf.blocks[block]
        halves.append(half)
    Pipe(halves[0], halves[1], feed, wire)
    for half in halves:
        assert blocks_of(half, feed) == dict(enumerate(BLOCKS[:40]))
