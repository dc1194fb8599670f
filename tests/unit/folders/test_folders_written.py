"""What is written into shared folders, where they lie, what is wished for, and forks."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

import pytest

from engine.errors import Refusal, Refused
from engine.model.commands import Command, ForgetSpace
from engine.model.feed_commands import (
    ChangeFiles,
    CreateFolder,
    DropBlocks,
    FetchWhole,
    FollowFolder,
    PutContent,
    UseDirectory,
    WantFile,
)
from engine.model.feed_queries import (
    FileBytes,
    OneFeed,
    OneFolder,
)
from engine.model.feeds import FileRenewed, FileWritten, FolderUse
from engine.model.ids import PublicKey, SpaceId
from engine.protocols.hypercore.limits import BLOCK_LIMIT
from engine.protocols.hypercore.records import Evicted, Evidence, Forked
from engine.protocols.hypercore.tree.proof import Signed
from tests.unit.folders.desk_engine import EARLIER, DeskEngine, fetch, fetch_names
from tests.unit.folders.feeds_of_folders import content_of, folder_performer
from tests.unit.hypercore.desk import Desk, bring

R = TypeVar("R")


@pytest.fixture
def ann() -> DeskEngine:
    return DeskEngine(1)


@pytest.fixture
def ben() -> DeskEngine:
    return DeskEngine(2)


def refusal_of(one: DeskEngine, command: Command[R]) -> Refusal:
    return one.desk.refusal(lambda: one.desk.do(command))


# ---- what is written ----------------------------------------------------------------------------


def test_changes_are_all_published_or_none(ann: DeskEngine) -> None:
    space = ann.folder({"a": b"1"})
    place = ann.desk.do(PutContent(space, (b"2",)))
    good = FileWritten("b", place, 1, 1, 0o644, EARLIER)
    for bad, refusal in (
        (ChangeFiles(space, removed=("nothing",), written=(good,)), Refusal.FILE_UNKNOWN),
        (ChangeFiles(space, (FileRenewed("x", "nothing", 0, 0.0),)), Refusal.FILE_UNKNOWN),
        (ChangeFiles(space, written=(good, replace(good, path="../c"))), Refusal.NAME_UNSAFE),
        (ChangeFiles(space, written=(replace(good, path="/b"),)), Refusal.NAME_UNSAFE),
    ):
        assert refusal_of(ann, bad) is refusal
    assert set(ann.entries(space)) == {"a"}
    ann.write(space, {"c": b"3"})
    assert set(ann.entries(space)) == {"a", "c"}, "and one that was refused leaves no trace"


def test_a_file_moves_within_one_command(ann: DeskEngine) -> None:
    space = ann.folder({"a": b"content"})
    moved = FileRenewed("x/b", "a", 0o755, EARLIER + 1)
    ann.desk.do(ChangeFiles(space, (moved,), ("a",)))
    (entry,) = ann.entries(space).values()
    assert (entry.path, entry.executable, entry.size) == ("x/b", True, 7)
    assert ann.desk.ask(FileBytes(space, "x/b", 0, 7)) == b"content"


def test_files_whose_names_clash_are_changed_and_removed_as_any_other(ann: DeskEngine) -> None:
    """One system has them all, another only the first: whoever shares them may have any of them."""
    space = ann.folder({"Read": b"1", "read/a": b"22", "read/b": b"333"})
    assert ann.entries(space)["read/a"].refusal is not None
    moved = FileRenewed("other", "read/a", 0o644, EARLIER)
    ann.desk.do(ChangeFiles(space, (moved,), ("read/a",)))
    assert ann.desk.ask(FileBytes(space, "other", 0, 2)) == b"22"
    ann.desk.do(ChangeFiles(space, removed=("read/b",)))
    assert set(ann.entries(space)) == {"Read", "other"}


def test_only_the_owner_writes(ann: DeskEngine, ben: DeskEngine) -> None:
    space = ann.folder({"a": b"1"})
    ben.follow(space)
    fetch(ann, ben, space)
    for command in (PutContent(space, (b"1",)), ChangeFiles(space, removed=("a",))):
        assert refusal_of(ben, command) is Refusal.READ_ONLY
    shared = UseDirectory(space, "/somewhere", FolderUse.SHARED)
    assert refusal_of(ben, shared) is Refusal.READ_ONLY


def test_the_index_of_names_goes_on_after_a_restart() -> None:
    """The same blocks, whether the index was kept in memory or read again."""
    written = []
    for restarts in (False, True):
        one = DeskEngine(1)
        space = one.folder({"a/b": b"1", "c": b"2", "a/d": b"3"})
        one.remove(space, "a/b")
        if restarts:
            one.desk.performers.update(folder_performer(one.desk))
        one.write(space, {"a/e": b"4", "c": b"5"})
        written.append([one.desk.feeds.block(space, block) for block in range(1, 7)])
    assert written[0] == written[1]


# ---- directories and wishes ---------------------------------------------------------------------


def test_a_directory_belongs_to_one_folder(ann: DeskEngine) -> None:
    first = ann.folder()
    second = ann.desk.do(CreateFolder("other")).feed.space
    view = ann.desk.do(UseDirectory(first, "/srv/ann/stuff"))
    assert (view.directory, view.use) == ("/srv/ann/stuff", FolderUse.SHARED)
    for taken in ("/srv/ann/stuff", "/srv/ann", "/srv/ann/stuff/inside/"):
        with pytest.raises(Refused) as refused:
            ann.desk.do(UseDirectory(second, taken))
        assert refused.value.reason is Refusal.DIRECTORY_TAKEN
        assert refused.value.detail == ann.desk.ask(OneFolder(first)).feed.name
    assert ann.desk.do(UseDirectory(second, "/srv/ann/stuffed")).directory is not None
    assert ann.desk.do(UseDirectory(first, None)).use is None


def sought(desk: Desk, space: SpaceId) -> list[tuple[int, int]]:
    return list(desk.feeds.sought(content_of(desk, space)))


def test_a_file_that_is_asked_for_is_sought_also_as_it_changes(
    ann: DeskEngine, ben: DeskEngine
) -> None:
    space = ann.folder({"a": b"1", "x/b": b"2" * 70_000, "x/c": b"3"})
    ben.follow(space)
    ben.desk.do(WantFile(space, "x"))
    fetch_names(ann, ben, space)
    assert sought(ben.desk, space) == [(1, 4)], "asked for before anything was known of it"
    assert [path for path, one in ben.entries(space).items() if one.wanted] == ["x/b", "x/c"]
    bring(ann.desk, ben.desk, content_of(ann.desk, space), [3, 1, 2])
    assert sought(ben.desk, space) == []
    ann.write(space, {"x/b": b"4"})
    fetch_names(ann, ben, space)
    assert sought(ben.desk, space) == [(4, 5)]
    ben.desk.do(WantFile(space, "x", wanted=False))
    assert sought(ben.desk, space) == []


def test_what_is_asked_for_comes_in_order_the_latest_wish_first(
    ann: DeskEngine, ben: DeskEngine
) -> None:
    space = ann.folder({"a": b"1", "b": b"2", "c": b"3", "d": b"4"})
    ben.follow(space)
    fetch_names(ann, ben, space)
    bring(ann.desk, ben.desk, content_of(ann.desk, space), [1])
    ben.desk.do(WantFile(space, ""))
    assert sought(ben.desk, space) == [(0, 1), (2, 4)]
    ben.desk.do(WantFile(space, "d"))
    assert sought(ben.desk, space)[0] == (3, 4)


def test_a_file_that_is_not_there_cannot_be_asked_for(ann: DeskEngine, ben: DeskEngine) -> None:
    space = ann.folder({"a": b"1"})
    ben.follow(space)
    fetch_names(ann, ben, space)
    for path, reason in (("b", Refusal.FILE_UNKNOWN), ("../b", Refusal.NAME_UNSAFE)):
        want = WantFile(space, path)
        assert refusal_of(ben, want) is reason


def test_a_folder_that_is_forgotten_leaves_nothing(ann: DeskEngine, ben: DeskEngine) -> None:
    space = ann.folder({"a": b"1", "b": b"2"})
    ben.follow(space)
    fetch(ann, ben, space)
    ben.desk.do(UseDirectory(space, "/somewhere", FolderUse.MIRRORED))
    ben.desk.do(ForgetSpace(space))
    while ben.desk.storage.erase_some():
        pass
    tables = ("folder", "file", "wanted", "sought", "feed", "block")
    counts = [
        ben.desk.store.database.value(f"SELECT count(*) FROM hypercore_{table}") for table in tables
    ]
    assert counts == [0] * len(tables)
    assert ben.desk.do(FollowFolder(PublicKey(space))).files == 0


# ---- forks --------------------------------------------------------------------------------------


def test_a_folder_of_two_histories_stays_as_both_have_it(ann: DeskEngine, ben: DeskEngine) -> None:
    space = ann.folder({"a": b"1", "b": b"2"})
    ann.write(space, {"a": b"changed", "B": b"3"})
    ann.remove(space, "b")
    ben.follow(space)
    fetch(ann, ben, space)
    assert {path: one.size for path, one in ben.entries(space).items()} == {"a": 7, "B": 1}
    evidence = Evidence(Signed(3, b""), ())
    ben.desk.keep(Forked(space, 3, (evidence, evidence), at=EARLIER))
    assert {path: one.size for path, one in ben.entries(space).items()} == {"a": 1, "b": 1}
    view = ben.desk.ask(OneFolder(space))
    assert (view.files, view.bytes, view.refused) == (2, 2, 0)
    refused = refusal_of(ann, ChangeFiles(space, removed=("nothing",)))
    assert refused is Refusal.FILE_UNKNOWN


def test_all_of_a_folder_is_asked_for_before_anything_is_known_of_it(
    ann: DeskEngine, ben: DeskEngine
) -> None:
    space = ann.folder({"a": b"1", "b": b"2"})
    ben.follow(space)
    ben.desk.do(FetchWhole(space, whole=True))
    fetch_names(ann, ben, space)
    assert sought(ben.desk, space) == [(0, 2)]
    ben.desk.do(FetchWhole(space, whole=False))


# ---- dropped, and wanted again ------------------------------------------------------------------


def test_of_a_folder_that_is_dropped_the_names_stay(ann: DeskEngine, ben: DeskEngine) -> None:
    """Nothing else of it can be had without them."""
    space = ann.folder({"a": b"1", "b": b"2" * 70_000})
    ben.follow(space)
    fetch(ann, ben, space)
    names = ben.desk.ask(OneFeed(space))
    ben.desk.do(DropBlocks(space, 1, BLOCK_LIMIT))
    assert ben.desk.ask(OneFeed(space)).downloaded == names.length
    assert {path: one.have for path, one in ben.entries(space).items()} == {"a": 1, "b": 0}
    ben.desk.do(DropBlocks(space, 0, 1))
    assert ben.desk.ask(OneFeed(content_of(ben.desk, space))).downloaded == 0
    bring(ann.desk, ben.desk, content_of(ann.desk, space), [0])
    ben.desk.do(DropBlocks(content_of(ben.desk, space), 0, 1))
    assert not ben.entries(space)["a"].is_here, "and so it is by the key of its content"


def test_nothing_is_dropped_of_a_folder_whose_content_is_not_known(
    ann: DeskEngine, ben: DeskEngine
) -> None:
    space = ann.folder({"a": b"1"})
    ben.follow(space)
    bring(ann.desk, ben.desk, space, [1])
    assert ben.desk.do(DropBlocks(space, 0, BLOCK_LIMIT)).downloaded == 1


@pytest.mark.parametrize("is_content_known", [True, False])
def test_names_of_a_folder_that_were_let_go_come_again_with_all_of_it(
    ann: DeskEngine, ben: DeskEngine, *, is_content_known: bool
) -> None:
    space = ann.folder({"a": b"1", "b": b"2"})
    ben.follow(space)
    if is_content_known:
        fetch(ann, ben, space)
    else:
        bring(ann.desk, ben.desk, space, [1])
    ben.desk.keep(Evicted(space, 0, 3))
    assert list(ben.desk.feeds.let_go(space, 0, 3)) != []
    ben.desk.do(FetchWhole(space, whole=False))
    assert list(ben.desk.feeds.let_go(space, 0, 3)) != []
    ben.desk.do(FetchWhole(space))
    assert list(ben.desk.feeds.let_go(space, 0, 3)) == []
    fetch(ann, ben, space)
    assert all(one.is_here for one in ben.entries(space).values())
