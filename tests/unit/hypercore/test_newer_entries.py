"""Of a feed that is not had whole, something newer counts as unread though it is not here."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.model.commands import MarkRead
from engine.model.contents import Attachment
from engine.model.events import SpaceChanged
from engine.model.feed_commands import (
    AppendBlocks,
    CreateFeed,
    DropBlocks,
    FetchWhole,
    FollowFeed,
)
from engine.model.ids import PublicKey, SpaceId
from engine.model.queries import Space
from engine.protocols.hypercore.posts.entries import entry_blocks
from tests.unit.hypercore.desk import NOW, Desk, bring, received


@pytest.fixture
def author() -> Desk:
    return Desk(1)


@pytest.fixture
def space(author: Desk) -> SpaceId:
    """Of three entries."""
    feed = author.do(CreateFeed("news"))
    author.do(AppendBlocks(feed.space, (b"one", b"two", b"three")))
    return feed.space


def reading(author: Desk, space: SpaceId) -> Desk:
    """Who has all of it, and has read it."""
    reader = Desk(2)
    reader.do(FollowFeed(PublicKey(space), whole=False))
    bring(author, reader, space, [0, 1, 2])
    mark_read(reader, space)
    return reader


def mark_read(reader: Desk, space: SpaceId) -> None:
    last = reader.ask(Space(space)).last
    assert last is not None
    reader.do(MarkRead(space, last))


def hears_of(reader: Desk, author: Desk, space: SpaceId, block: int) -> None:
    """The hash of that block has come, and what signs it."""
    reader.keep(replace(received(author, reader, space, block), value=None))


def unread(reader: Desk, space: SpaceId) -> int:
    return reader.ask(Space(space)).unread


def test_what_is_newer_counts_as_one_until_it_is_here(author: Desk, space: SpaceId) -> None:
    """How many entries it is nobody knows before."""
    reader = reading(author, space)
    assert unread(reader, space) == 0
    author.do(AppendBlocks(space, (b"four", b"five")))
    reader.told(SpaceChanged)
    hears_of(reader, author, space, 4)
    assert unread(reader, space) == 1
    assert SpaceChanged(space) in reader.told(SpaceChanged)
    bring(author, reader, space, [4])
    assert unread(reader, space) == 1
    bring(author, reader, space, [3])
    assert unread(reader, space) == 2


def test_all_of_it_can_be_marked_read_without_being_here(author: Desk, space: SpaceId) -> None:
    reader = reading(author, space)
    author.do(AppendBlocks(space, (b"four",)))
    hears_of(reader, author, space, 3)
    mark_read(reader, space)
    assert unread(reader, space) == 0
    bring(author, reader, space, [3])
    assert unread(reader, space) == 0


def test_files_of_an_entry_that_was_read_are_nothing_newer(author: Desk, space: SpaceId) -> None:
    reader = reading(author, space)
    author.do(AppendBlocks(space, entry_blocks("with a file", NOW, (Attachment("a", "b", b"c"),))))
    bring(author, reader, space, [3])
    assert unread(reader, space) == 1
    mark_read(reader, space)
    assert unread(reader, space) == 0


def test_who_has_read_nothing_yet_or_fetches_all_is_told_of_nothing_newer(
    author: Desk, space: SpaceId
) -> None:
    fresh = Desk(3)
    fresh.do(FollowFeed(PublicKey(space), whole=False))
    hears_of(fresh, author, space, 2)
    assert unread(fresh, space) == 0
    reader = reading(author, space)
    author.do(AppendBlocks(space, (b"four",)))
    hears_of(reader, author, space, 3)
    reader.do(FetchWhole(space))
    assert unread(reader, space) == 0


def test_what_was_read_and_erased_is_nothing_newer(author: Desk, space: SpaceId) -> None:
    reader = reading(author, space)
    reader.do(DropBlocks(space, 0, 3))
    assert unread(reader, space) == 0
