"""What is said of a shared folder as one, where its two feeds differ."""

from __future__ import annotations

import pytest

from engine.model.events import FeedForked
from engine.model.feed_queries import OneFolder
from engine.model.feeds import FeedState, FeedTraffic, FolderView
from engine.protocols.hypercore.records import Evidence, Forked
from engine.protocols.hypercore.tree.node import Node
from engine.protocols.hypercore.tree.proof import Signed
from tests.unit.folders.desk_engine import DeskEngine, fetch_names
from tests.unit.folders.feeds_of_folders import content_of
from tests.unit.hypercore.desk import NOW


@pytest.fixture
def ann() -> DeskEngine:
    return DeskEngine(1)


@pytest.mark.parametrize(("names", "content", "all_of_it"), [(3, 0, 0), (3, 2, 2), (1, 2, 1)])
def test_who_has_all_of_a_folder_has_both_of_its_feeds(
    ann: DeskEngine, names: int, content: int, all_of_it: int
) -> None:
    space = ann.folder({"a": b"1" * 10})
    ann.desk.around.traffic = {
        space: FeedTraffic(holders=names),
        content_of(ann.desk, space): FeedTraffic(holders=content),
    }
    assert ann.desk.ask(OneFolder(space)).feed.holders == all_of_it


def test_of_a_folder_without_a_byte_the_names_are_all(ann: DeskEngine) -> None:
    space = ann.folder()
    ann.desk.around.traffic = {space: FeedTraffic(holders=3)}
    assert ann.desk.ask(OneFolder(space)).feed.holders == 3


def test_who_has_not_heard_of_the_contents_does_not_know_who_has_them(ann: DeskEngine) -> None:
    ben = DeskEngine(2)
    space = ann.folder({"a": b"1" * 10})
    ben.follow(space)
    fetch_names(ann, ben, space)
    ben.desk.around.traffic = {space: FeedTraffic(holders=3)}
    assert ben.desk.ask(OneFolder(space)).feed.holders == 0


@pytest.mark.parametrize("is_content", [False, True])
def test_two_histories_of_either_feed_are_those_of_the_folder(
    ann: DeskEngine, *, is_content: bool
) -> None:
    space = ann.folder({"a": b"1" * 10})
    forked = content_of(ann.desk, space) if is_content else space
    ann.desk.events.clear()
    ann.desk.keep(Forked(forked, 1, two_histories(), at=NOW))
    assert ann.desk.told(FeedForked) == [FeedForked(space, 1)]
    view: FolderView = ann.desk.ask(OneFolder(space))
    assert view.feed.state is FeedState.FORKED
    assert view.feed.fork is not None
    assert (view.feed.fork.common, view.feed.fork.lengths) == (1, (2, 2))


def two_histories() -> tuple[Evidence, Evidence]:
    first, second = (Node(1, bytes([number]) * 32, 6) for number in range(2))
    return (
        Evidence(Signed(2, bytes(64)), (first,)),
        Evidence(Signed(2, b"\1" * 64), (second,)),
    )
