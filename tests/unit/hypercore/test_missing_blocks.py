"""Which blocks of a feed are not here and would be entries: what a reader fetches as they read."""

from __future__ import annotations

from engine.model.commands import Say
from engine.model.contents import Attachment, Files, Words
from engine.model.feed_commands import AppendBlocks, CreateFeed, DropBlocks, FollowFeed
from engine.model.feed_queries import PAGE_BLOCKS_MAX, MissingBlocks
from engine.model.ids import PublicKey, SpaceId
from tests.unit.hypercore.desk import Desk, bring

BEYOND = 1 << 62


def missing(desk: Desk, space: SpaceId, start: int, end: int) -> tuple[tuple[int, int], ...]:
    return tuple((one.start, one.end) for one in desk.ask(MissingBlocks(space, start, end)))


def test_what_is_not_here_is_told_in_stretches() -> None:
    author, reader = Desk(1), Desk(2)
    space = author.do(CreateFeed("news")).space
    author.do(AppendBlocks(space, (b"block",) * 20))
    reader.do(FollowFeed(PublicKey(space), whole=False))
    assert missing(reader, space, 0, BEYOND) == (), "nothing is known of it"
    bring(author, reader, space, [3, 4, 19])
    assert missing(reader, space, 0, BEYOND) == ((0, 3), (5, 19))
    assert missing(reader, space, 4, 7) == ((5, 7),)
    assert missing(reader, space, -5, 1) == ((0, 1),)
    assert missing(reader, space, 7, 7) == missing(reader, space, BEYOND, BEYOND + 1) == ()
    assert missing(author, space, 0, BEYOND) == ()
    reader.do(DropBlocks(space, 19, 20))
    assert missing(reader, space, 5, BEYOND) == ((5, 20),)


def test_files_of_an_entry_are_not_entries() -> None:
    author, reader = Desk(1), Desk(2)
    space = author.do(CreateFeed("news")).space
    picture = Attachment("a.png", "image/png", bytes(200_000))
    author.do(Say(space, Files((picture,), "look")))
    author.do(Say(space, Words("after it")))
    reader.do(FollowFeed(PublicKey(space), whole=False))
    bring(author, reader, space, [5])
    assert missing(reader, space, 0, BEYOND) == ((0, 5),), "nobody knows yet that they are parts"
    bring(author, reader, space, [0])
    assert missing(reader, space, 0, BEYOND) == ()


def test_so_many_are_looked_at_at_once() -> None:
    author, reader = Desk(1), Desk(2)
    space = author.do(CreateFeed("news")).space
    author.do(AppendBlocks(space, (b"",) * (PAGE_BLOCKS_MAX + 2)))
    reader.do(FollowFeed(PublicKey(space), whole=False))
    bring(author, reader, space, [PAGE_BLOCKS_MAX + 1])
    assert missing(reader, space, 0, PAGE_BLOCKS_MAX) == ((0, PAGE_BLOCKS_MAX),)
    assert missing(reader, space, 0, PAGE_BLOCKS_MAX + 1) == ((0, PAGE_BLOCKS_MAX),)
