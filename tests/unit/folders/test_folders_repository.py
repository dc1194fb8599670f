"""What is read of a folder from its feed of names: files by path and version, in order."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypeVar

import pytest

from engine.errors import Refusal
from engine.model.events import BlocksArrived, FolderChanged
from engine.model.feed_commands import WantFile
from engine.model.feed_queries import (
    FileBytes,
    FileHistory,
    FolderListing,
    Folders,
    OneFeed,
    OneFolder,
)
from engine.model.ids import SpaceId
from engine.protocols.hypercore.commands.own_feeds import OwnFeeds
from engine.protocols.hypercore.drive.entries import MODE_FILE, Entry, Stat
from engine.protocols.hypercore.drive.messages import encode_contents_key, encode_entry
from engine.protocols.hypercore.folders.keys import content_keys
from engine.protocols.hypercore.limits import BLOCK_LIMIT, FRAME_BYTES_MAX
from engine.store.hypercore.folder_row import BYTES_NOTED_MAX
from tests.unit.folders.desk_engine import EARLIER, DeskEngine, fetch, fetch_names
from tests.unit.folders.feeds_of_folders import content_of, folder_performer
from tests.unit.hypercore.desk import Desk, bring

R = TypeVar("R")

VECTORS = Path(__file__).parents[2] / "vectors" / "hypercore.json"


@pytest.fixture
def ann() -> DeskEngine:
    return DeskEngine(1)


@pytest.fixture
def ben() -> DeskEngine:
    return DeskEngine(2)


def listed(desk: Desk, space: SpaceId, path: str = "") -> list[tuple[str, int, int]]:
    """Path, size and how many files."""
    entries = desk.ask(FolderListing(space, path))
    return [(one.path, one.size, one.files) for one in entries]


# ---- keys and feeds -----------------------------------------------------------------------------


def test_the_content_has_the_key_that_hyperdrive_derives() -> None:
    vectors = json.loads(VECTORS.read_text("utf-8"))
    drive = vectors["hyperdrive"]
    seed = bytes.fromhex(vectors["keys"][drive["key"]]["seed"])
    assert content_keys(seed).public_key.hex() == drive["contentKey"]


def test_the_blocks_of_names_are_those_that_hyperdrive_writes() -> None:
    """To the byte, for the same secret, files and times."""
    vectors = json.loads(VECTORS.read_text("utf-8"))
    drive = vectors["hyperdrive"]
    seed = bytes.fromhex(vectors["keys"][drive["key"]]["seed"])
    one = DeskEngine()
    one.desk.performers.update(folder_performer(one.desk, lambda _: seed))
    space = one.folder()
    for number, written in enumerate(drive["writes"], 1):
        at = drive["metadata"][number]["stat"]["mtime"] / 1_000
        one.desk.now = drive["metadata"][number]["stat"]["ctime"] / 1_000
        one.write(space, {written["name"].removeprefix("/"): bytes(written["bytes"])}, at)
    blocks = [one.desk.feeds.block(space, block) for block in range(5)]
    assert blocks == [bytes.fromhex(block["hex"]) for block in drive["metadata"][:5]]


def test_a_folder_is_one_space_of_two_feeds(ann: DeskEngine) -> None:
    space = ann.folder()
    content = content_of(ann.desk, space)
    (view,) = ann.desk.ask(Folders())
    assert (view.feed.own, view.files, view.version) == (True, 0, 1)
    assert ann.desk.feeds.block(space, 0) == encode_contents_key(content)
    assert ann.desk.ask(OneFeed(content)).length == 0


def test_who_follows_a_folder_follows_its_content_from_its_first_block_on(
    ann: DeskEngine, ben: DeskEngine
) -> None:
    space = ann.folder()
    ben.follow(space)
    assert ben.desk.ask(OneFolder(space)).content_key is None
    bring(ann.desk, ben.desk, space, [0])
    content = ben.desk.feeds.feed(content_of(ann.desk, space))
    assert content is not None
    assert (content.beside, content.whole) == (space, False)


# ---- what is read -------------------------------------------------------------------------------


def test_files_are_listed_by_folder_with_their_sums(ann: DeskEngine) -> None:
    space = ann.folder({"a": b"1", "x/b": b"22", "x/y/c": b"333", "z": b""})
    assert listed(ann.desk, space) == [("x", 5, 2), ("a", 1, 1), ("z", 0, 1)]
    assert listed(ann.desk, space, "x") == [("x/y", 3, 1), ("x/b", 2, 1)]
    view = ann.desk.ask(OneFolder(space))
    assert (view.files, view.bytes, view.done_files, view.done_bytes) == (4, 6, 4, 6)


def test_a_listing_comes_in_pages(ann: DeskEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("folder_listing", "folder_answers"):
        monkeypatch.setattr(f"engine.store.hypercore.{module}.PAGE_ENTRIES_MAX", 2)
    space = ann.folder(dict.fromkeys(("a", "b", "c", "x/1", "y/1", "z/1"), b"1"))
    for everything, wanted in (
        (False, ["x", "y", "z", "a", "b", "c"]),
        (True, ["a", "b", "c", "x/1", "y/1", "z/1"]),
    ):
        found: list[str] = []
        while True:
            after = found[-1] if found else None
            asked = FolderListing(space, everything=everything, after=after)
            page = [entry.path for entry in ann.desk.ask(asked)]
            found += page
            if len(page) < 2:
                break
        assert found == wanted


def test_every_version_is_kept_and_can_be_read(ann: DeskEngine) -> None:
    space = ann.folder({"a": b"first"})
    ann.write(space, {"a": b"second"})
    ann.remove(space, "a")
    ann.write(space, {"a": b"third"})
    history = ann.desk.ask(FileHistory(space, "a"))
    assert [(one.version, one.deleted) for one in history] == [
        (4, False),
        (3, True),
        (2, False),
        (1, False),
    ]
    read = [ann.desk.ask(FileBytes(space, "a", 0, 9, one)) for one in (1, 2, 4)]
    assert read == [b"first", b"second", b"third"]
    then = [
        [one.size for one in ann.desk.ask(FolderListing(space, version=version))]
        for version in (1, 2, 3, 4, 5)
    ]
    assert then == [[], [5], [6], [], [5]]


def test_a_long_history_comes_in_pages(ann: DeskEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.store.hypercore.folder_answers.PAGE_ENTRIES_MAX", 2)
    space = ann.folder({"a": b"1", "b": b"of another"})
    for content in (b"22", b"333", b"4444"):
        ann.write(space, {"a": content})
    pages: list[list[int]] = []
    before: int | None = None
    while page := ann.desk.ask(FileHistory(space, "a", before)):
        pages.append([one.size for one in page])
        before = page[-1].version
    assert pages == [[4, 3], [2, 1]]


def test_of_a_page_of_history_only_the_newest_is_wanted_as_it_is_now(
    ann: DeskEngine, ben: DeskEngine
) -> None:
    space = ann.folder({"a": b"1"})
    ann.write(space, {"a": b"22"})
    ben.follow(space)
    fetch_names(ann, ben, space)
    ben.desk.do(WantFile(space, "a"))
    for before, wanted in ((None, [True, False]), (3, [True, False]), (2, [False])):
        history = ben.desk.ask(FileHistory(space, "a", before))
        assert [one.wanted for one in history] == wanted


def test_bytes_of_a_file_are_cut_at_its_ends(ann: DeskEngine) -> None:
    content = bytes(range(256)) * 600
    space = ann.folder({"before": b"x", "a": content})
    for start, end in ((0, 10), (65_530, 65_540), (150_000, 999_999), (-5, 3), (9, 3)):
        read = ann.desk.ask(FileBytes(space, "a", start, end))
        assert read == content[max(0, start) : max(end, 0)]
    refusal = ann.desk.refusal(lambda: ann.desk.ask(FileBytes(space, "b", 0, 1)))
    assert refusal is Refusal.FILE_UNKNOWN


def test_names_that_come_out_of_order_are_read_in_order(ann: DeskEngine, ben: DeskEngine) -> None:
    space = ann.folder({"a": b"1", "b": b"2"})
    ben.follow(space)
    bring(ann.desk, ben.desk, space, [2, 0])
    assert ben.entries(space) == {}
    bring(ann.desk, ben.desk, space, [1])
    assert set(ben.entries(space)) == {"a", "b"}
    assert FolderChanged(space) in ben.desk.events


def test_how_much_is_here_is_counted(ann: DeskEngine, ben: DeskEngine) -> None:
    space = ann.folder({"x/a": b"1" * 200_000, "b": b"2"})
    ben.follow(space)
    fetch_names(ann, ben, space)
    ben.desk.events.clear()
    bring(ann.desk, ben.desk, content_of(ann.desk, space), [0, 3])
    entries = ben.entries(space)
    assert entries["x/a"].have == 65_536 + 200_000 - 3 * 65_536
    assert not entries["x/a"].is_here
    (top, _) = ben.desk.ask(FolderListing(space))
    assert top.have == entries["x/a"].have
    view = ben.desk.ask(OneFolder(space))
    assert (view.done_files, view.done_bytes) == (0, top.have)
    assert {event.space for event in ben.desk.told(BlocksArrived)} == {space}
    refusal = ben.desk.refusal(lambda: ben.desk.ask(FileBytes(space, "x/a", 0, 99_999)))
    assert refusal is Refusal.BLOCKS_MISSING


def test_a_folder_is_as_old_as_the_newest_of_its_files(ann: DeskEngine) -> None:
    space = ann.folder()
    assert ann.desk.ask(OneFolder(space)).mtime is None
    ann.write(space, {"a": b"", "z/deep": b""}, 9.0)
    ann.write(space, {"b": b"", "z/deep": b""}, 5.0)
    assert ann.desk.ask(OneFolder(space)).mtime == 9.0
    ann.write(space, {"a": b""}, 7.0)
    assert ann.desk.ask(OneFolder(space)).mtime == 7.0


def test_a_file_is_not_here_before_its_content_is_heard_of(
    ann: DeskEngine, ben: DeskEngine
) -> None:
    space = ann.folder({"a": b"1" * 100})
    ben.follow(space)
    fetch(ann, ben, space)
    ann.write(space, {"x/b": b"2" * 200})
    fetch_names(ann, ben, space)
    entries = ben.entries(space)
    assert (entries["a"].have, entries["x/b"].have) == (100, 0)
    assert ben.desk.ask(FolderListing(space))[0].have == 0
    view = ben.desk.ask(OneFolder(space))
    assert (view.files, view.done_files, view.done_bytes) == (2, 1, 100)
    fetch(ann, ben, space)
    view = ben.desk.ask(OneFolder(space))
    assert (view.done_files, view.done_bytes) == (2, 300)


def test_a_file_of_more_bytes_than_its_blocks_can_hold_is_none(ann: DeskEngine) -> None:
    space = ann.folder({"a": b"1", "empty": b""})
    for blocks in (0, 1):
        huge = Stat(MODE_FILE, 1 << 50, blocks, 0, 0, EARLIER, EARLIER)
        append_names(ann, space, Entry(f"/huge {blocks}", huge))
    assert set(ann.entries(space)) == {"a", "empty"}
    assert ann.entries(space)["empty"].is_here


def test_a_file_of_more_blocks_than_its_bytes_can_fill_is_no_file(
    ann: DeskEngine, ben: DeskEngine
) -> None:
    space = ann.folder({"kept": b"1" * 100_000})
    endless = Stat(MODE_FILE, 9, BLOCK_LIMIT - 1, 0, 0, EARLIER, EARLIER)
    append_names(ann, space, Entry("/x/endless", endless))
    ben.follow(space)
    fetch_names(ann, ben, space)
    bring(ann.desk, ben.desk, content_of(ann.desk, space), [0])
    assert listed(ben.desk, space) == [("kept", 100_000, 1)]
    assert ben.desk.ask(OneFolder(space)).done_bytes == 65_536


def test_sizes_that_no_disk_has_add_up_to_something(ann: DeskEngine) -> None:
    space = ann.folder({"kept": b"1"})
    size, blocks = BLOCK_LIMIT - 1, BLOCK_LIMIT // FRAME_BYTES_MAX
    huge = Stat(MODE_FILE, size, blocks, 0, 0, EARLIER, EARLIER)
    append_names(ann, space, *(Entry(f"/x/{number}", huge) for number in range(3)))
    assert listed(ann.desk, space) == [("x", BYTES_NOTED_MAX, 3), ("kept", 1, 1)]
    assert ann.desk.ask(OneFolder(space)).bytes == BYTES_NOTED_MAX
    ann.remove(space, "x/0", "x/1", "x/2")
    assert ann.desk.ask(OneFolder(space)).files == 1
    assert listed(ann.desk, space) == [("kept", 1, 1)]


# ---- names that are refused ---------------------------------------------------------------------


def refusals(desk: DeskEngine, space: SpaceId) -> dict[str, str]:
    return {path: one.refusal for path, one in desk.entries(space).items() if one.refusal}


def append_names(author: DeskEngine, space: SpaceId, *entries: Entry) -> None:
    """As a program without any rules would write them."""
    feed, seed = author.desk.feeds.feed(space), author.desk.feeds.seed(space)
    assert feed is not None
    assert seed is not None
    own = OwnFeeds(author.desk.feeds, author.desk.store.spaces)
    author.desk.keep(own.grown(feed, [encode_entry(one) for one in entries], author.desk.now))


def stat(mode: int = MODE_FILE) -> Stat:
    return Stat(mode, 0, 0, 0, 0, EARLIER, EARLIER)


def test_of_two_names_that_are_one_file_somewhere_the_first_keeps_its_place(
    ann: DeskEngine,
) -> None:
    space = ann.folder({"Read": b"1", "read": b"2", "caf\u00e9": b"3", "cafe\u0301": b"4"})
    assert refusals(ann, space) == {"read": "collision", "cafe\u0301": "collision"}
    view = ann.desk.ask(OneFolder(space))
    assert (view.files, view.refused, view.bytes) == (2, 2, 2)
    ann.remove(space, "Read")
    assert refusals(ann, space) == {"cafe\u0301": "collision"}
    assert ann.desk.ask(OneFolder(space)).files == 2


def test_a_file_cannot_be_a_folder_too(ann: DeskEngine) -> None:
    space = ann.folder({"a": b"1", "A/b": b"2", "c/d": b"3", "C": b"4"})
    assert refusals(ann, space) == {"A/b": "collision", "C": "collision"}
    ann.remove(space, "a", "c/d")
    assert refusals(ann, space) == {}


def test_a_name_that_goes_frees_the_first_of_those_that_were_refused_for_it(
    ann: DeskEngine,
) -> None:
    space = ann.folder()
    names = ("/abc", "/ABC", "/Abc", "/aBC/x", "/aBc/X", "/aBc/y")
    append_names(ann, space, *(Entry(name, stat()) for name in names))
    append_names(ann, space, Entry("/abc", None))
    assert refusals(ann, space).keys() == {"Abc", "aBC/x", "aBc/X", "aBc/y"}
    append_names(ann, space, Entry("/ABC", None))
    assert refusals(ann, space).keys() == {"aBC/x", "aBc/X", "aBc/y"}
    append_names(ann, space, Entry("/Abc", None))
    assert refusals(ann, space).keys() == {"aBc/X"}
    view = ann.desk.ask(OneFolder(space))
    assert (view.files, view.refused) == (2, 1)


def test_a_file_that_becomes_a_folder_frees_what_lies_below_and_its_other_spellings(
    ann: DeskEngine,
) -> None:
    space = ann.folder()
    append_names(ann, space, Entry("/a", stat()), Entry("/A/b", stat()), Entry("/A", stat(0o40755)))
    assert refusals(ann, space).keys() >= {"A/b"}
    append_names(ann, space, Entry("/a", stat(0o40755)))
    assert refusals(ann, space) == {}
    view = ann.desk.ask(OneFolder(space))
    assert (view.files, view.refused) == (1, 0)


def test_a_folder_is_freed_though_no_file_is_refused(ann: DeskEngine) -> None:
    """So it keeps its place from then on."""
    space = ann.folder()
    append_names(ann, space, Entry("/A", stat()), Entry("/a/A", stat(0o40755)), Entry("/A", None))
    append_names(ann, space, Entry("/a/a", stat()))
    assert refusals(ann, space) == {"a/a": "collision"}


def test_hostile_names_and_links_are_refused_listed_and_counted(ann: DeskEngine) -> None:
    space = ann.folder({"kept": b"1"})
    append_names(
        ann,
        space,
        Entry("/../evil", stat()),
        Entry("/pics/CON.txt", stat()),
        Entry("/link", stat(0o120777)),
        Entry("/" + "n" * 5_000, stat()),
    )
    assert refusals(ann, space).keys() >= {"../evil", "pics/CON.txt", "link"}
    assert ann.desk.ask(OneFolder(space)).refused == 4
    assert ("pics/CON.txt", 0, 1) in listed(ann.desk, space, "pics")
    assert max(map(len, ann.entries(space))) < 600


def test_a_block_that_says_nothing_is_left_out(ann: DeskEngine) -> None:
    space = ann.folder({"a": b"1"})
    own = OwnFeeds(ann.desk.feeds, ann.desk.store.spaces)
    feed = ann.desk.feeds.feed(space)
    assert feed is not None
    ann.desk.keep(own.grown(feed, [b"\xff\xff nothing"], ann.desk.now))
    ann.write(space, {"b": b"2"})
    assert {path: one.version for path, one in ann.entries(space).items()} == {"a": 1, "b": 3}
