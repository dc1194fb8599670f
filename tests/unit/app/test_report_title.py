"""A report's title names a channel, and everybody on a computer can read a command line."""

from __future__ import annotations

import asyncio
import errno
from pathlib import Path

import pytest

from app.reports import job
from spark_reports.command import _parser, _title_in
from tests.unit.app.terminal import Terminal

TITLE = "--title=Report on “Divorce”\nand more"


def test_the_job_gets_the_title_in_a_file_for_its_owner_alone(
    ann: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[tuple[str, int]] = []

    async def started(*words: str, **_named: object) -> None:
        assert not any("Divorce" in word for word in words)
        chosen = _parser().parse_args(words[3:])
        found.append((_title_in(chosen), chosen.title_file.stat().st_mode & 0o077))
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr(job, "check_ready", lambda: None)
    monkeypatch.setattr(asyncio, "create_subprocess_exec", started)
    words = ("report", "ann", "--out", str(tmp_path / "r"), f"--title={TITLE}")
    assert ann.fail(*words) == (6, "report_failed")
    assert found == [(TITLE, 0)]
    assert list(tmp_path.iterdir()) == []


def test_a_title_is_given_once(capsys: pytest.CaptureFixture[str]) -> None:
    both = ["--input=a", "--out=b", "--title=Ours", "--title-file=c"]
    with pytest.raises(SystemExit):
        _parser().parse_args(both)
    assert "not allowed with argument --title" in capsys.readouterr().err
