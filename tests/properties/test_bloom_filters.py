"""Bloom filters against the plainest way to write them down."""

from __future__ import annotations

import mmh3
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import PeerViolation
from engine.protocols.hyperbloom.bloom.borders import border
from engine.protocols.hyperbloom.bloom.filters import (
    ADVISED,
    FilterRefused,
    Sieve,
    dimensions,
    make_filter,
    values_within,
)
from engine.protocols.hyperbloom.bloom.murmur import Batch
from engine.protocols.hyperbloom.packets import BloomFilter

SEEDS = st.integers(0, 2**32 - 1)
VALUES = st.lists(st.binary(max_size=140), max_size=60)


def places(value: bytes, size: int, n: int, seed: int) -> set[int]:
    """As the document prints it."""
    seeds = [(i * 0xFA68676F % 2**32 + seed) % 2**32 for i in range(n)]
    return {mmh3.mmh3_32_uintdigest(value, one) % size for one in seeds}


def has(known: BloomFilter, value: bytes) -> bool:
    wanted = places(value, known.size, known.n, known.seed)
    return all(known.bits[bit >> 3] & 1 << (bit & 7) for bit in wanted)


@given(st.integers(0, 140), st.integers(1, 20), SEEDS)
def test_many_values_of_one_length_are_hashed_as_each_alone(
    length: int, count: int, seed: int
) -> None:
    values = [bytes((place * 7 + at) % 256 for at in range(length)) for place in range(count)]
    assert Batch(values).hashes(seed).tolist() == [
        mmh3.mmh3_32_uintdigest(value, seed) for value in values
    ]


@given(VALUES, st.integers(1, 2_000), st.integers(1, 64), SEEDS)
def test_a_filter_has_exactly_the_bits_of_its_values(
    values: list[bytes], size: int, n: int, seed: int
) -> None:
    made = make_filter(values, size, n, seed)
    assert len(made.bits) == -(-size // 32) * 4
    expected = set[int]().union(*(places(value, size, n, seed) for value in values))
    held = {bit for bit in range(8 * len(made.bits)) if made.bits[bit >> 3] & 1 << (bit & 7)}
    assert held == expected


@given(VALUES, VALUES, st.integers(1, 4_000), st.integers(1, 64), SEEDS)
def test_what_a_filter_lacks_is_told_in_order(
    inside: list[bytes], asked: list[bytes], size: int, n: int, seed: int
) -> None:
    known = make_filter(inside, size, n, seed)
    sieve = Sieve(known)
    lacking = asked if sieve.says_nothing else [one for one in asked if not has(known, one)]
    assert list(sieve.lacking(asked)) == lacking


@given(st.integers(0, 20_000))
def test_filters_of_ours_fit_a_message_and_fill_whole_words(count: int) -> None:
    size, n = dimensions(count)
    assert size % 32 == 0
    assert size >= 32
    assert 1 <= n <= 64
    assert size // 8 <= 75_000


def test_a_filter_without_a_free_bit_hides_nothing() -> None:
    full = BloomFilter(b"\xff" * 16, 128, 3, 1)
    assert list(Sieve(full).lacking([b"one", b"two"])) == [b"one", b"two"]


@pytest.mark.parametrize(
    ("length", "size", "n"),
    [
        (4, 0, 1),
        (4, 33, 1),
        (8, 32, 1),
        (0, 1, 1),
        (4, 32, 0),
        (4, 2**32 - 1, 1),
    ],
)
def test_a_filter_that_cannot_be_is_refused(length: int, size: int, n: int) -> None:
    with pytest.raises(PeerViolation):
        Sieve(BloomFilter(bytes(length), size, n, 0))


@pytest.mark.parametrize(
    ("length", "size", "n"),
    [(4, 32, 65), (4, 32, 2**32 - 1), ((1 << 20) + 4, (8 << 20) + 32, 1)],
)
def test_a_filter_that_costs_too_much_is_refused_and_another_one_would_do(
    length: int, size: int, n: int
) -> None:
    with pytest.raises(FilterRefused):
        Sieve(BloomFilter(bytes(length), size, n, 0))
    Sieve(BloomFilter(bytes(ADVISED.size // 8), ADVISED.size, ADVISED.n, 0))


def test_by_the_letter_a_filter_has_no_byte_too_many() -> None:
    padded = BloomFilter(bytes(4), 9, 1, 0)
    Sieve(padded)
    with pytest.raises(PeerViolation):
        Sieve(padded, document=True)


@given(st.binary(max_size=6), st.binary(max_size=6))
def test_a_border_stands_between_the_two_and_is_as_short_as_can_be(one: bytes, two: bytes) -> None:
    before, first = sorted((one, two))
    if before == first:
        return
    cut = border(before, first)
    assert before < cut <= first
    assert not before < cut[:-1]


def test_by_the_letter_a_filter_may_have_one_byte_more_than_its_bits_fill() -> None:
    """8 * length >= size >= 8 * (length - 1)."""
    Sieve(BloomFilter(bytes(9), 64, 1, 0), document=True)
    with pytest.raises(PeerViolation):
        Sieve(BloomFilter(bytes(10), 64, 1, 0), document=True)


@pytest.mark.parametrize("size", [2_048, 2_075, 2_103, 57_519, 57_520, 57_549, 1 << 20])
def test_a_filter_of_as_many_values_as_are_said_to_fit_is_no_larger(size: int) -> None:
    assert dimensions(values_within(size))[0] <= size
