"""Where a profile keeps its things, who may read them, and what a crash leaves of them."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from pathlib import Path

import pytest

from app.profile.lock import try_lock, wait_for_lock
from app.profile.paths import SOCKET_PATH_BYTES_MAX, Paths, paths_of
from app.profile.private_files import fault_of, make_private_folder, replace_file
from engine.errors import Fault, FaultReason

# ---- paths --------------------------------------------------------------------------------------


def test_everything_lies_in_the_profile_but_the_socket(paths: Paths) -> None:
    inside = [paths.database, paths.key, paths.key_copy, paths.lock, paths.settings]
    assert {path.parent for path in (*inside, paths.logs, paths.backup)} == {paths.profile}
    assert paths.socket.parent == paths.runtime


def test_one_profile_has_one_socket_however_its_path_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "there").symlink_to(tmp_path / "here")
    monkeypatch.chdir(tmp_path)
    names = {
        paths_of(path).socket
        for path in (tmp_path / "here", tmp_path / "there", Path("here"), Path("./there/../here"))
    }
    assert len(names) == 1
    assert paths_of(tmp_path / "other").socket not in names


def test_a_home_is_understood(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert paths_of(Path("~/mine")).profile == tmp_path.resolve() / "mine"


def test_without_a_word_the_users_own_data_folder_is_taken(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert paths_of().profile == tmp_path.resolve() / "tidings"


def test_the_users_runtime_folder_holds_the_socket(
    monkeypatch: pytest.MonkeyPatch, short: Path, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(short))
    assert paths_of(tmp_path).socket.parent == short / "tidings"


@pytest.mark.parametrize("runtime", ["", "x" * 120])
def test_where_that_is_missing_or_too_long_another_place_is_found(
    monkeypatch: pytest.MonkeyPatch, short: Path, tmp_path: Path, runtime: str
) -> None:
    place = short / runtime if runtime else None
    if place is not None:
        place.mkdir(mode=0o700)
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(place))
    else:
        monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(short))
    assert paths_of(tmp_path).socket.parent == short / f"tidings-{os.getuid()}"


def test_a_socket_always_fits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.setattr("tempfile.gettempdir", lambda: f"/{'t' * 100}")
    found = paths_of(tmp_path / ("p" * 200)).socket
    assert len(os.fsencode(found)) <= SOCKET_PATH_BYTES_MAX


# ---- private files ------------------------------------------------------------------------------


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


# ---- the lock -----------------------------------------------------------------------------------


def test_a_profile_is_one_holders_until_it_is_released(tmp_path: Path) -> None:
    held = try_lock(tmp_path / "lock")
    assert held is not None
    assert try_lock(tmp_path / "lock") is None
    held.release()
    held.release()
    again = try_lock(tmp_path / "lock")
    assert again is not None
    again.release()
    assert mode_of(tmp_path / "lock") == 0o600


def test_a_lock_file_that_lies_about_is_free(tmp_path: Path) -> None:
    (tmp_path / "lock").write_text("4711")
    held = try_lock(tmp_path / "lock")
    assert held is not None
    held.release()


def test_a_link_is_no_lock(tmp_path: Path) -> None:
    (tmp_path / "lock").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(Fault):
        try_lock(tmp_path / "lock")
    assert not (tmp_path / "elsewhere").exists()


def test_a_disk_that_cannot_lock_is_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unable(*_: int) -> None:
        raise OSError(errno.ENOLCK, "no locks")

    monkeypatch.setattr(fcntl, "flock", unable)
    with pytest.raises(Fault) as fault:
        try_lock(tmp_path / "lock")
    assert fault.value.reason is FaultReason.DISK_FAILED


def test_who_waits_gets_it_when_it_is_free_and_else_hears_so(tmp_path: Path) -> None:
    held = try_lock(tmp_path / "lock")
    assert held is not None
    times = iter([0.0, 1.0, 9.0])
    with pytest.raises(Fault) as fault:
        wait_for_lock(tmp_path / "lock", 5.0, lambda: next(times))
    assert fault.value.reason is FaultReason.PROFILE_IN_USE
    held.release()
    wait_for_lock(tmp_path / "lock", 5.0).release()
