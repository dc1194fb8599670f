"""The two ways into a directory, by handle and by path, see and refuse the same."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.folders.inside import Folder, NotPlain, OfProfile, enter, folder_of
from engine.store.keys import KEY_NAME
from engine.store.opening import DATABASE_NAME


@pytest.fixture(params=[True, False], ids=["by handle", "by path"])
def top(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Folder]:
    opened = enter(tmp_path, by_handle=request.param)
    yield opened
    opened.close()


def read(top: Folder, path: str) -> bytes:
    with folder_of(top, path) as (folder, name):
        handle = folder.open(name)
        try:
            return os.read(handle, 100)
        finally:
            os.close(handle)


def test_files_are_made_read_renamed_and_removed(top: Folder, tmp_path: Path) -> None:
    top.make("folder")
    with folder_of(top, "folder/file") as (folder, name):
        handle = folder.create(name)
        os.write(handle, b"content")
        os.close(handle)
        folder.rename(name, "other")
        folder.sync()
        assert folder.names() == ["other"]
    assert read(top, "folder/other") == b"content"
    assert (tmp_path / "folder" / "other").stat().st_mode & 0o111 == 0
    below = top.down("folder")
    below.remove("other")
    below.close()
    top.remove_folder("folder")
    assert top.names() == []


def test_links_are_neither_followed_nor_read(top: Folder, tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "file").write_bytes(b"1")
    (tmp_path / "folder").symlink_to("real")
    (tmp_path / "link").symlink_to("real/file")
    for path in ("folder/file", "link"):
        with pytest.raises(NotPlain):
            read(top, path)


def a_profile(directory: Path) -> Path:
    directory.mkdir()
    for name in (DATABASE_NAME, KEY_NAME):
        (directory / name).write_bytes(b"secret")
    return directory


@pytest.mark.parametrize("by_handle", [True, False])
def test_nobody_enters_a_profile_or_what_lies_in_one(tmp_path: Path, *, by_handle: bool) -> None:
    profile = a_profile(tmp_path / "profile")
    (profile / "backup").mkdir()
    (tmp_path / "link").symlink_to(profile)
    for directory in (profile, profile / "backup", tmp_path / "link"):
        with pytest.raises(OfProfile):
            enter(directory, by_handle=by_handle)


def test_no_way_leads_into_a_profile(top: Folder, tmp_path: Path) -> None:
    a_profile(tmp_path / "profile")
    with pytest.raises(OfProfile):
        read(top, "profile/key")


@pytest.mark.parametrize("name", [DATABASE_NAME, KEY_NAME])
def test_a_file_of_such_a_name_alone_is_no_profile(top: Folder, tmp_path: Path, name: str) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / name).write_bytes(b"1")
    assert read(top, f"real/{name}") == b"1"


@pytest.mark.parametrize("path", ["real", "pipe", "file/below"])
def test_what_is_no_file_is_not_opened(top: Folder, tmp_path: Path, path: str) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "file").touch()
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(NotPlain):
        read(top, path)


def test_a_new_file_takes_nobodys_place(top: Folder, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FileExistsError):
        top.create("file")


def test_a_directory_that_is_not_there_cannot_be_entered(tmp_path: Path) -> None:
    for by_handle in (True, False):
        with pytest.raises(FileNotFoundError):
            enter(tmp_path / "none", by_handle=by_handle)
