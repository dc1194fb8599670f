"""What a crash leaves of a report that was being made: histories in the clear."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.reports.underway import Underway, room_of
from engine.errors import Refusal, Refused
from spark_reports import files
from spark_reports.outputs import alone_in
from tests.killed_report import a_crash


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """Where they are in the profile."""
    (tmp_path / "profile").mkdir()
    return tmp_path / "profile" / "reports"


def test_what_a_crash_left_is_gone_at_the_next_start(notes: Path, tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    for name in ("one", "other"):
        a_crash(notes, tmp_path / "disk" / name)
    Underway(notes).clear()
    assert not list((tmp_path / "disk").iterdir())
    assert not notes.exists()
    Underway(notes).clear()


def test_that_a_report_is_being_made_outlasts_a_power_cut(
    notes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[Path] = []
    monkeypatch.setattr(files, "sync", synced.append)
    with Underway(notes).noted(tmp_path / "report"):
        assert {*synced} == {notes.parent, notes, *notes.iterdir()}


def test_of_a_report_that_is_being_made_nothing_is_touched(notes: Path, tmp_path: Path) -> None:
    out = tmp_path / "report"
    a_crash(notes, out)
    with alone_in(room_of(out)):
        Underway(notes).clear()
        assert (room_of(out) / "dataset" / "posts.parquet").exists()
    Underway(notes).clear()
    assert not room_of(out).exists()


def test_a_disk_that_is_not_connected_is_waited_for(notes: Path, tmp_path: Path) -> None:
    disk, away = tmp_path / "disk", tmp_path / "away"
    disk.mkdir()
    a_crash(notes, disk / "report")
    disk.rename(away)
    Underway(notes).clear()
    away.rename(disk)
    Underway(notes).clear()
    assert not list(disk.iterdir())


def test_nothing_stays_noted_of_a_report_that_was_made_or_called_off(
    notes: Path, tmp_path: Path
) -> None:
    with Underway(notes).noted(tmp_path / "made"):
        [note] = notes.iterdir()
        assert (notes.stat().st_mode | note.stat().st_mode) & 0o077 == 0
    assert not notes.exists()
    with pytest.raises(KeyboardInterrupt), Underway(notes).noted(tmp_path / "called off"):
        raise KeyboardInterrupt
    assert not notes.exists()


def test_a_report_is_made_though_nothing_can_be_noted(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with Underway(tmp_path / "file" / "reports").noted(tmp_path / "made"):
        pass


def test_while_a_report_is_made_its_note_is_nobody_elses(notes: Path, tmp_path: Path) -> None:
    """Also before anything lies beside it: while Java is looked for."""
    out = tmp_path / "report"
    with Underway(notes).noted(out):
        noted = [note.read_bytes() for note in notes.iterdir()]
        Underway(notes).clear()
        with pytest.raises(Refused) as refused, Underway(notes).noted(out):
            pass
        assert refused.value.reason is Refusal.FOLDER_IN_WORK
        with Underway(notes).noted(tmp_path / "another"):
            pass
        assert [note.read_bytes() for note in notes.iterdir()] == noted
    assert not notes.exists()


def test_what_could_not_be_taken_away_stays_noted(notes: Path, tmp_path: Path) -> None:
    out = tmp_path / "report"
    with Underway(notes).noted(out):
        room_of(out).mkdir()
    assert len(list(notes.iterdir())) == 1
    Underway(notes).clear()
    assert not room_of(out).exists()
    assert not notes.exists()


def test_what_lies_beside_the_folder_that_a_link_names_stays_noted(
    notes: Path, tmp_path: Path
) -> None:
    out, link = tmp_path / "reports" / "report", tmp_path / "link"
    out.mkdir(parents=True)
    link.symlink_to(out)
    with Underway(notes).noted(link):
        room_of(out).mkdir()
    assert len(list(notes.iterdir())) == 1
    Underway(notes).clear()
    assert not room_of(out).exists()


def test_a_maker_that_was_gone_before_it_noted_anything_is_forgotten(notes: Path) -> None:
    notes.mkdir()
    (notes / "empty").touch()
    Underway(notes).clear()
    assert not notes.exists()
