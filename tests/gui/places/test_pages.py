"""Pages by name, pages for one occasion, the way back, and windows as narrow as they get."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run, until
from tests.gui.window_scene import ALT, channel, settled, started
from ui.equipment import Equipment
from ui.look.theme import Theme
from ui.main_window.pages import PageName
from ui.main_window.window import MainWindow
from ui.widgets.page import Page


def page_called(theme: Theme, title: str) -> Page:
    return Page(theme, title)


@pytest.mark.parametrize("width", [520, 800, 1_180, 1_600])
@pytest.mark.parametrize("right_to_left", [False, True])
def test_titles_stand_in_one_place_however_wide_and_high_a_page_is(
    qtbot: QtBot, theme: Theme, width: int, *, right_to_left: bool
) -> None:
    usual, wide = page_called(theme, "A page"), page_called(theme, "A page")
    wide.widen(960)
    for page in (usual, wide):
        qtbot.addWidget(page)
        if right_to_left:
            page.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        page.column.addWidget(QWidget())
        page.resize(width, 500)
        page.show()
    QApplication.processEvents()  # Qt lays a scroll area out in two steps
    assert title_at(usual) == title_at(wide)
    before = title_at(usual)
    tall = QWidget()
    tall.setFixedHeight(3_000)
    usual.column.addWidget(tall)
    qtbot.waitUntil(lambda: usual.room.verticalScrollBar().maximum() > 0)
    assert title_at(usual) == before


def title_at(page: Page) -> QRect:
    """Of the words: a wide page has more room for them."""
    place = QRect(page.title.mapTo(page, QPoint()), page.title.size())
    words = page.title.sizeHint()
    left = place.right() - words.width() if page.isRightToLeft() else place.left()
    return QRect(QPoint(left, place.top()), words)


@pytest.mark.parametrize("name", list(PageName))
def test_every_page_by_name_is_made_once_shown_again_and_closed_by_escape(
    run: Run[Any], window: MainWindow, engine: FakeEngine, name: PageName
) -> None:
    channel(engine, "Garden")

    async def scene() -> None:
        await until(window.isActiveWindow)
        await started(window)
        pages = window.pages
        assert pages.offers(name)
        first = pages.show(name)
        assert pages.is_shown(name)
        assert pages.shows_page
        QTest.keyClick(window, Qt.Key.Key_Escape)
        assert pages.shows_channel
        assert pages.show(name) is first
        QTest.keyClick(window, Qt.Key.Key_Left, ALT)
        assert pages.shows_channel
        await settled(window)

    run(scene())


def test_a_page_for_an_occasion_makes_way_for_the_next_and_is_gone_then(
    run: Run[Any], window: MainWindow, engine: FakeEngine, theme: Theme
) -> None:
    channel(engine, "Garden")
    run(started(window))
    first, second = page_called(theme, "First"), page_called(theme, "Second")
    gone: list[bool] = []
    first.destroyed.connect(lambda: gone.append(True))
    window.pages.show_once(first)
    window.pages.show_once(second)
    run(until(lambda: bool(gone)))
    assert gone == [True]
    assert window.pages.stack.currentWidget() is second
    second.back.click()
    assert window.pages.shows_channel


def test_with_nothing_to_go_back_to_nothing_happens(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden")
    run(started(window))
    assert not window.pages.go_back()
    assert window.pages.shows_channel


def test_the_way_back_is_forgotten_where_the_person_stays(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "hello")

    async def scene() -> None:
        await started(window)
        last = engine.view(space).last
        assert last is not None
        window.search()
        window.show_post(space, last)
        assert window.pages.way_back.isVisible()
        window.pages.way_back.shut.click()
        assert not window.pages.way_back.isVisible()
        assert not window.pages.go_back()
        window.pages.show_connections()
        window.show_post(space, last)  # not from the search
        assert not window.pages.way_back.isVisible()
        await settled(window)

    run(scene())


@pytest.mark.parametrize(
    ("name", "percent"),
    [(name, percent) for name in PageName for percent in (100, 150)],
)
def test_no_page_needs_to_be_scrolled_sideways_in_the_narrowest_window(
    run: Run[Any], window: MainWindow, engine: FakeEngine, name: PageName, percent: int
) -> None:
    channel(engine, "Garden")
    window.resize(420, 640)
    window.theme.choose_text_percent(percent)

    async def scene() -> Page:
        await started(window)
        page = window.pages.show(name)
        await settled(window)
        await until(lambda: page.width() == window.width() - window.rail.width())
        return page

    page = run(scene())
    assert page.isVisible()
    assert not window.sidebar.isVisible()
    assert page.room.horizontalScrollBar().maximum() == 0
    assert page.back.isVisible()


def test_size_and_place_are_there_again(
    run: Run[Any],
    qtbot: QtBot,
    qapp: QApplication,
    window: MainWindow,
    engine: FakeEngine,
    equipment: Equipment,
) -> None:
    channel(engine, "Garden")
    run(started(window))
    window.resize(777, 555)
    window.close()
    again = MainWindow(qapp, equipment, lambda _address: None)
    qtbot.addWidget(again)
    again.show()
    assert again.size() == QSize(777, 555)
    run(settled(again))
