"""Sets of blocks agree with plain sets, and encoded bitfields with the bits they stand for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import PeerViolation
from engine.protocols.hypercore.blocks import rle
from engine.protocols.hypercore.blocks.ranges import BlockRanges
from engine.protocols.hypercore.limits import REMOTE_RANGES_MAX
from engine.wire.varint import encode_varint
from tests.work import steps_of

BLOCK = st.integers(0, 60)
CHANGES = st.lists(st.tuples(st.sampled_from(["add", "remove", "replace"]), BLOCK, BLOCK))
BITFIELDS = st.lists(
    st.one_of(
        st.binary(max_size=6),
        st.integers(0, 20).map(bytes),
        st.integers(0, 20).map(lambda size: b"\xff" * size),
    )
).map(b"".join)
LIMIT = 1 << 53


def bits_of(bitfield: bytes) -> set[int]:
    return {i for i in range(8 * len(bitfield)) if bitfield[i >> 3] & 128 >> (i & 7)}


@given(CHANGES, BLOCK, BLOCK)
def test_ranges_are_the_set_of_their_blocks(
    changes: list[tuple[str, int, int]], start: int, end: int
) -> None:
    ranges, blocks = BlockRanges(), set[int]()
    for change, low, high in changes:
        match change:
            case "add":
                ranges.add(low, high)
                blocks |= set(range(low, high))
            case "remove":
                ranges.remove(low, high)
                blocks -= set(range(low, high))
            case _:
                middle = (low + high) // 2
                inside = [(low, middle)] if low < middle else []
                ranges.replace(low, high, inside)
                blocks = blocks - set(range(low, high)) | set(range(low, middle))
    assert {block for low, high in ranges for block in range(low, high)} == blocks
    assert all(low < high for low, high in ranges)
    borders = [border for one in ranges for border in one]
    assert borders == sorted(set(borders)), "ranges touch or overlap"
    assert ranges.blocks == len(blocks)
    assert ranges.end == max(blocks, default=-1) + 1
    assert (start in ranges) == (start in blocks)
    window = set(range(start, end))
    assert {b for low, high in ranges.within(start, end) for b in range(low, high)} == (
        blocks & window
    )
    assert all(low < high for low, high in ranges.within(start, end))
    assert {b for low, high in ranges.gaps(start, end) for b in range(low, high)} == (
        window - blocks
    )
    assert ranges.first_at(start) == min((b for b in blocks if b >= start), default=None)
    assert ranges.last_before(start) == max((b for b in blocks if b < start), default=None)


@given(BITFIELDS)
def test_an_encoded_bitfield_is_read_as_it_was(bitfield: bytes) -> None:
    encoded = rle.encode(bitfield)
    decoded = rle.decode(encoded, LIMIT)
    assert {bit for low, high in decoded for bit in range(low, high)} == bits_of(bitfield)
    assert decoded == list(BlockRanges(decoded)), "in order, and none touches the next"
    assert len(encoded) <= len(bitfield) + 3


@given(BITFIELDS, st.integers(0, 1_000))
def test_ranges_become_the_bits_they_were(bitfield: bytes, start: int) -> None:
    ranges = [(start + low, start + high) for low, high in rle.decode(rle.encode(bitfield), LIMIT)]
    assert rle.bitfield_of(ranges, start).rstrip(b"\0") == bitfield.rstrip(b"\0")


@given(BITFIELDS, st.integers(0, 200))
def test_nothing_is_read_beyond_the_limit(bitfield: bytes, limit: int) -> None:
    decoded = rle.decode(rle.encode(bitfield), limit)
    kept = {bit for bit in bits_of(bitfield) if bit < limit}
    assert {bit for low, high in decoded for bit in range(low, high)} == kept


@given(st.binary(max_size=60))
def test_any_bytes_are_ranges_or_a_violation(data: bytes) -> None:
    for decode in (rle.decode, rle.decode_older):
        try:
            decoded = decode(data, LIMIT)
        except PeerViolation:
            continue
        assert decoded == list(BlockRanges(decoded))


def test_a_bomb_costs_nothing() -> None:
    """H-4: a run of 2^61 bytes is one range; a million pieces are read no further than allowed."""
    run = encode_varint(1 << 63 | 3)
    assert rle.decode(run, LIMIT) == [(0, LIMIT)]
    assert rle.decode(run * 1_000, LIMIT) == [(0, LIMIT)]
    pieces = encode_varint((1 << 20) << 1) + b"\xaa" * (1 << 20)
    assert len(rle.decode(pieces, LIMIT)) == REMOTE_RANGES_MAX
    assert len(rle.decode_older(b"\0" + b"\xaa" * (1 << 20), LIMIT)) == REMOTE_RANGES_MAX
    with pytest.raises(PeerViolation):
        rle.decode_older(encode_varint(1 << 60), LIMIT)


PAIRS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 20)), max_size=12)


def older(pairs: list[tuple[int, int]], bits: bytes) -> bytes:
    numbers = [len(pairs), *(number for pair in pairs for number in pair)]
    return b"".join(map(encode_varint, numbers)) + bits


def bits_of_older(pairs: list[tuple[int, int]], bits: bytes) -> list[bool] | None:
    """Bit by bit; None where they end too soon."""
    left = iter([bool(bits[i >> 3] & 128 >> (i & 7)) for i in range(8 * len(bits))])
    said: list[bool] = []
    for plain, run in pairs:
        said += _next_bits(left, plain)
        (repeated,) = _next_bits(left, 1) or (None,)
        if repeated is None:
            return None
        said += [repeated] * run
    said += left
    return said[: len(said) & ~7]


def _next_bits(left: Iterator[bool], count: int) -> list[bool]:
    return [bit for _, bit in zip(range(count), left, strict=False)]


@given(PAIRS, st.binary(max_size=12))
def test_the_older_kind_says_what_it_says_bit_by_bit(
    pairs: list[tuple[int, int]], bits: bytes
) -> None:
    expected = bits_of_older(pairs, bits)
    try:
        decoded = rle.decode_older(older(pairs, bits), LIMIT)
    except PeerViolation:
        assert expected is None
        return
    if expected is None:
        return  # it was read as far as there were bits
    said = {bit for bit, is_in in enumerate(expected) if is_in}
    assert {bit for low, high in decoded for bit in range(low, high)} == said
    assert decoded == list(BlockRanges(decoded)), "in order, and none touches the next"


@pytest.mark.parametrize("nothing", [b"\x00", b"\x01", b"\x02\x00", b"\x03"])
def test_so_many_pieces_of_a_bitfield_are_read_and_no_more(
    nothing: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """H-4: of pieces that say nothing there may be as many as there are bytes."""
    monkeypatch.setattr(rle, "BITFIELD_PIECES_MAX", 9)
    assert rle.decode(nothing * 8 + b"\x02\xff", LIMIT)
    assert not rle.decode(nothing * 9 + b"\x02\xff", LIMIT)


def test_twice_as_many_pairs_of_the_older_kind_are_twice_the_work() -> None:
    """H-4: each of them looked through all ranges once more."""
    some, more = (
        steps_of(partial(rle.decode_older, older([(1, 0)] * n, b"\xaa" * (n // 4 + 1)), LIMIT))
        for n in (200, 400)
    )
    assert more < 2.1 * some


def test_so_many_pairs_of_the_older_kind_are_read_and_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """H-4."""
    monkeypatch.setattr(rle, "BITFIELD_PIECES_MAX", 9)
    assert rle.decode_older(older([(0, 8)] * 9, b"\xff" * 2), LIMIT)
    with pytest.raises(PeerViolation):
        rle.decode_older(older([(0, 8)] * 10, b"\xff" * 2), LIMIT)


@given(st.binary(max_size=6), st.integers(0, 60), st.integers(0, 60))
def test_a_part_of_a_bitfield_is_a_bitfield(bitfield: bytes, first: int, count: int) -> None:
    bits = "".join(f"{byte:08b}" for byte in bitfield).ljust(200, "0")[first : first + count]
    part = rle.bits_from(bitfield, first, count)
    assert "".join(f"{byte:08b}" for byte in part) == bits.ljust(8 * len(part), "0")
    assert len(part) == (count + 7) // 8
