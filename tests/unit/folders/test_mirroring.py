"""A directory that fills itself: whole files, in their places, and never over what is not ours."""

from __future__ import annotations

import os
import stat
from itertools import pairwise
from pathlib import Path

import pytest

from app.folders import scanning
from app.folders.mirroring import Mirroring
from app.folders.placing import Placing
from app.folders.troubles import Trouble
from engine.model.feed_commands import (
    ChangeFiles,
    DropBlocks,
    PutContent,
    UseDirectory,
    WantFile,
)
from engine.model.feed_queries import OneFolder
from engine.model.feeds import ContentPlace, FileWritten, FolderUse
from engine.model.ids import SpaceId
from tests.files_there import files_there, parts_there
from tests.unit.folders.desk_engine import CHUNK, EARLIER, digests, fetch, fetch_names
from tests.unit.folders.mirroring_scene import FILES, Scene
from ui.folders.copying import copy_in
from ui.whole_file import write_whole

PATIENCE_SECONDS = 5.0  # a bound for a test that fails, not a measure


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return tmp_path / "mirror"


def test_all_files_lie_there_with_their_content_and_time(directory: Path) -> None:
    scene = Scene(directory, FILES)
    assert scene.fetch() is None
    written = {
        path.relative_to(directory).as_posix(): path.read_bytes()
        for path in directory.rglob("*")
        if path.is_file()
    }
    assert written == FILES
    assert (directory / "readme.txt").stat().st_mtime == EARLIER


def test_a_file_is_on_the_disk_before_it_gets_its_name_and_then_its_name_is(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A power cut leaves what lay there or all of the new file, and nothing that was done goes."""
    scene = Scene(directory, {"readme.txt": b"hello"})
    fetch(scene.ann, scene.ben, scene.space)
    done: list[object] = []
    sync, replace = os.fsync, os.replace

    def synced(handle: int) -> None:
        status = os.fstat(handle)
        done.append("the names" if stat.S_ISDIR(status.st_mode) else status.st_size)
        sync(handle)

    def renamed(old: str, new: str, **where: int) -> None:
        done.append(new)
        replace(old, new, **where)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", renamed)
    assert scene.look() is None
    assert done == [len(b"hello"), "readme.txt", "the names"]


def test_where_nothing_open_is_renamed_or_gets_a_time_it_is_the_same(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows."""
    replace = os.replace

    def replace_closed(name: str, new: str, **where: int) -> None:
        opened = {
            one.readlink().name for one in Path("/proc/self/fd").iterdir() if one.is_symlink()
        }
        assert name not in opened
        replace(name, new, **where)

    monkeypatch.setattr(os, "replace", replace_closed)
    monkeypatch.setattr(os, "supports_fd", set[object]())
    scene = Scene(directory, FILES)
    (directory / "readme.txt").write_bytes(FILES["readme.txt"])
    assert scene.fetch() is None
    assert files_there(directory) == dict(sorted(FILES.items()))
    assert {(directory / path).stat().st_mtime for path in FILES} == {EARLIER}


def a_profile(directory: Path) -> Path:
    directory.mkdir(parents=True)
    for name in ("tidings.db", "key"):
        (directory / name).write_bytes(b"ours")
    return directory


@pytest.mark.parametrize("inside", ["profile/", "profile/backups/"])
def test_nothing_is_written_into_a_profile(directory: Path, inside: str) -> None:
    profile = a_profile(directory / "profile")
    assert Scene(directory, {f"{inside}key": b"theirs", "z": b"z"}).fetch() is Trouble.PROFILE
    assert {path.name for path in profile.iterdir()} == {"tidings.db", "key"}
    assert {path.read_bytes() for path in profile.iterdir()} == {b"ours"}
    assert (directory / "z").read_bytes() == b"z", "the others come"


def test_no_directory_that_is_a_profile_is_filled(directory: Path) -> None:
    a_profile(directory)
    assert Scene(directory, {"key": b"theirs"}).fetch() is Trouble.PROFILE
    assert {path.read_bytes() for path in directory.iterdir()} == {b"ours"}
    assert len(list(directory.iterdir())) == 2


@pytest.mark.parametrize("hostile", ["profile", "above", "above/profile", "link", "link/x"])
def test_a_profile_never_moves_aside(directory: Path, tmp_path: Path, hostile: str) -> None:
    """A file of its name, of a folder's above it, or of a link's to it."""
    a_profile(directory / "profile")
    a_profile(directory / "above" / "profile")
    a_profile(tmp_path / "elsewhere" / "profile")
    (directory / "link").symlink_to(tmp_path / "elsewhere")
    before = digests(tmp_path)
    assert Scene(directory, {hostile: b"theirs"}).fetch() is Trouble.PROFILE
    assert digests(tmp_path) == before
    assert {path.name for path in directory.iterdir()} == {"profile", "above", "link"}


def test_nothing_large_is_written_again_and_again_for_a_profiles_place(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_profile(directory / "profile")
    scene = Scene(directory, {"profile": FILES["pictures/large.bin"]})
    written: list[bytes] = []
    monkeypatch.setattr(Placing, "write", lambda _placing, piece: written.append(piece))
    assert scene.fetch() is Trouble.PROFILE
    assert not written


def test_a_file_that_is_not_all_here_is_not_written(directory: Path) -> None:
    scene = Scene(directory, FILES)
    fetch_names(scene.ann, scene.ben, scene.space)
    assert scene.look() is None
    assert set(digests(directory)) == {"empty"}
    assert scene.ben.entries(scene.space)["readme.txt"].wanted


def test_what_is_there_already_is_not_written_again_after_a_restart(directory: Path) -> None:
    scene = Scene(directory, FILES)
    scene.fetch()
    before = {path: path.stat().st_ino for path in directory.rglob("*")}
    (directory / "readme.txt").unlink()
    scene.again()
    assert scene.look() is None
    after = {path: path.stat().st_ino for path in directory.rglob("*")}
    assert after.keys() == before.keys()
    same = [path for path in before if path.name != "readme.txt"]
    assert all(after[path] == before[path] for path in same)


@pytest.mark.parametrize("name", ["draft.tmp", "notes~", "desktop.ini", "old/Thumbs.db"])
def test_whatever_name_a_file_of_theirs_had_it_goes_after_a_restart_too(
    directory: Path, name: str
) -> None:
    """Other programs share what ours leaves out."""
    scene = Scene(directory, {name: b"theirs", "kept": b"kept"})
    scene.fetch()
    assert (directory / name).read_bytes() == b"theirs"
    scene.ann.remove(scene.space, name)
    scene.again()
    assert scene.fetch() is None
    assert digests(directory).keys() == {"kept"}


def test_a_file_of_ours_with_such_a_name_stays(directory: Path) -> None:
    scene = Scene(directory, {"kept": b"kept"})
    directory.joinpath("draft.tmp").write_bytes(b"ours")
    directory.joinpath(".hidden").write_bytes(b"ours")
    assert scene.fetch() is None
    assert digests(directory).keys() == {"draft.tmp", ".hidden", "kept"}


def test_what_a_crash_left_half_written_is_taken_away(directory: Path) -> None:
    scene = Scene(directory, FILES)
    left = directory / ".tidings-0123456789abcdef.part"
    left.write_bytes(b"half")
    scene.fetch()
    assert parts_there(directory) == []


def test_what_the_window_is_saving_there_is_left_alone(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copy on its way, also of a file of another folder."""
    scene = Scene(directory, FILES)
    saving = dict[Path, bool]()

    def is_left(beside: Path, target: Path) -> Path:
        scene.mirroring.forget()
        assert scene.look() is None
        saving[target] = beside.exists()
        return beside

    monkeypatch.setattr(Path, "replace", is_left)
    write_whole(directory / "code.png", b"whole")
    (directory / "plan").write_bytes(b"1")
    (directory.parent / "plan").write_bytes(b"2")
    copy_in([directory.parent / "plan"], directory, lambda _: None)
    assert saving == {directory / "code.png": True, directory / "plan": True}


def test_files_that_the_folder_never_had_are_left_alone(directory: Path) -> None:
    scene = Scene(directory, FILES)
    (directory / "mine.txt").write_text("mine")
    scene.fetch()
    scene.ann.remove(scene.space, "readme.txt")
    scene.fetch()
    assert scene.text("mine.txt") == "mine"


@pytest.mark.parametrize("what", ["folder", "link"])
def test_what_is_in_the_way_moves_aside(directory: Path, tmp_path: Path, what: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    scene = Scene(directory, {"a/b.txt": b"theirs"})
    if what == "folder":
        (directory / "a" / "b.txt").mkdir(parents=True)
        (directory / "a" / "b.txt" / "inside").write_text("mine")
    else:
        (directory / "a").symlink_to(outside)
    assert scene.fetch() is None
    assert scene.text("a/b.txt") == "theirs"
    assert not list(outside.iterdir()), "nothing is written where a link leads"
    assert list(directory.rglob("* (kept *"))


def test_a_name_that_no_computer_should_write_is_not_written(directory: Path) -> None:
    scene = Scene(directory, {"Readme": b"first", "README": b"second"})
    scene.fetch()
    assert set(digests(directory)) == {"Readme"}
    assert scene.ben.desk.ask(OneFolder(scene.space)).refused == 1


@pytest.mark.parametrize("said", [2, 5])
def test_content_of_another_size_than_was_said_is_not_written(directory: Path, said: int) -> None:
    """And it is told for as long as its owner says so."""
    scene = Scene(directory, {"a": b"123"})
    there = scene.ann.desk.feeds.folders.file(scene.space, "a")
    assert there is not None
    place = ContentPlace(there.first_block, there.first_byte)
    written = FileWritten("b", place, 1, said, 0o644, EARLIER)
    scene.ann.desk.do(ChangeFiles(scene.space, written=(written,)))
    assert scene.fetch() is Trouble.CONTENT_WRONG
    assert scene.look() is Trouble.CONTENT_WRONG
    assert set(digests(directory)) == {"a"}
    assert parts_there(directory) == []
    scene.ann.write(scene.space, {"b": b"12345"})
    assert scene.fetch() is None
    assert scene.text("b") == "12345"


def test_a_file_that_was_cut_otherwise_lies_there_as_it_was(directory: Path) -> None:
    """In as many blocks as we would have cut it into, but of other sizes."""
    content = os.urandom(17 * CHUNK - 1_500)
    cuts = [0, *(number * (CHUNK - 100) for number in range(1, 17)), len(content)]
    scene = Scene(directory, {"before": b"1"})
    blocks = tuple(content[start:end] for start, end in pairwise(cuts))
    place = scene.ann.desk.do(PutContent(scene.space, blocks))
    written = FileWritten("film", place, len(blocks), len(content), 0o644, EARLIER)
    scene.ann.desk.do(ChangeFiles(scene.space, written=(written,)))
    assert scene.fetch() is None
    assert (directory / "film").read_bytes() == content


def test_a_directory_that_is_gone_is_not_made_anew(directory: Path) -> None:
    scene = Scene(directory, FILES)
    directory.rmdir()
    assert scene.fetch() is Trouble.GONE
    assert not directory.exists()


def test_a_directory_with_more_files_than_are_looked_at_is_told(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scanning, "FILES_MAX", 2)
    scene = Scene(directory, FILES)
    (directory / "a").touch()
    (directory / "b").touch()
    assert scene.look() is None
    (directory / "c").touch()
    scene.again()
    assert scene.look() is Trouble.TOO_MANY_FILES


def test_what_was_let_go_is_left_as_it_lies(directory: Path) -> None:
    scene = Scene(directory, FILES)
    scene.fetch()
    key = scene.ben.desk.ask(OneFolder(scene.space)).content_key
    assert key is not None
    scene.ben.desk.do(DropBlocks(SpaceId(key), 0, 1))
    scene.again()
    assert scene.look() is None
    assert scene.text("readme.txt") == "hello"


def test_files_that_need_the_same_new_folder_do_not_get_in_each_others_way(directory: Path) -> None:
    files = {f"new/{number % 3}/{number}": b"1" for number in range(24)}
    scene = Scene(directory, files)
    assert scene.fetch() is None
    assert set(digests(directory)) == set(files)


def test_only_what_was_chosen_lies_there_though_more_of_it_is_here(directory: Path) -> None:
    """An empty file is always here, and so is one of the same content as another."""
    files = {"a/one": b"1", "a/none": b"", "b/none": b"", "c": b"1", "d": b"4"}
    scene = Scene(directory, files)
    scene.ben.desk.do(UseDirectory(scene.space, str(directory), FolderUse.CHOSEN))
    scene.mirroring = Mirroring(scene.ben, scene.space, (directory, FolderUse.CHOSEN), scene.room)
    scene.fetch()
    assert digests(directory) == {}
    scene.ben.desk.do(WantFile(scene.space, "a"))
    scene.ben.desk.do(WantFile(scene.space, "d"))
    scene.look()
    assert set(digests(directory)) == {"a/one", "a/none", "d"}
    scene.ann.write(scene.space, {"d": b"44", "a/more": b"", "c": b"33"}, EARLIER + 1)
    scene.fetch()
    assert set(digests(directory)) == {"a/one", "a/none", "a/more", "d"}
    assert scene.text("d") == "44"
    scene.ben.desk.do(WantFile(scene.space, "d", wanted=False))
    scene.look()
    assert scene.text("d") == "44", "what lies there stays"


def test_a_version_that_is_wanted_once_is_not_chosen_for_good(directory: Path) -> None:
    """Nor written where the chosen files lie, though it is the newest."""
    scene = Scene(directory, {"a": b"1", "b": b"2"})
    scene.ben.desk.do(UseDirectory(scene.space, str(directory), FolderUse.CHOSEN))
    scene.mirroring = Mirroring(scene.ben, scene.space, (directory, FolderUse.CHOSEN), scene.room)
    fetch_names(scene.ann, scene.ben, scene.space)
    newest = scene.ben.entries(scene.space)["a"].version
    scene.ben.desk.do(WantFile(scene.space, "a", version=newest))
    scene.ben.desk.do(WantFile(scene.space, "b"))
    assert scene.look() is None
    a, b = scene.ben.entries(scene.space).values()
    assert (a.wanted, a.chosen, b.chosen) == (True, False, True)
    scene.fetch()
    assert set(digests(directory)) == {"b"}
