"""A terminal that closes takes nothing with it but what would be said there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from subprocess import DEVNULL, PIPE

import pytest

from app.cli.failures import ExitStatus
from app.profile.paths import paths_of
from tests.hanging_up import READY, hung_up
from tests.unit.app.terminal import Terminal

ROOT = Path(__file__).parents[3]
PROGRAM = """
import asyncio, sys
from app.cli.root import main
from app.exporting.web_page import WebPage
from app.reports import dataset

async def at_work(*_given):
    print({ready!r}, flush=True)
    await asyncio.Event().wait()

dataset._Export._space_row = WebPage.write = at_work
sys.exit(main({words!r}))
"""
OUTLIVING = """
import contextlib, os, signal, sys
from app.cli.root import main

signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup has it
print({ready!r}, flush=True)
with contextlib.suppress(OSError):
    os.read(0, 1)  # until it closes
sys.exit(main({words!r}))
"""


STARTING = """
import os, subprocess, sys
from app.cli.root import main

main(["frobnicate"])
look = "import os; [os.fstat(number) for number in range(3)]"
os._exit(subprocess.run([sys.executable, "-c", look]).returncode)
"""


def unforeseen(profile: Path) -> list[str]:
    logged = [one.read_text() for one in paths_of(profile).logs.glob("*")]
    return [one for one in logged if "unforeseen" in one]


@pytest.mark.parametrize(
    "words", [["dataset", "ann", "--to", "d"], ["export", "ann", "--to", "x.html"]]
)
def test_a_command_whose_terminal_closes_is_called_off_and_no_bug(
    words: list[str], ann: Terminal, tmp_path: Path
) -> None:
    ann.do("channel", "post", "ann", "a secret")
    here = tmp_path / "here"
    here.mkdir()
    words = ["--profile", str(ann.folder), *words]
    assert hung_up(PROGRAM.format(ready=READY, words=words), here) == 130
    assert [one for one in here.rglob("*") if one.is_file()] == []
    assert unforeseen(ann.folder) == []


@pytest.mark.parametrize("chosen", [["--json"], []], ids=["json", "words"])
def test_an_answer_that_nobody_is_at_the_terminal_for_any_more_is_no_bug(
    chosen: list[str], ann: Terminal, tmp_path: Path
) -> None:
    words = ["--profile", str(ann.folder), *chosen, "identity", "list"]
    assert hung_up(OUTLIVING.format(ready=READY, words=words), tmp_path) == ExitStatus.DONE
    assert unforeseen(ann.folder) == []


def test_a_profile_is_made_where_nobody_hears_that_it_has_no_passphrase(tmp_path: Path) -> None:
    words = ["--profile", f"{tmp_path / 'fresh'}", "identity", "new", "ann"]
    assert hung_up(OUTLIVING.format(ready=READY, words=words), tmp_path) == ExitStatus.DONE
    assert unforeseen(tmp_path / "fresh") == []


@pytest.mark.parametrize("chosen", [["--json"], []], ids=["json", "words"])
def test_an_answer_whose_reader_has_gone_is_done(chosen: list[str], ann: Terminal) -> None:
    words = [sys.executable, "-m", "app", "--profile", str(ann.folder), *chosen, "identity", "list"]
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(words, cwd=ROOT, stdout=writing, stderr=PIPE, timeout=60, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (ExitStatus.DONE, b"")


def status_without(closed: str, folder: Path, *words: str) -> int:
    """The command's, for whom a standard file is closed, as ``2>&-`` does."""
    line = [sys.executable, "-m", "app", "--profile", f"{folder}", *words]
    shell = ["sh", "-c", f'"$@" {closed}', "sh", *line]
    return subprocess.run(shell, cwd=ROOT, stdout=DEVNULL, timeout=60, check=False).returncode


def test_without_a_standard_error_it_ends_with_the_same_status(tmp_path: Path) -> None:
    assert status_without("2>&-", tmp_path, "frobnicate") == ExitStatus.USAGE


@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&- 2>&-"])
def test_what_asks_and_answers_nobody_needs_no_standard_files(
    closed: str, ann: Terminal, tmp_path: Path
) -> None:
    words = ["dataset", "ann", "--to", f"{tmp_path / 'made'}"]
    assert status_without(closed, ann.folder, *words) == ExitStatus.DONE
    assert unforeseen(ann.folder) == []


@pytest.mark.parametrize("closed", ["<&-", "2>&-", "<&- >&- 2>&-"])
def test_what_it_starts_has_standard_files_too(closed: str) -> None:
    shell = ["sh", "-c", f'"$@" {closed}', "sh", sys.executable, "-c", STARTING]
    assert subprocess.run(shell, cwd=ROOT, stdout=DEVNULL, timeout=60, check=False).returncode == 0


def test_a_text_that_is_nowhere_to_be_read_is_an_empty_one(ann: Terminal) -> None:
    words = ["channel", "post", "ann", "-"]
    assert status_without("<&-", ann.folder, *words) == status_without(
        "</dev/null", ann.folder, *words
    )
    assert unforeseen(ann.folder) == []
