"""Programs at terminals that close: none is waited for beyond measure, and none is left behind."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
from typing_extensions import override

from tests import hanging_up
from tests.hanging_up import READY, hung_up

STAYS = """
import signal
signal.signal(signal.SIGHUP, signal.SIG_IGN)
print({said!r}, flush=True)
while True:
    signal.pause()
"""


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """The programs."""
    begun: list[subprocess.Popen[bytes]] = []

    class Noted(subprocess.Popen[bytes]):
        @override
        def __init__(self, *given: Any, **named: Any) -> None:  # Any: Popen's own
            super().__init__(*given, **named)
            begun.append(self)

    monkeypatch.setattr(subprocess, "Popen", Noted)
    return begun


def test_a_program_that_never_says_it_is_at_work_is_waited_for_no_longer(
    begun: list[subprocess.Popen[bytes]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hanging_up, "SECONDS_MAX", 0.0)
    with pytest.raises(TimeoutError):
        hung_up(STAYS.format(said="something else"), tmp_path)
    assert [one.returncode is None for one in begun] == [False]


def test_a_program_that_ends_before_is_told_of_with_what_it_said(
    begun: list[subprocess.Popen[bytes]], tmp_path: Path
) -> None:
    with pytest.raises(EOFError, match="it cannot be"):
        hung_up("raise SystemExit('it cannot be')", tmp_path)
    assert [one.returncode is None for one in begun] == [False]


def test_a_program_that_outlives_its_terminal_for_too_long_is_ended(
    begun: list[subprocess.Popen[bytes]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait = hanging_up._wait_for_ready

    def wait_and_lose_patience(terminal: int) -> None:
        wait(terminal)
        monkeypatch.setattr(hanging_up, "SECONDS_MAX", 0.0)

    monkeypatch.setattr(hanging_up, "_wait_for_ready", wait_and_lose_patience)
    with pytest.raises(subprocess.TimeoutExpired):
        hung_up(STAYS.format(said=READY), tmp_path)
    assert [one.returncode is None for one in begun] == [False]
