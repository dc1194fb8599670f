"""``tidings folder``: what is typed, what the engine is asked, what is told of its answers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from app.cli import folder
from app.cli.session import Online
from engine.model import feed_commands
from engine.model.feeds import FeedState, FolderUse
from engine.model.ids import SpaceId
from tests.fake_history import key_of
from tests.unit.app.faked import WatchedEngine
from tests.unit.app.terminal import Terminal

FOLDER = {"key", "name", "files", "bytes", "done"}
ENTRY = {"path", "size", "mtime", "have"}
FILES = {"a.txt": b"a" * 10, "sub/b.bin": b"b" * 2_000, "sub/deep/c": b"c"}


def mirrored(engine: WatchedEngine, space: SpaceId) -> None:
    """The peer gives all that is wanted, and the program writes it, as a running one does."""
    there = engine.folders.folders[space]
    for path, entry in there.files().items():
        if there.view.use is FolderUse.MIRRORED or entry.wanted:
            engine.folders.arrive(space, path)
            assert there.view.directory is not None
            written = Path(there.view.directory) / path
            written.parent.mkdir(parents=True, exist_ok=True)
            written.write_bytes(there.contents[path, entry.version])


# ---- sharing ------------------------------------------------------------------------------------


def test_a_folder_is_shared_under_its_own_name_and_has_a_link(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path
) -> None:
    (tmp_path / "Pictures").mkdir()
    shared = tina.do("folder", "share", str(tmp_path / "Pictures"))
    assert set(shared) >= FOLDER | {"link"}
    assert (shared["name"], shared["use"], shared["done"]) == ("Pictures", "shared", True)
    assert shared["directory"] == str(tmp_path / "Pictures")
    assert tina.do("folder", "status", "Pictures") == shared
    assert [one["key"] for one in tina.do("folder", "status")] == [shared["key"]]


@pytest.mark.parametrize(
    ("directory", "name"),
    [
        ("x" * 150, "x" * 128),
        ("\U0001f331" * 60 + "x" * 9, "\U0001f331" * 60 + "x" * 8),
        ("two\nlines", "two lines"),
        ("\U0001f468\u200d\U0001f467", "\U0001f468\U0001f467"),
        ("\u2028", "folder"),
    ],
    ids=["long", "long in UTF-16", "lines", "joined", "nothing to be seen"],
)
def test_a_directory_whose_name_is_none_for_a_folder_gives_it_one_that_is(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path, directory: str, name: str
) -> None:
    (tmp_path / directory).mkdir()
    assert tina.do("folder", "share", str(tmp_path / directory))["name"] == name


def test_a_path_is_told_to_the_engine_from_its_root_on(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "Pictures").mkdir()
    monkeypatch.chdir(tmp_path)
    shared = tina.do("folder", "share", "Pictures", "--name", "Ours")
    assert (shared["directory"], shared["name"]) == (str(tmp_path / "Pictures"), "Ours")


def test_a_link_to_a_directory_is_that_directory(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path
) -> None:
    """Shared once, however it is named; what was typed is its name."""
    (tmp_path / "real").mkdir()
    (tmp_path / "Pictures").symlink_to("real")
    shared = tina.do("folder", "share", str(tmp_path / "Pictures"))
    assert (shared["directory"], shared["name"]) == (str(tmp_path / "real"), "Pictures")
    assert tina.fail("folder", "share", str(tmp_path / "real")) == (1, "directory_taken")
    assert text_of_last_forget(faked)


def test_a_folder_that_moved_is_shared_from_where_it_is_now(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path
) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    shared = tina.do("folder", "share", str(old))
    old.rename(new)
    again = tina.do("folder", "share", str(new), "--folder", "old")
    assert (again["key"], again["directory"]) == (shared["key"], str(new))


def test_a_profile_is_neither_shared_nor_written_into(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path
) -> None:
    for name in ("tidings.db", "key"):
        (tmp_path / name).write_bytes(b"ours")
    assert tina.fail("folder", "share", str(tmp_path)) == (1, "file_unreadable")
    faked.folders.add("theirs", FILES)
    assert tina.fail("folder", "get", "theirs", str(tmp_path / "in")) == (1, "file_unwritable")
    assert not (tmp_path / "in").exists()
    assert tina.do("folder", "status")[0]["name"] == "theirs"


def test_what_cannot_be_shared_is_refused_and_leaves_nothing_behind(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.touch()
    assert tina.fail("folder", "share", str(file)) == (1, "file_unreadable")
    assert tina.fail("folder", "share", str(tmp_path / "missing")) == (1, "file_unreadable")
    tina.do("folder", "share", str(tmp_path), "--name", "first")
    assert tina.fail("folder", "share", str(tmp_path), "--name", "second") == (1, "directory_taken")
    assert text_of_last_forget(faked)
    theirs = faked.folders.add("theirs", FILES)
    assert tina.fail("folder", "share", str(tmp_path), "--folder", "theirs") == (1, "read_only")
    assert theirs in faked.spaces


def text_of_last_forget(engine: WatchedEngine) -> bool:
    return type(engine.performed[-1]).__name__ == "ForgetSpace"


@pytest.mark.parametrize(
    ("files", "changes", "options", "count"),
    [
        (2, {}, (), 2),
        (1, {"trouble": "files_unreadable"}, (), 1),
        (0, {"state": FeedState.ELSEWHERE}, (), 0),
        (1, {}, ("--timeout", "0.05"), 1),
        (2, {}, ("--no-wait",), 0),
    ],
    ids=["all", "in trouble", "used elsewhere", "no more for a while", "not waited for"],
)
def test_a_program_that_runs_publishes_the_files_before_the_command_ends(
    tina: Terminal,
    faked: WatchedEngine,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    files: int,
    changes: dict[str, object],
    options: Sequence[str],
    count: int,
) -> None:
    """Whoever gets the folder then gets them, or is told how many there are so far."""
    monkeypatch.setattr(folder, "RemoteEngine", WatchedEngine)
    use = faked.folders._use

    def publish(space: SpaceId) -> None:
        for name in ("a", "b")[:files]:
            faked.folders.write(space, name, b"1")
        faked.folders.change(space, **changes)

    def published_soon(command: feed_commands.UseDirectory) -> object:
        asyncio.get_running_loop().call_later(0.0, publish, command.space)
        return use(command)

    faked.folders._use = published_soon  # type: ignore[assignment,method-assign]  # as it keeps it
    for name in ("a", "b"):
        (tmp_path / name).write_bytes(b"1")
    status, shared, told = tina.run("folder", "share", str(tmp_path), *options, as_json=False)
    assert status == 0
    assert f"files {count} (" in " ".join(shared.split())
    assert ("Its changes are published" in told) == (count == 2)
    assert (f"{count} of its 2 files are published" in " ".join(told.split())) == (count < 2)


def test_a_name_that_is_refused_for_another_one_is_told_and_not_waited_for(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder, "RemoteEngine", WatchedEngine)
    use = faked.folders._use

    def publish(command: feed_commands.UseDirectory) -> object:
        used = use(command)
        faked.folders.write(command.space, "A.txt", b"1")
        faked.folders.write(command.space, "a.txt", b"1", refusal="collision")
        faked.folders.change(command.space, files=1)
        return used

    faked.folders._use = publish  # type: ignore[assignment,method-assign]  # as it keeps it
    for name in ("A.txt", "a.txt"):
        (tmp_path / name).write_bytes(b"1")
    status, _, told = tina.run("folder", "share", str(tmp_path), "--timeout", "5", as_json=False)
    assert status == 0
    told = " ".join(told.split())
    assert "Not shared: a.txt (another file has the same name" in told
    assert "Its changes are published" in told


def test_without_a_program_that_runs_it_is_said_that_nothing_is_published_yet(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path
) -> None:
    (tmp_path / "a").write_bytes(b"1")
    _, _, told = tina.run("folder", "share", str(tmp_path), as_json=False)
    assert "0 of its 1 files are published" in " ".join(told.split())


# ---- fetching -----------------------------------------------------------------------------------


def test_a_folder_is_fetched_whole_and_written(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path
) -> None:
    space = faked.folders.add("theirs", FILES, here=False, peers=1, holders=1)
    link = tina.do("folder", "status", "theirs")["link"]
    faked.on_wish = None
    ask = faked.folders.answer

    def play(query: object) -> object:
        mirrored(faked, space)
        return ask(query)

    faked.folders.answer = play  # type: ignore[method-assign]  # the peer, seen from outside
    got = tina.do("folder", "get", link, str(tmp_path / "new" / "place"))
    assert set(got) >= FOLDER
    assert (got["done"], got["use"], got["done_files"]) == (True, "mirrored", 3)
    for path, content in FILES.items():
        assert (tmp_path / "new" / "place" / path).read_bytes() == content
    assert faked.online == [None, Online.FOUND]


def test_a_folder_that_lies_somewhere_is_not_fetched_into_another_place(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path
) -> None:
    """It would stay behind in the first, and nobody would know."""
    faked.folders.add("theirs", FILES)
    old, new = tmp_path / "old", tmp_path / "new"
    tina.do("folder", "get", "theirs", str(old), "--no-wait")
    words = ("folder", "get", "theirs", str(new), "--no-wait")
    assert tina.fail(*words) == (2, "usage")
    _, _, told = tina.run(*words, as_json=False)
    assert str(old) in told
    assert not new.exists()
    assert tina.do("folder", "status", "theirs")["directory"] == str(old)
    (tmp_path / "link").symlink_to(old)
    again = tina.do("folder", "get", "theirs", str(tmp_path / "link"), "--no-wait")
    assert again["directory"] == str(old)
    old.rename(tmp_path / "moved")
    moved = tina.do("folder", "get", "theirs", str(tmp_path / "moved"), "--no-wait")
    assert moved["directory"] == str(tmp_path / "moved")


def test_a_folder_of_ours_that_is_shared_is_not_fetched(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path
) -> None:
    """It would be published no more."""
    tina.do("folder", "share", str(tmp_path), "--name", "mine")
    for place in (tmp_path, tmp_path / "new"):
        assert tina.fail("folder", "get", "mine", str(place), "--no-wait") == (2, "usage")
    assert tina.do("folder", "status", "mine")["use"] == "shared"


def test_a_folder_that_was_stopped_is_followed_again(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path
) -> None:
    space = faked.folders.add("theirs", FILES)
    left = faked.folders.change(space, state=FeedState.LEFT)
    followed: list[object] = []

    def follow(key: object, _name: str | None) -> object:
        followed.append(key)
        return faked.folders.change(space, state=FeedState.WAITING)

    faked.folders._follow = follow  # type: ignore[assignment,method-assign]  # the engine takes it up
    for known_by in ("theirs", left.feed.key.hex()):
        faked.folders.change(space, state=FeedState.LEFT)
        tina.do("folder", "get", known_by, str(tmp_path), "--no-wait")
    assert followed == [left.feed.key, left.feed.key]


def test_only_some_files_of_a_folder_are_fetched(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path
) -> None:
    space = faked.folders.add("theirs", FILES, here=False, peers=1, holders=1)
    faked.on_wish = lambda: mirrored(faked, space)
    got = tina.do("folder", "get", "theirs", str(tmp_path), "--path", "sub/")
    assert (got["use"], got["done"], got["done_files"]) == ("chosen", False, 2)
    assert sorted(one.name for one in tmp_path.rglob("*") if one.is_file()) == ["b.bin", "c"]


def test_a_path_that_a_folder_has_not_is_named_and_leaves_the_folder_as_it_was(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path
) -> None:
    """Neither tied to a directory, nor another kind of copy where it was tied before."""
    space = faked.folders.add("theirs", FILES, here=False, peers=1, holders=1)
    for paths in (("nope.txt",), ("a.txt", "nope.txt")):
        options = [word for path in paths for word in ("--path", path)]
        words = ("folder", "get", "theirs", str(tmp_path / "first"), *options)
        for more in ((), ("--no-wait",)):
            assert tina.fail(*words, *more) == (1, "file_unknown")
            _, _, told = tina.run(*words, *more, as_json=False)
            assert "no “nope.txt” in this folder" in " ".join(told.split())
    assert tina.do("folder", "status", "theirs")["directory"] is None
    assert not [one for one in faked.performed if isinstance(one, feed_commands.WantFile)]
    tina.do("folder", "get", "theirs", str(tmp_path / "second"), "--no-wait")
    words = ("folder", "get", "theirs", str(tmp_path / "second"), "--path", "nope.txt")
    assert tina.fail(*words) == (1, "file_unknown")
    view = faked.folders.folders[space].view
    assert (view.directory, view.use) == (str(tmp_path / "second"), FolderUse.MIRRORED)


def test_of_a_file_that_never_was_it_is_said_that_the_folder_has_none(
    tina: Terminal, faked: WatchedEngine
) -> None:
    faked.folders.add("theirs", FILES)
    for option in ("--path", "--history"):
        words = ("folder", "list", "theirs", option, "nope.txt")
        assert tina.fail(*words) == (1, "file_unknown")
        _, _, told = tina.run(*words, as_json=False)
        assert "no “nope.txt” in this folder" in " ".join(told.split())


def test_one_file_of_a_folder_is_fetched(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path
) -> None:
    space = faked.folders.add("theirs", FILES, here=False, peers=1, holders=1)
    faked.on_wish = lambda: mirrored(faked, space)
    for number, path in enumerate(("a.txt", "sub/deep/c"), 1):
        got = tina.do("folder", "get", "theirs", str(tmp_path), "--path", path)
        assert (got["use"], got["done_files"]) == ("chosen", number)
        assert (tmp_path / path).read_bytes() == FILES[path]


def test_a_file_that_is_not_in_the_folder_is_refused(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path
) -> None:
    faked.folders.add("theirs", FILES, here=False)
    words = ("folder", "get", "theirs", str(tmp_path), "--path", "missing")
    assert tina.fail(*words) == (1, "file_unknown")


def test_a_folder_that_nobody_has_ends_with_5(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path
) -> None:
    key = key_of("nobody's").hex()
    tina.do("folder", "get", key, str(tmp_path), "--no-wait")
    (space,) = faked.folders.folders
    faked.folders.change(space, length=0, downloaded=0, version=0)
    assert tina.do("folder", "status", key[:8])["done"] is False
    words = ("folder", "get", key, str(tmp_path), "--timeout", "0.05")
    assert tina.fail(*words) == (5, "blocks_missing")


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (FeedState.PAUSED, "feed resume"),
        (FeedState.FULL, "feed limit"),
        (FeedState.FORKED, "two histories"),
    ],
)
def test_what_does_not_come_is_not_waited_for(
    tina: Terminal, faked: WatchedEngine, tmp_path: Path, state: FeedState, words: str
) -> None:
    space = faked.folders.add("theirs", FILES, here=False)
    faked.folders.change(space, state=state)
    for path in ((), ("--path", "a.txt")):
        command = ("folder", "get", "theirs", str(tmp_path), *path)
        assert tina.fail(*command) == (5, "blocks_missing")
        _, _, told = tina.run(*command, as_json=False)
        assert words in " ".join(told.split())


def hinder(engine: WatchedEngine, space: SpaceId, trouble: str) -> None:
    """The directory is in that trouble as soon as it is used."""
    use = engine.folders._use

    def fail(command: feed_commands.UseDirectory) -> object:
        use(command)
        return engine.folders.change(space, trouble=trouble)

    engine.folders._use = fail  # type: ignore[assignment,method-assign]  # as a full disk would
