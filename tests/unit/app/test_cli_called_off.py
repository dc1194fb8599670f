"""Whoever asks a command to end finds no history lying about in the clear."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from app.exporting.web_page import WebPage
from app.profile.paths import paths_of
from app.reports import dataset, job
from app.reports.by_command import ReportsByCommand
from app.reports.job import Told
from spark_reports import dataset_writer
from tests.unit.app.terminal import Terminal

PARTS = ("input", "range", "versions", "rows", "seconds")
RUN = {"title": "Ours", "posts": 8, "formats": [], **{part: {} for part in PARTS}}


@pytest.fixture
def unheard() -> Iterator[list[int]]:
    """Signals that would have ended this process in the middle of its work."""
    numbers: list[int] = []
    asking = (signal.SIGTERM, signal.SIGHUP)
    before = {
        one: signal.signal(one, lambda number, _frame: numbers.append(number)) for one in asking
    }
    yield numbers
    for number, handler in before.items():
        signal.signal(number, handler)


def files_here() -> list[Path]:
    return [one for one in Path().rglob("*") if one.is_file()]


@pytest.mark.parametrize("asked_by", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize(
    ("words", "module", "name"),
    [
        (("dataset", "ann", "--include-text", "--to", "d"), dataset._Export, "_space_row"),
        (("export", "ann", "--to", "x.html"), WebPage, "write"),
    ],
    ids=["dataset", "export"],
)
def test_a_command_that_is_asked_to_end_leaves_no_history_in_the_clear(
    words: tuple[str, ...],
    module: object,
    name: str,
    asked_by: signal.Signals,
    ann: Terminal,
    tmp_path: Path,
    unheard: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found: list[Path] = []

    async def asked_to_end(*_given: object) -> None:
        found.extend(files_here())
        os.kill(os.getpid(), asked_by)
        for _ in range(100):
            await asyncio.sleep(0)
        raise AssertionError("nobody heard it")

    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setattr(dataset_writer, "ROWS_HELD_MAX", 1)
    monkeypatch.setattr(module, name, asked_to_end)
    ann.do("channel", "post", "ann", "a secret")
    status, _, said = ann.run(*words, as_json=False)
    assert (status, unheard) == (130, [])
    assert "Called off" in said
    assert found, "there was something to take away"
    assert files_here() == []


def report_at(out: Path) -> None:
    """Takes the place of an older one, as the job does it. No two take the same time."""
    took = 1.5
    if out.exists():
        out.rename(out.with_name("older"))
        took = 2.25
    out.mkdir()
    (out / "run.json").write_text(json.dumps({**RUN, "seconds": {"start": took}}))


def nothing_new(_out: Path) -> None:
    """The job was called off in time."""


def numbered_anew(out: Path) -> None:
    """It was, on a disk that finds other numbers and times for files which it looks up again."""
    told = (out / "run.json").read_bytes()
    (out / "other").write_bytes(told)
    (out / "other").replace(out / "run.json")


@pytest.fixture
def report_asked_to_end(
    ann: Terminal, tmp_path: Path, unheard: list[int], monkeypatch: pytest.MonkeyPatch
) -> Callable[[Callable[[Path], None]], tuple[int, str]]:
    """How a report in the place of an older one ends, and what is said: the command is asked to
    end while the job is in its last step, of which comes what is given.
    """
    out = tmp_path / "r"
    report_at(out)

    def made(last_step: Callable[[Path], None]) -> tuple[int, str]:
        async def asked_to_end(
            _arguments: Sequence[str], _room: Path, out: Path, _told: Told
        ) -> None:
            os.kill(os.getpid(), signal.SIGTERM)
            try:
                await asyncio.Event().wait()
            finally:
                last_step(out)

        monkeypatch.setattr(job, "check_ready", lambda: None)
        monkeypatch.setattr(job, "_run", asked_to_end)
        ann.do("channel", "post", "ann", "one")
        status, _, said = ann.run("report", "ann", "--out", str(out), as_json=False)
        assert unheard == []
        return status, said

    return made


def test_a_report_in_its_place_before_it_is_called_off_is_made_and_remembered(
    report_asked_to_end: Callable[[Callable[[Path], None]], tuple[int, str]],
    ann: Terminal,
    tmp_path: Path,
) -> None:
    status, said = report_asked_to_end(report_at)
    assert (status, "Called off" in said) == (0, False)
    assert "Replaced the report that was there." in said
    remembered = ReportsByCommand(paths_of(ann.folder).reports_by_command)
    assert list(remembered.folders()) == [str(tmp_path / "r")]


@pytest.mark.parametrize("last_step", [nothing_new, numbered_anew])
def test_a_report_called_off_where_an_older_one_stays_is_not_made(
    last_step: Callable[[Path], None],
    report_asked_to_end: Callable[[Callable[[Path], None]], tuple[int, str]],
) -> None:
    status, said = report_asked_to_end(last_step)
    assert (status, "Called off" in said) == (130, True)
