"""``tidings feed``: how much of a feed is kept, paused, limited and dropped."""

from __future__ import annotations

from pathlib import Path

from engine.model.feed_commands import DropBlocks, FetchWhole
from engine.model.feeds import FolderUse
from tests.unit.app.faked import WatchedEngine
from tests.unit.app.terminal import Terminal


def test_a_feed_is_paused_limited_and_fetched_sparsely(
    tina: Terminal, faked: WatchedEngine
) -> None:
    faked.feeds.add("Theirs", "one", "two")
    assert tina.do("feed", "pause", "Theirs")["paused"] is True
    assert tina.do("feed", "resume", "Theirs")["paused"] is False
    assert tina.do("feed", "limit", "Theirs", "2 GiB")["limit_bytes"] == 2 * 1024**3
    assert tina.do("feed", "limit", "Theirs", "1500")["limit_bytes"] == 1_500
    assert tina.do("feed", "limit", "Theirs", "none")["limit_bytes"] is None
    assert tina.do("feed", "sparse", "Theirs")["whole"] is False
    assert tina.do("feed", "whole", "Theirs")["whole"] is True
    assert tina.do("feed", "drop", "Theirs", "1:")["downloaded"] == 1
    assert tina.do("feed", "drop", "Theirs")["downloaded"] == 0


def test_of_a_feed_that_is_dropped_whole_only_what_is_read_is_fetched_from_then_on(
    tina: Terminal, faked: WatchedEngine
) -> None:
    """Else all of it would be wanted, and nothing come."""
    faked.feeds.add("Theirs", "one", "two")
    assert tina.do("feed", "drop", "Theirs", "1:")["whole"] is True
    assert tina.do("feed", "drop", "Theirs", "0:2")["whole"] is False
    kinds = [type(one).__name__ for one in faked.performed]
    assert kinds == ["DropBlocks", "FetchWhole", "DropBlocks"]
    tina.do("feed", "whole", "Theirs")
    status, out, err = tina.run("feed", "drop", "Theirs", as_json=False)
    assert status == 0
    assert "what is read" in out
    assert "feed whole" in err


def test_of_a_folder_its_content_is_dropped_and_its_names_stay(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path
) -> None:
    """Blocks are those of its content, whose number is another than that of the names."""
    space = faked.folders.add("theirs", {"a.txt": b"1"})
    content = faked.folders.folders[space].view.content_key
    faked.feeds.add("inside", "one", "two", "three", key=content)
    status, out, err = tina.run("feed", "drop", "theirs", as_json=False)
    assert status == 0
    assert "their names stay" in err
    assert "folder stop" not in err
    fetched, dropped = faked.performed
    assert (fetched, dropped) == (FetchWhole(space, whole=False), DropBlocks(space, 0, 3))
    faked.folders.change(space, directory=str(tmp_path), use=FolderUse.MIRRORED)
    _, out, err = tina.run("feed", "drop", "theirs", "1:", as_json=False)
    assert (faked.performed[-1], "3 of 3" in out) == (DropBlocks(space, 1, 3), True)
    assert "folder stop" in err
    faked.folders.change(space, content_key=None)
    assert tina.run("feed", "drop", "theirs", as_json=False)[0] == 0
