"""Whoever asks a command to end finds no history lying about in the clear."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.exporting.web_page import WebPage
from app.reports import dataset
from spark_reports import dataset_writer
from tests.unit.app.terminal import Terminal


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
