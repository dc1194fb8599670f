"""Whoever goes on reading a feed that is not had whole comes to all of it, by steps."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from ui.feeds.nearness import STEP_BLOCKS, Loaded, blocks_near, stretches

LENGTH_MAX = 160


@given(st.sets(st.integers(0, LENGTH_MAX)), st.integers(1, 60), st.integers(0, 60))
def test_stretches_hold_every_block_once(blocks: set[int], span: int, gap: int) -> None:
    found = stretches(blocks, span, max(1, gap))
    assert blocks <= {block for one in found for block in one}
    assert all(len(one) <= span for one in found)
    assert all(before.stop <= behind.start for before, behind in pairwise(found))
    if gap <= 1:
        assert {block for one in found for block in one} == blocks


@given(st.integers(1, LENGTH_MAX), st.sets(st.integers(0, LENGTH_MAX - 1)), st.integers(1, 30))
def test_who_reads_up_comes_to_every_block(length: int, here: set[int], rows: int) -> None:
    held = {block for block in here if block < length}
    top = length
    for _ in range(3 * length):
        blocks = sorted(held)
        last = max(0, sum(block <= top for block in blocks) - 1)
        first = max(0, last - rows)
        near = blocks_near(Loaded(blocks, first, last), length)
        fresh = {block for one in near for block in one} - held
        assert all(0 <= one.start < one.stop <= length for one in near)
        assert all(len(one) <= STEP_BLOCKS for one in near)
        held |= fresh
        top = top if fresh else min(top, (blocks or [0])[first]) - 1
        if top < 0:
            break
    assert held == set(range(length))


def test_what_is_not_loaded_but_here_is_not_taken_for_missing() -> None:
    loaded = Loaded([50, 51, 52], 0, 2, is_begin=False, is_end=False)
    assert blocks_near(loaded, 1_000) == [range(950, 1_000)]
    loaded = Loaded([50, 51, 52], 0, 2)
    assert blocks_near(loaded, 1_000)[:2] == [range(50), range(950, 1_000)]
