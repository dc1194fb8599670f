"""What the search has found is what is there: also once it changed, and when one comes back."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from engine.model.commands import HidePost, Say
from engine.model.contents import Retraction
from engine.model.queries import Search
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said
from tests.fake_settings import FakeSettings
from tests.gui.conftest import Run, until
from tests.gui.places.search_scene import answered, finds, opened, scene_of
from tests.gui.window_scene import ALT, ENTER, JUNE, settled
from ui.main_window.pages import PageName
from ui.main_window.window import MainWindow
from ui.searching.page import SearchPage
from ui.searching.typed import PAGE_HITS


def lines(page: SearchPage) -> list[str]:
    return [find.line for find in finds(page)]


def test_what_was_taken_back_or_came_while_one_was_away_is_known_when_one_comes_back(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    here, there = scene_of(engine, settings)

    async def scene() -> None:
        page = await opened(window)
        QTest.keyClicks(page.words, "rain")
        await answered(window, page)
        gone = next(find.hit for find in finds(page) if find.line == "it is the rain")
        QTest.keyClick(page.words, Qt.Key.Key_Down)
        QTest.keyClick(page.list, ENTER)
        await settled(window)
        assert window.pages.shows_channel
        await engine.perform(Say(there, Retraction(gone.id)))
        engine.receive(here, Said("rain at last", EPOCH + 9, JUNE))
        await settled(window)
        QTest.keyClick(window, Qt.Key.Key_Left, ALT)
        assert window.pages.is_shown(PageName.SEARCH)
        await settled(window)
        assert lines(page) == ["rain at last", "no rain again", "the rain is late"]
        assert page.count.text() == "3 messages"

    run(scene())


def test_the_same_words_wanted_anew_are_looked_for_anew(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    scene_of(engine, settings)

    async def scene() -> None:
        page = await opened(window)
        window.search("rain")
        await answered(window, page)
        before = len(engine.asked)
        window.search("rain")
        await settled(window)
        assert [one for one in engine.asked[before:] if isinstance(one, Search)]

    run(scene())


def test_what_is_hidden_or_comes_while_one_looks_is_seen_at_once(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    here, _there = scene_of(engine, settings)

    async def scene() -> None:
        page = await opened(window)
        QTest.keyClicks(page.words, "rain")
        await answered(window, page)
        hidden = next(find.hit for find in finds(page) if find.line == "no rain again")
        await engine.perform(HidePost(here, hidden.id))
        await until(lambda: "no rain again" not in lines(page))
        engine.receive(here, Said("more rain", EPOCH + 9, JUNE))
        await until(lambda: "more rain" in lines(page))
        assert page.list.isVisible()

    run(scene())


def test_nothing_is_looked_for_while_nobody_looks(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    here, _there = scene_of(engine, settings)

    async def scene() -> None:
        page = await opened(window)
        QTest.keyClicks(page.words, "rain")
        await answered(window, page)
        window.pages.close_page()
        await settled(window)
        before = len(engine.asked)
        engine.receive(here, Said("more rain", EPOCH + 9, JUNE))
        await settled(window)
        assert not [one for one in engine.asked[before:] if isinstance(one, Search)]

    run(scene())


def test_one_stays_where_one_was_while_newer_ones_come(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    here, _there = scene_of(engine, settings)
    engine.receive(here, *(Said(f"fog {n}", EPOCH + 10 + n, JUNE) for n in range(2 * PAGE_HITS)))

    async def scene() -> None:
        page = await opened(window)
        QTest.keyClicks(page.words, "fog")
        await answered(window, page)
        page.list.setCurrentIndex(page.model.index(30))
        bar = page.list.verticalScrollBar()
        bar.setValue(bar.value() + 7)  # some pixels into a find
        await settled(window)
        count = page.model.rowCount()
        chosen = page.list.currentIndex().row()
        top = page.list.indexAt(QPoint(1, 0))
        line, y = finds(page)[top.row()].line, page.list.visualRect(top).top()
        assert top.row() > 0
        engine.receive(here, Said("fog again", EPOCH + 900, JUNE))
        await until(lambda: "fog again" in lines(page))
        assert page.list.currentIndex().row() == chosen + 1
        top = page.list.indexAt(QPoint(1, 0))
        assert (finds(page)[top.row()].line, page.list.visualRect(top).top()) == (line, y)
        assert page.model.rowCount() == count  # in whole pages

    run(scene())


def test_where_the_chosen_one_is_gone_the_next_older_one_is_chosen(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    here, _there = scene_of(engine, settings)
    engine.receive(here, *(Said(f"fog {n}", EPOCH + 10 + n, JUNE) for n in range(9)))

    async def scene() -> None:
        page = await opened(window)
        QTest.keyClicks(page.words, "fog")
        await answered(window, page)
        page.list.setCurrentIndex(page.model.index(4))
        await engine.perform(HidePost(here, finds(page)[4].hit.id))
        await until(lambda: page.model.rowCount() == 8)
        assert finds(page)[page.list.currentIndex().row()].line == "fog 3"

    run(scene())


def test_what_took_long_is_asked_for_again_only_by_who_comes_back_to_it(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    here, _there = scene_of(engine, settings)
    engine.talk.patience_wanted, engine.talk.found_at_once = 1, 1

    async def scene() -> None:
        page = await opened(window)
        QTest.keyClicks(page.words, "rain")
        await answered(window, page)
        first = finds(page)[0].line
        engine.receive(here, Said("more rain", EPOCH + 9, JUNE))
        await settled(window)
        assert lines(page) == [first]
        window.pages.close_page()
        window.search()
        await settled(window)
        assert lines(page) == ["more rain"]
        assert page.finding.can_go_on

    run(scene())
