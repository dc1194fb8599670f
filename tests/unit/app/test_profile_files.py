"""Where a profile keeps its things, who may read them, and what a crash leaves of them."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from pathlib import Path

import pytest

from app.profile.lock import is_waiting_for_passphrase, try_lock, waiting_for_passphrase
from app.profile.paths import SOCKET_PATH_BYTES_MAX, Paths, paths_of
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
    assert stat.S_IMODE((tmp_path / "lock").stat().st_mode) == 0o600


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


def test_a_holder_says_while_it_waits_for_a_passphrase_and_a_crash_leaves_no_such_word(
    tmp_path: Path,
) -> None:
    file = tmp_path / "lock"
    assert not is_waiting_for_passphrase(file)
    held = try_lock(file)
    assert held is not None
    with waiting_for_passphrase(file):
        assert is_waiting_for_passphrase(file)
        assert try_lock(file) is None
        assert is_waiting_for_passphrase(file), "who did not get it has changed nothing"
        left_by_a_crash = file.read_bytes()
    assert not is_waiting_for_passphrase(file)
    held.release()

    file.write_bytes(left_by_a_crash)
    again = try_lock(file)
    assert again is not None
    assert not is_waiting_for_passphrase(file)
    again.release()
