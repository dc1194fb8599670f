"""``tidings folder get`` where something is in the way of what it writes."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from app.cli import folder_get
from tests.fake_history import key_of
from tests.unit.app.faked import WatchedEngine
from tests.unit.app.terminal import Terminal
from tests.unit.app.test_cli_folders import FILES, hinder


def test_a_place_that_cannot_be_made_is_refused(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    words = ("folder", "get", key_of("k").hex(), str(tmp_path / "file" / "sub"))
    assert tina.fail(*words) == (1, "file_unwritable")
    assert faked.performed == []


def test_trouble_with_the_place_is_told(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder_get, "SETTLING_SECONDS", 0.0)
    hinder(faked, faked.folders.add("theirs", FILES), "disk_full")
    assert tina.fail("folder", "get", "theirs", str(tmp_path)) == (1, "file_unwritable")
    _, _, told = tina.run("folder", "get", "theirs", str(tmp_path), as_json=False)
    assert "The disk is full" in told


def test_where_nothing_comes_of_waiting_trouble_is_told_at_once(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path
) -> None:
    hinder(faked, faked.folders.add("theirs", FILES), "directory_unwritable")
    words = ("folder", "get", "theirs", str(tmp_path), "--path", "a.txt")
    assert tina.fail(*words) == (1, "file_unwritable")


def test_where_a_file_stays_stuck_for_a_while_that_is_told(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder_get, "SETTLING_SECONDS", 0.0)
    hinder(faked, faked.folders.add("theirs", FILES), "file_stuck:a.txt")
    words = ("folder", "get", "theirs", str(tmp_path), "--path", "a.txt")
    assert tina.fail(*words) == (1, "file_unwritable")


@pytest.mark.parametrize(
    "trouble",
    [
        "file_stuck:a.txt",
        "file_stuck:sub/b.bin",
        "place_taken",
        "content_wrong",
        "disk_full",
        "profile",
    ],
)
def test_trouble_of_before_or_with_another_file_does_not_end_the_fetching_of_one(
    tina: Terminal,
    faked: WatchedEngine,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    trouble: str,
) -> None:
    """What was asked for is still being written."""
    hinder(faked, faked.folders.add("theirs", FILES, peers=1, holders=1), trouble)
    pause, pauses = asyncio.sleep, list[float]()

    async def write(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 3:
            (tmp_path / "a.txt").write_bytes(FILES["a.txt"])
        await pause(0.0)

    monkeypatch.setattr("app.cli.folder_get.asyncio.sleep", write)
    tina.do("folder", "get", "theirs", str(tmp_path), "--path", "a.txt")
    assert len(pauses) >= 3


@pytest.mark.parametrize("trouble", ["file_stuck:sub/b.bin", "place_taken"])
def test_what_is_not_written_in_time_is_put_down_to_the_trouble_there_is(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path, trouble: str
) -> None:
    hinder(faked, faked.folders.add("theirs", FILES), trouble)
    words = ("folder", "get", "theirs", str(tmp_path), "--path", "a.txt", "--timeout", "0.05")
    assert tina.fail(*words) == (1, "file_unwritable")
