"""F1 of reliability.md 5: readers of what strangers send never do but what they document."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz import corpus
from tests.fuzz.fuzzing import IS_GUIDED, Amount, fuzz
from tests.fuzz.planted import PLANTED
from tests.fuzz.readers import TARGETS
from tests.fuzz.target import MEMORY_MAX, Finding, Read, Target

RUNS = 70_000 if IS_GUIDED else 7_000  # of each target: 630,000 in all
PLANTED_RUNS = 200_000


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
    for outcome in fuzz(TARGETS, Amount(runs=RUNS), tmp_path):
        assert outcome.is_clean, outcome.said


# ---- what would be found ------------------------------------------------------------------------


def _too_slow(_: bytes) -> None:
    sum(range(20_000_000))


def _too_greedy(_: bytes) -> None:
    bytearray(4 * MEMORY_MAX).replace(b"\0", b"\1")


def _undocumented(_: bytes) -> None:
    raise KeyError


@pytest.mark.parametrize("read", [_too_slow, _too_greedy])
def test_a_reader_that_takes_too_much_is_found(read: Read) -> None:
    with pytest.raises(Finding):
        Target("planted", (read,), (ValueError,), ()).look(b"\0")


def test_an_error_that_is_not_documented_is_found() -> None:
    with pytest.raises(KeyError):
        Target("planted", (_undocumented,), (ValueError,), ()).look(b"\0")


@pytest.mark.slow
def test_a_fault_behind_some_branches_is_found(tmp_path: Path) -> None:
    (outcome,) = fuzz([PLANTED.name], Amount(runs=PLANTED_RUNS), tmp_path)
    assert not outcome.is_clean
    assert "KeyError" in outcome.said
