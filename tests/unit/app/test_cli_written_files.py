"""A file that somebody asks for: where it comes to lie, and what it never takes the place of."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.unit.app.terminal import Terminal

UNWRITABLE = (1, "file_unwritable")


@pytest.fixture
def words(tmp_path: Path) -> Path:
    file = tmp_path / "words"
    file.write_text("correct horse\n")
    return file


def commands(file: Path, words: Path) -> Sequence[Sequence[str]]:
    """All that write one."""
    return (
        ("backup", str(file), "--secret-file", str(words)),
        ("identity", "export", "ann", str(file), "--secret-file", str(words)),
        ("export", "ann", "--to", str(file)),
    )


@pytest.mark.parametrize("which", range(3))
def test_a_link_is_followed_and_stays_one(
    ann: Terminal, words: Path, tmp_path: Path, which: int
) -> None:
    (tmp_path / "disk").mkdir()
    link = tmp_path / "link.jsonl"
    link.symlink_to(tmp_path / "disk" / "aim.jsonl")
    for _ in range(2):
        ann.do(*commands(link, words)[which])
        assert link.is_symlink()
        assert (tmp_path / "disk" / "aim.jsonl").stat().st_size > 0
    assert [one.name for one in (tmp_path / "disk").iterdir()] == ["aim.jsonl"]


@pytest.mark.parametrize("which", range(3))
def test_what_is_no_file_is_not_replaced(
    ann: Terminal, words: Path, tmp_path: Path, which: int
) -> None:
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    assert ann.fail(*commands(pipe, words)[which]) == UNWRITABLE
    assert stat.S_ISFIFO(pipe.lstat().st_mode)


@pytest.mark.parametrize("which", range(2))
@pytest.mark.parametrize("is_linked", [False, True])
def test_the_file_of_its_own_passphrase_is_not_replaced(
    ann: Terminal, words: Path, tmp_path: Path, which: int, *, is_linked: bool
) -> None:
    file = tmp_path / "link" if is_linked else words
    if is_linked:
        file.symlink_to(words)
    assert ann.fail(*commands(file, words)[which]) == UNWRITABLE
    assert words.read_text() == "correct horse\n"


@pytest.mark.parametrize("which", range(3))
def test_nor_is_that_of_the_profiles_passphrase(
    ann: Terminal, words: Path, tmp_path: Path, which: int
) -> None:
    own = tmp_path / "own.jsonl"
    own.write_text("its passphrase\n")
    ann.do("passphrase", "change", "--new-file", str(own))
    words_typed = ("--passphrase-file", str(own), *commands(own, words)[which])
    status, out, err = ann.run(*words_typed)
    assert (status, out) == (1, "")
    assert "file_unwritable" in err
    assert own.read_text() == "its passphrase\n"
