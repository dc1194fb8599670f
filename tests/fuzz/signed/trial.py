"""One case, judged twice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What was read, or something false where it was refused.

    ``theirs``: the second implementation's, as far as no ruling of ours says otherwise.
    """

    ours: object
    theirs: object
    about: str


class Trial(Protocol):
    """Makes up cases."""

    def once(self) -> Verdicts: ...


Trials = Callable[[Random], Trial]


@dataclass(frozen=True, slots=True)
class Tally:
    """How many were accepted and refused by both."""

    accepted: int
    refused: int


class DifferError(Exception):
    """The two do not agree."""


def run(trials: Trials, count: int, seed: int) -> Tally:
    """Raises DifferError for the first case on which they differ."""
    trial = trials(Random(seed))
    accepted = 0
    for number in range(count):
        verdicts = trial.once()
        if verdicts.ours != verdicts.theirs:
            raise DifferError(f"case {number} of seed {seed}: {verdicts}")
        accepted += bool(verdicts.ours)
    return Tally(accepted, count - accepted)
