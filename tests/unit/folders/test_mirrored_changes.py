"""What changes in a folder changes in the directory that follows it; what is not ours stays."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from app.folders import mirroring, placing
from app.folders.inside import Seen, _ByHandle
from app.folders.mirroring import ALIKE_MAX
from app.folders.placing import Place, Placing
from app.folders.troubles import Trouble
from engine.model.feed_queries import FileBytes, FileHistory
from engine.model.feeds import FREE_BYTES_MIN
from engine.model.queries import Query
from tests.unit.folders.desk_engine import EARLIER, DeskEngine, digests
from tests.unit.folders.mirroring_scene import FILES, Scene


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return tmp_path / "mirror"


def test_a_change_a_new_file_and_a_deletion_follow(directory: Path) -> None:
    scene = Scene(directory, FILES)
    scene.fetch()
    scene.ann.write(scene.space, {"readme.txt": b"hello again", "new": b"new"}, EARLIER + 1)
    scene.ann.remove(scene.space, "pictures/deep/er/small")
    assert scene.fetch() is None
    assert scene.text("readme.txt") == "hello again"
    assert scene.text("new") == "new"
    assert not (directory / "pictures" / "deep").exists(), "folders that are empty go, too"
    assert (directory / "pictures" / "large.bin").exists()


@pytest.mark.parametrize(("file", "inside"), [("x", "x/b"), ("x/y", "x/y/z/b")])
def test_a_file_becomes_a_folder_and_a_file_again(directory: Path, file: str, inside: str) -> None:
    """What lay there was ours: nothing of it is kept."""
    scene = Scene(directory, {file: b"1"})
    scene.fetch()
    for before, now in ((file, inside), (inside, file)):
        scene.ann.remove(scene.space, before)
        scene.ann.write(scene.space, {now: b"2"}, EARLIER + 1)
        assert scene.fetch() is None
        assert set(digests(directory)) == {now}


def test_what_the_person_has_made_where_a_file_belongs_is_kept(directory: Path) -> None:
    scene = Scene(directory, {"x/a": b"1"})
    scene.fetch()
    (directory / "x" / "mine.txt").write_text("mine")
    scene.ann.remove(scene.space, "x/a")
    scene.ann.write(scene.space, {"x": b"2"}, EARLIER + 1)
    assert scene.fetch() is None
    assert scene.text("x") == "2"
    (kept,) = directory.glob("x (kept *)/mine.txt")
    assert kept.read_text() == "mine"


def test_what_the_person_has_changed_is_kept_under_another_name(directory: Path) -> None:
    scene = Scene(directory, FILES)
    scene.fetch()
    (directory / "readme.txt").write_text("mine")
    scene.ann.write(scene.space, {"readme.txt": b"hello again"}, EARLIER + 1)
    scene.fetch()
    assert scene.text("readme.txt") == "hello again"
    (kept,) = directory.glob("readme (kept *).txt")
    assert kept.read_text() == "mine"


@pytest.mark.parametrize(
    "name",
    ["\u8a9e" * 82 + ".txt", "x" * 255, "x." + "\u00e9" * 126],
    ids=["three-byte letters", "no suffix", "a long suffix"],
)
def test_what_has_the_longest_name_is_kept_under_another_name(directory: Path, name: str) -> None:
    """A file system takes 255 bytes: the name it is kept under is cut, by whole characters."""
    scene = Scene(directory, {name: b"hello"})
    scene.fetch()
    (directory / name).write_text("mine")
    scene.ann.write(scene.space, {name: b"hello again"}, EARLIER + 1)
    assert scene.fetch() is None
    assert scene.text(name) == "hello again"
    (kept,) = directory.glob("* (kept *")
    assert kept.read_text() == "mine"


def test_an_older_version_that_was_only_touched_is_replaced(directory: Path) -> None:
    scene = Scene(directory, FILES)
    scene.fetch()
    os.utime(directory / "readme.txt", (5, 5))
    scene.ann.write(scene.space, {"readme.txt": b"hello again"}, EARLIER + 1)
    scene.fetch()
    assert scene.text("readme.txt") == "hello again"
    assert not list(directory.glob("readme (kept*"))


def test_the_same_content_under_another_time_is_taken_for_what_it_is(directory: Path) -> None:
    scene = Scene(directory, FILES)
    (directory / "readme.txt").write_bytes(b"hello")
    number = (directory / "readme.txt").stat().st_ino
    scene.fetch()
    status = (directory / "readme.txt").stat()
    assert (status.st_ino, status.st_mtime) == (number, EARLIER)


def test_a_deleted_file_that_the_person_has_changed_stays(directory: Path) -> None:
    scene = Scene(directory, FILES)
    scene.fetch()
    (directory / "readme.txt").write_text("mine")
    scene.again()
    scene.ann.remove(scene.space, "readme.txt", "empty")
    scene.fetch()
    assert scene.text("readme.txt") == "mine"
    assert not (directory / "empty").exists()


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Names of files that the system neither removes nor renames, nor has anything renamed over."""
    names: set[str] = set()

    def guarded(act: Callable[..., None]) -> Callable[..., None]:
        def acted(*meant: str, **where: int) -> None:
            if names.intersection(meant):
                raise PermissionError(errno.EPERM, "it is locked")
            act(*meant, **where)

        return acted

    for act in ("unlink", "replace"):
        monkeypatch.setattr(os, act, guarded(getattr(os, act)))
    return names


@pytest.mark.parametrize("new", ["a.txt", "a.txt/inside"])
def test_a_file_that_cannot_be_removed_holds_up_no_other_and_is_named(
    directory: Path, stuck: set[str], new: str
) -> None:
    scene = Scene(directory, {"a.txt": b"1", "b": b"1", "c": b"1"})
    scene.fetch()
    stuck.add("a.txt")
    scene.ann.remove(scene.space, "a.txt", "c")
    scene.ann.write(scene.space, {new: b"2", "b": b"2", "d": b"2"}, EARLIER + 1)
    assert scene.fetch() == "file_stuck:a.txt"
    assert set(digests(directory)) == {"a.txt", "b", "d"}
    assert scene.text("b") == "2"
    stuck.clear()
    scene.mirroring.forget()
    assert scene.look() is None
    assert set(digests(directory)) == {new, "b", "d"}


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What is written to the disk, in order."""
    pieces: list[bytes] = []
    write = Placing.write

    def written(self: Placing, piece: bytes) -> None:
        pieces.append(piece)
        write(self, piece)

    monkeypatch.setattr(Placing, "write", written)
    return pieces


def test_what_was_refused_its_place_is_written_again_only_where_that_looks_otherwise(
    directory: Path, stuck: set[str], written: list[bytes]
) -> None:
    """Or when all is looked at anew: a large file would be written all the time."""
    scene = Scene(directory, {"a": b"1"})
    stuck.add("a")
    for _ in range(3):
        assert scene.fetch() == "file_stuck:a"
    assert written == [b"1"]
    (directory / "a").write_bytes(b"mine")
    for _ in range(2):
        assert scene.look() == "file_stuck:a"
    assert written == [b"1", b"1"]
    scene.ann.write(scene.space, {"a": b"2"}, EARLIER + 1)
    assert scene.fetch() == "file_stuck:a"
    assert written == [b"1", b"1", b"2"], "it is another version"
    stuck.clear()
    scene.mirroring.forget()
    assert scene.look() is None
    assert scene.text("a") == "2"


def test_what_was_refused_its_place_is_tried_again_after_a_while_and_ever_more_seldom(
    directory: Path, stuck: set[str], written: list[bytes]
) -> None:
    """Nothing that is seen of a file changes where another program closes it."""
    scene = Scene(directory, {"a": b"1"})
    stuck.add("a")
    assert scene.fetch() == "file_stuck:a"
    tries = 1
    for seconds in (20, 40, 80, 160, 320, 600, 600):
        scene.now += seconds - 1
        assert scene.look() == "file_stuck:a"
        assert len(written) == tries
        scene.now += 1
        assert scene.look() == "file_stuck:a"
        tries += 1
        assert len(written) == tries
    stuck.clear()
    scene.now += 600
    assert scene.look() is None
    assert scene.text("a") == "1"


def test_what_was_in_the_way_and_goes_lets_come_what_it_kept_out(
    directory: Path, stuck: set[str]
) -> None:
    scene = Scene(directory, {"a": b"1"})
    scene.fetch()
    stuck.add("a")
    scene.ann.remove(scene.space, "a")
    scene.ann.write(scene.space, {"a/inside": b"2"}, EARLIER + 1)
    assert scene.fetch() == "file_stuck:a"
    stuck.clear()
    assert scene.look() is None
    assert set(digests(directory)) == {"a/inside"}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int | None]]:
    """Of which files, and versions of them, content was asked for."""
    files: list[tuple[str, int | None]] = []
    ask = DeskEngine.ask

    async def noted(self: DeskEngine, query: Query[object]) -> object:
        if isinstance(query, FileBytes):
            files.append((query.path, query.version))
        return await ask(self, query)

    monkeypatch.setattr(DeskEngine, "ask", noted)
    return files


@pytest.mark.parametrize("whole", [True, False])
def test_where_no_file_can_be_made_none_is_read_and_it_is_told_whether_that_is_all_of_it(
    directory: Path,
    monkeypatch: pytest.MonkeyPatch,
    asked: list[tuple[str, int | None]],
    *,
    whole: bool,
) -> None:
    """The directory itself, or just a folder in it: whoever runs this may write anywhere."""
    tried: list[str] = []

    def refuse(_folder: object, name: str) -> int:
        tried.append(name)
        raise PermissionError(errno.EACCES, "it is read-only", name)

    monkeypatch.setattr(mirroring, "AT_ONCE", 1)
    monkeypatch.setattr(os, "access", lambda *_: not whole)
    monkeypatch.setattr(_ByHandle, "create", refuse)
    scene = Scene(directory, {f"in/{number}": b"1" for number in range(9)})
    told = Trouble.UNWRITABLE if whole else "file_stuck:in/0"
    for _ in range(2):
        assert scene.fetch() == told
    assert not asked
    assert len(tried) == (2 if whole else 9), "it is of no use to go on; or it is known by now"


def test_the_trouble_that_is_told_is_the_first_of_them(
    directory: Path, stuck: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever was met first."""
    monkeypatch.setattr(mirroring, "AT_ONCE", 1)
    scene = Scene(directory, {"a": b"1", "z": bytes(400_000)}, free=FREE_BYTES_MIN + 200_000)
    stuck.add("a")
    assert scene.fetch() == Trouble.DISK_FULL
    scene.ann.remove(scene.space, "z")
    assert scene.fetch() == "file_stuck:a"
    profile = directory / "profile"
    profile.mkdir()
    for name in ("tidings.db", "key"):
        (profile / name).touch()
    scene.ann.write(scene.space, {"0": b"1", "profile/x": b"1"})
    assert scene.fetch() == "file_stuck:a"


def test_of_versions_that_could_lie_there_no_more_are_read_than_until_one_does(
    directory: Path, asked: list[tuple[str, int | None]]
) -> None:
    """The author renews a large file again and again; here it was only touched."""
    scene = Scene(directory, {"a": b"11"})
    for number in range(ALIKE_MAX + 2):
        scene.ann.write(scene.space, {"a": b"22"}, EARLIER + 1 + number)
    scene.fetch()
    os.utime(directory / "a", (5, 5))
    scene.ann.write(scene.space, {"a": b"333"}, EARLIER + 60)
    asked.clear()
    assert scene.fetch() is None
    newest, before, *_ = scene.ann.desk.ask(FileHistory(scene.space, "a"))
    assert asked == [("a", before.version), ("a", newest.version)]
    assert set(digests(directory)) == {"a"}


def test_a_file_of_ones_own_is_compared_with_a_few_versions_and_kept(
    directory: Path, asked: list[tuple[str, int | None]]
) -> None:
    scene = Scene(directory, {"a": b"11"})
    for number in range(ALIKE_MAX + 2):
        scene.ann.write(scene.space, {"a": b"22"}, EARLIER + 1 + number)
    scene.fetch()
    (directory / "a").write_bytes(b"my")
    scene.ann.write(scene.space, {"a": b"333"}, EARLIER + 60)
    asked.clear()
    assert scene.fetch() is None
    assert len(asked) == ALIKE_MAX + 1
    (kept,) = directory.glob("a (kept *")
    assert kept.read_bytes() == b"my"


def test_on_a_disk_of_coarse_times_nothing_is_read_again_for_nothing(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on memory sticks: a file's time is not what it was set to."""
    even, set_time = 2 * 10**9, os.utime
    read: list[str] = []

    def coarse(handle: int, *, ns: tuple[int, int]) -> None:
        set_time(handle, ns=(ns[0], ns[1] // even * even))

    def adopt(directory: Path, where: Place, digest: bytes) -> Seen | None:
        read.append(where.path)
        return placing.adopt(directory, where, digest)

    monkeypatch.setattr("app.folders.placing.os.utime", coarse)
    monkeypatch.setattr(os, "supports_fd", {*os.supports_fd, coarse})
    monkeypatch.setattr(mirroring, "adopt", adopt)
    scene = Scene(directory, {})
    scene.ann.write(scene.space, {"a": b"1", "b": b"22"}, EARLIER + 1)
    scene.fetch()
    for _ in range(2):
        scene.mirroring.forget()
        assert scene.look() is None
    assert not read
    scene.again()
    scene.look()
    assert sorted(read) == ["a", "b"], "nobody knows what happened meanwhile"
    set_time(directory / "a", (5, 5))
    scene.mirroring.forget()
    scene.look()
    assert read[2:] == ["a"]
    scene.ann.remove(scene.space, "a", "b")
    scene.fetch()
    assert not scene.mirroring._placed, "of what is gone nothing is known any more"
