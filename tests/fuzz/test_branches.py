"""F3 of reliability.md 5: what is kept reaches the readers' branches."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.fuzz.readers import TARGETS
from tests.fuzz.target import INPUT_BYTES_MAX, Target
from tests.fuzz.writing import WRITING
from tests.fuzz.written import written

BRANCHES_MIN = 0.95
_BRANCHES_A_READER_MIN = 20  # fewer: nothing was measured
_SECONDS_MAX = 120


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_what_is_written_is_read_or_refused(target: Target) -> None:
    """Larger ones than are fuzzed are bombs, whose bounds have tests of their own."""
    read = [
        target.look(one) if len(one) <= INPUT_BYTES_MAX else target.read(one)
        for one in written(target)
    ]
    assert any(read)
    assert len(read) > len(target.readers)


@pytest.mark.parametrize("name", TARGETS)
def test_the_branches_of_a_reader_are_reached(name: str) -> None:
    told = _measured(name)
    assert told["all"] >= _BRANCHES_A_READER_MIN
    assert told["unknown"] == [], "a name that the code does not have any more"
    assert told["taken"] >= BRANCHES_MIN * told["all"], told["left"]


def test_every_target_says_what_is_not_measured() -> None:
    assert WRITING.keys() == TARGETS.keys()


def _measured(name: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.fuzz.branches", name]
    ended = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=_SECONDS_MAX
    )
    assert ended.returncode == 0, ended.stderr
    told: dict[str, Any] = json.loads(ended.stdout)
    return told
