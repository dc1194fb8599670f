"""What is said on the way out, or beside the work, is lost with the terminal, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from spark_reports.command import CALLED_OFF
from tests.hanging_up import READY, hung_up

MAKING_UP = f"""
import signal, sys
from spark_reports import synthetic

def people(_space):
    print({READY!r}, flush=True)
    while True:
        signal.pause()

synthetic._Space.people = people
sys.exit(synthetic.main(["--posts", "50", "--spaces", "2", "--out", "made"]))
"""
REPORTING = f"""
import signal, sys
from spark_reports import command, job

def make_report(*_given):
    print({READY!r}, flush=True)
    while True:
        signal.pause()

job.make_report = make_report
sys.exit(command.main(["--input", "there", "--out", "made"]))
"""


@pytest.mark.parametrize("program", [MAKING_UP, REPORTING], ids=["dataset", "report"])
def test_a_terminal_that_closes_calls_off_as_ctrl_c_does(program: str, tmp_path: Path) -> None:
    assert hung_up(program, tmp_path) == CALLED_OFF
    assert list(tmp_path.iterdir()) == []
