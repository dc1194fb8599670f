"""Peers of comment sets that reflect, forge, hide, flood and outlive their right: H-6 to H-13."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.crypto import ed25519
from engine.crypto.blake2b import hash32
from engine.errors import PeerViolation
from engine.model.ids import PublicKey
from engine.protocols.contract import Charge, Close, Ending, Role, Send
from engine.protocols.hyperbloom import packets
from engine.protocols.hyperbloom.bloom.filters import Sieve
from engine.protocols.hyperbloom.exchange.nonces import Nonces
from engine.protocols.hyperbloom.exchange.policy import Raw
from engine.protocols.hyperbloom.keys import hyperbloom_hash
from engine.protocols.hyperbloom.limits import EXTENSION_RECON
from engine.protocols.hyperbloom.packets import BloomFilter, Bounds
from engine.protocols.hyperbloom.recon.coded import CodedSet
from engine.protocols.hyperbloom.recon.packets import Done, More, Want, decode_recon, encode_recon
from engine.protocols.hyperbloom.records import Summary, Taken
from engine.protocols.hyperbloom.trust.link import issue_link
from engine.protocols.hyperbloom.trust.signed import greeting_hash
from tests.attacks.attack import attack, replaced
from tests.attacks.feeds import always, both
from tests.conversations.hyperbloom.scripted import NONCE, Scripted
from tests.conversations.hyperbloom.stage import (
    KEYS,
    NOON,
    SPACE,
    Peer,
    chain_of,
    comment_by,
)

BLOOM = "engine.protocols.hyperbloom"
EXCHANGE = f"{BLOOM}.exchange"
HEAR = f"{EXCHANGE}.nonces.Nonces.hear"
ANOTHER = f"{EXCHANGE}.greeting.Greeting._demand_another"
LAWFUL = f"{EXCHANGE}.policy.Comments.lawful"
SIGNED = f"{EXCHANGE}.values.Values._is_signed"
HOLDS = f"{BLOOM}.trust.link.Link.holds_at"
OURS = (EXTENSION_RECON,)
DEMANDS = [f"{BLOOM}.{place}.demand_filter" for place in ("bloom.filters", "exchange.answering")]


def ann(*values: bytes, **changes: object) -> Peer:
    return Peer("ann", chain_of(1), KEYS[1], values, **changes)  # type: ignore[arg-type]  # fields


def comments(count: int) -> list[bytes]:
    return [comment_by(chain_of(1), KEYS[1], f"comment {number}") for number in range(count)]


def believing(
    _policy: object, _feed: PublicKey, values: Sequence[bytes], _now: float
) -> list[Taken]:
    return [Taken(value) for value in values]


def signed_by_anybody(_values: object, data: packets.Data) -> bool:
    return bool(data.values) and all(data.values)


def given(scripted: Scripted) -> list[bytes]:
    """The values in all that is heard."""
    heard = scripted.hears()
    return [value for said in heard if isinstance(said, packets.Data) for value in said.values]


# ---- H-6 ----------------------------------------------------------------------------------------


def _recorded(values: Sequence[bytes]) -> bytes:
    """All that somebody who gives ``values`` says, as it travels."""
    scripted = Scripted(ann()).opens()
    said: list[bytes] = []

    def raw(data: bytes) -> None:
        said.append(data)

    scripted.raw = raw  # type: ignore[method-assign]  # to overhear it
    scripted.shakes()
    scripted.gives(*values)
    return b"".join(said)


@attack("H-6", without=both(replaced(SIGNED, signed_by_anybody), replaced(LAWFUL, believing)))
def test_h6_no_flipped_bit_of_a_set_stores_what_nobody_wrote() -> None:
    """A bit of each byte, behind the Open: no crash, and what is stored is true."""
    value = comment_by(chain_of(2), KEYS[2], "hello")
    stream = _recorded([value])
    for at in range(0, len(stream), 3):
        flipped = bytearray(stream)
        flipped[at] ^= 1 << (at % 8)
        peer = ann()
        Scripted(peer).opens().raw(bytes(flipped))
        assert peer.held <= {value}


# ---- H-7, H-8 -----------------------------------------------------------------------------------


@attack("H-7", without=replaced(HEAR, always(None)))
def test_h7_an_open_of_a_set_that_was_recorded_is_refused_on_another_connection() -> None:
    peer = ann()
    first, second = Scripted(peer).opens(), Scripted(peer)
    second.raw(second.outgoing.open())
    assert first.end.close is None
    assert second.is_closed_upon


@attack("H-7", without=replaced(f"{EXCHANGE}.nonces.NONCES_KEPT", 4))
def test_h7_our_own_nonces_of_sets_are_remembered_as_well() -> None:
    nonces, entropy = Nonces(), ann().around.entropy
    drawn = [nonces.draw(entropy) for _ in range(1_000)]
    assert len(set(drawn)) == len(drawn)
    refused = 0
    for one in drawn:
        try:
            nonces.hear(one)
        except PeerViolation:
            refused += 1
    assert refused == len(drawn)


@attack("H-8", without=both(replaced(HEAR, always(None)), replaced(ANOTHER, always(None))))
def test_h8_who_sends_back_all_that_we_say_is_nobody() -> None:
    """A published program takes its own echo for the feed's author (protocols/hyperbloom.md 1)."""
    peer = Peer("ann", chain_of(), KEYS[0])
    machine = peer.talks(Role.DIALLER)
    echoed = machine.start(NOON)
    closed: list[Close] = []
    for _ in range(4):
        said = b"".join(one.data for one in echoed if isinstance(one, Send))
        echoed = [one for effects in machine.receive(said, NOON) for one in effects] if said else []
        closed += [one for one in echoed if isinstance(one, Close)]
    assert [one.ending for one in closed] == [Ending.VIOLATION]
    assert machine.presence == ()


@attack("H-8", without=replaced(f"{EXCHANGE}.greeting.ed25519.verify", always(value=True)))
def test_h8_a_handshake_signed_in_our_order_is_refused() -> None:
    """Each signs the nonce that it sent, then the one it received: never the other way round."""
    scripted = Scripted(ann()).opens()
    swapped = greeting_hash(scripted.theirs.nonce, NONCE)
    signature = ed25519.sign(swapped, KEYS[2].secret_key)
    scripted.says(packets.Handshake(bytes(32), (), signature, chain_of(2).encoded))
    assert scripted.is_closed_upon


# ---- H-9 ----------------------------------------------------------------------------------------


@attack("H-9", without=replaced(f"{BLOOM}.bloom.filters.FILL_MAX", 1.0))
def test_h9_a_filter_that_claims_to_hold_everything_hides_nothing() -> None:
    values = comments(60)
    for fill, byte in (("all", b"\xff"), ("nearly all", b"\xfe\xff")):
        scripted = Scripted(ann(*values)).opens().shakes()
        scripted.hears()
        scripted.says(packets.Sync(BloomFilter((byte * 512)[:512], 4_096, 7, 1), 50))
        assert len(given(scripted)) == 50, fill


# ---- H-10 ---------------------------------------------------------------------------------------


@attack("H-10", without=replaced(f"{BLOOM}.bloom.filters.HASHES_MAX", 1 << 32))
def test_h10_a_filter_of_too_many_hashes_is_not_asked() -> None:
    for hashes in (65, 1_000):
        scripted = Scripted(ann(*comments(3))).opens().shakes()
        scripted.hears()
        scripted.says(packets.Sync(BloomFilter(bytes(4), 32, hashes, 0)))
        assert [type(said) for said in scripted.hears()] == [packets.FilterOptions]


@attack("H-10", without=replaced(f"{EXCHANGE}.allowance.Allowance.covers", always(value=True)))
def test_h10_who_has_us_look_through_our_set_over_and_over_pays_for_it() -> None:
    values = [b"%06d" % number for number in range(8_000)]
    scripted = Scripted(ann(*values, policy=Raw())).opens().shakes()
    asked = packets.Sync(BloomFilter(b"\x55" * 4, 32, 64, 0), 1)
    charges: list[Charge] = []
    for _ in range(60):
        scripted.says(asked)
        charges.append(scripted.end.machine.charge)
        scripted.stage.run(0.0)
    assert charges[0] is Charge.NONE
    assert charges[-1] is Charge.FULL


QUESTIONS_ABOUT_NOTHING: dict[str, packets.Packet] = {
    "an end that is the beginning": packets.Request(Bounds(b"a", b"a")),
    "an end before the beginning": packets.Request(Bounds(b"b", b"a")),
    "a range that nobody writes in": packets.Request(Bounds(b"\xff")),
    "a value that nobody has": encode_recon(Want((bytes(16),))),
    "a summary": encode_recon(Summary(0, 0)),
}


@attack("H-10", without=replaced(f"{EXCHANGE}.allowance._STEP_VALUES", 0.0))
def test_h10_who_asks_about_nothing_over_and_over_pays_for_it() -> None:
    for name, question in QUESTIONS_ABOUT_NOTHING.items():
        scripted = Scripted(ann(*comments(3))).opens().shakes(extensions=OURS)
        charges: list[Charge] = []
        for _ in range(2_100):
            scripted.says(question)
            charges.append(scripted.end.machine.charge)
        assert charges[0] is Charge.NONE, name
        assert charges[-1] is Charge.FULL, name
        assert scripted.end.close is None, name


@attack("H-10", without=replaced(f"{BLOOM}.recon.session._RUN_COST", 0.0))
def test_h10_who_asks_for_our_cells_one_by_one_pays_for_it() -> None:
    scripted = Scripted(ann(*comments(30))).opens().shakes(extensions=OURS)
    charges: list[Charge] = []
    for first in range(1_100):
        scripted.says(encode_recon(More(first, 1)))
        charges.append(scripted.end.machine.charge)
    assert charges[0] is Charge.NONE
    assert charges[-1] is Charge.FULL
    assert scripted.end.close is None


def _lies_once(scripted: Scripted, ids: bytes, number: int) -> Charge:
    """Cells like honest ones of a few thousand more values, but that they never come to an end.

    How the last of them counted.
    """
    charge = Charge.NONE
    scripted.says(encode_recon(Summary(20, number)))
    made = b"".join(hash32(b"%d %d" % (number, place))[:16] for place in range(2_800))
    coded = CodedSet(ids + made)
    while asked := _cells_wanted(scripted):
        cells = coded.more(asked.count)
        if asked.first == 0:
            cells.counts[0] += 1_000
        scripted.says(encode_recon(cells))
        charge = scripted.end.machine.charge
    return charge


def _cells_wanted(scripted: Scripted) -> More | None:
    """What we ask for is answered by nothing at all."""
    wanted: More | None = None
    for one in scripted.hears():
        match decode_recon(one) if isinstance(one, packets.Unknown) else one:
            case More() as more:
                wanted = more
            case packets.Sync() | packets.Request():
                scripted.says(encode_recon(Done()))
            case _:
                pass
    return wanted


@attack("H-10", without=replaced(f"{BLOOM}.recon.session._CELL_COST", 0.0))
def test_h10_who_makes_cells_up_pays_for_our_reading_them() -> None:
    peer = ann(*comments(20))
    scripted = Scripted(peer, dials=True).opens().shakes(extensions=OURS)
    ids = peer.records.ids(SPACE)
    charges = [_lies_once(scripted, ids, number) for number in range(4)]
    assert scripted.end.close is None
    assert (charges[0], charges[-1]) == (Charge.NONE, Charge.FULL)


# ---- H-11 ---------------------------------------------------------------------------------------


@attack("H-11", without=both(*(replaced(one, always(None)) for one in DEMANDS)))
def test_h11_a_filter_whose_size_is_not_that_of_its_bytes_is_refused() -> None:
    false = (
        BloomFilter(bytes(64), 32, 1, 0),
        BloomFilter(bytes(9), 64, 1, 0),
        BloomFilter(bytes(4), 64, 1, 0),
        BloomFilter(bytes(4), 0, 1, 0),
        BloomFilter(b"", 0, 1, 0),
    )
    for known in false:
        scripted = Scripted(ann(*comments(3))).opens().shakes()
        scripted.says(packets.Sync(known))
        assert scripted.is_closed_upon


# ---- H-12 ---------------------------------------------------------------------------------------


def _hidden_by(known: BloomFilter) -> bytes:
    """A value that the filter claims to hold, which a liar finds by trying."""
    sieve = Sieve(known)
    for start in range(0, 10_000_000, 4_096):
        tried = [b"value %d" % number for number in range(start, start + 4_096)]
        shown = frozenset(sieve.lacking(tried))
        hidden = [value for value in tried if value not in shown]
        if hidden:
            return hidden[0]
    raise AssertionError("no such value")


@attack("H-12", without=replaced(f"{EXCHANGE}.asking._ROUNDS_MIN", 1))
def test_h12_what_one_seed_hides_from_us_another_shows() -> None:
    held = [b"%08d" % number for number in range(2_500)]
    peer = ann(*held, policy=Raw())
    scripted = Scripted(peer).opens().shakes()
    (asked,) = [said for said in scripted.hears() if isinstance(said, packets.Sync)]
    value = _hidden_by(asked.known)
    for _ in range(4):
        if any(True for _ in Sieve(asked.known).lacking([value])):
            scripted.gives(value)
        scripted.stage.run(5.0)  # nothing is said: that was all of it
        again = [said for said in scripted.hears() if isinstance(said, packets.Sync)]
        if not again:
            break
        asked = again[0]
    assert value in peer.held


# ---- H-13 ---------------------------------------------------------------------------------------


@attack("H-13", without=replaced(HOLDS, always(value=True)))
def test_h13_a_chain_that_has_ended_or_ends_at_no_time_lets_nobody_in() -> None:
    for until in (NOON - 1, math.nan, -math.inf):
        scripted = Scripted(ann()).opens().shakes(chain_of(2, until=until))
        assert scripted.is_closed_upon


@attack("H-13", without=replaced(HOLDS, always(value=True)))
def test_h13_a_comment_from_after_its_authors_right_had_ended_is_none() -> None:
    ended = chain_of(2, until=NOON - 100)
    in_time = comment_by(ended, KEYS[2], "in time", NOON - 200)
    too_late = comment_by(ended, KEYS[2], "too late", NOON - 50)
    peer = ann()
    Scripted(peer, person=3).opens().shakes().gives(in_time, too_late)
    assert peer.held == {in_time}


@attack("H-13", without=replaced(f"{EXCHANGE}.talk.Talk._ends", always(())))
def test_h13_a_chain_that_ends_in_the_middle_ends_the_talk() -> None:
    peer = ann()
    scripted = Scripted(peer).opens().shakes(chain_of(2, until=NOON + 60))
    scripted.stage.run(61.0)
    scripted.gives(comment_by(chain_of(3), KEYS[3], "passed on too late"))
    assert scripted.end.close == Close(Ending.CLOSED_BY_US)
    assert peer.held == set()


@attack("H-13", without=replaced(f"{BLOOM}.trust.link._VERSION", 2))
def test_h13_a_link_of_another_version_is_none() -> None:
    link = issue_link(KEYS[0].secret_key, chain_of(2).holder, math.inf, bytes(32))
    forged = b"\2" + link.encoded[1:73]
    signature = ed25519.sign(hyperbloom_hash(forged), KEYS[0].secret_key)
    scripted = Scripted(ann()).opens()
    hashed = greeting_hash(NONCE, scripted.theirs.nonce)
    shaken = ed25519.sign(hashed, KEYS[2].secret_key)
    scripted.says(packets.Handshake(bytes(32), (), shaken, (forged + signature,)))
    assert scripted.is_closed_upon
