"""One profile with five private channels, two communities, twenty feeds, two folders and comments,
and thirty others: every law of every kind holds, and nothing starves.

Shorter than the other worlds, which have five computers; ``make release-test`` runs longer ones.
"""

from __future__ import annotations

import pytest

from tests.simulation.conftest import LONG_ENOUGH
from tests.simulation.simulate import Outcome, simulate

pytestmark = LONG_ENOUGH

SEED, HOURS = "together-1", 0.25
KINDS = ("private channel", "community", "feed", "folder", "comments")


@pytest.fixture(scope="module")
def outcome() -> Outcome:
    """Played once; each test looks at one side of it."""
    return simulate(SEED, HOURS)


def test_no_law_is_broken_where_all_protocols_run_at_once(outcome: Outcome) -> None:
    assert not outcome.broken, outcome.report


@pytest.mark.parametrize(
    "what",
    [
        *("channels compared", "names inside the port", "posts judged", "texts that agree"),
        *("blocks that agree", "feeds spoken of in the port", "folders that agree"),
        *("values judged", "values that agree", "long feeds that were not there yet"),
    ],
)
def test_the_laws_have_something_to_look_at(what: str, outcome: Outcome) -> None:
    assert outcome.counts[what] > 0


@pytest.mark.parametrize("when", ["home", "alone", "beside"])
def test_how_soon_all_have_what_was_said_is_measured_for_every_kind(
    when: str, outcome: Outcome
) -> None:
    for kind in KINDS:
        assert outcome.counts[f"ms until all have it, {when}: {kind}"] > 0
    assert 0 < outcome.counts[f"fairness of kinds in percent, {when}"] <= 100
