"""The long tests of a release, as pieces: each ends in time, and a failure is one."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.release.__main__ import main, run
from tests.release.pieces import Command, Piece, all_pieces

GOOD: Command = (sys.executable, "-c", "pass")
BAD: Command = (sys.executable, "-c", "raise SystemExit(3)")
ENDLESS: Command = (sys.executable, "-c", "import time; time.sleep(3600)")
LONG = 600.0


def test_every_piece_has_a_name_of_its_own_and_something_to_do(tmp_path: Path) -> None:
    pieces = all_pieces(tmp_path)
    assert len({piece.name for piece in pieces}) == len(pieces)
    assert all(piece.commands for piece in pieces)


def test_the_tests_that_a_piece_runs_are_there(tmp_path: Path) -> None:
    root = Path(__file__).resolve().parents[2]
    words = {word for piece in all_pieces(tmp_path) for line in piece.commands for word in line}
    files = {word for word in words if word.startswith("tests/")}
    assert files
    assert [file for file in files if not (root / file).is_file()] == []


@pytest.mark.parametrize("at_a_time", [1, 2])
def test_a_piece_passes_when_all_of_it_passes(at_a_time: int) -> None:
    assert run(Piece("good", "", [GOOD] * 3, at_a_time), LONG)
    assert not run(Piece("bad", "", [GOOD, BAD, GOOD], at_a_time), LONG)


def test_what_takes_too_long_is_ended_and_has_failed(capfd: pytest.CaptureFixture[str]) -> None:
    assert not run(Piece("endless", "", [ENDLESS]), 0.0)
    assert "took too long" in capfd.readouterr().out


def test_a_failure_ends_what_runs_beside_it() -> None:
    assert not run(Piece("beside", "", [ENDLESS, BAD], at_a_time=2), LONG)


def test_a_piece_that_is_not_there_is_said_to_be_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["walking"]) == 2
    told = capsys.readouterr().out
    assert "walking" in told
    assert "power-cuts" in told
