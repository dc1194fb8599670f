"""Five hundred posts a second for a minute, by two peers (reliability L2).

That nothing is lost does not depend on how fast the machine is; how soon it is shown is demanded of
a release (``tests/load/goals.py``).
"""

from __future__ import annotations

import pytest

from tests.load.figures import NEVER
from tests.load.goals import RSS_BYTES_MAX
from tests.load.rush import Outcome, Size, run

SIZE = Size(peers=2, writers=2, posts=500 * 60, posts_a_second=500.0, beside={})


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    """Played once; each test looks at one side of it."""
    return run(tmp_path_factory.mktemp("throughput"), SIZE)


def test_all_of_it_is_there_in_one_order(outcome: Outcome) -> None:
    (order,) = outcome.orders
    assert len(order) == len(set(order)) == SIZE.history + 1 + SIZE.posts
    assert outcome.expected <= set(order)


def test_each_post_is_shown_by_every_peer_and_by_the_servers_window(outcome: Outcome) -> None:
    assert max(*outcome.calm.delays, *outcome.calm.shown) < NEVER


def test_no_peer_is_dropped_for_it(outcome: Outcome) -> None:
    assert outcome.troubles == []
    assert outcome.greetings == [1] * SIZE.peers


def test_memory_and_open_files_stay_bounded(outcome: Outcome) -> None:
    assert outcome.peak_rss_bytes <= RSS_BYTES_MAX
    assert outcome.open_files <= outcome.open_files_due
