"""What differs between two sets is read from the difference of their cells."""

from __future__ import annotations

import hashlib

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engine.protocols.hyperbloom.recon.coded import Cells, CodedSet, Peeling, mapped

RUN = 64


def ids(start: int, count: int) -> list[bytes]:
    """Any ids: they are hashes."""
    return [
        hashlib.blake2b(number.to_bytes(8, "big"), digest_size=16).digest()
        for number in range(start, start + count)
    ]


def coded(held: list[bytes]) -> CodedSet:
    return CodedSet(b"".join(held))


def differences(ours: list[bytes], theirs: list[bytes], runs_max: int = 60) -> Peeling:
    mine, others, peeling = coded(ours), coded(theirs), Peeling()
    for _ in range(runs_max):
        peeling.take(others.more(RUN).minus(mine.more(RUN)))
        if peeling.is_done:
            break
    return peeling


@given(st.integers(0, 300), st.integers(0, 150), st.integers(0, 150))
def test_all_that_differs_is_found_and_nothing_else(common: int, ours: int, theirs: int) -> None:
    shared, mine, others = ids(0, common), ids(10_000, ours), ids(20_000, theirs)
    peeling = differences(shared + mine, others + shared)
    assert peeling.is_done
    assert set(peeling.difference.ours) == set(mine)
    assert set(peeling.difference.theirs) == set(others)


def test_equal_sets_are_known_by_the_first_cell() -> None:
    mine, others, peeling = coded(ids(0, 500)), coded(ids(0, 500)[::-1]), Peeling()
    peeling.take(others.more(1).minus(mine.more(1)))
    assert peeling.is_done


@given(st.integers(0, 200), st.integers(1, 5))
def test_cells_are_the_same_however_they_are_asked_for(count: int, cut: int) -> None:
    whole, parts = coded(ids(0, count)).more(60), coded(ids(0, count))
    at_once = [row.tolist() for row in (whole.sums, whole.checks, whole.counts)]
    pieces: list[Cells] = [parts.more(60 // cut) for _ in range(cut)]
    end = 60 // cut * cut
    joined = [
        [one for piece in pieces for one in piece.sums.tolist()],
        [one for piece in pieces for one in piece.checks.tolist()],
        [one for piece in pieces for one in piece.counts.tolist()],
    ]
    assert joined == [row[:end] for row in at_once]


def test_an_id_is_mapped_to_fewer_and_fewer_cells() -> None:
    """About 2 ln(n) of the first n: the mapping of the paper, 1 / (1 + i / 2)."""
    counts = [len(mapped(one, 4_096)) for one in ids(0, 400)]
    assert 13 < sum(counts) / len(counts) < 18
    assert all(mapped(one, 100)[0] == 0 for one in ids(0, 50))


@given(st.lists(st.tuples(st.integers(0, 2**64 - 1), st.integers(-3, 3)), min_size=1, max_size=64))
def test_lies_end_without_a_difference_or_with_a_few_ids_too_many(
    said: list[tuple[int, int]],
) -> None:
    """Whatever a peer sends as cells: the work is bounded by their number."""
    honest = coded(ids(0, 50))
    true = honest.more(len(said))
    false = Cells(
        0,
        true.sums.copy(),
        true.checks ^ np.array([check for check, _ in said], np.uint64),
        true.counts + np.array([count for _, count in said], np.int64),
    )
    peeling = Peeling()
    peeling.take(false.minus(coded(ids(0, 50)).more(len(said))))
    assert len(peeling.difference.ours) + len(peeling.difference.theirs) <= len(said)
