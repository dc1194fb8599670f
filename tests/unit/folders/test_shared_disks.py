"""Disks in and under a shared directory: what is not there removes nothing for others."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from typing_extensions import override

from app.folders import inside
from app.folders.disks import Disks
from app.folders.scanning import Found
from app.folders.troubles import Trouble
from engine.model.feeds import FolderEntryView
from tests.unit.folders.desk_engine import EARLIER, DeskEngine
from tests.unit.folders.sharing_scene import Scene


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    return Scene(tmp_path)


def test_another_disk_in_the_place_of_the_first_removes_nothing(
    scene: Scene, tmp_path: Path
) -> None:
    for name in "abcd":
        scene.put(name, b"1" + name.encode(), 1_600_000_000)
    scene.settle()
    scene.directory.rename(tmp_path.parent / "unplugged")
    scene.directory.mkdir()
    scene.put("x", b"quite another one")
    assert scene.settle() is Trouble.EMPTY
    assert set(scene.published) == set("abcd")
    scene.ann.remove(scene.space, *"abcd")
    assert scene.settle() is None, "as the person has said"
    assert set(scene.published) == {"x"}


def unplug(scene: Scene, folder: str) -> Path:
    """The files in it are there no more; the folder is, as it is where a disk was mounted."""
    place = scene.directory / folder
    apart = scene.directory.parent / f"{scene.directory.name}, {folder} unplugged"
    place.rename(apart)
    place.mkdir()
    return apart


@pytest.fixture
def on_a_disk(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """Names of folders that lie on another disk. There are files in ``disk``, and deeper in it."""
    on_disks: set[str] = set()
    folder = type(inside.enter(scene.directory))
    status = folder.status

    def told(self: inside.Folder, name: str) -> os.stat_result:
        known = status(self, name)
        return os.stat_result((*known[:2], 99, *known[3:])) if name in on_disks else known

    monkeypatch.setattr(folder, "status", told)
    for path in ("a", "disk/b", "disk/deep/c"):
        scene.put(path, b"1" + path.encode(), EARLIER)
    on_disks.update({"disk", "deep"})
    assert scene.settle() is None
    yield on_disks
    assert set(scene.published) >= {"a"}


def test_a_disk_inside_that_is_not_connected_removes_nothing(
    scene: Scene, on_a_disk: set[str]
) -> None:
    apart = unplug(scene, "disk")
    on_a_disk.clear()
    assert scene.settle() is Trouble.DISK_MISSING
    (scene.directory / "disk" / "what lies below").touch()
    assert scene.settle() is Trouble.DISK_MISSING
    assert {"disk/b", "disk/deep/c"} <= set(scene.published)
    shutil.rmtree(scene.directory / "disk")
    apart.rename(scene.directory / "disk")
    (scene.directory / "disk" / "b").unlink()
    on_a_disk.update({"disk", "deep"})
    assert scene.settle() is None
    assert set(scene.published) == {"a", "disk/deep/c"}


def test_a_disk_inside_that_goes_with_its_folder_removes_nothing(
    scene: Scene, on_a_disk: set[str]
) -> None:
    unplug(scene, "disk")
    (scene.directory / "disk").rmdir()
    on_a_disk.clear()
    for _ in range(2):
        assert scene.settle() is Trouble.DISK_MISSING
    assert set(scene.published) == {"a", "disk/b", "disk/deep/c"}


def test_files_on_a_missing_disk_go_when_their_folder_is_removed(
    scene: Scene, on_a_disk: set[str]
) -> None:
    unplug(scene, "disk")
    on_a_disk.clear()
    assert scene.settle() is Trouble.DISK_MISSING
    (scene.directory / "disk").rmdir()
    assert scene.settle() is None
    assert set(scene.published) == {"a"}


def test_a_folder_that_is_empty_at_the_start_may_be_the_place_of_a_disk(scene: Scene) -> None:
    for path in ("a", "disk/b", "disk/deep/c"):
        scene.put(path, b"1" + path.encode(), EARLIER)
    scene.settle()
    unplug(scene, "disk")
    scene.again()
    assert scene.settle() is Trouble.DISK_MISSING
    assert set(scene.published) == {"a", "disk/b", "disk/deep/c"}
    scene.put("disk/new", b"another")
    assert scene.settle() is None
    assert set(scene.published) == {"a", "disk/new"}


def test_a_folder_that_is_emptied_or_whose_files_have_moved_is_no_missing_disk(
    scene: Scene,
) -> None:
    for path in ("a", "left/b", "moved/c"):
        scene.put(path, b"1" + path.encode(), EARLIER)
    scene.settle()
    (scene.directory / "left" / "b").unlink()
    assert scene.settle() is None
    assert set(scene.published) == {"a", "moved/c"}
    (scene.directory / "moved" / "c").rename(scene.directory / "c")
    scene.again()
    assert scene.settle() is None
    assert set(scene.published) == {"a", "c"}


def test_files_that_all_move_into_a_folder_are_not_taken_for_gone(scene: Scene) -> None:
    for name in "abcd":
        scene.put(f"{name}", b"1" + name.encode())
    scene.settle()
    (scene.directory / "year").mkdir()
    for name in "abcd":
        (scene.directory / name).rename(scene.directory / "year" / name)
    assert scene.settle() is None
    assert set(scene.published) == {f"year/{name}" for name in "abcd"}


def test_a_lost_file_is_looked_at_once_however_many_folders_are_empty() -> None:
    """The first look is on the engine's own loop."""
    looked_at = list[str]()

    class Looked(str):
        __slots__ = ()

        @override
        def __iter__(self) -> Iterator[str]:
            looked_at.append(str(self))
            return super().__iter__()

    ann = DeskEngine()
    space = ann.folder({"disk/deep/a": b"1", "left/b": b"22"})
    entries = ann.entries(space).items()
    published: dict[str, FolderEntryView] = {Looked(path): one for path, one in entries}
    empty = {"disk", *(f"empty/{number}" for number in range(50))}
    assert set(Disks().missed(Found(empty=empty), published)) == {"disk"}
    assert len(looked_at) <= len(published)
