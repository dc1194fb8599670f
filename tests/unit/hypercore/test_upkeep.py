"""How much of our disk feeds take: what was used longest ago goes, and nothing of our own."""

from __future__ import annotations

import pytest

from engine.model.feed_commands import AppendBlocks, CreateFeed, FollowFeed, LimitFeed, SeekBlocks
from engine.model.feed_queries import OneFeed
from engine.model.ids import PublicKey, SpaceId
from engine.protocols.hypercore import upkeep
from engine.protocols.hypercore.limits import BLOCK_LIMIT, BLOCK_PROOF_BYTES, BLOCK_ROW_BYTES
from engine.protocols.hypercore.records import Evicted, Reclaimed
from engine.protocols.hypercore.upkeep import LOOK_SECONDS, LOOK_SELDOM_SECONDS
from engine.store.hypercore.blocks import JUST_READ_MAX
from tests.unit.hypercore.desk import Desk, bring

RUN = 256
SIZE = 720
FREED = SIZE + BLOCK_ROW_BYTES
"""By a block that goes; what proves it stays."""
EACH = FREED + BLOCK_PROOF_BYTES


def grown(author: Desk, runs: int) -> SpaceId:
    feed = author.do(CreateFeed("news"))
    for _ in range(runs):
        author.do(AppendBlocks(feed.space, (bytes(SIZE),) * RUN))
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
    reader = reading(author, space, 3, limit_bytes=3 * RUN * EACH - RUN * FREED)
    reader.look()
    assert held(reader, space) == [(RUN, 3 * RUN)]
    assert list(reader.feeds.let_go(space, 0, 1 << 20)) == [(0, RUN)]
    feed = reader.feeds.feed(space)
    assert feed is not None
    assert (feed.is_full, feed.gathers_from) == (True, 4 * RUN)


def test_of_a_short_feed_no_more_goes_than_has_to(author: Desk) -> None:
    """When blocks were used is noted of many together; those go one by one all the same."""
    space = grown(author, 1)
    reader = reading(author, space, 1, limit_bytes=RUN * EACH - (RUN - 100) * FREED)
    reader.look()
    assert held(reader, space) == [(RUN - 100, RUN)]
    reader.do(SeekBlocks(space, 3, 5))
    bring(author, reader, space, [3, 4])
    reader.look()
    assert held(reader, space) == [(3, 5), (RUN - 98, RUN)], "what is just being read stays"


@pytest.mark.parametrize(("later", "stays"), [(JUST_READ_MAX - 1, True), (JUST_READ_MAX, False)])
def test_so_much_of_what_was_read_last_is_known(author: Desk, later: int, *, stays: bool) -> None:
    space = grown(author, 1)
    reader = reading(author, space, 1, limit_bytes=RUN * EACH - FREED)
    for start in [0, *range(RUN - later, RUN)]:
        reader.do(SeekBlocks(space, start, start + 1))
    reader.look()
    assert (held(reader, space)[0][0] == 0) is stays


def test_what_somebody_reads_is_not_the_oldest(author: Desk) -> None:
    space = grown(author, 3)
    reader = reading(author, space, 3, limit_bytes=3 * RUN * EACH - RUN * FREED)
    reader.do(SeekBlocks(space, 0, 5))
    reader.look()
    assert held(reader, space) == [(0, RUN), (2 * RUN, 3 * RUN)]


def test_what_is_appended_behind_still_comes(author: Desk) -> None:
    space = grown(author, 2)
    reader = reading(author, space, 2, limit_bytes=2 * RUN * EACH - RUN * FREED)
    reader.look()
    author.do(AppendBlocks(space, (bytes(SIZE),)))
    bring(author, reader, space, [2 * RUN])
    reader.look()
    feed = reader.feeds.feed(space)
    assert feed is not None
    assert (feed.is_full, feed.gathers_from) == (False, 0) or feed.gathers_from == 2 * RUN
    assert reader.feeds.held(space, 2 * RUN, 2 * RUN + 1)


def test_with_room_again_it_is_full_no_more(author: Desk) -> None:
    space = grown(author, 2)
    reader = reading(author, space, 2, limit_bytes=2 * RUN * EACH)
    reader.look()
    full = reader.feeds.feed(space)
    assert full is not None
    assert full.is_full
    reader.do(LimitFeed(space, 10 * RUN * EACH))
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


@pytest.mark.parametrize("more", [None, 10 * RUN * EACH])
def test_what_had_to_go_is_wanted_again_when_more_is_allowed(
    author: Desk, more: int | None
) -> None:
    space = grown(author, 4)
    reader = reading(author, space, 4, limit_bytes=100 * RUN * EACH)
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
    reader = reading(author, space, 4, limit_bytes=100 * RUN * EACH)
    less = 4 * RUN * EACH - 2 * RUN * FREED
    reader.do(LimitFeed(space, less))
    reader.look()
    reader.do(LimitFeed(space, less - RUN * FREED))
    reader.look()
    assert held(reader, space) == [(3 * RUN, 4 * RUN)]
    feed = reader.feeds.feed(space)
    assert feed is not None
    assert (feed.is_full, feed.gathers_from) == (True, 4 * RUN)


def full_at(author: Desk, usual: int, own: int | None) -> tuple[Desk, SpaceId]:
    """A reader some of whose blocks had to go. ``usual``: what a feed may take without ``own``."""
    space = grown(author, 1)
    reader = reading(author, space, 1, limit_bytes=usual)
    reader.do(LimitFeed(space, own))
    reader.look()
    assert reader.feeds.let_go(space, 0, 1 << 20)
    return reader, space


LESS = RUN * EACH - 9 * FREED


@pytest.mark.parametrize(("was", "own"), [(None, LESS - FREED), (None, LESS), (LESS + 1, None)])
def test_nor_where_what_the_profile_allows_is_not_less(
    author: Desk, was: int | None, own: int | None
) -> None:
    reader, space = full_at(author, LESS, was)
    reader.do(LimitFeed(space, own))
    assert reader.feeds.let_go(space, 0, 1 << 20)


@pytest.mark.parametrize(("was", "own"), [(None, LESS + 1), (LESS - 1, None)])
def test_what_the_profile_allows_counts_where_there_is_no_limit_of_its_own(
    author: Desk, was: int | None, own: int | None
) -> None:
    reader, space = full_at(author, LESS, was)
    reader.do(LimitFeed(space, own))
    assert not reader.feeds.let_go(space, 0, 1 << 20)


@pytest.mark.parametrize("beyond", [0, 1])
def test_blocks_of_nothing_take_room_too(author: Desk, beyond: int) -> None:
    """F-5: else their author fills the disk, whatever the limit."""
    feed = author.do(CreateFeed("nothing"))
    author.do(AppendBlocks(feed.space, (b"",) * RUN))
    half = RUN * BLOCK_ROW_BYTES - beyond
    reader = reading(author, feed.space, 1, limit_bytes=2 * half)
    reader.look()
    assert held(reader, feed.space) == [(beyond, RUN)]
    followed = reader.feeds.feed(feed.space)
    assert followed is not None
    assert followed.is_full


@pytest.mark.parametrize("beyond", [0, 1])
def test_where_what_proves_them_takes_more_than_half_nothing_comes_unasked(
    author: Desk, beyond: int
) -> None:
    """It stays when the blocks go: else what is appended behind would fill the disk by and by."""
    feed = author.do(CreateFeed("nothing"))
    author.do(AppendBlocks(feed.space, (b"",) * RUN))
    reader = reading(author, feed.space, 1, limit_bytes=2 * (RUN * BLOCK_PROOF_BYTES - beyond))
    for _ in range(2):
        reader.look()
        assert held(reader, feed.space) == [(0, RUN)]
        followed = reader.feeds.feed(feed.space)
        assert followed is not None
        assert (followed.is_full, followed.gathers_from) == (
            (True, BLOCK_LIMIT) if beyond else (False, 0)
        )


def test_however_much_proves_them_what_somebody_asks_for_stays(author: Desk) -> None:
    space = grown(author, 2)
    reader = reading(author, space, 2, limit_bytes=2 * RUN * BLOCK_PROOF_BYTES)
    reader.look()
    half = RUN * BLOCK_PROOF_BYTES // FREED
    assert held(reader, space) == [(2 * RUN - half, 2 * RUN)], "half of the limit is for blocks"
    reader.do(SeekBlocks(space, 0, 3))
    bring(author, reader, space, [0, 1, 2])
    for _ in range(2):
        reader.look()
        assert held(reader, space) == [(0, 3), (2 * RUN - half + 3, 2 * RUN)]


def test_how_many_were_let_go_is_counted_as_they_come_and_go(author: Desk) -> None:
    space = grown(author, 2)
    reader = reading(author, space, 2, limit_bytes=1 << 30)
    assert reader.feeds.gone(space) == 0
    reader.keep(Evicted(space, 3, RUN + 9))
    assert reader.feeds.gone(space) == RUN + 6
    bring(author, reader, space, [5, RUN])
    assert reader.feeds.gone(space) == RUN + 4
    reader.feeds._blocks._gone.clear()
    assert reader.feeds.gone(space) == RUN + 4, "what is written says the same"
    reader.keep(Reclaimed(space))
    assert reader.feeds.gone(space) == 0


@pytest.mark.parametrize("runs", [2, 3])
def test_so_much_goes_at_a_time(author: Desk, monkeypatch: pytest.MonkeyPatch, runs: int) -> None:
    monkeypatch.setattr(upkeep, "EVICTED_AT_ONCE_BYTES", 2 * RUN * FREED)
    space = grown(author, runs)
    reader = reading(author, space, runs, limit_bytes=0)
    reader.look()
    assert held(reader, space) == ([] if runs == 2 else [(2 * RUN, 3 * RUN)])
