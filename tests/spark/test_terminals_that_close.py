"""What is said on the way out, or beside the work, is lost with the terminal, and nothing else."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from typing_extensions import override

from spark_reports.aside import say_aside
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


def test_what_is_said_where_nobody_reads_is_lost_and_so_is_what_follows() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as file:
        say_aside("one\n", file)
        say_aside("two\n", file)


def test_what_is_said_to_a_file_without_a_handle_may_be_lost_too() -> None:
    class Gone(io.StringIO):
        @override
        def write(self, _text: str) -> int:
            raise OSError(5, "Input/output error")

    say_aside("one\n", Gone())
