"""What lies in the folder one is in is never run, whichever part of the program is started."""

from __future__ import annotations

import asyncio
import os
import subprocess
from pathlib import Path

import pytest

from app.diagnosis import of_machine
from app.own_process import program, surroundings
from app.profile.paths import Paths
from app.reports import job
from app.reports.job import ReportFailed, ReportWish, arguments_of

PACKAGES = ("PySide6", "pyspark", "pyarrow", "spark_reports", "app", "typer")
STRANGER = "from pathlib import Path\nPath(__file__).with_suffix('.ran').touch()\n"


@pytest.fixture
def stranger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder full of files of somebody else, in which we are."""
    folder = tmp_path / "shared"
    folder.mkdir()
    for name in PACKAGES:
        (folder / f"{name}.py").write_text(STRANGER, encoding="utf-8")
    monkeypatch.chdir(folder)
    return folder


def what_ran(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.ran"))


def test_looking_for_what_is_in_the_way_runs_nothing_there(stranger: Path, paths: Paths) -> None:
    of_machine(paths)
    assert what_ran(stranger) == []


def test_the_program_itself_is_started_from_where_it_is(stranger: Path) -> None:
    words = [*program(), "--version"]
    done = subprocess.run(words, env=surroundings(), capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Tidings ")
    assert what_ran(stranger) == []


def test_the_job_of_a_report_runs_nothing_there(stranger: Path, tmp_path: Path) -> None:
    wish = ReportWish([], tmp_path / "report")
    (stranger / "title").touch()
    (stranger / "place").write_bytes(os.fsencode(wish.out))
    with pytest.raises(ReportFailed) as failed:
        asyncio.run(job._run(arguments_of(wish), stranger, wish.out, lambda _step: None))
    assert "holds no dataset" in failed.value.message
    assert what_ran(stranger) == []
