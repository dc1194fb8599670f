"""A terminal that closes takes nothing with it but what would be said there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

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
    logged = [one.read_text() for one in paths_of(ann.folder).logs.glob("*")]
    assert not [one for one in logged if "unforeseen" in one]


def test_without_a_standard_error_it_ends_with_the_same_status(tmp_path: Path) -> None:
    """Whoever writes ``2>&-`` leaves Python none at all."""
    words = [sys.executable, "-m", "app", "--profile", f"{tmp_path}", "frobnicate"]
    closed = ["sh", "-c", '"$@" 2>&-', "sh", *words]
    assert subprocess.run(closed, cwd=ROOT, timeout=60, check=False).returncode == ExitStatus.USAGE
