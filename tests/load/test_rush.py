"""A hundred honest peers, a thousand idle strangers, slow and stalled ones (reliability L1, L4).

What is asserted does not depend on how fast the machine is; how fast it is, is measured
(``tests/benchmarks/load.py``), and demanded of a release (``tests/load/goals.py``).
"""

from __future__ import annotations

import pytest

from tests.load.figures import NEVER
from tests.load.goals import KEPT_MIN
from tests.load.rush import SLOW_AND_SILENT, Outcome, Size, run
from tests.load.siege import OPEN_FILES_SLACK

RSS_BYTES_MAX = 256 << 20
GROWTH_BYTES_MAX = 64 << 20  # of what strangers had, or may come to have, at once
SIZE = Size(posts=30, posts_a_second=1.0)  # a minute for both halves


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    """Played once; each test looks at one side of it."""
    return run(tmp_path_factory.mktemp("rush"), SIZE)


def test_all_peers_are_given_the_whole_channel(outcome: Outcome) -> None:
    assert len(outcome.joining) == SIZE.peers
    assert max(outcome.joining) < NEVER


def test_nothing_is_lost_and_all_hold_one_order(outcome: Outcome) -> None:
    (order,) = outcome.orders
    assert len(order) == len(set(order)) == SIZE.history + 1 + 2 * SIZE.posts
    assert outcome.expected <= set(order)


def test_each_post_is_shown_by_every_peer_and_by_the_servers_window(outcome: Outcome) -> None:
    assert max(*outcome.calm.delays, *outcome.calm.shown) < NEVER


def test_slow_stalled_and_silent_ones_keep_nothing_from_anybody(outcome: Outcome) -> None:
    assert set(outcome.connections) == set(SLOW_AND_SILENT)
    assert min(outcome.connections.values()) >= 1, "they were there"
    assert max(*outcome.beside.delays, *outcome.beside.shown) < NEVER


def test_beside_stalled_readers_the_others_keep_nine_tenths_of_what_they_were_given(
    outcome: Outcome,
) -> None:
    """L4, counted: of their rate nine tenths are demanded where time counts."""
    calm, beside = (
        sum(delay < NEVER for delay in stretch.delays) for stretch in (outcome.calm, outcome.beside)
    )
    assert calm == SIZE.posts
    assert beside >= KEPT_MIN * calm


def test_no_peer_is_dropped_and_none_has_to_greet_twice(outcome: Outcome) -> None:
    assert outcome.troubles == []
    assert outcome.greetings == [1] * SIZE.peers


def test_posts_open_nothing_and_the_connections_of_strangers_are_let_go(outcome: Outcome) -> None:
    assert outcome.calm.open_files <= outcome.open_files_due + OPEN_FILES_SLACK
    assert outcome.open_files <= outcome.open_files_due


def test_memory_stays_bounded_and_what_strangers_took_is_given_back(outcome: Outcome) -> None:
    assert outcome.peak_rss_bytes <= RSS_BYTES_MAX
    assert outcome.rss_bytes - outcome.calm.rss_bytes <= GROWTH_BYTES_MAX
