"""The room that is kept for opening a profile on a full disk."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import NoReturn

import pytest

from engine.errors import Fault, FaultReason
from engine.store import opening, reserve
from engine.store.opening import open_store
from engine.store.reserve import RESERVE_BYTES, RESERVE_NAME

KEY = bytes(range(32))


def test_a_profile_that_was_opened_keeps_it_for_its_owner_alone(tmp_path: Path) -> None:
    open_store(tmp_path, KEY).close()
    state = (tmp_path / RESERVE_NAME).stat()
    assert (state.st_size, stat.S_IMODE(state.st_mode)) == (RESERVE_BYTES, 0o600)


def test_where_it_helps_nothing_it_is_there_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An older program, which needs less, may still open the profile in it."""
    open_store(tmp_path, KEY).close()
    found = []

    def needs_more_room(*_: object) -> NoReturn:
        found.append((tmp_path / RESERVE_NAME).exists())
        raise Fault(FaultReason.DISK_FULL, "tidings.db")

    monkeypatch.setattr(opening, "migrate", needs_more_room)
    with pytest.raises(Fault, match="disk_full"):
        open_store(tmp_path, KEY)
    assert found == [True, False], "it was opened in that room"
    assert (tmp_path / RESERVE_NAME).stat().st_size == RESERVE_BYTES


def test_a_part_of_it_is_made_whole_when_there_is_room(tmp_path: Path) -> None:
    (tmp_path / RESERVE_NAME).write_bytes(bytes(5_000))
    reserve.keep(tmp_path)
    assert (tmp_path / RESERVE_NAME).stat().st_size >= RESERVE_BYTES


def test_what_is_let_go_is_gone_and_no_second_time(tmp_path: Path) -> None:
    reserve.keep(tmp_path)
    assert [reserve.let_go(tmp_path) for _ in range(2)] == [True, False]
    assert list(tmp_path.iterdir()) == []


def test_a_link_in_its_place_is_not_written_through(tmp_path: Path) -> None:
    aim = tmp_path / "aim"
    aim.write_bytes(b"theirs")
    (tmp_path / RESERVE_NAME).symlink_to(aim)
    reserve.keep(tmp_path)
    assert aim.read_bytes() == b"theirs"
