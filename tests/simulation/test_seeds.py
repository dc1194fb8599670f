"""More than a hundred worlds, half of them with liars: no law is broken in any of them.

Every seed that once broke a law is kept below by what it found.
"""

from __future__ import annotations

import pytest

from tests.simulation.conftest import LONG_ENOUGH, Outcomes
from tests.simulation.simulate import HOURS

pytestmark = LONG_ENOUGH


def _worlds(kind: str, number: int) -> list[str]:
    return [f"{kind}-{count}" for count in range(1, number + 1)]


# Of the dearer kinds there are fewer: `make simulate HOURS=5000` runs as many of each.
HONEST = [
    *_worlds("honest", 20),
    *_worlds("port", 9),
    *_worlds("portmany", 1),
    *_worlds("renew", 4),
    *_worlds("feeds", 3),
    *_worlds("feedport", 2),
    *_worlds("comments", 4),
    *_worlds("communities", 3),
]
WITH_LIARS = [
    *_worlds("liars", 24),
    *_worlds("portliars", 9),
    *_worlds("renewliars", 4),
    *_worlds("feedliars", 2),
    *_worlds("commentliars", 5),
    *_worlds("communityliars", 3),
]

ONCE_BROKEN = {
    "port-11": "what a peer acknowledged before we knew it is forgotten",
    "port-16": "a post that ripens below what others hold is never told of",
    "liars-1050": "a connection comes while a batch is open: that says nothing of the disk",
    "port-6007": "a renewal is given by a member through others by now, and taken by nobody",
    "communityliars-7": "a relay passes on what nobody signed, and is blamed for it",
    "honest-1094": "a member does not know that anybody may read the channel",
    "portliars-1002": "an invite that begins far later than the last greeting is asked for in vain",
    "portmany-1017": "who took a right by a clock ahead never asks once the right begins",
    "portliars-1023": "a port opens while a batch is open: that says nothing of the disk either",
    "liars-L-1-planted-6": "a peer that shows a post and never gives it is asked without end",
    "communityliars-C-2-planted-1": "names that come late are taken for posts nobody asked for",
    "communityliars-1022": "a post goes of a channel that was forgotten and is not erased yet",
    "port-2001": "an inviter who can give a fresh link again is not told who has asked meanwhile",
    "communities-2003": "who is blocked no more never asks for what was held back meanwhile",
}
"""Seed: what it found."""

ALL = list(dict.fromkeys([*HONEST, *WITH_LIARS, *ONCE_BROKEN]))


@pytest.mark.parametrize("seed", ALL)
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
    assert sum("liars-" in seed for seed in ALL) * 2 >= len(ALL)
