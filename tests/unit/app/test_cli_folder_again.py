"""``tidings folder get`` of a folder that was fetched on another day."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from engine.model.feed_queries import OneFolder
from engine.model.feeds import FeedState
from tests.unit.app.faked import WatchedEngine
from tests.unit.app.terminal import Terminal
from tests.unit.app.test_cli_folders import mirrored


def test_a_folder_that_is_known_is_fetched_as_its_owner_tells_it_now(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path
) -> None:
    """All of it was here when the command began, as it was on another day."""
    space = faked.folders.add("theirs", {"a.txt": b"old"})
    (tmp_path / "a.txt").write_bytes(b"old")
    answer = faked.folders.answer
    looks: list[object] = []

    def came() -> None:
        mirrored(faked, space)
        faked.folders.change(space, state=FeedState.CURRENT)

    def told() -> None:
        faked.folders.write(space, "a.txt", b"new", here=False, mtime=1.0)
        faked.folders.change(space, peers=1, holders=1, state=FeedState.DOWNLOADING)
        asyncio.get_running_loop().call_soon(came)

    def connect(query: object) -> object:
        """The owner comes once the command has looked at what is here."""
        if isinstance(query, OneFolder):
            looks.append(query)
            if len(looks) == 2:
                asyncio.get_running_loop().call_soon(told)
        return answer(query)

    faked.folders.answer = connect  # type: ignore[method-assign]  # the owner, from outside
    assert tina.do("folder", "get", "theirs", str(tmp_path))["done"] is True
    assert (tmp_path / "a.txt").read_bytes() == b"new"


def test_where_nobody_tells_whether_a_folder_has_changed_that_is_said(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.cli.folder_get.HEARING_SECONDS", 0.05)
    faked.folders.add("theirs", {"a.txt": b"old"})
    (tmp_path / "a.txt").write_bytes(b"old")
    status, out, err = tina.run("folder", "get", "theirs", str(tmp_path))
    assert (status, json.loads(out)["done"]) == (0, True)
    assert json.loads(err)["warning"]["code"] == "nobody_connected"


def test_another_file_of_the_same_size_is_not_taken_for_what_was_fetched(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path
) -> None:
    faked.folders.add("theirs", {"a.txt": b"new"}, peers=1, holders=1)
    (tmp_path / "a.txt").write_bytes(b"old")
    words = ("folder", "get", "theirs", str(tmp_path), "--timeout", "0.05")
    assert tina.fail(*words) == (5, "blocks_missing")
