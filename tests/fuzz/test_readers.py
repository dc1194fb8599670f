"""F1 of reliability.md 5: readers of what strangers send never do but what they document."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.fuzz import corpus
from tests.fuzz.fuzzing import IS_GUIDED, Amount, fuzz, started
from tests.fuzz.planted import PLANTED
from tests.fuzz.readers import TARGETS
from tests.fuzz.target import MEMORY_MAX, Finding, Read, Target

RUNS = 70_000 if IS_GUIDED else 7_000  # of each target: 630,000 in all
EXECUTIONS_MIN = 600_000 if IS_GUIDED else 60_000  # of all
PLANTED_RUNS = 200_000
LARGE = 8 * MEMORY_MAX

_SAYS_ITS_PEAK = "import resource as r; print(r.getrusage(r.RUSAGE_SELF).ru_maxrss)"


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_what_is_kept_is_read_or_refused(target: Target) -> None:
    inputs = corpus.kept(target.name)
    assert {one[0] % len(target.readers) for one in inputs if one} == set(
        range(len(target.readers))
    ), "every reader has inputs"
    for one in inputs:
        target.look(one)


@pytest.mark.slow
@pytest.mark.timeout(1_200)
def test_nothing_is_found_in_what_follows_from_it(tmp_path: Path) -> None:
    outcomes = fuzz(TARGETS, Amount(runs=RUNS), tmp_path)
    for outcome in outcomes:
        assert outcome.is_clean, outcome.said
    assert sum(outcome.executions for outcome in outcomes) >= EXECUTIONS_MIN


# ---- what would be found ------------------------------------------------------------------------


def _planted(read: Read) -> Target:
    return Target("planted", (read,), (ValueError,), ())


def _too_slow(_: bytes) -> None:
    sum(range(20_000_000))


def _too_greedy(_: bytes) -> None:
    bytearray(4 * MEMORY_MAX).replace(b"\0", b"\1")


def _took_much() -> None:
    bytearray(LARGE).replace(b"\0", b"\1")


def _undocumented(_: bytes) -> None:
    raise KeyError


def test_a_reader_that_takes_too_long_is_found() -> None:
    with pytest.raises(Finding, match=r" s$"):
        _planted(_too_slow).look(b"\0")


def test_a_reader_that_takes_too_much_is_found() -> None:
    with pytest.raises(Finding, match=r" MiB$"):
        _planted(_too_greedy).look(b"\0", slowed=100)


def test_what_a_process_took_before_hides_nothing() -> None:
    _took_much()
    test_a_reader_that_takes_too_much_is_found()


def test_what_the_process_took_that_starts_the_fuzzing_is_not_held_against_it() -> None:
    _took_much()
    peak = started([sys.executable, "-c", _SAYS_ITS_PEAK]).stdout
    assert int(peak) < LARGE >> 11, "in KiB"


def test_an_error_that_is_not_documented_is_found() -> None:
    with pytest.raises(KeyError):
        _planted(_undocumented).look(b"\0")


@pytest.mark.slow
def test_a_fault_behind_some_branches_is_found(tmp_path: Path) -> None:
    (outcome,) = fuzz([PLANTED.name], Amount(runs=PLANTED_RUNS), tmp_path)
    assert not outcome.is_clean
    assert "KeyError" in outcome.said
