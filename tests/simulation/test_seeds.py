"""More than a hundred worlds, half of them with liars: no law is broken in any of them.

Every seed that once broke a law is kept below by what it found.
"""

from __future__ import annotations

import pytest

from tests.simulation.conftest import LONG_ENOUGH, Outcomes
from tests.simulation.simulate import HOURS

pytestmark = LONG_ENOUGH
EACH = 17
EACH_OF_MANY = 2
EACH_OF_FEEDS = 4
EACH_OF_COMMENTS = 4
EACH_OF_COMMUNITIES = 3
EACH_OF_RENEWALS = 4
HONEST = [f"honest-{number}" for number in range(1, EACH + 1)]
LYING = [f"liars-{number}" for number in range(1, EACH + 1)]
MEETING = [f"port-{number}" for number in range(1, EACH + 1)]
LYING_TO_MEETING = [f"portliars-{number}" for number in range(1, EACH + EACH_OF_MANY + 1)]
WITH_MANY_CHANNELS = [f"portmany-{number}" for number in range(1, EACH_OF_MANY + 1)]
RENEWING = [f"renew-{number}" for number in range(1, EACH_OF_RENEWALS + 1)]
LYING_TO_RENEWING = [f"renewliars-{number}" for number in range(1, EACH_OF_RENEWALS + 1)]
FEEDS = [f"feeds-{number}" for number in range(1, EACH_OF_FEEDS // 2 + 1)]
FEEDS_AND_FOLDERS = [f"feedport-{number}" for number in range(1, EACH_OF_FEEDS // 2 + 1)]
LYING_OF_FEEDS = [f"feedliars-{number}" for number in range(1, EACH_OF_FEEDS + 1)]
COMMENTS = [f"comments-{number}" for number in range(1, EACH_OF_COMMENTS + 1)]
LYING_OF_COMMENTS = [f"commentliars-{number}" for number in range(1, EACH_OF_COMMENTS + 1)]
COMMUNITIES = [f"communities-{number}" for number in range(1, EACH_OF_COMMUNITIES + 1)]
LYING_OF_COMMUNITIES = [f"communityliars-{number}" for number in range(1, EACH_OF_COMMUNITIES + 1)]
LYING_TO_CHANNELS = [*LYING, *LYING_TO_MEETING, *LYING_TO_RENEWING]
WITH_LIARS = [*LYING_TO_CHANNELS, *LYING_OF_FEEDS, *LYING_OF_COMMENTS, *LYING_OF_COMMUNITIES]
ALL = [
    *HONEST,
    *MEETING,
    *WITH_MANY_CHANNELS,
    *RENEWING,
    *FEEDS,
    *FEEDS_AND_FOLDERS,
    *COMMENTS,
    *COMMUNITIES,
    *WITH_LIARS,
]

ONCE_BROKEN = {
    "port-11": "what a peer acknowledged before we knew it is forgotten",
    "port-16": "a post that ripens below what others hold is never told of",
    "liars-1050": "a connection comes while a batch is open: that says nothing of the disk",
    "port-6007": "a renewal is given by a member through others by now, and taken by nobody",
    "communityliars-7": "a relay passes on what nobody signed, and is blamed for it",
    "honest-1094": "a member does not know that anybody may read the channel",
    "liars-L-1-planted-6": "a peer that shows a post and never gives it is asked without end",
    "communityliars-C-2-planted-1": "names that come late are taken for posts nobody asked for",
}
"""Seed: what it found."""


@pytest.mark.parametrize("seed", dict.fromkeys([*ALL, *ONCE_BROKEN]))
def test_no_law_is_broken_in_the_world_of_a_seed(seed: str, outcomes: Outcomes) -> None:
    outcome = outcomes(seed)

    assert not outcome.broken, outcome.report


@pytest.mark.parametrize(
    ("seed", "what"),
    [
        ("comments-1", "values that agree"),
        ("commentliars-4", "strangers that were answered"),
    ],
)
def test_the_laws_of_comments_have_something_to_look_at(
    seed: str, what: str, outcomes: Outcomes
) -> None:
    assert outcomes(seed).counts[what] > 0


def test_the_worlds_make_two_hundred_hours_and_half_of_them_hold_liars() -> None:
    assert len(ALL) >= 100
    assert HOURS * len(ALL) >= 200
    assert len(WITH_LIARS) * 2 >= len(ALL)
