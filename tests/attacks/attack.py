"""An attack: what somebody does to us, what must hold, and the guard without which it would not.

Each row of the list of attacks (``rows``) has at least one. It is an ordinary test; and it is run
a second time with its guard taken away, where it must fail: a test that passes without the guard
would show nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

Disarm = Callable[[pytest.MonkeyPatch], None]


@dataclass(frozen=True, slots=True)
class Attack:
    """``run`` raises ``succeeds_by`` where the attack succeeds; ``disarm`` takes its guard away.

    That is AssertionError, or PeerViolation where we ourselves then say what a peer would refuse.
    """

    row: str
    run: Callable[[], None]
    disarm: Disarm
    succeeds_by: type[Exception]

    @property
    def name(self) -> str:
        """As the test it is."""
        return self.run.__name__


ATTACKS: list[Attack] = []
"""All that were imported, in order."""


def attack(
    row: str, *, without: Disarm, succeeds_by: type[Exception] = AssertionError
) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Declares the test below it an attack of that row. ``without`` takes its guard away."""

    def declare(run: Callable[[], None]) -> Callable[[], None]:
        ATTACKS.append(Attack(row, run, without, succeeds_by))
        return run

    return declare


def replaced(target: str, value: object) -> Disarm:
    """``target``, a dotted path, is ``value`` instead."""

    def disarm(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(target, value)

    return disarm
