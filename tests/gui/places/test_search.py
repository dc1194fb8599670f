"""The search in all channels: as one types, page by page, and back to what was found."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.model.queries import Search
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said, author
from tests.fake_settings import FakeSettings
from tests.gui.conftest import Run, until
from tests.gui.places.search_scene import answered, finds, opened, scene_of
from tests.gui.window_scene import ALT, ENTER, JUNE, LEFT, channel, settled, started
from ui.main_window.pages import PageName
from ui.main_window.window import MainWindow
from ui.searching.page import SearchPage
from ui.searching.results import FIND_ROLE
from ui.searching.typed import PAGE_HITS


def test_ctrl_shift_f_finds_in_all_channels_the_newest_first(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    scene_of(engine, settings)

    async def scene() -> SearchPage:
        page = await opened(window)
        assert page.words.hasFocus()
        assert page.empty.title.text() == "Find a message"
        QTest.keyClicks(page.words, "rain")
        await answered(window, page)
        return page

    page = run(scene())
    found = finds(page)
    assert {find.line for find in found} == {"it is the rain", "the rain is late", "no rain again"}
    assert {find.channel for find in found} == {"Garden", "Boats"}
    assert page.count.text() == "3 messages"
    for find in found:
        ((start, length),) = find.marks
        assert find.line[start : start + length] == "rain"
        assert find.spoken.startswith("June in ")


def test_enter_shows_the_message_where_it_stands_and_back_returns_to_what_was_found(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    _here, there = scene_of(engine, settings)
    said = [Said(f"line {number}", EPOCH + 2 + number, JUNE) for number in range(300)]
    engine.receive(there, *said)

    async def scene() -> None:
        page = await opened(window)
        QTest.keyClicks(page.words, "leaks")
        await answered(window, page)
        QTest.keyClick(page.words, Qt.Key.Key_Down)
        assert page.list.hasFocus()
        QTest.keyClick(page.list, ENTER)
        timeline = window.pages.channel.timeline
        await until(lambda: window.pages.channel.source.is_open)
        await settled(window)
        assert window.pages.channel.space == there
        texts = [timeline.row(index).entry.post.text for index, _top in timeline.in_sight()]
        assert "the boat leaks" in texts
        assert window.pages.way_back.isVisible()
        QTest.keyClick(window, Qt.Key.Key_Left, ALT)
        assert window.pages.is_shown(PageName.SEARCH)
        assert page.list.hasFocus()
        assert page.words.text() == "leaks"
        assert finds(page)[0].line == "the boat leaks"

    run(scene())


def test_a_click_on_a_find_shows_it_and_the_line_above_leads_back(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    scene_of(engine, settings)

    async def scene() -> None:
        page = await opened(window)
        QTest.keyClicks(page.words, "leaks")
        await answered(window, page)
        where = page.list.visualRect(page.model.index(0)).center()
        QTest.mouseClick(page.list.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, where)
        assert window.pages.shows_channel
        await settled(window)
        QTest.mouseClick(window.pages.way_back.button, LEFT)
        assert window.pages.is_shown(PageName.SEARCH)
        window.open_space(finds(page)[0].hit.space)
        assert not window.pages.way_back.isVisible()  # gone to by itself: no way back is offered

    run(scene())


def test_one_channel_alone_can_be_looked_through_and_all_again(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    _here, there = scene_of(engine, settings)

    async def scene() -> None:
        page = await opened(window)
        page.channel.setCurrentIndex(page.channel.findText("Boats"))
        QTest.keyClicks(page.words, "rain")
        await answered(window, page)
        assert [find.line for find in finds(page)] == ["it is the rain"]
        page.words.setText("late")
        await answered(window, page)
        assert page.empty.title.text() == "Nothing found"
        page.empty.action.click()
        await answered(window, page)
        assert [find.line for find in finds(page)] == ["the rain is late"]

    run(scene())
    assert Search("rain", there, limit=PAGE_HITS, comments=True) in engine.asked


def test_of_signs_alone_it_is_said_that_only_letters_and_digits_are_looked_for(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    scene_of(engine, settings)

    async def scene() -> SearchPage:
        page = await opened(window)
        page.words.setText("\U0001f41d ++")
        await answered(window, page)
        return page

    assert run(scene()).empty.sentence.text() == "Only letters and digits are looked for."


def test_nothing_found_is_said_with_what_to_try(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    scene_of(engine, settings)
    spoken: list[str] = []

    async def scene() -> SearchPage:
        page = await opened(window)
        page.announce = spoken.append
        QTest.keyClicks(page.words, "rain")
        await answered(window, page)
        page.words.clear()
        QTest.keyClicks(page.words, "zebra")
        await answered(window, page)
        return page

    page = run(scene())
    assert page.empty.isVisible()
    assert page.empty.title.text() == "Nothing found"
    assert page.empty.sentence.text()
    assert page.count.text() == ""
    assert spoken == ["3 messages", "Nothing found"]


def test_further_finds_come_as_one_scrolls(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    here, _there = scene_of(engine, settings)
    some = 3 * PAGE_HITS + 7
    engine.receive(here, *(Said(f"fog {n}", EPOCH + 10 + n, JUNE) for n in range(some)))

    async def scene() -> SearchPage:
        page = await opened(window)
        QTest.keyClicks(page.words, "fog")
        await answered(window, page)
        assert page.model.rowCount() == PAGE_HITS
        assert "older ones follow" in page.count.text()
        page.list.setFocus()
        while page.model.rowCount() < some:
            before = page.model.rowCount()
            QTest.keyClick(page.list, Qt.Key.Key_End)
            await until(lambda count=before: page.model.rowCount() > count)  # type: ignore[misc]  # bound now
        return page

    page = run(scene())
    lines = [find.line for find in finds(page)]
    assert lines == [f"fog {n}" for n in reversed(range(some))]
    assert page.count.text() == f"{some} messages"


def test_letters_in_the_list_go_on_in_the_field_and_up_returns_to_it(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    scene_of(engine, settings)

    async def scene() -> None:
        page = await opened(window)
        QTest.keyClicks(page.words, "rai")
        await answered(window, page)
        QTest.keyClick(page.words, Qt.Key.Key_Down)
        QTest.keyClick(page.list, Qt.Key.Key_N)
        assert page.words.text() == "rain"
        assert page.words.hasFocus()
        QTest.keyClick(page.words, Qt.Key.Key_Down)
        QTest.keyClick(page.list, Qt.Key.Key_Up)
        assert page.words.hasFocus()
        QTest.keyClick(window, Qt.Key.Key_Escape)
        assert window.pages.shows_channel

    run(scene())


@pytest.mark.parametrize(
    "text",
    ["<b>rain</b><img src=http://127.0.0.1/>", "rain\u202egnp", "\ud800 rain", "rain " * 5_000],
)
def test_hostile_texts_are_one_plain_line(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings, text: str
) -> None:
    here, _there = scene_of(engine, settings)
    engine.receive(here, Said(text, EPOCH + 9, author("<i>W</i>\u202e")))

    async def scene() -> SearchPage:
        page = await opened(window)
        QTest.keyClicks(page.words, "rain")
        await answered(window, page)
        assert not page.grab().isNull()
        return page

    for find in finds(run(scene())):
        assert not set(find.line + find.author) & set("\n\u202e")


def test_our_own_messages_bear_our_name_as_in_the_timeline(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    garden = channel(engine, "Garden", "hello")
    engine.receive(garden, Said("beans are sown", EPOCH + 5, author(owner="Garden"), ours=True))

    async def scene() -> list[str]:
        await started(window)
        window.search("beans")
        await settled(window)
        page = window._searches.page
        assert page is not None
        await until(lambda: page.model.rowCount() == 1)
        await settled(window)
        return [page.model.data(page.model.index(0), FIND_ROLE).author]  # type: ignore[attr-defined]  # a Find

    assert run(scene()) == ["Juniper"]
