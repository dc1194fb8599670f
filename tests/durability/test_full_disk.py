"""The disk is full at any write: posting is refused by that name, reading goes on, nothing is lost.

The row is reliability.md's 3.3 (ENOSPC).
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.errors import FaultReason
from tests.durability.faults import FULL, Failing
from tests.durability.folders import quick_folder
from tests.durability.trials import ACTS, Act, Ground, Trial

pytestmark = pytest.mark.slow

WRITES_MAX = 200  # more than any act makes
EVERY = 3  # writes: they come in pairs, and each is whole or not at all


@pytest.fixture
def ground() -> Iterator[Ground]:
    with quick_folder() as folder:
        yield Ground(folder)


@pytest.mark.parametrize(
    "act", [act for act in ACTS if not act.from_the_start], ids=lambda act: act.name
)
def test_a_disk_that_fills_up_at_any_write_is_told_and_costs_nothing(
    ground: Ground, act: Act
) -> None:
    start = ground.killed if act.killed else ground.joined
    troubles: list[str] = []
    reasons: set[FaultReason] = set()
    for number in range(1, WRITES_MAX, EVERY):
        failing = Failing(FULL, number, sticky=True)
        trial = Trial(ground, failing, start)
        troubles += [f"write {number}: {trouble}" for trouble in trial.run(act)]
        reasons.update(trial.faults)
        if not failing.failures:
            break
    else:
        pytest.fail("it writes more often than is tried")
    assert troubles == []
    assert reasons == {FaultReason.DISK_FULL}


@pytest.mark.parametrize("killed", [False, True], ids=["closed", "killed"])
def test_a_full_disk_keeps_nobody_from_starting_and_reading(
    ground: Ground, *, killed: bool
) -> None:
    def reads(trial: Trial) -> None:
        trial.look()

    trial = Trial(ground, Failing(FULL, 1, sticky=True), ground.killed if killed else ground.joined)
    assert trial.run(Act("reads", reads, from_the_start=True)) == []
    assert trial.faults == []


def test_what_is_written_on_a_full_disk_is_refused_each_time_and_reading_goes_on(
    ground: Ground,
) -> None:
    def insists(trial: Trial) -> None:
        for number in range(5):
            trial.post(f"again {number}")
            trial.look()

    trial = Trial(ground, Failing(FULL, 1, sticky=True), ground.joined)
    assert trial.run(Act("insists", insists)) == []
    assert trial.faults == [FaultReason.DISK_FULL] * 5
