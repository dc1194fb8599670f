"""What a report and its folder are called names a channel: no command line tells of it."""

from __future__ import annotations

import asyncio
import contextlib
import errno
from pathlib import Path

import pytest

from app.reports import job
from spark_reports.command import _parser, _title_in
from tests.unit.app.terminal import Terminal

TITLE = "--title=Report on “Divorce”\nand more"


def test_the_job_gets_the_title_and_the_place_in_files_for_their_owner_alone(
    ann: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[tuple[str, Path]] = []

    async def started(*words: str, cwd: Path, **_named: object) -> None:
        assert not any("Divorce" in word for word in words)
        with contextlib.chdir(cwd):
            chosen = _parser().parse_args(words[3:])
            found.append((_title_in(chosen), chosen.out))
            assert chosen.input.is_dir()
        assert {(cwd / name).stat().st_mode & 0o077 for name in ("", "title", "place")} == {0}
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr(job, "check_ready", lambda: None)
    monkeypatch.setattr(asyncio, "create_subprocess_exec", started)
    words = ("report", "ann", "--out", str(tmp_path / "Divorce"), f"--title={TITLE}")
    assert ann.fail(*words) == (6, "report_failed")
    assert found == [(TITLE, tmp_path / "Divorce")]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("held", [b"", b"report", b"/a\0b"])
def test_a_file_without_a_place_in_it_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], held: bytes
) -> None:
    (tmp_path / "place").write_bytes(held)
    with pytest.raises(SystemExit):
        _parser().parse_args(["--input=a", f"--out-file={tmp_path / 'place'}"])
    assert "it holds no place" in capsys.readouterr().err


def test_a_title_is_given_once(capsys: pytest.CaptureFixture[str]) -> None:
    both = ["--input=a", "--out=b", "--title=Ours", "--title-file=c"]
    with pytest.raises(SystemExit):
        _parser().parse_args(both)
    assert "not allowed with argument --title" in capsys.readouterr().err
