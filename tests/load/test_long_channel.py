"""A channel of a hundred thousand posts comes to who has nothing of it (reliability L3)."""

from __future__ import annotations

import pytest

from tests.load.figures import NEVER
from tests.load.goals import LONG_RSS_BYTES_MAX
from tests.load.long_channel import Outcome, run

POSTS = 100_000
SECONDS_MAX = 500.0  # bounds a hang; how fast it is, is demanded of a release


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    """Played once; each test looks at one side of it."""
    return run(tmp_path_factory.mktemp("long"), POSTS, SECONDS_MAX)


def test_the_newcomer_has_all_of_it_from_the_first_post_to_the_last(outcome: Outcome) -> None:
    assert outcome.seconds < NEVER
    assert outcome.is_same


def test_both_together_stay_in_bounds(outcome: Outcome) -> None:
    assert sum(outcome.peak_rss_bytes.values()) <= LONG_RSS_BYTES_MAX
