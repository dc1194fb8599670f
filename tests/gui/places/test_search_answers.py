"""The search while it is answered: late, out of order, not at all, or of what has gone since."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtTest import QTest
from typing_extensions import override

from engine.errors import Fault, FaultReason
from engine.model.events import SpaceForgotten
from engine.model.hits import SearchHit
from engine.model.ids import SpaceId
from engine.model.queries import PATIENCE_MAX, Search
from tests.code_scene import click
from tests.fake_engine import FakeEngine
from tests.fake_settings import FakeSettings
from tests.gui.conftest import Run, until
from tests.gui.places.search_scene import answered, finds, opened, scene_of
from tests.gui.window_scene import JUNE, channel, settled, started
from ui.main_window.window import MainWindow
from ui.searching.page import SearchPage
from ui.searching.typed import PAGE_HITS, Progress, TypedSearch

STOPPED = "The search stopped after a while. Choose one channel, or add a word."


class SlowEngine(FakeEngine):
    """Answers a search when it is let go."""

    @override
    def __post_init__(self) -> None:
        super().__post_init__()
        self.held: dict[str, asyncio.Future[None]] = {}

    @override
    async def ask(self, query: Any) -> Any:
        if isinstance(query, Search):
            self.held[query.words] = asyncio.get_running_loop().create_future()
            await self.held[query.words]
        return await super().ask(query)


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> FakeEngine:
    return SlowEngine() if "older_answer" in request.node.name else FakeEngine()


def test_an_older_answer_is_not_waited_for_once_a_newer_one_is_wanted(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    scene_of(engine, settings)
    assert isinstance(engine, SlowEngine)
    held = engine.held

    async def scene() -> SearchPage:
        page = await opened(window)
        page.words.setText("rain")
        await until(lambda: "rain" in held)
        page.words.setText("leaks")
        await until(lambda: "leaks" in held)
        assert held["rain"].cancelled()
        held["leaks"].set_result(None)
        await settled(window)
        return page

    page = run(scene())
    assert [find.line for find in finds(page)] == ["the boat leaks"]


def test_an_older_answer_to_words_that_were_taken_away_shows_nothing(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    scene_of(engine, settings)
    assert isinstance(engine, SlowEngine)

    async def scene() -> SearchPage:
        page = await opened(window)
        page.words.setText("rain")
        await until(lambda: "rain" in engine.held)
        page.words.clear()
        await settled(window)
        assert engine.held["rain"].cancelled()
        return page

    page = run(scene())
    assert page.model.rowCount() == 0
    assert page.empty.title.text() == "Find a message"


def test_typing_asks_once_for_what_stands_there_in_the_end(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    scene_of(engine, settings)

    async def scene() -> None:
        page = await opened(window)
        QTest.keyClicks(page.words, "the rain is")
        await answered(window, page)

    run(scene())
    asked = [one for one in engine.asked if isinstance(one, Search)]
    assert asked[-1].words == "the rain is"
    assert len(asked) < len("the rain is")


def test_what_fails_is_said_in_its_place_and_can_be_tried_again(
    run: Run[Any],
    window: MainWindow,
    engine: FakeEngine,
    settings: FakeSettings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene_of(engine, settings)

    async def scene() -> SearchPage:
        page = await opened(window)

        def fail(_query: object) -> object:
            raise Fault(FaultReason.DATABASE_CORRUPT)

        with monkeypatch.context() as broken:
            broken.setattr(engine.talk, "search", fail)
            QTest.keyClicks(page.words, "rain")
            await answered(window, page)
        assert page.empty.action.text() == "Try again"
        assert not window.toast.isVisible()
        page.empty.action.click()
        await answered(window, page)
        return page

    assert len(finds(run(scene()))) == 3


def test_a_channel_that_is_forgotten_leaves_the_finds_and_the_choice(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    _here, there = scene_of(engine, settings)

    async def scene() -> SearchPage:
        page = await opened(window)
        QTest.keyClicks(page.words, "rain")
        await answered(window, page)
        engine._forget(there)
        await until(lambda: page.channel.findText("Boats") < 0)
        return page

    page = run(scene())
    assert {find.channel for find in finds(page)} == {"Garden"}


def test_hits_of_one_search_are_kept_within_bounds(
    run: Run[Any], engine: FakeEngine, window: MainWindow
) -> None:
    finding = TypedSearch(window._bridge, window)
    finding.words, finding.progress, finding.is_whole = "x", Progress.FOUND, False
    hit = SearchHit(SpaceId(b"s"), b"p", 0.0, JUNE, "x", b"o")  # type: ignore[arg-type]  # by shape
    finding.hits = tuple(replace(hit, at=float(n)) for n in range(5_000))
    finding.more()
    run(settled(window))
    assert not [one for one in engine.asked if isinstance(one, Search)]
    finding.forget_space(SpaceForgotten(SpaceId(b"s")).space)
    assert finding.hits == ()


def test_a_search_that_ran_out_of_time_says_so_and_goes_on(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    scene_of(engine, settings)
    engine.talk.patience_wanted, engine.talk.found_at_once = 2, 1
    told: list[str] = []

    async def scene() -> SearchPage:
        page = await opened(window)
        page.announce = told.append
        QTest.keyClicks(page.words, "rain")
        await answered(window, page)
        assert page.count.text() == "1 message so far. There was no time to look through all."
        for patience in (1, 2):
            click(page.on)
            await answered(window, page)
            asked = Search("rain", limit=PAGE_HITS, patience=patience, comments=True)
            assert asked in engine.asked
        return page

    page = run(scene())
    assert (len(finds(page)), page.count.text()) == (3, "3 messages")
    assert not page.on.isVisible()
    assert told[-1] == "3 messages"


def test_what_was_not_found_in_time_is_not_said_to_be_nowhere(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    scene_of(engine, settings)
    engine.talk.patience_wanted = 1

    async def scene() -> SearchPage:
        page = await opened(window)
        QTest.keyClicks(page.words, "rain")
        await answered(window, page)
        assert page.empty.title.text() == "Nothing found yet"
        assert not page.on.isVisible()
        click(page.empty.action)
        await answered(window, page)
        return page

    assert len(finds(run(scene()))) == 3


@pytest.mark.parametrize(
    ("found", "told"),
    [
        (0, "Nothing found in time"),
        (1, f"1 message so far. {STOPPED}"),
    ],
)
def test_once_no_more_time_is_to_be_had_none_is_offered_but_what_finds_more(
    run: Run[Any],
    window: MainWindow,
    engine: FakeEngine,
    settings: FakeSettings,
    found: int,
    told: str,
) -> None:
    scene_of(engine, settings)
    engine.talk.patience_wanted, engine.talk.found_at_once = PATIENCE_MAX + 1, found
    heard: list[str] = []

    async def scene() -> SearchPage:
        page = await opened(window)
        page.announce = heard.append
        QTest.keyClicks(page.words, "rain")
        await answered(window, page)
        for _time in range(PATIENCE_MAX):
            click(page.on if found else page.empty.action)
            await answered(window, page)
        return page

    page = run(scene())
    assert heard[-1] == told
    assert page.on.isHidden()
    assert found or page.empty.action.isHidden()
    before = len(engine.asked)
    page.finding.go_on()
    run(settled(window))
    assert not [one for one in engine.asked[before:] if isinstance(one, Search)]


def test_in_one_channel_that_took_too_long_another_word_is_what_helps(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    scene_of(engine, settings)
    engine.talk.patience_wanted = PATIENCE_MAX + 1

    async def scene() -> SearchPage:
        page = await opened(window)
        page.channel.setCurrentIndex(1)
        QTest.keyClicks(page.words, "rain")
        await answered(window, page)
        for _time in range(PATIENCE_MAX):
            click(page.empty.action)
            await answered(window, page)
        return page

    words = run(scene()).empty.sentence.text()
    assert words == "The search stopped after a while. A further word finds faster."


def test_a_further_page_that_ran_out_of_time_is_asked_for_again(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden", *(f"apple {n}" for n in range(70)))
    finding = TypedSearch(window._bridge, window)

    async def scene() -> list[str]:
        await started(window)
        finding.look_for("apple")
        await until(lambda: finding.progress is Progress.FOUND)
        engine.talk.patience_wanted, engine.talk.found_at_once = 1, 3
        finding.more()
        await until(lambda: len(finding.hits) == 53)
        finding.more()
        assert (finding.is_cut, finding.is_whole) == (True, False)
        finding.go_on()
        await until(lambda: finding.is_whole)
        return [hit.snippet for hit in finding.hits]

    assert run(scene()) == [f"apple {n}" for n in range(69, -1, -1)]
