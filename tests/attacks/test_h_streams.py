"""Peers that claim, ask and flood without end, flip bits, and use nonces twice: H-4 to H-7."""

from __future__ import annotations

from random import Random

from engine.crypto.xsalsa20 import key_stream
from engine.protocols.contract import Charge, Close, Ending
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.blocks import rle
from engine.protocols.hypercore.dep0010.messages import Type, decode
from engine.protocols.hypercore.dep0010.wire import Dep0010Wire
from engine.protocols.hypercore.draft1.wire import Draft1Wire
from engine.protocols.hypercore.exchange.nonces import Nonces
from engine.protocols.hypercore.exchange.trust.extensions import FORK, encode_evidence
from engine.protocols.hypercore.limits import (
    BLOCK_LIMIT,
    EXTENSION_BYTES_MAX,
    HELD_BYTES_MAX,
    LANES_MAX,
    NEEDS_ALWAYS,
    REMOTE_RANGES_MAX,
    UNREADABLE_MAX,
)
from engine.protocols.hypercore.records import Evidence
from engine.protocols.hypercore.tree.proof import Proof, prove
from engine.wire.varint import encode_varint
from engine.wire.varint_frames import encode_varint_frame
from tests.attacks.attack import attack, replaced
from tests.attacks.feeds import BOTH, EXCHANGE, FEED, Attacked, believing, both, holds, shelf
from tests.attacks.scenes import peak_rss
from tests.conversations.hypercore.test_conversations import BLOCKS as CONVERSED
from tests.conversations.hypercore.test_conversations import program
from tests.conversations.hypercore.test_hostile import _heard_by_reader, _run

HUGE = 1 << 62
MIB = 1 << 20
MESSAGES = "engine.protocols.hypercore.dep0010.messages"
DRAFT1 = "engine.protocols.hypercore.draft1.stream"
DEP0010 = "engine.protocols.hypercore.dep0010.wire"
NONCES = f"{EXCHANGE}.nonces.Nonces.hear"


# ---- H-4 ----------------------------------------------------------------------------------------


@attack("H-4", without=replaced("engine.protocols.hypercore.blocks.rle.REMOTE_RANGES_MAX", HUGE))
def test_h4_a_bitfield_becomes_no_more_ranges_than_a_bound() -> None:
    patchy = encode_varint(len(b"\xaa" * 100_000) << 1) + b"\xaa" * 100_000
    decoded: list[int] = []
    grown = peak_rss(lambda: decoded.append(len(rle.decode(patchy, 8 * 100_000))))
    assert decoded == [65_536]
    assert grown < 16 * MIB


def _one_by_one(encoded: bytes, limit: int) -> list[tuple[int, int]]:
    raise MemoryError(f"{limit} bits of {len(encoded)} bytes")


@attack("H-4", without=replaced(f"{MESSAGES}.rle.decode", _one_by_one))
def test_h4_five_bytes_that_claim_endless_blocks_are_one_range() -> None:
    """Runs of 2^60 bits, in a Have of any length."""
    run = encode_varint((1 << 57) << 2 | 2 | 1)
    have = b"\x08\x00\x10" + encode_varint((1 << 64) - 1) + b"\x1a" + bytes([len(run)]) + run
    try:
        packet = decode(Type.HAVE, have)
    except MemoryError as too_much:
        raise AssertionError from too_much
    assert isinstance(packet, packets.Have)
    assert packet.ranges == ((0, 1 << 60),)


@attack("H-4", without=replaced(f"{EXCHANGE}.asking.remote.REMOTE_RANGES_MAX", HUGE))
def test_h4_what_a_peer_claims_to_have_or_want_is_remembered_to_a_bound() -> None:
    for wire in BOTH:
        attacked = Attacked(wire)
        lane = attacked.pipe.ends[1]._lanes.open[FEED.space]
        ranges = tuple((n, n + 1) for n in range(0, 4 * REMOTE_RANGES_MAX, 2))
        lane.receive(packets.Have(ranges), 0.0)
        assert len(lane.remote.has) <= REMOTE_RANGES_MAX
        for start, end in ranges[: REMOTE_RANGES_MAX + 10]:
            lane.remote.note_want(packets.Want(start, end))
        assert len(lane.remote.wants) <= REMOTE_RANGES_MAX


def _window(_requests: object, _feed: object) -> int:
    return 100_000


@attack("H-4", without=replaced(f"{EXCHANGE}.asking.requests.Requests._window", _window))
def test_h4_endless_claims_lead_to_few_requests() -> None:
    """Some hundreds of ours wait for answers on a short line, whatever is offered."""
    for claim in (packets.Have(((0, BLOCK_LIMIT),)), packets.Have(((1 << 61, BLOCK_LIMIT),))):
        attacked = Attacked()
        lane = attacked.pipe.ends[1]._lanes.open[FEED.space]
        for now in range(5):
            lane.receive(claim, float(now))
        assert 0 < len(lane._requests._asked) <= 512


# ---- H-5 ----------------------------------------------------------------------------------------


@attack("H-5", without=replaced(f"{EXCHANGE}.giving.NEEDS_ALWAYS", HUGE))
def test_h5_who_asks_without_end_pays_for_it() -> None:
    """What no honest reader needs is charged, and the runtime bounds what a peer may cost."""
    for wire in BOTH:
        attacked = Attacked(wire)
        for _ in range(NEEDS_ALWAYS):
            attacked.says(packets.Request(1))
        attacked.says(packets.Request(1))
        for _ in range(20):
            attacked.says(packets.Request(1))
        assert attacked.pipe.ends[1].charge is Charge.FULL


@attack("H-5", without=replaced(f"{EXCHANGE}.lanes.LANES_MAX", HUGE))
def test_h5_lanes_are_opened_to_a_bound() -> None:
    attacked = Attacked()
    for lane in range(1, LANES_MAX):
        attacked.says(packets.Feed(lane.to_bytes(32, "big")), lane)
    assert attacked.ending is None
    attacked.says(packets.Feed(bytes(32)), LANES_MAX)
    assert attacked.ending is Ending.VIOLATION


@attack("H-5", without=replaced(f"{EXCHANGE}.lanes.HELD_BYTES_MAX", HUGE))
def test_h5_what_is_said_on_lanes_that_only_they_opened_is_held_to_a_bound() -> None:
    attacked = Attacked()
    data = packets.Data(0, bytes(HELD_BYTES_MAX // 4), Proof(()))
    for lane in range(1, 10):
        attacked.says(packets.Feed(lane.to_bytes(32, "big")), lane)
        attacked.says(data, lane)
    assert attacked.ending is Ending.VIOLATION
    assert attacked.pipe.ends[1].buffered <= HELD_BYTES_MAX


@attack("H-5", without=replaced(f"{MESSAGES}.EXTENSION_BYTES_MAX", HUGE))
def test_h5_messages_of_extensions_are_read_to_a_bound() -> None:
    for size, is_read in ((EXTENSION_BYTES_MAX, True), (EXTENSION_BYTES_MAX + 1, False)):
        packet = decode(Type.EXTENSION, b"\x00" + bytes(size))
        assert isinstance(packet, packets.Extension) is is_read


@attack("H-5", without=replaced(f"{EXCHANGE}.conversation.UNREADABLE_MAX", HUGE))
def test_h5_messages_that_cannot_be_read_end_it_before_long() -> None:
    attacked = Attacked()
    wire = attacked.pipe.ends[0]._wire
    assert isinstance(wire, Dep0010Wire)
    for _ in range(UNREADABLE_MAX + 1):
        if attacked.ending is None:
            attacked.pipe.hear(1, wire._outgoing._encrypt(encode_varint_frame(b"\x07", b"\xff")))
    assert attacked.ending is Ending.VIOLATION


@attack("H-5", without=replaced(f"{EXCHANGE}.trust.fork_watch.FORK_MESSAGES_MAX", HUGE))
def test_h5_evidence_that_shows_nothing_is_not_verified_for_ever() -> None:
    attacked = Attacked(blocks=9)
    tree = holds(4, 9).feeds.tree(FEED.space)
    proof = prove(tree, 3, 0, hash_only=True)
    assert proof is not None
    payload = encode_evidence([Evidence(tree.signatures[9], (), 3, proof.nodes)])
    message = attacked.pipe.ends[0]._speech.terms.message(FORK, payload)
    assert message is not None
    for _ in range(20):
        attacked.says(message)
    assert attacked.ending is Ending.VIOLATION


# ---- H-6 ----------------------------------------------------------------------------------------


@attack("H-6", without=replaced(f"{EXCHANGE}.taking.verification.verify", believing))
def test_h6_no_flipped_bit_of_a_stream_stores_a_block_that_is_not_the_authors() -> None:
    """A bit of each byte: no crash, and what is stored is true. Nothing more is promised there."""
    for wire in BOTH:
        heard = _heard_by_reader(wire)
        for at in range(len(heard)):
            reader = program(2, FEED)
            end = reader.conversation(wire, FEED, lambda _space: False)
            _run(reader, end.start(0.0))
            flipped = bytearray(heard)
            flipped[at] ^= 1 << (at % 8)
            for effects in end.receive(bytes(flipped), 0.0):
                _run(reader, effects)
            end.wake(10.0)
            for block, value in shelf(reader).blocks.items():
                assert value == CONVERSED[block]


def _unauthenticated(box: bytes, nonce: bytes, key: bytes) -> bytes:
    return key_stream(key, nonce).crypt(bytes(16) + bytes(16) + box[16:])[32:]


@attack("H-6", without=replaced(f"{DRAFT1}.crypto_secretbox_open", _unauthenticated))
def test_h6_where_boxes_are_sealed_a_flipped_bit_ends_it() -> None:
    """But for those of lengths and lanes, which are in clear, and say only where a box ends."""
    heard = _heard_by_reader(Draft1Wire)
    places = range(80, len(heard), 7)
    endings: list[Ending] = []
    for at in places:
        reader = program(2, FEED)
        end = reader.conversation(Draft1Wire, FEED, lambda _space: False)
        _run(reader, end.start(0.0))
        flipped = bytearray(heard)
        flipped[at] ^= 0x10
        said = [one for effects in end.receive(bytes(flipped), 0.0) for one in effects]
        endings += [one.ending for one in said if isinstance(one, Close)]
        assert all(value == CONVERSED[n] for n, value in shelf(reader).blocks.items())
    assert set(endings) == {Ending.VIOLATION}
    assert len(endings) > 0.9 * len(places)


# ---- H-7 ----------------------------------------------------------------------------------------


def _unlocked_by_anything(wire: Dep0010Wire, first: packets.Feed) -> None:
    key = wire._key_of(first.discovery_key)
    assert key is not None
    wire._incoming.unlock(key, first)
    wire._is_unlocked = True


@attack(
    "H-7",
    without=both(
        replaced(NONCES, lambda *_: None),
        replaced(f"{DEP0010}.Dep0010Wire._unlock", _unlocked_by_anything),
    ),
)
def test_h7_our_own_opening_reflected_is_refused() -> None:
    """The same key and nonce both ways is the same keystream."""
    end = program(1, FEED).conversation(Dep0010Wire, FEED, lambda _space: False)
    (said, *_) = end.start(0.0)
    reflected = said.data[:62]  # type: ignore[union-attr]  # a Send
    effects = [one for some in end.receive(reflected, 0.0) for one in some]
    assert [one.ending for one in effects if isinstance(one, Close)] == [Ending.VIOLATION]


@attack("H-7", without=replaced(NONCES, lambda *_: None))
def test_h7_our_own_opening_of_draft_1_reflected_is_refused() -> None:
    end = program(1, FEED).conversation(Draft1Wire, FEED, lambda _space: False)
    (said, *_) = end.start(0.0)
    reflected = said.data  # type: ignore[union-attr]  # a Send
    effects = [one for some in end.receive(reflected, 0.0) for one in some]
    assert [one.ending for one in effects if isinstance(one, Close)] == [Ending.VIOLATION]


@attack("H-7", without=replaced(NONCES, lambda *_: None))
def test_h7_an_opening_that_was_recorded_is_refused_on_another_connection() -> None:
    for wire in BOTH:
        ours = holds(1, 3)
        recorded = program(2, FEED).conversation(wire, FEED, lambda _space: False).start(0.0)
        endings: list[object] = []
        for _ in range(2):
            end = ours.conversation(wire, None, lambda _space: False)
            end.start(0.0)
            opening = recorded[0].data  # type: ignore[union-attr]  # a Send
            said = [one for effects in end.receive(opening, 0.0) for one in effects]
            endings += [one.ending for one in said if isinstance(one, Close)]
        assert endings == [Ending.VIOLATION]


@attack("H-7", without=replaced(f"{EXCHANGE}.nonces.NONCES_KEPT", 4))
def test_h7_our_own_nonces_are_remembered_with_the_others() -> None:
    nonces, random = Nonces(), Random(1)
    draw = nonces.drawing(random.randbytes)
    drawn = [draw(24) for _ in range(1_000)]
    assert len(set(drawn)) == len(nonces) == len(drawn)
