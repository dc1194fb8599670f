"""Shared folders of somebody who wishes us ill: F-1 to F-5."""

from __future__ import annotations

import asyncio
import io
import os
import tempfile
import threading
import zipfile
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.folders import placing
from app.folders.inside import Folder, NotPlain, Seen, enter
from app.folders.mirroring import Mirroring
from app.folders.reading import Changed, read_whole
from app.folders.room import Room
from app.folders.scanning import scan
from app.folders.troubles import Trouble
from engine.model.commands import ForgetSpace
from engine.model.feed_commands import AppendBlocks, CreateFeed
from engine.model.feed_queries import OneFolder
from engine.model.feeds import FREE_BYTES_MIN, FolderUse
from engine.model.ids import PublicKey, SpaceId, SpaceKind
from engine.protocols.hypercore.commands.own_feeds import OwnFeeds
from engine.protocols.hypercore.drive.entries import MODE_FILE, Entry, Stat
from engine.protocols.hypercore.drive.messages import encode_contents_key, encode_entry
from engine.protocols.hypercore.drive.names import Unsafe
from engine.protocols.hypercore.limits import CLASH_LOOKS_MAX
from engine.protocols.peerlinks.keys import channel_id
from engine.store.hypercore.feeds import FeedRows
from engine.store.hypercore.folder_clashes import Clashes
from engine.store.spaces import SpaceRepository
from tests.attacks.attack import attack, replaced
from tests.unit.folders.desk_engine import EARLIER, DeskEngine, fetch, fetch_names
from tests.unit.hypercore.desk import bring
from tests.unit.hypercore.test_folder_names import HOSTILE
from tests.work import sql_steps_of

CHANGES = "engine.protocols.hypercore.folders.changes"
NAMES = "engine.protocols.hypercore.drive.names"
INSIDE = "app.folders.inside"
SWAPS = 10_000
SECRET = b"a secret that lies outside of the folder"


@contextmanager
def two_places() -> Iterator[tuple[Path, Path]]:
    """A directory that is shared or mirrored, and one that nobody may reach from there."""
    with tempfile.TemporaryDirectory() as top:
        inside, outside = Path(top, "inside"), Path(top, "outside")
        inside.mkdir()
        outside.mkdir()
        (outside / "secret").write_bytes(SECRET)
        yield inside, outside


class Mirror:
    """Mallory's folder, written by a program without any rules; Ben mirrors it."""

    def __init__(self, directory: Path, free: int = 1 << 40) -> None:
        self.mallory, self.ben = DeskEngine(1), DeskEngine(2)
        self.space = self.mallory.folder({"first": b"evil"})
        self.ben.follow(self.space)
        tie = (directory, FolderUse.MIRRORED)
        self.mirroring = Mirroring(self.ben, self.space, tie, Room(lambda _: free))

    def write(self, *names: str, mode: int = 0o100644) -> None:
        """Files with the content of the first, under whatever names."""
        desk = self.mallory.desk
        feed = desk.feeds.feed(self.space)
        assert feed is not None
        stat = Stat(mode, 4, 1, 0, 0, EARLIER, EARLIER)
        blocks = [encode_entry(Entry(name, stat)) for name in names]
        desk.keep(OwnFeeds(desk.feeds, desk.store.spaces).grown(feed, blocks, desk.now))

    def look(self) -> str | None:
        fetch(self.mallory, self.ben, self.space)
        return asyncio.run(self.mirroring.look())


def unchecked(name: str) -> tuple[str, ...] | Unsafe:
    """Whatever the author wrote, but for what no system call takes."""
    return Unsafe.CHARACTER if "\0" in name else tuple(name.removeprefix("/").split("/"))


# ---- names --------------------------------------------------------------------------------------


@attack("F-1", without=replaced(f"{CHANGES}.parts_of", unchecked))
def test_f1_hostile_names_are_refused_listed_and_never_written() -> None:
    with two_places() as (inside, outside):
        mirror = Mirror(inside)
        names = sorted({f"/{name}" for name in HOSTILE if _can_be_said(name)})
        assert len(names) >= 200
        mirror.write(*names)
        mirror.look()
        assert [path.name for path in inside.rglob("*")] == ["first"]
        assert [path.name for path in outside.iterdir()] == ["secret"]
        view = mirror.ben.desk.ask(OneFolder(mirror.space))
        assert (view.files, view.refused) == (1, len(names))


def _can_be_said(name: str) -> bool:
    """Not what the encoding itself refuses, or what says nothing."""
    return bool(name) and not any("\ud800" <= one <= "\udfff" for one in name)


@attack(
    "F-1",
    without=replaced("engine.store.hypercore.folder_clashes.Clashes.of", lambda *_: None),
)
def test_f1_a_name_that_is_another_file_somewhere_takes_no_files_place() -> None:
    with two_places() as (inside, _):
        mirror = Mirror(inside)
        mirror.write("/FIRST", "/caf\u00e9", "/cafe\u0301", "/first/inside")
        mirror.look()
        assert {path.name for path in inside.rglob("*")} == {"first", "caf\u00e9"}


def anything_taken_over(patch: pytest.MonkeyPatch) -> None:
    """As a program has it that takes whatever bytes it is given for the key of a new feed."""

    def stored(spaces: SpaceRepository, space: SpaceId, *_: object) -> int:
        sql = "UPDATE space SET name = '', is_inner = 1 WHERE id = ?"
        spaces._database.run(sql, (space,))
        number = spaces.number(space)
        assert number is not None, "only of what is there"
        return number

    patch.setattr(FeedRows, "is_free", lambda *_: True)
    patch.setattr(SpaceRepository, "store_inner", stored)


@attack("F-1", without=anything_taken_over)
def test_f1_a_folder_that_names_a_channel_as_its_contents_does_not_take_it_along() -> None:
    mallory, ben = DeskEngine(1), DeskEngine(2)
    family = channel_id(PublicKey(b"\1" * 32))  # which every member can work out
    store = ben.desk.store
    with store.database.atomic():
        store.spaces.store(family, SpaceKind.PRIVATE, "Family", PublicKey(b"\1" * 32), EARLIER)
    space = mallory.desk.do(CreateFeed("evil")).space
    mallory.desk.do(AppendBlocks(space, (encode_contents_key(family),)))
    ben.follow(space)
    fetch_names(mallory, ben, space)
    assert store.spaces.names().get(family) == "Family"
    ben.desk.do(ForgetSpace(space))
    assert list(store.spaces.names()) == [family]


CLASHES = "engine.store.hypercore.folder_clashes.Clashes"
SMALL = Stat(MODE_FILE, 0, 0, 0, 0, EARLIER, EARLIER)


def written(*names: str) -> list[Entry]:
    return [Entry(name, SMALL) for name in names]


def put_anew(name: str) -> list[Entry]:
    return [Entry(name, None), *written(name)]


class Reader:
    """Ben reads what Mallory writes; ``steps`` of the last of it, which came all together."""

    def __init__(self, before: Sequence[Entry], last: Sequence[Entry]) -> None:
        mallory, ben = DeskEngine(1), DeskEngine(2)
        space = mallory.folder()
        ben.follow(space)
        _append(mallory, space, before)
        fetch_names(mallory, ben, space)
        while ben.desk.look() == 0.0:
            pass  # it has read all of it
        _append(mallory, space, last)
        start = 1 + len(before)
        bring(mallory.desk, ben.desk, space, range(start + 1, start + len(last)))
        database = ben.desk.store.database
        self.steps = sql_steps_of(database, lambda: bring(mallory.desk, ben.desk, space, [start]))
        self.read = ben.desk.feeds.folders.read_up_to(space) - start
        self.refused = ben.desk.ask(OneFolder(space)).refused


def _append(author: DeskEngine, space: SpaceId, entries: Sequence[Entry]) -> None:
    feed = author.desk.feeds.feed(space)
    assert feed is not None
    own = OwnFeeds(author.desk.feeds, author.desk.store.spaces)
    author.desk.keep(own.grown(feed, [encode_entry(one) for one in entries], author.desk.now))


def _each_alone(
    clashes: Clashes, folder: int, after: str, _kind: int, _end: str | None
) -> Iterator[tuple[int, str, bool]]:
    """As a program has it that looks at every name that was refused for another."""
    sql = "SELECT version, folded, is_folder FROM hypercore_file WHERE folder = ? AND folded = ?"
    for row in clashes._database.rows(sql, (folder, after)):
        clashes.looks += 1
        yield row


@attack("F-1", without=replaced(f"{CLASHES}._firsts", _each_alone))
def test_f1_however_many_names_are_refused_for_one_it_may_go_and_come() -> None:
    """Another keeps them refused: what costs Mallory two names must not cost Ben all of them."""
    letters, count = "abcdefghi", 500
    spellings = [
        "".join(one.upper() if number >> at & 1 else one for at, one in enumerate(letters))
        for number in range(1, count + 1)
    ]
    before = written(f"/{letters}/y", f"/{letters}/z", *(f"/{one}" for one in spellings))
    reader = Reader(before, put_anew(f"/{letters}/y") * 8)
    assert (reader.read, reader.refused) == (16, count)
    assert reader.steps < 20 * count


@attack("F-1", without=replaced("engine.store.hypercore.folders.CLASH_LOOKS_MAX", 1 << 62))
def test_f1_one_record_has_no_more_looked_at_for_names_that_come_free() -> None:
    """One block that is withheld may free many thousands of names, some with each behind it."""
    many, count = 4, CLASH_LOOKS_MAX // 8
    below = [f"/D{one}/{number}" for one in range(many) for number in range(count)]
    before = written(*(f"/d{one}" for one in range(many)), *below)
    reader = Reader(before, [Entry(f"/d{one}", None) for one in range(many)])
    assert reader.refused == (many - reader.read) * count
    assert reader.read < many


# ---- links, devices, races ----------------------------------------------------------------------

FOLLOWING = os.O_RDONLY


def _read(inside: Path, path: str) -> bytes:
    """What would be published of that file, if it looks as it does now; nothing if it is none."""
    try:
        seen = Seen.of((inside / path).stat())
        return b"".join(read_whole(inside, path, seen).blocks)
    except (OSError, Changed):
        return b""


@attack("F-2", without=replaced(f"{INSIDE}._READ", FOLLOWING))
def test_f2_nothing_outside_is_read_while_folders_and_links_change_places() -> None:
    with two_places() as (inside, outside):
        real, link, place = inside / "real", inside / "link", inside / "place"
        real.mkdir()
        (real / "secret").write_bytes(b"ours")
        link.symlink_to(outside)
        ended = threading.Event()

        def swap() -> None:
            for _ in range(SWAPS // 2):
                link.rename(place)
                place.rename(link)
                real.rename(place)
                place.rename(real)
            ended.set()

        assert _read(inside, "link/secret") == b""
        swapping = threading.Thread(target=swap)
        swapping.start()
        read = set()
        while not ended.is_set():
            read.add(_read(inside, "place/secret"))
        swapping.join()
        assert SECRET not in read


@attack("F-2", without=replaced(f"{INSIDE}._READ", FOLLOWING))
def test_f2_a_link_to_a_file_is_not_read_and_not_even_seen() -> None:
    with two_places() as (inside, outside):
        (inside / "link").symlink_to(outside / "secret")
        (inside / "folder").symlink_to(outside)
        assert not scan(inside).files
        assert _read(inside, "link") == b""


@attack("F-2", without=replaced(f"{INSIDE}._regular", lambda handle, _: handle))
def test_f2_a_pipe_is_not_opened_and_nobody_waits_for_it() -> None:
    with two_places() as (inside, _):
        os.mkfifo(inside / "pipe")
        top = enter(inside)
        try:
            os.close(top.open("pipe"))
        except NotPlain:
            return
        finally:
            top.close()
        raise AssertionError("a pipe was taken for a file")


def following(folder: Folder, name: str) -> None:
    """As a program has it that asks whether there is a folder, and not what it is."""
    with_links = Path(f"/proc/self/fd/{folder._handle}/{name}")  # type: ignore[attr-defined]  # as one has it
    with_links.mkdir(exist_ok=True)


@attack("F-2", without=replaced("app.folders.placing._be_folder", following))
def test_f2_nothing_is_written_where_a_link_leads() -> None:
    with two_places() as (inside, outside):
        (inside / "way").symlink_to(outside)
        mirror = Mirror(inside)
        mirror.write("/way/evil")
        assert mirror.look() is None
        assert not (outside / "evil").exists()
        assert (inside / "way" / "evil").read_bytes() == b"evil"
        assert not (inside / "way").is_symlink()


# ---- archives, programs, disks ------------------------------------------------------------------


async def unpacking(
    directory: Path, where: placing.Place, pieces: AsyncGenerator[bytes, None], _: placing.IsOurs
) -> tuple[Seen, str | None]:
    """As a program would have it that opens what it gets."""
    content = b"".join([piece async for piece in pieces])
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for name in archive.namelist():
            (directory / name).write_bytes(archive.read(name))
    return Seen(where.size, where.mtime_ns, 0, 0), None


@attack("F-3", without=replaced("app.folders.mirroring.bring", unpacking))
def test_f3_an_archive_stays_one_and_nothing_of_it_is_unpacked() -> None:
    with two_places() as (inside, outside):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("../outside/evil", b"evil")
        mirror = Mirror(inside)
        mirror.mallory.write(mirror.space, {"archive.zip": packed.getvalue()})
        mirror.mallory.remove(mirror.space, "first")
        mirror.look()
        assert not (outside / "evil").exists()
        assert (inside / "archive.zip").read_bytes() == packed.getvalue()


@attack("F-4", without=replaced(f"{INSIDE}.FILE_MODE", 0o777))
def test_f4_what_was_executable_is_not_so_here() -> None:
    with two_places() as (inside, _):
        mirror = Mirror(inside)
        mirror.write("/run.sh", mode=0o106755)
        mirror.look()
        assert mirror.ben.entries(mirror.space)["run.sh"].executable, "it is told, nothing more"
        assert (inside / "run.sh").stat().st_mode & 0o7111 == 0


@attack("F-4", without=replaced(f"{NAMES}._wrong_with", lambda _: None))
def test_f4_a_name_that_shows_another_ending_is_refused() -> None:
    with two_places() as (inside, _):
        mirror = Mirror(inside)
        mirror.write("/invoice\u202efdp.exe", "/photo\u2067gpj.sh")
        mirror.look()
        assert {path.name for path in inside.iterdir()} == {"first"}


@attack("F-5", without=replaced("app.folders.room.FREE_BYTES_MIN", 0))
def test_f5_a_folder_never_takes_the_last_of_the_disk() -> None:
    with two_places() as (inside, _):
        mirror = Mirror(inside, free=FREE_BYTES_MIN + 1_000)
        mirror.mallory.write(mirror.space, {"large": bytes(1_001)})
        assert mirror.look() is Trouble.DISK_FULL
        assert not (inside / "large").exists()
