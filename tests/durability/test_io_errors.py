"""The disk fails at any call, once or from then on: the person is told, and nothing is lost.

The rows are reliability.md's 3.3 (I/O error at the n-th call) and 5 (D3). After the failure the
disk works again, and so must the program, without a restart if it was running. A failed sync is
taken for what it is: what was written before it is on no disk, though it can still be read.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.errors import FaultReason
from tests.amounts import amount
from tests.durability.faults import BROKEN, Failing
from tests.durability.folders import quick_folder
from tests.durability.trials import ACTS, Act, Ground, Trial

pytestmark = pytest.mark.slow

CALLS_MAX = 300  # reliability.md, D3: each of these
LATER_CALLS_MAX = 2_000  # more than any act makes; a start that reads a whole log makes the most
LATER_EVERY = amount(
    "LATER_CALLS_EVERY", 25
)  # calls, nearly all of which read one page more of the log
NUMBERS = (*range(1, CALLS_MAX + 1), *range(CALLS_MAX + 1, LATER_CALLS_MAX, LATER_EVERY))


@pytest.fixture
def ground() -> Iterator[Ground]:
    with quick_folder() as folder:
        yield Ground(folder)


@pytest.mark.parametrize("sticky", [False, True], ids=["once", "from then on"])
@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.name)
def test_a_disk_that_fails_at_any_call_costs_nothing_that_was_told_to_be_saved(
    ground: Ground, act: Act, *, sticky: bool
) -> None:
    start = ground.killed if act.killed else ground.joined
    troubles: list[str] = []
    reasons: set[FaultReason] = set()
    for number in NUMBERS:
        failing = Failing(BROKEN, number, sticky)
        trial = Trial(ground, failing, start)
        troubles += [f"call {number}: {trouble}" for trouble in trial.run(act)]
        reasons.update(trial.faults)
        if not failing.failures:
            break
    else:
        pytest.fail("it asks more of the disk than is tried")
    assert troubles == []
    assert reasons == {FaultReason.DISK_FAILED}
