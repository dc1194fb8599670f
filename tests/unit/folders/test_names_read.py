"""How much of a folder's names is read at a time, and what is read of them at all."""

from __future__ import annotations

import pytest

from engine.model.feed_queries import OneFolder
from engine.protocols.hypercore.drive.entries import Entry
from engine.protocols.hypercore.limits import NAMES_READ_MAX
from engine.protocols.hypercore.records import Evidence, Forked
from engine.protocols.hypercore.tree.proof import Signed
from engine.protocols.hypercore.upkeep import LOOK_SECONDS
from tests.unit.folders.desk_engine import EARLIER, DeskEngine, fetch
from tests.unit.folders.test_folders_repository import append_names, refusals, stat
from tests.unit.hypercore.desk import bring


@pytest.fixture
def ann() -> DeskEngine:
    return DeskEngine(1)


@pytest.fixture
def ben() -> DeskEngine:
    return DeskEngine(2)


@pytest.mark.parametrize("beyond", [0, 1])
def test_one_record_has_so_many_names_read_and_the_upkeep_the_rest_of_them(
    ann: DeskEngine, ben: DeskEngine, beyond: int
) -> None:
    """Somebody may give all blocks but the first, and that one at the end."""
    space, length = ann.folder(), NAMES_READ_MAX + beyond
    append_names(ann, space, *(Entry(f"/{one}", stat()) for one in range(1, length)))
    ben.follow(space)
    bring(ann.desk, ben.desk, space, range(1, length))
    assert ben.desk.ask(OneFolder(space)).files == 0
    bring(ann.desk, ben.desk, space, [0])
    view = ben.desk.ask(OneFolder(space))
    assert (view.files, view.feed.downloaded) == (NAMES_READ_MAX - 1, NAMES_READ_MAX)
    assert view.feed.length == length
    assert (ben.desk.look() == 0.0) is bool(beyond), "at once"
    view = ben.desk.ask(OneFolder(space))
    assert (view.files, view.feed.downloaded) == (length - 1, length)
    assert ben.desk.look() > 0.0


def test_of_a_block_that_is_noted_and_is_not_there_nothing_is_read_again_and_again(
    ann: DeskEngine, ben: DeskEngine
) -> None:
    space = ann.folder({"a": b"1"})
    ben.follow(space)
    bring(ann.desk, ben.desk, space, [1])
    ben.desk.store.database.run("DELETE FROM hypercore_block WHERE number = 1")
    bring(ann.desk, ben.desk, space, [0])
    assert ben.desk.feeds.held(space, 1, 2) == [(1, 2)]
    assert ben.desk.look() > 0.0


def test_while_names_are_read_feeds_are_looked_at_no_more_often_than_otherwise(
    ann: DeskEngine, ben: DeskEngine
) -> None:
    space, length = ann.folder(), 4 * NAMES_READ_MAX
    append_names(ann, space, *(Entry(f"/{one}", stat()) for one in range(1, length)))
    ben.follow(space)
    bring(ann.desk, ben.desk, space, [*range(1, length), 0])
    for later, room, is_full in (
        (0.0, False, True),
        (0.0, True, True),
        (LOOK_SECONDS, True, False),
    ):
        ben.desk.now += later
        ben.desk.room = room
        assert ben.desk.look() == 0.0
        feed = ben.desk.feeds.feed(space)
        assert feed is not None
        assert feed.is_full is is_full
    assert ben.desk.ask(OneFolder(space)).files == length - 1


def test_of_a_fork_all_that_is_here_counts_and_not_only_what_both_histories_share(
    ann: DeskEngine, ben: DeskEngine
) -> None:
    """No more than that is ever read of it."""
    space = ann.folder({"a": b"1", "b": b"2"})
    ben.follow(space)
    fetch(ann, ben, space)
    evidence = Evidence(Signed(3, b""), ())
    ben.desk.keep(Forked(space, 2, (evidence, evidence), at=EARLIER))
    view = ben.desk.ask(OneFolder(space))
    assert (view.files, view.feed.downloaded, view.feed.length) == (1, 3, 3)


@pytest.mark.parametrize("name", ["/b", "/b/a", "/b/a/c"])
def test_of_a_fork_the_first_of_two_names_has_its_place_again_whatever_came_after(
    ann: DeskEngine, ben: DeskEngine, name: str
) -> None:
    space = ann.folder()
    names = [Entry("/B", stat()), Entry(name, stat()), Entry("/b-", stat())]
    append_names(ann, space, *names, Entry("/B", None))
    ben.follow(space)
    fetch(ann, ben, space)
    assert ben.desk.ask(OneFolder(space)).refused == 0
    evidence = Evidence(Signed(5, b""), ())
    ben.desk.keep(Forked(space, 4, (evidence, evidence), at=EARLIER))
    assert refusals(ben, space) == {name[1:]: "collision"}
    view = ben.desk.ask(OneFolder(space))
    assert (view.files, view.refused) == (2, 1)


@pytest.mark.parametrize("beyond", [0, 1])
def test_one_record_looks_for_names_no_more_often_than_it_may(
    ann: DeskEngine, ben: DeskEngine, monkeypatch: pytest.MonkeyPatch, beyond: int
) -> None:
    """What lies beside nothing is looked for twice: as the same name, and as a folder's."""
    monkeypatch.setattr("engine.store.hypercore.folders.CLASH_LOOKS_MAX", 2 * 3 + beyond)
    space = ann.folder()
    append_names(ann, space, *(Entry(f"/{one}", stat()) for one in range(9)))
    ben.follow(space)
    bring(ann.desk, ben.desk, space, [*range(1, 10), 0])
    read = list[int]()
    while not read or ben.desk.look() == 0.0:
        read.append(ben.desk.ask(OneFolder(space)).files)
    assert read == [[3, 6, 9], [4, 8, 9]][beyond]
    assert ann.desk.ask(OneFolder(space)).files == 9, "our own is read at once"


def test_of_our_own_folder_all_is_read_at_once(ann: DeskEngine) -> None:
    space = ann.folder()
    append_names(ann, space, *(Entry(f"/{one}", stat()) for one in range(NAMES_READ_MAX + 1)))
    assert ann.desk.ask(OneFolder(space)).files == NAMES_READ_MAX + 1
