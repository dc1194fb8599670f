"""One serving process under attack by four times as many as are honest (reliability A5)."""

from __future__ import annotations

import pytest

from tests.load.figures import NEVER
from tests.load.siege import OPEN_FILES_SLACK, Outcome, Size, run

RSS_BYTES_MAX = 256 << 20
SIZE = Size(posts=60, posts_a_second=1.0)  # a minute
# A second after the first moment there is room for whoever comes, so that the third dial succeeds;
# two more for a machine that has no time.
DIALS_MAX = 5


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    """Played once; each test looks at one side of it."""
    return run(tmp_path_factory.mktemp("siege"), SIZE)


def test_every_honest_post_reaches_every_honest_peer_in_one_order(outcome: Outcome) -> None:
    (order,) = outcome.orders
    assert len(order) == SIZE.history + 1 + SIZE.posts
    assert outcome.expected <= set(order)


def test_no_honest_peer_that_has_greeted_is_dropped_and_none_has_to_greet_twice(
    outcome: Outcome,
) -> None:
    assert outcome.troubles == []
    assert outcome.greetings == [1] * SIZE.honest


def test_no_honest_peer_stays_before_the_door(outcome: Outcome) -> None:
    """Before its greeting an honest peer is nobody yet: it may find all 64 places for those who
    greet taken in the first moment of the attack, by as many hosts (admission.py has the rules),
    or be given none of the processor for the five seconds of a handshake. Then it dials again.
    """
    assert max(outcome.fruitless) < DIALS_MAX


def test_all_who_came_during_the_attack_were_given_the_whole_channel(outcome: Outcome) -> None:
    assert max(outcome.joining) < NEVER


def test_each_honest_post_was_shown_by_every_honest_peer(outcome: Outcome) -> None:
    """How soon is measured (``tests/benchmarks/hostile_load.py``)."""
    assert max(outcome.delays) < NEVER


def test_every_kind_of_attacker_was_there(outcome: Outcome) -> None:
    """Was let in and did what it came for; how often is a matter of how fast the machine is."""
    assert set(outcome.connections) == set(SIZE.attacks)
    assert min(outcome.connections.values()) >= 1


def test_memory_stays_bounded(outcome: Outcome) -> None:
    assert outcome.peak_rss_bytes <= RSS_BYTES_MAX


def test_the_connections_of_those_who_attacked_are_let_go(outcome: Outcome) -> None:
    assert outcome.open_files <= outcome.open_files_due + OPEN_FILES_SLACK
