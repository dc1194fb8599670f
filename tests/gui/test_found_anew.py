"""A post that comes while the find bar asks for something is found all the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine.model.events import PostsArrived
from engine.model.hits import FoundPosts, SearchHit
from engine.model.ids import OrderKey, PostId, SpaceId
from tests.fake_history import author
from tests.gui.conftest import Run, until
from tests.gui.searching import Searching
from ui.bridge import Bridge
from ui.finding.finding import HITS_MAX, PAGE_HITS, Finding

GARDEN = SpaceId(b"g" * 32)


def hit(number: int) -> SearchHit:
    order = number.to_bytes(8)
    return SearchHit(GARDEN, PostId(order * 4), 0.0, author("June"), "apple", OrderKey(order))


def hits(newest: int, count: int) -> FoundPosts:
    """Of ``count`` posts, that number and those before it."""
    return FoundPosts(tuple(hit(number) for number in range(newest, newest - count, -1)))


class Bar:
    """The words "apple", looked for in one channel."""

    def __init__(self, engine: Searching, bridge: Bridge) -> None:
        self.engine = engine
        self.bridge = bridge
        self.finding = Finding(bridge, bridge)
        self.finding.look_in(GARDEN)

    async def is_asked(self, searches: int) -> None:
        await until(lambda: len(self.engine.searched) == searches)

    async def answered(self, found: FoundPosts, which: int = -1) -> None:
        """That search has its answer, and nothing is under way any more."""
        self.engine.searched[which].set_result(found)
        await until(lambda: not self.bridge._tasks)

    async def found(self, newest: int, count: int) -> None:
        self.finding.look_for("apple")
        self.finding.look_now()
        await self.is_asked(1)
        await self.answered(hits(newest, count))

    async def hears(self) -> None:
        """A post has come, and it has been told."""
        self.engine.tell(PostsArrived(GARDEN, 1, OrderKey(b""), OrderKey(b"")))
        await until(lambda: self.bridge._waiting.is_empty() and not self.bridge._timer.isActive())

    async def asks_no_more(self) -> None:
        refresh = self.finding._renewing
        await until(lambda: not refresh.is_pending and not refresh._pause.isActive())


@pytest.fixture
def engine() -> Searching:
    return Searching()


@pytest.fixture
def bar(engine: Searching, bridge: Bridge) -> Iterator[Bar]:
    made = Bar(engine, bridge)
    yield made
    for one in engine.searched:
        one.cancel()


def test_what_comes_during_a_search_is_asked_for_once_that_has_ended(
    run: Run[Any], bar: Bar, engine: Searching
) -> None:
    async def scene() -> None:
        bar.finding.look_for("apple")
        bar.finding.look_now()
        await bar.is_asked(1)
        await bar.hears()
        await bar.answered(hits(7, 1))
        await bar.is_asked(2)
        await bar.answered(hits(8, 2))
        await bar.asks_no_more()

    run(scene())
    assert bar.finding.hits == [hit(8), hit(7)]
    assert len(engine.searched) == 2


def test_what_comes_before_the_next_page_is_asked_for_is_found_behind_it(
    run: Run[Any], bar: Bar, engine: Searching
) -> None:
    """The answer of the renewal reaches us while the page is under way: it tells too little."""

    async def scene() -> None:
        await bar.found(69, PAGE_HITS)
        bar.finding.place = PAGE_HITS - 1
        await bar.hears()
        await bar.is_asked(2)
        bar.finding.step(1)
        await bar.is_asked(3)
        engine.searched[1].set_result(hits(70, PAGE_HITS))
        await until(lambda: not bar.finding._renewing._running)
        await bar.answered(hits(19, 20))
        await bar.is_asked(4)
        await bar.answered(hits(70, 71))
        await bar.asks_no_more()

    run(scene())
    assert engine.wanted[-1].limit == 2 * PAGE_HITS
    assert len(bar.finding.hits) == 71
    assert bar.finding.hits[bar.finding.place] == hit(19)


def test_what_comes_before_a_page_that_is_here_first_is_found_as_well(
    run: Run[Any], bar: Bar, engine: Searching
) -> None:
    async def scene() -> None:
        await bar.found(69, PAGE_HITS)
        bar.finding.place = PAGE_HITS - 1
        await bar.hears()
        await bar.is_asked(2)
        bar.finding.step(1)
        await bar.is_asked(3)
        engine.searched[2].set_result(hits(19, 20))
        await until(lambda: not bar.finding.is_pending)
        await bar.answered(hits(70, PAGE_HITS), which=1)
        await bar.is_asked(4)
        await bar.answered(hits(70, 71))
        await bar.asks_no_more()

    run(scene())
    assert len(bar.finding.hits) == 71


def test_a_renewal_that_had_no_time_for_all_is_not_tried_again(
    run: Run[Any], bar: Bar, engine: Searching
) -> None:
    async def scene() -> None:
        await bar.found(7, 1)
        await bar.hears()
        await bar.is_asked(2)
        await bar.answered(FoundPosts(is_cut=True))
        await bar.asks_no_more()

    run(scene())
    assert bar.finding.hits == [hit(7)]
    assert len(engine.searched) == 2


def test_what_took_more_time_than_a_search_has_at_first_is_not_asked_for_anew(
    run: Run[Any], bar: Bar, engine: Searching
) -> None:
    async def scene() -> None:
        bar.finding.look_for("apple")
        bar.finding.look_now()
        await bar.is_asked(1)
        await bar.answered(FoundPosts(is_cut=True))
        bar.finding.step(1)
        await bar.is_asked(2)
        await bar.answered(hits(7, 1))
        await bar.hears()
        await bar.asks_no_more()

    run(scene())
    assert [one.patience for one in engine.wanted] == [0, 1]


@pytest.mark.parametrize(("known", "searches"), [(HITS_MAX, 2), (HITS_MAX + 1, 1)])
def test_more_than_are_given_at_once_are_not_exchanged_for_fewer(
    run: Run[Any], bar: Bar, engine: Searching, known: int, searches: int
) -> None:
    async def scene() -> None:
        await bar.found(known, known)
        await bar.hears()
        await bar.is_asked(searches)
        if searches > 1:
            await bar.answered(hits(known, known))
        await bar.asks_no_more()

    run(scene())
    assert len(engine.searched) == searches
    assert len(bar.finding.hits) == known
