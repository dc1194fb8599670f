"""How much of our disk feeds take: what was used longest ago goes, and nothing of our own."""

from __future__ import annotations

import pytest

from engine.model.feed_commands import AppendBlocks, CreateFeed, FollowFeed, LimitFeed, SeekBlocks
from engine.model.feed_queries import OneFeed
from engine.model.ids import PublicKey, SpaceId
from engine.protocols.hypercore.limits import BLOCK_LIMIT
from engine.protocols.hypercore.upkeep import LOOK_SECONDS, LOOK_SELDOM_SECONDS
from engine.store.hypercore.blocks import JUST_READ_MAX
from tests.unit.hypercore.desk import Desk, bring

RUN = 256


def grown(author: Desk, runs: int) -> SpaceId:
    """Blocks of 100 bytes."""
    feed = author.do(CreateFeed("news"))
    for _ in range(runs):
        author.do(AppendBlocks(feed.space, (bytes(100),) * RUN))
    return feed.space


@pytest.fixture
def author() -> Desk:
    return Desk(1)


def reading(author: Desk, space: SpaceId, runs: int, limit_bytes: int) -> Desk:
    """A reader to whom so many runs have come, one after the other."""
    reader = Desk(2, limit_bytes)
    reader.do(FollowFeed(PublicKey(space)))
    for run in range(runs):
        bring(author, reader, space, range(run * RUN, (run + 1) * RUN))
        reader.now += 1
    return reader


def held(desk: Desk, space: SpaceId) -> list[tuple[int, int]]:
    return list(desk.feeds.held(space, 0, 1 << 20))


def test_beyond_its_limit_the_oldest_goes_and_is_not_fetched_again(author: Desk) -> None:
    space = grown(author, 4)
    reader = reading(author, space, 3, limit_bytes=2 * RUN * 100)
    reader.look()
    assert held(reader, space) == [(RUN, 3 * RUN)]
    assert list(reader.feeds.let_go(space, 0, 1 << 20)) == [(0, RUN)]
    feed = reader.feeds.feed(space)
    assert feed is not None
    assert (feed.is_full, feed.gathers_from) == (True, 4 * RUN)


def test_of_a_short_feed_no_more_goes_than_has_to(author: Desk) -> None:
    """When blocks were used is noted of many together; those go one by one all the same."""
    space = grown(author, 1)
    reader = reading(author, space, 1, limit_bytes=100 * 100)
    reader.look()
    assert held(reader, space) == [(RUN - 100, RUN)]
    reader.do(SeekBlocks(space, 3, 5))
    bring(author, reader, space, [3, 4])
    reader.look()
    assert held(reader, space) == [(3, 5), (RUN - 98, RUN)], "what is just being read stays"


@pytest.mark.parametrize(("later", "stays"), [(JUST_READ_MAX - 1, True), (JUST_READ_MAX, False)])
def test_so_much_of_what_was_read_last_is_known(author: Desk, later: int, *, stays: bool) -> None:
    space = grown(author, 1)
    reader = reading(author, space, 1, limit_bytes=(RUN - 1) * 100)
    for start in [0, *range(RUN - later, RUN)]:
        reader.do(SeekBlocks(space, start, start + 1))
    reader.look()
    assert (held(reader, space)[0][0] == 0) is stays


def test_what_somebody_reads_is_not_the_oldest(author: Desk) -> None:
    space = grown(author, 3)
    reader = reading(author, space, 3, limit_bytes=2 * RUN * 100)
    reader.do(SeekBlocks(space, 0, 5))
    reader.look()
    assert held(reader, space) == [(0, RUN), (2 * RUN, 3 * RUN)]


def test_what_is_appended_behind_still_comes(author: Desk) -> None:
    space = grown(author, 2)
    reader = reading(author, space, 2, limit_bytes=RUN * 100)
    reader.look()
    author.do(AppendBlocks(space, (bytes(100),)))
    bring(author, reader, space, [2 * RUN])
    reader.look()
    feed = reader.feeds.feed(space)
    assert feed is not None
    assert (feed.is_full, feed.gathers_from) == (False, 0) or feed.gathers_from == 2 * RUN
    assert reader.feeds.held(space, 2 * RUN, 2 * RUN + 1)


def test_with_room_again_it_is_full_no_more(author: Desk) -> None:
    space = grown(author, 2)
    reader = reading(author, space, 2, limit_bytes=2 * RUN * 100)
    reader.look()
    full = reader.feeds.feed(space)
    assert full is not None
    assert full.is_full
    reader.do(LimitFeed(space, 10 * RUN * 100))
    reader.look()
    feed = reader.feeds.feed(space)
    assert feed is not None
    assert (feed.is_full, feed.gathers_from) == (False, 0)
    assert held(reader, space) == [(0, 2 * RUN)]


def test_where_the_disk_has_no_room_nothing_comes_unasked(author: Desk) -> None:
    space = grown(author, 1)
    reader = reading(author, space, 1, limit_bytes=1 << 30)
    reader.room = False
    reader.look()
    feed = reader.feeds.feed(space)
    assert feed is not None
    assert (feed.is_full, feed.gathers_from) == (True, BLOCK_LIMIT)
    reader.room = True
    reader.look()
    again = reader.feeds.feed(space)
    assert again is not None
    assert not again.is_full


def test_of_our_own_nothing_goes(author: Desk) -> None:
    space = grown(author, 2)
    author.do(LimitFeed(space, 0))
    author.look()
    assert author.ask(OneFeed(space)).downloaded == 2 * RUN


def test_it_looks_often_only_while_something_comes(author: Desk) -> None:
    space = grown(author, 2)
    reader = reading(author, space, 1, limit_bytes=1 << 30)
    assert reader.look() == LOOK_SECONDS
    assert reader.look() == LOOK_SELDOM_SECONDS
    bring(author, reader, space, [RUN])
    assert reader.look() == LOOK_SECONDS


@pytest.mark.parametrize("more", [None, 10 * RUN * 100])
def test_what_had_to_go_is_wanted_again_when_more_is_allowed(
    author: Desk, more: int | None
) -> None:
    space = grown(author, 4)
    reader = reading(author, space, 4, limit_bytes=100 * RUN * 100)
    reader.do(LimitFeed(space, 0))
    reader.look()
    assert held(reader, space) == []
    reader.do(LimitFeed(space, more))
    reader.look()
    feed = reader.feeds.feed(space)
    assert feed is not None
    assert (feed.is_full, feed.gathers_from) == (False, 0)
    assert not reader.feeds.let_go(space, 0, 1 << 20)


def test_where_less_is_allowed_nothing_of_it_is_wanted_again(author: Desk) -> None:
    space = grown(author, 4)
    reader = reading(author, space, 4, limit_bytes=100 * RUN * 100)
    reader.do(LimitFeed(space, 2 * RUN * 100))
    reader.look()
    reader.do(LimitFeed(space, RUN * 100))
    reader.look()
    assert held(reader, space) == [(3 * RUN, 4 * RUN)]
    feed = reader.feeds.feed(space)
    assert feed is not None
    assert (feed.is_full, feed.gathers_from) == (True, 4 * RUN)
