"""What stands in the way of a report or a dataset has its own sentence, and says what to do."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import pytest

from app.reports import job
from app.reports.answering import answering
from app.reports.underway import room_of
from engine.errors import Refusal, Refused
from spark_reports.outputs import alone_in
from tests.unit.app.terminal import Terminal

REPORT, DATASET = ("report", "ann", "--out"), ("dataset", "ann", "--to")


@pytest.fixture(autouse=True)
def _ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if Java were there."""
    monkeypatch.setattr(job, "check_ready", lambda: None)


def told(ann: Terminal, *words: str) -> tuple[int, str, str, str]:
    """Status, code, sentence and hint."""
    status, _, err = ann.run(*words)
    error = json.loads(err)["error"]
    return status, error["code"], error["message"], error["hint"]


@pytest.mark.parametrize("words", [REPORT, DATASET])
def test_a_folder_of_other_things_is_not_asked_for_its_permissions(
    ann: Terminal, tmp_path: Path, words: tuple[str, ...]
) -> None:
    (tmp_path / "sums.txt").write_text("mine")
    status, code, message, hint = told(ann, *words, str(tmp_path))
    assert (status, code) == (1, "folder_taken")
    assert message.endswith(f"{tmp_path} holds other things, such as sums.txt.")
    assert hint == "Name an empty folder, or one that is not there yet."


def test_a_report_in_a_folder_that_is_not_there_names_that_one(
    ann: Terminal, tmp_path: Path
) -> None:
    status, code, message, hint = told(ann, *REPORT, str(tmp_path / "gone" / "r"))
    assert (status, code) == (1, "folder_missing")
    assert message == f"There is no folder {tmp_path / 'gone'}."
    assert hint == "Make that folder first, or name another place."


def test_whoever_finds_another_run_at_work_is_told_to_wait(ann: Terminal, tmp_path: Path) -> None:
    for words, locked in ((REPORT, room_of(tmp_path / "r")), (DATASET, tmp_path / "d")):
        locked.mkdir()
        with alone_in(locked):
            status, code, message, hint = told(ann, *words, str(tmp_path / words[0][0]))
        assert (status, code) == (1, "folder_in_work")
        assert message.startswith("Another run is just writing into the folder ")
        assert hint.startswith("Wait until it has ended")


def test_of_a_damaged_dataset_it_is_said_how_to_go_on(ann: Terminal, tmp_path: Path) -> None:
    ann.do(*DATASET, str(tmp_path / "d"))
    manifest = tmp_path / "d" / "_manifest.json"
    manifest.write_text("{")
    status, code, message, hint = told(ann, *DATASET, str(tmp_path / "d"))
    assert (status, code) == (1, "dataset_unreadable")
    assert message == f"Nothing can be added to this dataset: {manifest} is damaged."
    assert hint == "Remove its folder and write it once more, or name another folder."


@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES, errno.EPERM])
def test_a_disk_that_nothing_can_be_written_to_was_the_persons_choice_and_has_no_profile(
    tmp_path: Path, number: int
) -> None:
    with pytest.raises(Refused) as caught, answering(tmp_path):
        raise OSError(number, "No")
    assert caught.value.reason is Refusal.FOLDER_UNWRITABLE


def test_on_such_a_disk_all_commands_end_alike(
    ann: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, make, disk = os.mkdir, os.open, tmp_path / "disk"
    disk.mkdir()

    def demand_writable(path: object) -> None:
        if isinstance(path, (str, Path)) and Path(path).is_relative_to(disk):
            raise OSError(errno.EROFS, "Read-only file system", str(path))

    def mkdir(path: Path, *given: int) -> None:
        demand_writable(path)
        there(path, *given)

    def opened(path: Path, flags: int, *given: int, **named: int) -> int:
        if flags & os.O_CREAT:
            demand_writable(path)
        return make(path, flags, *given, **named)

    monkeypatch.setattr(os, "mkdir", mkdir)
    monkeypatch.setattr(os, "open", opened)
    ended = [told(ann, *words, str(disk / "x")) for words in (REPORT, DATASET)]
    ended.append(told(ann, "export", "ann", "--to", str(disk / "x.csv")))
    assert [one[0] for one in ended] == [1, 1, 1]
    assert [one[1] for one in ended] == [
        "folder_unwritable",
        "folder_unwritable",
        "file_unwritable",
    ]
    assert not any("profile" in hint for *_, hint in ended)
