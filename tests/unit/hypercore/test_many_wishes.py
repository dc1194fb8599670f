"""Many ranges of a feed that somebody waits for, as of a folder whose files do not touch."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.protocols.hypercore import packets
from engine.protocols.hypercore.blocks.ranges import Range
from engine.protocols.hypercore.exchange.asking.downloads import Downloads
from engine.protocols.hypercore.exchange.asking.remote import Remote
from engine.protocols.hypercore.limits import SOUGHT_STRETCHES_LOOKED_AT
from engine.store.hypercore.wishes import Wishes, wished_blocks
from engine.store.opening import open_memory_store
from tests.unit.hypercore.memory_feeds import followed
from tests.work import steps_of

FEED = 1
LITTLE = 1_000
RANGES = st.tuples(st.integers(0, 30), st.integers(1, 12)).map(lambda one: (one[0], sum(one)))


def apart(count: int) -> list[Range]:
    return [(2 * number, 2 * number + 1) for number in range(count)]


@pytest.fixture
def wishes() -> Wishes:
    return wished_blocks(open_memory_store().database)


def begun(wishes: Wishes, ranges: Sequence[Range]) -> Wishes:
    """In a transaction that stays open."""
    wishes._database.begin()
    wishes.of(FEED)
    wishes.add_all(FEED, ranges)
    return wishes


def test_many_together_come_in_their_order_and_before_what_was_so_earlier(wishes: Wishes) -> None:
    begun(wishes, [(8, 9), (5, 6)]).add_all(FEED, [(1, 3), (5, 6), (7, 8)])
    assert list(wishes.of(FEED)) == [(1, 3), (5, 6), (7, 8), (8, 9)]
    wishes.add(FEED, 8, 9)
    assert list(wishes.of(FEED)) == [(8, 9), (1, 3), (5, 6), (7, 8)]


def test_many_together_cost_hardly_more_than_to_be_written(wishes: Wishes) -> None:
    assert steps_of(lambda: begun(wishes, apart(8_000)).of(FEED)) < 10 * 8_000


def test_what_a_block_that_came_costs_does_not_grow_with_them(wishes: Wishes) -> None:
    begun(wishes, apart(8_000)).of(FEED)

    def come() -> None:
        for start, end in wishes.touching(FEED, 40, 43):
            wishes.remove(FEED, start, end)

    assert steps_of(come) < LITTLE
    assert wishes.of(FEED)[19:22] == [(38, 39), (44, 45), (46, 47)]


@given(
    first=st.lists(RANGES, max_size=8),
    then=st.lists(RANGES, max_size=8),
    gone=st.lists(RANGES, max_size=8),
    arrived=RANGES,
)
def test_they_are_known_as_they_are_written_and_found_where_they_touch(
    first: list[Range], then: list[Range], gone: list[Range], arrived: Range
) -> None:
    database = open_memory_store().database
    wishes = begun(wished_blocks(database), first)
    for one in then:
        wishes.of(FEED)
        wishes.add(FEED, *one)
    for one in [*gone, *then[:2]]:
        wishes.remove(FEED, *one)
    every = list(wishes.of(FEED))
    assert every == list(wished_blocks(database).of(FEED))
    start, end = arrived
    touching = [one for one in every if one[0] < end and start < one[1]]
    assert sorted(wishes.touching(FEED, start, end)) == sorted(touching)


def test_to_ask_for_one_more_costs_no_more_the_more_there_are() -> None:
    feeds, space = followed(whole=False)
    remote = Remote()
    remote.note_have(packets.Have(((0, 100_000),)))
    download = Downloads(feeds).of(space)
    (feed,), search = feeds.feeds(), download.search(remote)
    waiting = apart(20_000)
    assert download.next_sought(feed, search, waiting, 3) == [0, 2, 4]
    del waiting[0]
    found: list[int] = []
    assert steps_of(lambda: found.extend(download.next_sought(feed, search, waiting, 1))) < LITTLE
    assert found == [6]


def test_what_was_looked_through_for_wishes_that_are_met_is_forgotten_sometime() -> None:
    feeds, space = followed(whole=False)
    remote = Remote()
    remote.note_have(packets.Have(((0, 100_000),)))
    download = Downloads(feeds).of(space)
    (feed,), search = feeds.feeds(), download.search(remote)
    waiting = apart(5_000)
    while waiting:
        assert download.next_sought(feed, search, waiting, 10)
        del waiting[:10]
    assert len(search.sought) <= SOUGHT_STRETCHES_LOOKED_AT + 20
