"""How tests read a directory that a mirror is filling."""

from __future__ import annotations

from pathlib import Path

from tests.files_there import files_there, parts_there


def test_what_has_gone_while_one_looks_is_not_there(tmp_path: Path) -> None:
    """A name whose file is gone when it is read: as a link to nothing is."""
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "here").write_bytes(b"1")
    (tmp_path / "inside" / "gone").symlink_to(tmp_path / "nothing")
    assert files_there(tmp_path) == {"inside/here": b"1"}
    assert files_there(tmp_path / "nothing") == {}


def test_what_is_being_written_is_no_content(tmp_path: Path) -> None:
    part = ".tidings-0123456789abcdef.part"
    (tmp_path / part).write_bytes(b"half")
    (tmp_path / "whole").write_bytes(b"1")
    assert files_there(tmp_path) == {"whole": b"1"}
    assert parts_there(tmp_path) == [part]
