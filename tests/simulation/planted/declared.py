"""How a bug is declared: a function that replaces a small piece of the engine.

``seeds`` says in what worlds it shows: where it is a missing guard, those with liars of its row.
``first`` is the number of the first of them that shows it, where that is a late one: what was
looked at in vain once need not be in every run.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

Plant = Callable[[pytest.MonkeyPatch], None]


@dataclass(frozen=True, slots=True)
class Bug:
    """``plant`` puts it in."""

    name: str
    seeds: str
    plant: Plant
    first: int


BUGS: dict[str, Bug] = {}


def bug(seeds: str, *, first: int = 1) -> Callable[[Plant], Plant]:
    """Declares a bug, named by its function."""

    def declare(plant: Plant) -> Plant:
        BUGS[plant.__name__] = Bug(plant.__name__, seeds, plant, first)
        return plant

    return declare
