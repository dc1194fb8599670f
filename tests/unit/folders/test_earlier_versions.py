"""What a file of a shared folder was before, or one that is gone, can be had of whoever has it."""

from __future__ import annotations

import pytest

from engine.errors import Refusal
from engine.model.feed_commands import ChangeFiles, PutContent, WantFile
from engine.model.feed_queries import FileBytes, FileHistory, FolderListing
from engine.model.feeds import FileRenewed
from engine.model.ids import SpaceId
from tests.unit.folders.desk_engine import CHUNK, EARLIER, DeskEngine, fetch_names
from tests.unit.folders.feeds_of_folders import content_of
from tests.unit.hypercore.desk import bring


@pytest.fixture
def ann() -> DeskEngine:
    return DeskEngine(1)


@pytest.fixture
def ben() -> DeskEngine:
    return DeskEngine(2)


def followed(ann: DeskEngine, ben: DeskEngine) -> SpaceId:
    """``a`` was changed, ``gone`` was removed; Ben has the names alone."""
    space = ann.folder({"a": b"first", "gone": b"what was"})
    ann.write(space, {"a": b"second", "b": b"other"})
    ann.remove(space, "gone")
    ben.follow(space)
    fetch_names(ann, ben, space)
    return space


def refusal_of(ben: DeskEngine, wish: WantFile) -> Refusal:
    return ben.desk.refusal(lambda: ben.desk.do(wish))


def sought(ben: DeskEngine, space: SpaceId) -> list[tuple[int, int]]:
    return sorted(ben.desk.feeds.sought(content_of(ben.desk, space)))


def versions(ben: DeskEngine, space: SpaceId, path: str) -> dict[int, bool]:
    """Which of a file there are, and whether they are on their way."""
    history = ben.desk.ask(FileHistory(space, path))
    return {one.version: one.wanted for one in history if not one.deleted}


def test_an_earlier_version_is_fetched_once_it_is_asked_for(
    ann: DeskEngine, ben: DeskEngine
) -> None:
    space = followed(ann, ben)
    ben.desk.do(WantFile(space, "a", version=1))
    assert sought(ben, space) == [(0, 1)]
    assert versions(ben, space, "a") == {1: True, 3: False}
    (then,) = ben.desk.ask(FolderListing(space, version=2))
    assert (then.path, then.wanted, then.chosen) == ("a", True, False)
    bring(ann.desk, ben.desk, content_of(ben.desk, space), [0])
    assert ben.desk.ask(FileBytes(space, "a", 0, 9, 1)) == b"first"
    assert sought(ben, space) == []
    assert versions(ben, space, "a") == {1: False, 3: False}
    ben.desk.do(WantFile(space, "a", version=1))
    assert sought(ben, space) == [], "it is here"
    assert not ben.entries(space)["a"].chosen


def test_a_file_that_is_gone_is_fetched(ann: DeskEngine, ben: DeskEngine) -> None:
    space = followed(ann, ben)
    ben.desk.do(WantFile(space, "gone", version=2))
    bring(ann.desk, ben.desk, content_of(ben.desk, space), [1])
    assert ben.desk.ask(FileBytes(space, "gone", 0, 9, 2)) == b"what was"


def test_a_version_is_wanted_no_more_when_that_is_said(ann: DeskEngine, ben: DeskEngine) -> None:
    space = followed(ann, ben)
    ben.desk.do(WantFile(space, "a", version=1))
    ben.desk.do(WantFile(space, "a", wanted=False, version=1))
    assert sought(ben, space) == []
    ben.desk.do(WantFile(space, "a", version=1))
    ben.desk.do(WantFile(space, "b"))
    ben.desk.do(WantFile(space, "b", wanted=False))
    assert sought(ben, space) == [(0, 1)], "of another file than that which is wanted no more"
    ben.desk.do(WantFile(space, "a", wanted=False))
    assert sought(ben, space) == []


def test_what_is_wanted_as_it_is_now_is_no_wish_for_what_was(
    ann: DeskEngine, ben: DeskEngine
) -> None:
    space = followed(ann, ben)
    ben.desk.do(WantFile(space, "a"))
    assert versions(ben, space, "a") == {1: False, 3: True}
    assert not any(one.wanted for one in ben.desk.ask(FolderListing(space, version=3)))


def test_a_version_that_never_was_is_refused(ann: DeskEngine, ben: DeskEngine) -> None:
    space = followed(ann, ben)
    for path, version in (("a", 2), ("gone", 5), ("nothing", 1), ("a", -1), ("a", 99), ("", 1)):
        assert refusal_of(ben, WantFile(space, path, version=version)) is Refusal.FILE_UNKNOWN


def test_of_an_empty_version_nothing_is_to_be_fetched(ann: DeskEngine, ben: DeskEngine) -> None:
    space = ann.folder({"a": b""})
    ann.desk.do(PutContent(space, (b"x",)))
    ann.write(space, {"a": b"now"})
    ben.follow(space)
    fetch_names(ann, ben, space)
    ben.desk.do(WantFile(space, "a", version=1))
    assert sought(ben, space) == []


# ---- blocks that several versions have ----------------------------------------------------------


def copied(ann: DeskEngine, ben: DeskEngine, *, moved: bool) -> SpaceId:
    """``old`` was copied, or moved, to ``new``: the same block is both. Ben has the names alone."""
    space = ann.folder({"old": b"content"})
    renewed = FileRenewed("new", "old", 0o644, EARLIER)
    removed = ("old",) if moved else ()
    ann.desk.do(ChangeFiles(space, renewed=(renewed,), removed=removed))
    ben.follow(space)
    fetch_names(ann, ben, space)
    return space


@pytest.mark.parametrize("moved", [False, True])
def test_a_file_is_wanted_no_more_though_another_had_its_blocks(
    ann: DeskEngine, ben: DeskEngine, *, moved: bool
) -> None:
    space = copied(ann, ben, moved=moved)
    ben.desk.do(WantFile(space, "new"))
    assert sought(ben, space) == [(0, 1)]
    ben.desk.do(WantFile(space, "new", wanted=False))
    assert sought(ben, space) == []
    assert not ben.entries(space)["new"].wanted


def test_what_is_wanted_is_fetched_on_when_another_with_its_blocks_is_called_off(
    ann: DeskEngine, ben: DeskEngine
) -> None:
    space = copied(ann, ben, moved=True)
    ben.desk.do(WantFile(space, "new"))
    ben.desk.do(WantFile(space, "old", version=1))
    ben.desk.do(WantFile(space, "old", wanted=False, version=1))
    assert ben.entries(space)["new"].wanted
    assert sought(ben, space) == [(0, 1)]


def test_of_two_copies_the_one_that_is_wanted_still_is(ann: DeskEngine, ben: DeskEngine) -> None:
    space = copied(ann, ben, moved=False)
    ben.desk.do(WantFile(space, "new"))
    ben.desk.do(WantFile(space, "old"))
    ben.desk.do(WantFile(space, "old", wanted=False))
    assert ben.entries(space)["new"].chosen
    assert sought(ben, space) == [(0, 1)]


# ---- the newest version -------------------------------------------------------------------------


def test_who_calls_off_the_newest_version_wants_the_file_no_more(
    ann: DeskEngine, ben: DeskEngine
) -> None:
    """Else it would be said to be on its way, and nobody be asked."""
    space = followed(ann, ben)
    ben.desk.do(WantFile(space, "a", version=1))
    ben.desk.do(WantFile(space, "a"))
    ben.desk.do(WantFile(space, "a", wanted=False, version=3))
    assert sought(ben, space) == [(0, 1)], "the earlier version is another wish"
    entry = ben.entries(space)["a"]
    assert (entry.wanted, entry.chosen) == (False, False)


def test_of_a_file_that_is_here_in_part_nothing_is_sought_any_more(
    ann: DeskEngine, ben: DeskEngine
) -> None:
    space = ann.folder({"a": bytes(3 * CHUNK)})
    ben.follow(space)
    fetch_names(ann, ben, space)
    bring(ann.desk, ben.desk, content_of(ben.desk, space), [1])
    ben.desk.do(WantFile(space, "a"))
    assert sought(ben, space) == [(0, 1), (2, 3)]
    ben.desk.do(WantFile(space, "a", wanted=False, version=1))
    assert sought(ben, space) == []
    assert not ben.entries(space)["a"].wanted


@pytest.mark.parametrize("arrived", [[], [3]])
def test_what_is_wanted_with_its_folder_is_fetched_on(
    ann: DeskEngine, ben: DeskEngine, arrived: list[int]
) -> None:
    space = followed(ann, ben)
    bring(ann.desk, ben.desk, content_of(ben.desk, space), arrived)
    ben.desk.do(WantFile(space, ""))
    before = sought(ben, space)
    ben.desk.do(WantFile(space, "a", wanted=False, version=3))
    assert ben.entries(space)["a"].wanted
    assert sought(ben, space) == before


# ---- beside files that change -------------------------------------------------------------------


def test_a_version_stays_a_wish_of_its_own_beside_a_wanted_file_that_changes(
    ann: DeskEngine, ben: DeskEngine
) -> None:
    space = ann.folder({"b": b"here", "a": b"first"})
    ben.follow(space)
    fetch_names(ann, ben, space)
    ben.desk.do(WantFile(space, "b"))
    bring(ann.desk, ben.desk, content_of(ben.desk, space), [0])
    ben.desk.do(WantFile(space, "a", version=2))
    ann.write(space, {"b": b"changed"})
    fetch_names(ann, ben, space)
    assert sought(ben, space) == [(1, 2), (2, 3)]
    assert versions(ben, space, "a") == {2: True}
    ben.desk.do(WantFile(space, "b", wanted=False))
    assert sought(ben, space) == [(1, 2)]
    ben.desk.do(WantFile(space, "a", wanted=False, version=2))
    assert sought(ben, space) == []


def test_files_of_a_wanted_folder_that_follow_each_other_are_one_wish(
    ann: DeskEngine, ben: DeskEngine
) -> None:
    space = ann.folder()
    ben.follow(space)
    ben.desk.do(WantFile(space, "d"))
    for number in range(3):
        ann.write(space, {f"d/{number}": b"1"})
        fetch_names(ann, ben, space)
    assert sought(ben, space) == [(0, 3)]
