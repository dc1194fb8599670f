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


Lie = tuple[int, int, int, int]
"""What a cell of the difference says: both words of its sum, its check, its count."""
WORDS = st.integers(0, 2**64 - 1)
NOTHING: Lie = (0, 0, 0, 0)


def alone(number: int, sign: int) -> Lie:
    """A cell that gives a true id away, wherever a liar puts it."""
    cell = coded(ids(number, 1)).more(1)
    return int(cell.sums[0][0]), int(cell.sums[0][1]), int(cell.checks[0]), sign


def lied(said: list[Lie]) -> Cells:
    words = np.array([one[:3] for one in said], np.uint64)
    return Cells(0, words[:, :2], words[:, 2], np.array([one[3] for one in said], np.int64))


@given(
    st.lists(
        st.just(NOTHING)
        | st.tuples(WORDS, WORDS, WORDS, st.integers(-3, 3))
        | st.builds(alone, st.integers(0, 9), st.sampled_from((1, -1))),
        min_size=1,
        max_size=64,
    )
)
def test_lies_end_without_a_difference_or_with_a_few_ids_too_many(said: list[Lie]) -> None:
    """Whatever a peer sends as cells: the work is bounded by their number."""
    peeling = Peeling()
    peeling.take(lied(said))
    assert len(peeling.difference.ours) + len(peeling.difference.theirs) <= len(said)


def test_an_id_that_is_not_where_it_should_be_is_found_once_and_no_more() -> None:
    """Taken out of the cells in which it is not, it stands alone in them, with the other sign."""
    (one,) = ids(0, 1)
    said = [NOTHING] * RUN
    said[mapped(one, RUN)[1]] = alone(0, 1)
    peeling = Peeling()
    peeling.take(lied(said))
    assert peeling.difference.theirs == (one,)
    assert not peeling.difference.ours
    assert not peeling.is_done
