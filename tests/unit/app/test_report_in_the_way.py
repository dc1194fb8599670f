"""What stands in the way of a report or a dataset is said in a sentence: it is nobody's bug."""

from __future__ import annotations

import asyncio
import errno
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from app.reports import job
from tests.unit.app.terminal import Terminal

LONG = [("x" * 250, "folder_unwritable"), ("x" * 300, "folder_unwritable")]


@pytest.fixture
def _ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if Java were there."""
    monkeypatch.setattr(job, "check_ready", lambda: None)


@pytest.mark.usefixtures("_ready")
@pytest.mark.parametrize(("name", "code"), [("round", "folder_taken"), *LONG])
def test_a_place_that_no_report_can_have_is_refused(
    ann: Terminal, tmp_path: Path, name: str, code: str
) -> None:
    (tmp_path / "round").symlink_to(tmp_path / "round")
    assert ann.fail("report", "ann", "--out", str(tmp_path / name)) == (1, code)
    assert [one.name for one in tmp_path.iterdir()] == ["round"]


@pytest.mark.parametrize(("name", "code"), [("round", "folder_taken"), *LONG[1:]])
def test_a_place_that_no_dataset_can_have_is_refused(
    ann: Terminal, tmp_path: Path, name: str, code: str
) -> None:
    (tmp_path / "round").symlink_to(tmp_path / "round")
    assert ann.fail("dataset", "ann", "--to", str(tmp_path / name)) == (1, code)


@pytest.mark.usefixtures("_ready")
def test_where_no_process_can_be_started_there_is_no_report(
    ann: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def none(*_given: object, **_named: object) -> None:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr(asyncio, "create_subprocess_exec", none)
    assert ann.fail("report", "ann", "--out", str(tmp_path / "r")) == (6, "report_failed")
    assert list(tmp_path.iterdir()) == []


def test_a_title_that_is_no_text_is_a_usage_error(ann: Terminal, tmp_path: Path) -> None:
    """The bytes of a command line may be anything; Python has them as halves of letters."""
    words = ("report", "ann", "--out", str(tmp_path / "r"), "--title", "caf\udce9")
    assert ann.fail(*words) == (2, "usage")


def test_damaged_files_of_comments_are_written_anew(ann: Terminal, tmp_path: Path) -> None:
    ann.do("feed", "new", "news")
    ann.do("comment", "add", "news", "well said")
    ann.do("dataset", "news", "--to", str(tmp_path / "d"))
    before = rows_in(tmp_path)
    for part in tmp_path.rglob("part-*.parquet"):
        part.write_bytes(bytes(part.stat().st_size))
    ann.do("comment", "add", "news", "and written")
    ann.do("dataset", "news", "--to", str(tmp_path / "d"))
    assert rows_in(tmp_path) == before + 1


def rows_in(folder: Path) -> int:
    return sum(pq.read_metadata(part).num_rows for part in folder.rglob("part-*.parquet"))
