"""A call that comes while a report takes its place, or goes: it is there and said to be, or not."""

from __future__ import annotations

import errno
import os
import signal
import sys
from pathlib import Path

import pytest

from spark_reports import progress
from spark_reports.calling_off import SIGNALS
from spark_reports.job import Wish, make_report
from spark_reports.progress import Step
from tests.spark.disk_calls import FOR_GOOD, disk_calls
from tests.spark.without_java import report_without_java, written_at_once

pytestmark = pytest.mark.usefixtures("signals")


class Caller:
    """Calls off, once, when what is called ``end`` at its end is done in ``folder``."""

    def __init__(self, folder: Path, call: str, end: str, number: int = signal.SIGINT) -> None:
        """``call``: of ``os``."""
        self._folder, self._when, self._number = folder, (call, end), number
        self.has_called = False

    def hear(self, call: str, place: Path) -> None:
        """What is done, and where."""
        awaited, end = self._when
        is_there = place.is_relative_to(self._folder) and f"{place}".endswith(end)
        if call == awaited and is_there and not self.has_called:
            self.has_called = True
            signal.raise_signal(self._number)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Has a report."""
    folder = tmp_path / "there"
    folder.mkdir()
    assert report_without_java(folder, monkeypatch) == 0
    return folder


def report_of(folder: Path) -> int:
    """Another number for each report that is made; beside it lies nothing that it was made of."""
    assert sorted(one.name for one in folder.iterdir()) == ["dataset", "out"]
    return (folder / "out" / "run.json").stat().st_ino


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize(
    ("call", "end"),
    [
        ("rename", "/older"),
        ("rename", "/out"),
        ("fsync", "/there"),
        ("unlink", "/run.json"),
        ("rmdir", "/tables"),
        ("rmdir", "/.out.part"),
    ],
)
def test_once_it_takes_its_place_a_report_is_there_and_said_to_be(
    folder: Path, monkeypatch: pytest.MonkeyPatch, number: int, call: str, end: str
) -> None:
    before = report_of(folder)
    caller = Caller(folder, call, end, number)
    with monkeypatch.context() as watching:
        disk_calls(watching, caller.hear, FOR_GOOD)
        assert report_without_java(folder, monkeypatch) == 0
    assert caller.has_called
    assert report_of(folder) != before


@pytest.mark.parametrize("name", ["finish", "done"])
def test_what_was_said_of_its_end_stays_true(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    before = report_of(folder)

    def told(step: Step) -> None:
        if (step.name, step.done) == (name, 1):
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(progress, "json_lines", lambda _file: told)
    assert report_without_java(folder, monkeypatch) == 0
    assert report_of(folder) != before


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_whoever_hears_no_more_of_its_end_has_the_report_all_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch, stream: str
) -> None:
    before = report_of(folder)
    reading, writing = os.pipe()

    def hear_no_more(_fresh: Path) -> None:
        os.close(reading)

    with os.fdopen(writing, "w") as file, monkeypatch.context() as deaf:
        deaf.setattr(sys, stream, file)
        progress_to = "json" if stream == "stdout" else "plain"
        assert report_without_java(folder, deaf, hear_no_more, progress_to) == 0
    assert report_of(folder) != before


def test_until_then_it_is_called_off_and_the_older_one_stays(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = report_of(folder)
    caller = Caller(folder, "fsync", "/report/run.json")
    with monkeypatch.context() as watching:
        disk_calls(watching, caller.hear, FOR_GOOD)
        assert report_without_java(folder, monkeypatch) == 130
    assert report_of(folder) == before


def test_called_off_while_a_report_that_failed_is_cleared_away_nothing_of_it_stays(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = report_of(folder)
    caller = Caller(folder, "unlink", "/report/run.json")

    def fail(_fresh: Path) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as watching:
        disk_calls(watching, caller.hear, FOR_GOOD)
        assert report_without_java(folder, monkeypatch, fail) == 130
    assert caller.has_called
    assert report_of(folder) == before


@pytest.mark.parametrize("is_called", [False, True])
def test_whoever_makes_a_report_in_a_program_of_their_own_hears_signals_again_afterwards(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *, is_called: bool
) -> None:
    before = report_of(folder)
    heard: list[int] = []
    for number in SIGNALS:
        signal.signal(number, lambda number, _frame: heard.append(number))
    handlers = [signal.getsignal(number) for number in SIGNALS]
    written_at_once(folder, monkeypatch)
    caller = Caller(folder, "rename", "/out" if is_called else "/nowhere", signal.SIGTERM)
    with monkeypatch.context() as watching:
        disk_calls(watching, caller.hear, FOR_GOOD)
        make_report(Wish(folder / "dataset", folder / "out"), lambda _step: None)
    assert [signal.getsignal(number) for number in SIGNALS] == handlers
    assert heard == [signal.SIGTERM] * is_called
    assert report_of(folder) != before
