"""Before a directory is shared it is said how much goes out, and what is left out and why."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.folders.scanning import REASONS_MAX
from app.folders.surveying import DirectoriesOnDisk
from engine.errors import Refusal, Refused
from engine.protocols.hypercore.drive.names import Unsafe
from ui.services import LeftOut


def test_what_goes_out_is_counted_and_each_thing_left_out_has_its_reason(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_bytes(b"x" * 10)
    (tmp_path / "b.txt").write_bytes(b"x" * 5)
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "config").write_bytes(b"secret")
    (tmp_path / "con.txt").write_bytes(b"x")
    (tmp_path / "in" / "away").symlink_to("/")
    (tmp_path / "in" / "half.part").write_bytes(b"x")
    (tmp_path / "work.lock").touch()
    os.mkfifo(tmp_path / "pipe")
    survey = DirectoriesOnDisk().survey(tmp_path)
    assert (survey.files, survey.bytes) == (2, 15)
    assert survey.left_out == (
        LeftOut(".git", "hidden"),
        LeftOut("con.txt", "reserved"),
        LeftOut("in/away", "link"),
        LeftOut("in/half.part", "temporary"),
        LeftOut("pipe", "link"),
        LeftOut("work.lock", "temporary"),
    )
    assert survey.left_out_count == 6


def test_of_names_that_are_one_file_on_some_systems_the_first_is_shared(tmp_path: Path) -> None:
    names = ("A", "\u00c9.txt", "E\u0301.TXT", "in/b", "in/B/c", "in/b2", "\u00e9.txt/d", "z")
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"x")
    (tmp_path / "a").write_bytes(b"lost")
    survey = DirectoriesOnDisk().survey(tmp_path)
    left_out = ("a", "in/b", "\u00c9.txt", "\u00e9.txt/d")
    assert survey.left_out == tuple(LeftOut(path, Unsafe.COLLISION) for path in left_out)
    assert (survey.files, survey.bytes, survey.clashing) == (5, 5, 4)


def test_of_many_things_left_out_only_the_first_are_named(tmp_path: Path) -> None:
    for number in range(REASONS_MAX + 3):
        (tmp_path / f".{number}").touch()
    survey = DirectoriesOnDisk().survey(tmp_path)
    assert len(survey.left_out) == REASONS_MAX
    assert survey.left_out_count == REASONS_MAX + 3


def test_a_look_that_is_called_off_ends_before_the_next_thing(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"{number}.txt").touch()
    asked: list[int] = []

    def is_called_off() -> bool:
        asked.append(len(asked))
        return len(asked) == 3

    DirectoriesOnDisk().survey(tmp_path, is_called_off)
    assert len(asked) == 3


def test_a_directory_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused) as refused:
        DirectoriesOnDisk().survey(tmp_path / "gone")
    assert refused.value.reason is Refusal.FILE_UNREADABLE
