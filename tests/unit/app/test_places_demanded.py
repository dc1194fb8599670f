"""A place for a file is looked at before anything is asked for: may it be written there?"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.cli.arguments import demand_place, write_file
from engine.errors import Refusal, Refused


@pytest.fixture
def by_modes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Permissions are as the owner's bits say, even for a superuser, to whom all is allowed."""

    def is_allowed(path: Path, asked: int) -> bool:
        return path.stat().st_mode >> 6 & asked == asked

    monkeypatch.setattr(os, "access", is_allowed)


def _is_refused(file: Path, *, in_place: bool) -> bool:
    try:
        demand_place(file, in_place=in_place)
    except Refused as refused:
        if refused.reason is not Refusal.FILE_UNWRITABLE:
            raise
        return True
    return False


@pytest.mark.usefixtures("by_modes")
def test_what_is_replaced_needs_its_folders_permission_and_what_is_written_into_its_own(
    tmp_path: Path,
) -> None:
    file = tmp_path / "file"
    file.touch()
    for folder_mode, file_mode, replaced, written_into in (
        (0o700, 0o600, False, False),
        (0o700, 0o400, False, True),
        (0o500, 0o600, True, False),
        (0o500, 0o400, True, True),
    ):
        file.chmod(file_mode)
        tmp_path.chmod(folder_mode)
        assert _is_refused(file, in_place=False) is replaced
        assert _is_refused(file, in_place=True) is written_into
    assert _is_refused(tmp_path / "new", in_place=True), "a new one is made in the folder"
    tmp_path.chmod(0o700)


@pytest.mark.parametrize("in_place", [False, True])
def test_a_folder_is_no_place(tmp_path: Path, *, in_place: bool) -> None:
    assert _is_refused(tmp_path, in_place=in_place)


def test_a_pipe_and_a_device_are_written_into_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    out, into = os.pipe()
    try:
        for place in (pipe, Path("/dev/null")):
            assert not _is_refused(place, in_place=True)
            assert _is_refused(place, in_place=False)
        opened = Path(f"/dev/fd/{into}")
        assert not _is_refused(opened, in_place=True)
        write_file(opened, b"written")
        assert os.read(out, 100) == b"written"
    finally:
        os.close(out)
        os.close(into)


@pytest.mark.parametrize("in_place", [False, True])
def test_a_link_is_looked_at_where_it_leads(tmp_path: Path, *, in_place: bool) -> None:
    (tmp_path / "disk").mkdir()
    for name, leads in (
        ("aim", tmp_path / "disk" / "new.txt"),
        ("nowhere", tmp_path / "gone" / "new.txt"),
        ("ring", tmp_path / "ring"),
        ("to a ring", tmp_path / "ring" / "new.txt"),
    ):
        (tmp_path / name).symlink_to(leads)
    assert not _is_refused(tmp_path / "aim", in_place=in_place)
    assert not (tmp_path / "disk" / "new.txt").exists(), "it is only looked at"
    for name in ("nowhere", "ring", "to a ring"):
        assert _is_refused(tmp_path / name, in_place=in_place), name


@pytest.mark.parametrize("in_place", [False, True])
def test_what_no_file_can_be_called_is_refused(tmp_path: Path, *, in_place: bool) -> None:
    assert _is_refused(tmp_path / ("n" * 300), in_place=in_place)
    assert _is_refused(tmp_path / "\0", in_place=in_place)
