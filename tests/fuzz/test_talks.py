"""F4 of reliability.md 5: a machine bears whatever a peer says, in whatever order."""

from __future__ import annotations

from random import Random

import pytest

from engine.protocols.contract import Close, Ending
from tests.fuzz.talks import TALKS
from tests.fuzz.talks.talk import BUFFERED_MAX, STEPS, Tally, run

SCRIPTS = 100  # of each protocol, of 50 steps: 500 in all


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", TALKS)
def test_whatever_is_said_ends_as_documented_or_goes_on(name: str) -> None:
    tally = Tally()
    for seed in range(SCRIPTS):
        chance = Random(seed)
        tally.add(run(TALKS[name](chance), chance))
    assert tally.steps == SCRIPTS * STEPS
    assert 0 < tally.ended < tally.steps / 2, "it talks, and it is ended upon"
    assert tally.changed > tally.steps / 10


class _Faulty:
    """A machine that does not bear the third message, changed or not."""

    close: Close | None = None
    buffered = 0
    _heard = 0

    def says(self, chance: Random) -> bytes:
        return chance.randbytes(9)

    def sends(self, message: bytes) -> None:
        self._heard += bool(message)
        if self._heard > 2:
            raise KeyError(message)

    def waits(self, seconds: float) -> None:
        pass

    def begins_again(self) -> None:
        self.close = None


def test_a_machine_that_raises_is_found() -> None:
    with pytest.raises(KeyError):
        run(_Faulty(), Random(1))


def test_a_machine_that_holds_too_much_is_found() -> None:
    greedy = _Faulty()
    greedy.buffered = BUFFERED_MAX + 1
    with pytest.raises(AssertionError):
        run(greedy, Random(1), steps=1)


def test_an_ending_that_is_none_of_a_machine_is_found() -> None:
    ended = _Faulty()
    ended.close = Close(Ending.FAULT)
    with pytest.raises(AssertionError):
        run(ended, Random(1), steps=1)


def test_there_are_five_hundred_scripts() -> None:
    assert SCRIPTS * len(TALKS) >= 500
