"""``tidings folder``: what is listed of folders, and how they are stopped and cleared."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.model.feeds import FeedState
from engine.model.ids import SpaceId
from tests.unit.app.faked import WatchedEngine
from tests.unit.app.terminal import Terminal
from tests.unit.app.test_cli_folders import ENTRY, FILES


def test_the_files_of_a_folder_are_listed(tina: Terminal, faked: WatchedEngine) -> None:
    space = faked.folders.add("theirs", FILES, here=False)
    faked.folders.arrive(space, "a.txt")
    listed = tina.do("folder", "list", "theirs")
    assert all(set(one) >= ENTRY for one in listed)
    assert [(one["path"], one["size"], one["have"]) for one in listed] == [
        ("a.txt", 10, 10),
        ("sub/b.bin", 2_000, 0),
        ("sub/deep/c", 1, 0),
    ]
    assert [one["path"] for one in tina.do("folder", "list", "theirs", "--path", "sub/deep")] == [
        "sub/deep/c"
    ]
    _, out, _ = tina.run("folder", "list", "theirs", as_json=False)
    assert "2.0 kB" in out


def test_what_a_folder_has_not_is_not_listed_as_nothing(
    tina: Terminal, faked: WatchedEngine
) -> None:
    space = faked.folders.add("theirs", FILES)
    for path, found in (("a.txt", ["a.txt"]), ("sub/deep/", ["sub/deep/c"])):
        listed = tina.do("folder", "list", "theirs", "--path", path)
        assert [one["path"] for one in listed] == found
    for path in ("nothing", "sub/b"):
        assert tina.fail("folder", "list", "theirs", "--path", path) == (1, "file_unknown")
    faked.folders.change(space, version=0)
    assert tina.run("folder", "list", "theirs", "--path", "nothing", as_json=False)[0] == 0


def test_a_long_listing_comes_over_many_pages(
    tina: Terminal, faked: WatchedEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.fake_folders.PAGE_ENTRIES_MAX", 2)
    faked.folders.add("theirs", {f"{n:02}": b"" for n in range(7)})
    assert len(tina.do("folder", "list", "theirs")) == 7


def test_a_folder_is_stopped_and_its_files_stay(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path
) -> None:
    tina.do("folder", "share", str(tmp_path), "--name", "mine")
    stopped = tina.do("folder", "stop", "mine")
    assert (stopped["directory"], stopped["use"]) == (None, None)
    (warning,) = stopped["warnings"]
    assert warning["code"] == "folder_owned"
    faked.folders.add("theirs", FILES)
    assert tina.do("folder", "stop", "theirs", "--forget")["warnings"] == []


def test_a_folder_is_cleared_only_when_none_of_its_files_lies_in_its_place(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path
) -> None:
    """It would be published again at once; another file is no reason."""
    tina.do("folder", "share", str(tmp_path), "--name", "mine")
    space = SpaceId(bytes.fromhex(tina.do("folder", "status", "mine")["key"]))
    faked.folders.write(space, "sub/a", b"1")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a").write_bytes(b"1")
    (tmp_path / "another").write_bytes(b"2")
    assert tina.fail("folder", "clear", "mine", "--yes") == (2, "usage")
    _, _, told = tina.run("folder", "clear", "mine", "--yes", as_json=False)
    assert "folder stop" in told
    assert tina.do("folder", "status", "mine")["files"] == 1
    (tmp_path / "sub" / "a").unlink()
    assert tina.do("folder", "clear", "mine", "--yes")["files"] == 0
    faked.folders.write(space, "another", b"2")
    tina.do("folder", "stop", "mine")
    assert tina.do("folder", "clear", "mine", "--yes")["files"] == 0, "it is published no more"


def test_a_folder_of_ours_that_is_not_kept_says_why(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path
) -> None:
    tina.do("folder", "share", str(tmp_path), "--name", "mine")
    space = SpaceId(bytes.fromhex(tina.do("folder", "status", "mine")["key"]))
    for changes, words in (
        ({"state": FeedState.CURRENT}, "yours"),
        ({"state": FeedState.PAUSED}, "paused"),
        ({"state": FeedState.LEFT}, "left"),
        ({"state": FeedState.CURRENT, "trouble": "directory_gone"}, "yours, in trouble"),
    ):
        faked.folders.change(space, **changes)
        _, out, _ = tina.run("folder", "status", as_json=False)
        assert words in out


def test_a_channel_is_no_folder(tina: Terminal, faked: WatchedEngine) -> None:
    faked.add_space("Garden")
    assert tina.fail("folder", "list", "Garden") == (1, "not_a_folder")
    assert tina.fail("folder", "get", f"cabal://{bytes(32).hex()}", "x")[1] == "link_of_other_type"


def test_the_link_of_a_folder_is_written_as_a_code(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path
) -> None:
    faked.folders.add("theirs", FILES)
    picture = tmp_path / "code.svg"
    tina.do("folder", "status", "theirs", "--qr", str(picture))
    assert picture.read_bytes().startswith(b"<?xml")
    assert tina.fail("folder", "status", "--qr", str(picture)) == (2, "usage")
