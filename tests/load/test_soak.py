"""Five minutes of peers that post on and on while others come and go (reliability L5)."""

from __future__ import annotations

import pytest

from tests.load.soak import Outcome, Size, run

RSS_GROWTH_BYTES_MAX = 4 << 20  # less than one of its peers would take
SIZE = Size(seconds=300.0, warm_up_seconds=60.0)


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    """Played once; each test looks at one side of it."""
    return run(tmp_path_factory.mktemp("soak"), SIZE)


def test_all_hold_one_order(outcome: Outcome) -> None:
    (order,) = outcome.orders
    assert len(order) > outcome.posted == SIZE.seconds * SIZE.posts_a_second


def test_open_files_and_memory_do_not_grow(outcome: Outcome) -> None:
    """By less than those who come and go make up for; along a line over an hour a release is
    measured (``tests/load/goals.py``).
    """
    assert outcome.more_open_files <= sum(SIZE.beside.values())
    assert outcome.more_rss_bytes <= RSS_GROWTH_BYTES_MAX
