"""A directory that is shared: what changes in it is published, once, and nothing else."""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import pytest

from app.folders import inside, reading
from app.folders.inside import Seen
from app.folders.planning import RESTLESS_SECONDS, names_on_the_way
from app.folders.scanning import scan
from app.folders.sharing import Looked
from app.folders.troubles import Trouble
from engine.model.feed_commands import ChangeFiles
from engine.model.feed_queries import FileHistory
from engine.model.feeds import FileRenewed
from tests.unit.folders.sharing_scene import SETTLE, Scene

R = TypeVar("R")


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    return Scene(tmp_path)


def test_all_files_are_published_with_their_content_time_and_bit(scene: Scene) -> None:
    files = {"a": b"1", "b/c": b"2" * 200_000, "empty": b"", "run": b"#!"}
    for path, content in files.items():
        scene.put(path, content, 1_600_000_000.25)
    (scene.directory / "run").chmod(0o755)
    assert scene.settle() is None
    assert scene.published == files
    entries = scene.ann.entries(scene.space)
    assert entries["b/c"].mtime == 1_600_000_000.25
    assert [path for path, one in entries.items() if one.executable] == ["run"]


def test_a_file_is_read_only_when_it_has_come_to_rest(scene: Scene) -> None:
    scene.put("a", b"1")
    scene.look()
    assert scene.published == {}
    scene.now += SETTLE
    scene.put("a", b"12")
    scene.look()
    assert scene.published == {}
    scene.now += SETTLE
    scene.look()
    assert scene.published == {"a": b"12"}


def test_a_file_that_keeps_changing_is_told_of_and_looked_at_less_often(scene: Scene) -> None:
    """As the log of a program that runs: others do not wait for it."""
    scene.put("other", b"1")

    def grow() -> Looked:
        scene.now += SETTLE
        scene.put("sub/log", b"x" * (1 + int(scene.now)))
        return scene.looked()

    began = grow()
    while scene.now < RESTLESS_SECONDS:
        assert grow() == Looked(again=True)
    assert began == Looked(again=True)
    assert grow() == Looked(again=False, trouble="file_restless:sub/log", is_restless=True)
    scene.put("new", b"2")
    assert grow().again, "what is new is not kept waiting"
    assert grow().is_restless
    assert set(scene.published) == {"other", "new"}
    scene.now += SETTLE
    assert scene.looked() == Looked(again=False)
    assert set(scene.published) == {"other", "new", "sub/log"}
    assert grow() == Looked(again=True), "it had come to rest"


def test_a_file_that_goes_and_is_there_again_later_has_not_kept_changing(scene: Scene) -> None:
    scene.put("log", b"1")
    scene.look()
    (scene.directory / "log").unlink()
    scene.look()
    scene.now += RESTLESS_SECONDS
    scene.put("log", b"2")
    assert scene.looked() == Looked(again=True)


def test_nothing_is_published_twice_also_after_a_restart(scene: Scene) -> None:
    scene.put("a", b"1")
    scene.settle()
    scene.ann.performed.clear()
    scene.again()
    scene.settle()
    assert scene.ann.performed == []


def test_a_change_and_a_deletion_are_published(scene: Scene) -> None:
    scene.put("a", b"1")
    scene.put("b", b"2")
    scene.settle()
    scene.put("a", b"changed")
    (scene.directory / "b").unlink()
    scene.settle()
    assert scene.published == {"a": b"changed"}
    assert scene.ann.desk.ask(FileHistory(scene.space, "b"))[0].deleted


@pytest.mark.parametrize("gone", [False, True])
@pytest.mark.parametrize("place", ["many/{}", "{}/one"])
def test_fewer_files_are_changed_with_one_command_the_more_names_lie_beside_them_or_their_folders(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, place: str, *, gone: bool
) -> None:
    """Each of them has those gone through, and meanwhile the engine does no more."""
    names = [place.format(number) for number in range(20)]
    for name in ("a", *names):
        scene.put(name, name.encode())
    scene.settle()
    monkeypatch.setattr("app.folders.sharing.NAMES_A_COMMAND", 66)
    scene.ann.performed.clear()
    for name in names[:10]:
        if gone:
            (scene.directory / name).unlink()
            with suppress(OSError):  # others lie there
                (scene.directory / name).parent.rmdir()
        else:
            scene.put(name, b"changed")
    scene.settle()
    changes = [one for one in scene.ann.performed if isinstance(one, ChangeFiles)]
    assert [len(one.removed) + len(one.written) for one in changes] == [3, 3, 3, 1]


@pytest.mark.parametrize(
    ("paths", "most"),
    [
        ([], 0),
        (["a"], 1),
        (["a", "b/c"], 3),
        (["a/b/c", "a/b/d", "a/e", "f"], 6),
        (["a/b/c/d", "e/1", "e/2", "e/3"], 5),
        (["a/1", "a/2", "b/1", "c"], 5),
    ],
)
def test_the_names_of_every_folder_on_the_way_count_once(paths: list[str], most: int) -> None:
    assert names_on_the_way(paths) == most


def test_a_file_that_was_only_touched_is_not_put_again(scene: Scene) -> None:
    scene.put("a", b"1" * 100, 1_600_000_000)
    scene.settle()
    scene.put_blocks()
    os.utime(scene.directory / "a", (1_600_000_001, 1_600_000_001))
    scene.again()
    scene.settle()
    assert scene.put_blocks() == 0
    assert scene.ann.entries(scene.space)["a"].mtime == 1_600_000_001


@pytest.mark.parametrize(("mtime", "published"), [(-86_400.0, 0.0), (2.0**33, 2.0**33)])
def test_a_file_of_any_time_is_published_once(scene: Scene, mtime: float, published: float) -> None:
    """Also where it is older than 1970, as in old archives."""
    scene.put("a", b"1", mtime)
    scene.settle()
    assert scene.ann.entries(scene.space)["a"].mtime == published
    scene.ann.performed.clear()
    scene.settle()
    assert scene.ann.performed == []


@pytest.mark.parametrize("size", [10, reading.WHOLE_BYTES_MAX + 1])
def test_a_file_that_moves_is_not_put_again(scene: Scene, size: int) -> None:
    scene.put("a", bytes(size))
    scene.settle()
    scene.put_blocks()
    (scene.directory / "a").rename(scene.directory / "b")
    scene.settle()
    assert scene.published == {"b": bytes(size)}
    assert scene.put_blocks() == 0


def test_a_profile_is_never_shared(scene: Scene) -> None:
    """With its key somebody else would be that person."""
    scene.put("deep/profile/tidings.db", b"posts")
    scene.put("deep/profile/key", b"secret")
    scene.put("deep/other", b"1")
    assert scene.settle() is None
    assert set(scene.published) == {"deep/other"}
    assert ("deep/profile", "profile") in scan(scene.directory).reasons
    scene.directory /= "deep/profile"
    scene.again()
    assert scene.settle() is Trouble.PROFILE
    assert set(scene.published) == {"deep/other"}


def test_files_that_change_places_keep_their_own_content(scene: Scene) -> None:
    scene.put("log", b"now", 1_600_000_002)
    scene.put("log.1", b"old", 1_600_000_001)
    scene.settle()
    (scene.directory / "log.1").rename(scene.directory / "log.2")
    (scene.directory / "log").rename(scene.directory / "log.1")
    scene.put("log", b"new", 1_600_000_003)
    scene.settle()
    assert scene.published == {"log": b"new", "log.1": b"now", "log.2": b"old"}


def test_what_has_moved_is_gone_only_when_it_is_there_again(scene: Scene) -> None:
    scene.put("a", b"1")
    scene.put("other", b"22")
    scene.settle()
    (scene.directory / "a").rename(scene.directory / "b")
    scene.look()
    assert set(scene.published) == {"a", "other"}
    scene.now += SETTLE
    scene.look()
    assert set(scene.published) == {"b", "other"}
    renewed = [one for one in scene.ann.performed if isinstance(one, ChangeFiles)][-2].renewed
    assert [(one.path, one.of) for one in renewed if isinstance(one, FileRenewed)] == [("b", "a")]


@pytest.mark.parametrize(
    "name",
    [".hidden", ".git/config", "a.tmp", "~$letter.docx", "a.part", "b~", "#a#", "Thumbs.db", "a "],
)
def test_hidden_and_passing_files_and_unsafe_names_are_not_shared(scene: Scene, name: str) -> None:
    scene.put("kept", b"1")
    scene.put(name, b"2")
    scene.settle()
    assert set(scene.published) == {"kept"}


def test_a_list_of_versions_is_shared_and_the_mark_of_a_program_at_work_is_not(
    scene: Scene,
) -> None:
    scene.put("Cargo.lock", b"[[package]]")
    scene.put("work.lock", b"")
    scene.put("empty", b"")
    scene.settle()
    assert set(scene.published) == {"Cargo.lock", "empty"}
    scene.put("Cargo.lock", b"")
    scene.look()
    assert scene.published["Cargo.lock"] == b"[[package]]", "it is being written"


def test_links_and_devices_are_not_shared(
    scene: Scene, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (outside / "secret").write_text("secret")
    scene.put("kept", b"1")
    (scene.directory / "link").symlink_to(outside / "secret")
    (scene.directory / "folder").symlink_to(outside)
    os.mkfifo(scene.directory / "pipe")
    assert scene.settle() is None
    assert set(scene.published) == {"kept"}


def test_a_file_that_cannot_be_read_is_told_and_the_rest_is_shared(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene.put("a", b"1")
    scene.put("b", b"2")
    read = reading.read_whole

    def refused(directory: Path, path: str, seen: Seen) -> reading.Content:
        if path == "a":
            raise PermissionError(path)
        return read(directory, path, seen)

    monkeypatch.setattr(reading, "read_whole", refused)
    assert scene.settle() is Trouble.FILES_UNREADABLE
    assert set(scene.published) == {"b"}


def test_a_directory_that_is_gone_or_empty_removes_nothing(scene: Scene, tmp_path: Path) -> None:
    scene.put("a", b"1")
    scene.settle()
    (scene.directory / "a").rename(tmp_path.parent / "elsewhere")
    assert scene.settle() is Trouble.EMPTY
    scene.directory.rename(tmp_path.parent / "gone")
    assert scene.settle() is Trouble.GONE
    assert set(scene.published) == {"a"}


def test_a_disk_that_has_failed_is_asked_for_its_directory_beside_the_loop(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene.directory.rmdir()
    asked_on = list[int]()
    is_dir = Path.is_dir

    def slow(place: Path) -> bool:
        asked_on.append(threading.get_ident())
        return is_dir(place)

    monkeypatch.setattr(Path, "is_dir", slow)
    assert scene.look() is Trouble.GONE
    assert asked_on
    assert threading.get_ident() not in asked_on


def test_more_files_than_can_be_shared_are_told(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.folders.scanning.FILES_MAX", 2)
    for name in "abc":
        scene.put(name, b"1")
    assert scene.settle() is Trouble.TOO_MANY_FILES
    assert scene.published == {}


def test_what_cannot_be_looked_at_is_removed_for_nobody(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder whose permissions were taken away, or whose disk does not answer."""
    for path in ("a", "locked/b", "locked/deep/c", "lockedtoo"):
        scene.put(path, b"1" + path.encode())
    scene.settle()
    down = type(inside.enter(scene.directory)).down

    def refused(folder: inside.Folder, name: str) -> inside.Folder:
        if name == "locked":
            raise PermissionError(name)
        return down(folder, name)

    monkeypatch.setattr(type(inside.enter(scene.directory)), "down", refused)
    (scene.directory / "lockedtoo").unlink()
    assert scene.settle() is Trouble.FILES_UNREADABLE
    assert set(scene.published) == {"a", "locked/b", "locked/deep/c"}


def test_a_file_whose_looks_are_not_told_stays_published(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene.put("a", b"1")
    scene.put("b", b"2")
    scene.settle()
    status = type(inside.enter(scene.directory)).status

    def refused(folder: inside.Folder, name: str) -> os.stat_result:
        if name == "a":
            raise PermissionError(name)
        return status(folder, name)

    monkeypatch.setattr(type(inside.enter(scene.directory)), "status", refused)
    assert scene.settle() is Trouble.FILES_UNREADABLE
    assert set(scene.published) == {"a", "b"}
