"""What is said on the way out, or beside the work, is lost with the terminal, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from spark_reports.command import CALLED_OFF
from tests.hanging_up import READY, hung_up
from tests.spark.rows import GARDEN, dataset, post

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
import contextlib, signal, sys
from spark_reports import command, job

class AtWork:
    def __init__(self, *_given):
        pass

    def run(self):
        print({READY!r}, flush=True)
        while True:
            signal.pause()

job._Job, job.session = AtWork, contextlib.nullcontext  # as without Spark
job.zone_known = lambda _spark, zone, _else: zone
sys.exit(command.main(["--input", "there", "--out", "made"]))
"""


@pytest.mark.parametrize("program", [MAKING_UP, REPORTING], ids=["dataset", "report"])
def test_a_terminal_that_closes_calls_off_as_ctrl_c_does(program: str, tmp_path: Path) -> None:
    dataset(tmp_path / "there", {GARDEN: [post(1)]})
    assert hung_up(program, tmp_path) == CALLED_OFF
    assert [one.name for one in tmp_path.iterdir()] == ["there"]
