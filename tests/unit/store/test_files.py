"""Private folders and files: who may read them, what a failure leaves, what is said of it."""

from __future__ import annotations

import errno
import logging
import os
import stat
from pathlib import Path

import pytest

from engine.errors import Fault, FaultReason
from engine.store.files import (
    create_private,
    fault_of,
    make_private,
    make_private_folder,
    replace_file,
)
from ui.wording.sentences import sentence_of


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_folder_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    make_private_folder(tmp_path / "a" / "b")
    assert mode_of(tmp_path / "a" / "b") == 0o700


def test_a_folder_that_others_can_read_is_tightened(tmp_path: Path) -> None:
    (tmp_path / "loose").mkdir(mode=0o755)
    make_private_folder(tmp_path / "loose")
    assert mode_of(tmp_path / "loose") == 0o700


def test_a_link_or_a_file_in_its_place_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o755)
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "file").touch()
    for name in ("link", "file"):
        with pytest.raises(Fault) as fault:
            make_private_folder(tmp_path / name)
        assert fault.value.reason is FaultReason.DISK_FAILED
    assert mode_of(tmp_path / "elsewhere") == 0o755


def test_a_folder_of_somebody_else_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "theirs").mkdir()
    monkeypatch.setattr(os, "getuid", lambda: tmp_path.stat().st_uid + 1)
    with pytest.raises(Fault):
        make_private_folder(tmp_path / "theirs")


def test_a_file_is_replaced_whole_and_is_its_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"before")
    file.chmod(0o644)
    replace_file(file, b"after")
    assert file.read_bytes() == b"after"
    assert mode_of(file) == 0o600
    assert list(tmp_path.iterdir()) == [file]


def test_a_failure_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"before")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "no space")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        replace_file(file, b"after")
    assert file.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (errno.ENOSPC, FaultReason.DISK_FULL),
        (errno.EDQUOT, FaultReason.DISK_FULL),
        (errno.EROFS, FaultReason.DISK_READ_ONLY),
        (errno.EACCES, FaultReason.DISK_READ_ONLY),
        (errno.EIO, FaultReason.DISK_FAILED),
    ],
)
def test_what_the_system_says_is_told_as_a_fault(number: int, reason: FaultReason) -> None:
    fault = fault_of(OSError(number, os.strerror(number)), Path("there"))
    assert fault.reason is reason
    assert "there" in fault.detail


def test_a_file_open_to_others_is_closed_and_that_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file, folder = tmp_path / "file", tmp_path / "folder"
    file.touch(mode=0o600)
    file.chmod(0o644)
    folder.mkdir()
    folder.chmod(0o750)
    with caplog.at_level(logging.WARNING):
        for path in (file, folder, tmp_path / "missing"):
            make_private(path)
    assert (mode_of(file), mode_of(folder)) == (0o600, 0o700)
    assert "file was open to others (644)" in caplog.text
    assert "folder was open to others (750)" in caplog.text


def test_a_file_that_is_its_owners_alone_is_not_touched(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "file"
    file.touch(mode=0o400)
    make_private(file)
    assert mode_of(file) == 0o400
    assert caplog.text == ""


def test_what_a_link_leads_to_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "theirs").touch()
    (tmp_path / "theirs").chmod(0o644)
    (tmp_path / "link").symlink_to(tmp_path / "theirs")
    make_private(tmp_path / "link")
    assert mode_of(tmp_path / "theirs") == 0o644


@pytest.mark.parametrize(("number", "is_fault"), [(errno.EROFS, True), (errno.EPERM, False)])
def test_a_disk_that_changes_no_modes_is_a_fault_only_if_it_is_read_only(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    number: int,
    *,
    is_fault: bool,
) -> None:
    file = tmp_path / "file"
    file.touch()
    file.chmod(0o644)

    def refuse(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(Path, "chmod", refuse)
    if is_fault:
        with pytest.raises(Fault) as fault:
            make_private(file)
        assert sentence_of(fault.value).message == f"{file} cannot be written to."
    else:
        make_private(file)
        assert "stays so" in caplog.text


def test_what_a_crash_left_half_written_is_replaced(tmp_path: Path) -> None:
    replace_file(tmp_path / "file", b"before")
    left = tmp_path / "file.tidings-new"
    left.symlink_to(tmp_path / "elsewhere")
    replace_file(tmp_path / "file", b"after")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_bytes() == b"after"


def test_a_file_made_private_keeps_what_stands_in_it(tmp_path: Path) -> None:
    file = tmp_path / "file"
    create_private(file)
    assert mode_of(file) == 0o600
    file.write_bytes(b"something")
    create_private(file)
    assert file.read_bytes() == b"something"


@pytest.mark.parametrize(
    ("number", "message"),
    [
        (errno.ENOSPC, "The disk is full; nothing was saved in {}."),
        (errno.EROFS, "{} cannot be written to."),
        (errno.EIO, "The disk reported an error; nothing was changed ({}: Input/output error)."),
    ],
)
def test_what_the_disk_refuses_is_one_right_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, message: str
) -> None:
    def refuse(*_: object) -> int:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patched:
        patched.setattr(os, "open", refuse)
        with pytest.raises(Fault) as fault:
            create_private(tmp_path / "new")
    assert sentence_of(fault.value).message == message.format(tmp_path / "new")
