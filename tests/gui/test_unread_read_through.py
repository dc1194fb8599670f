"""The line above the unread, and the way to it, once all from there on was in sight."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.model.ids import OrderKey, SpaceId
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said
from tests.gui.conftest import Run, until
from tests.gui.window_scene import ENTER, JUNE, channel, page_of, settled, started
from ui.main_window.window import MainWindow


@pytest.fixture
def elsewhere(qtbot: QtBot) -> QWidget:
    """Another window, to look at."""
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    return window


def talk(engine: FakeEngine, space: SpaceId, count: int) -> None:
    at = EPOCH + 100 + len(engine.spaces[space].history)
    engine.receive(space, *(Said(f"later {at + n}", at + n, JUNE) for n in range(count)))


def count_of(window: MainWindow) -> int:
    return page_of(window).timeline.source.run.total


async def in_front(window: QWidget) -> None:
    window.activateWindow()
    await until(window.isActiveWindow)


async def read(window: MainWindow, engine: FakeEngine, space: SpaceId) -> None:
    await in_front(window)
    await until(lambda: engine.view(space).unread == 0)
    await settled(window)


async def came_back(
    window: MainWindow, engine: FakeEngine, elsewhere: QWidget, space: SpaceId
) -> None:
    """A message came while one looked elsewhere, and was looked at since."""
    timeline = page_of(window).timeline
    await started(window)
    await in_front(window)
    await settled(window)
    await in_front(elsewhere)
    engine.receive(space, Said("meanwhile", EPOCH + 50, JUNE))
    await until(lambda: timeline.reading.unread_from is not None)
    await read(window, engine, space)
    assert timeline.reading.unread_from is not None


async def grown_by(window: MainWindow, count: int, grow: Callable[[], object]) -> None:
    there = count_of(window)
    grow()
    await until(lambda: count_of(window) == there + count)
    await settled(window)


def test_no_way_to_the_first_unread_message_is_offered_once_all_was_read(
    run: Run[Any], window: MainWindow, engine: FakeEngine, elsewhere: QWidget
) -> None:
    space = channel(engine, "Garden", "hello")
    page = page_of(window)

    async def scene() -> None:
        await came_back(window, engine, elsewhere, space)
        await grown_by(window, 60, lambda: talk(engine, space, 60))
        line = page.timeline.reading.unread_from
        assert line is not None, "it stays while one only reads"
        assert page.timeline.rect_of(line).isEmpty()
        assert not page.news.unread.isVisible()

    run(scene())


def test_the_line_goes_once_one_answers_below_it(
    run: Run[Any], window: MainWindow, engine: FakeEngine, elsewhere: QWidget
) -> None:
    space = channel(engine, "Garden", "hello")
    page = page_of(window)

    async def scene() -> None:
        await came_back(window, engine, elsewhere, space)
        page.composer.edit.setPlainText("thanks")
        await grown_by(window, 1, lambda: QTest.keyClick(page.composer.edit, ENTER))
        assert page.timeline.reading.unread_from is None

    run(scene())


async def grown_unseen(
    window: MainWindow, engine: FakeEngine, elsewhere: QWidget, space: SpaceId
) -> None:
    """Sixty messages came, one after the other, while one looked elsewhere, and one is back."""
    timeline = page_of(window).timeline
    await started(window)
    await in_front(window)
    await settled(window)
    await in_front(elsewhere)
    await grown_by(window, 1, lambda: talk(engine, space, 1))
    await until(lambda: timeline.reading.unread_from is not None)
    for _ in range(59):
        await grown_by(window, 1, lambda: talk(engine, space, 1))
    assert timeline.anchor.stuck, "it follows the newest also while nobody looks"
    await read(window, engine, space)


def test_what_came_one_by_one_while_nobody_looked_was_in_nobodys_sight(
    run: Run[Any], window: MainWindow, engine: FakeEngine, elsewhere: QWidget
) -> None:
    space = channel(engine, "Garden", "hello")
    page = page_of(window)

    async def scene() -> None:
        await grown_unseen(window, engine, elsewhere, space)
        assert page.news.unread.isVisible()
        page.composer.edit.setPlainText("thanks")
        await grown_by(window, 1, lambda: QTest.keyClick(page.composer.edit, ENTER))
        assert page.timeline.reading.unread_from is not None
        assert page.news.unread.isVisible()

    run(scene())


def left_unread(engine: FakeEngine, count: int) -> SpaceId:
    space = channel(engine, "Garden", *(f"post {n}" for n in range(100)))
    history = engine.spaces[space].history
    place = len(history) - count - 1
    engine.spaces[space].read_up_to = history.run(place, place + 1)[0].order
    return space


def test_what_was_read_screen_by_screen_was_read(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = left_unread(engine, 90)
    page = page_of(window)

    async def scene() -> None:
        await started(window)
        while not page.timeline.anchor.stuck:
            QTest.keyClick(page.timeline, Qt.Key.Key_PageDown)
            await settled(window)
        assert page.timeline.reading.unread_from is not None
        await read(window, engine, space)
        assert not page.news.unread.isVisible()

    run(scene())


def test_who_went_past_the_unread_is_led_back_also_after_a_post_of_ones_own(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = left_unread(engine, 90)
    page = page_of(window)

    async def scene() -> None:
        await started(window)
        page.timeline.to_end()
        await read(window, engine, space)
        assert page.news.unread.isVisible()
        page.composer.edit.setPlainText("thanks")
        await grown_by(window, 1, lambda: QTest.keyClick(page.composer.edit, ENTER))
        assert page.news.unread.isVisible()

    run(scene())


async def grown_while_scrolled_up(
    window: MainWindow, engine: FakeEngine, elsewhere: QWidget, space: SpaceId
) -> None:
    """All was read, and thirty more came while one looked at what stands further up."""
    page = page_of(window)
    await came_back(window, engine, elsewhere, space)
    await grown_by(window, 100, lambda: talk(engine, space, 100))
    await read(window, engine, space)
    QTest.keyClick(page.timeline, Qt.Key.Key_PageUp)
    await settled(window)
    assert not page.news.unread.isVisible(), "all was read"
    await grown_by(window, 30, lambda: talk(engine, space, 30))
    await until(lambda: page.view is not None and page.view.unread == 30)
    await settled(window)


def newcomer(engine: FakeEngine, space: SpaceId) -> OrderKey:
    """The first of the last thirty."""
    history = engine.spaces[space].history
    return history.run(len(history) - 30, len(history))[0].order


def to_the_unread(window: MainWindow) -> None:
    QTest.keyClick(page_of(window).timeline, Qt.Key.Key_Home, Qt.KeyboardModifier.AltModifier)


def test_what_comes_below_while_one_is_further_up_is_led_to_downwards_alone(
    run: Run[Any], window: MainWindow, engine: FakeEngine, elsewhere: QWidget
) -> None:
    space = channel(engine, "Garden", "hello")
    page = page_of(window)

    async def scene() -> None:
        await grown_while_scrolled_up(window, engine, elsewhere, space)
        QTest.keyClick(page.timeline, Qt.Key.Key_PageUp)
        await settled(window)
        assert not page.news.unread.isVisible(), "all that is unread stands below"
        assert page.news.down.text() == "30 new"
        assert page.timeline.reading.unread_from == newcomer(engine, space)
        to_the_unread(window)
        await settled(window)
        assert not page.timeline.rect_of(newcomer(engine, space)).isEmpty()

    run(scene())


def test_the_line_stands_above_what_came_while_one_was_further_up_also_where_there_was_none(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", *(f"post {n}" for n in range(100)))
    page = page_of(window)

    async def scene() -> None:
        await started(window)
        await read(window, engine, space)
        await grown_by(window, 5, lambda: talk(engine, space, 5))
        await read(window, engine, space)
        assert page.timeline.reading.unread_from is None, "it was followed"
        QTest.keyClick(page.timeline, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
        await settled(window)
        await grown_by(window, 30, lambda: talk(engine, space, 30))
        await until(lambda: page.timeline.reading.unread_from == newcomer(engine, space))
        assert not page.news.unread.isVisible()

    run(scene())


def test_who_answers_past_what_came_while_they_were_further_up_is_led_back(
    run: Run[Any], window: MainWindow, engine: FakeEngine, elsewhere: QWidget
) -> None:
    space = channel(engine, "Garden", "hello")
    page = page_of(window)

    async def scene() -> None:
        await grown_while_scrolled_up(window, engine, elsewhere, space)
        page.composer.edit.setPlainText("thanks")
        await grown_by(window, 1, lambda: QTest.keyClick(page.composer.edit, ENTER))
        await read(window, engine, space)
        assert page.timeline.reading.unread_from is not None
        assert page.news.unread.isVisible()

    run(scene())


def test_who_goes_past_what_came_while_they_were_further_up_is_led_back_until_it_was_read(
    run: Run[Any], window: MainWindow, engine: FakeEngine, elsewhere: QWidget
) -> None:
    space = channel(engine, "Garden", "hello")
    page = page_of(window)

    async def scene() -> None:
        await grown_while_scrolled_up(window, engine, elsewhere, space)
        place = page.timeline.in_sight()[0][0]
        there = page.timeline.source.run.entries[place].post.order
        page.timeline.to_end()
        await read(window, engine, space)
        assert page.news.unread.isVisible()
        page.news.unread.click()
        await settled(window)
        assert not page.timeline.rect_of(newcomer(engine, space)).isEmpty()
        page.timeline.show_post(there)
        await settled(window)
        while not page.timeline.anchor.stuck:
            QTest.keyClick(page.timeline, Qt.Key.Key_PageDown)
            await settled(window)
        assert not page.news.unread.isVisible()

    run(scene())


def test_what_was_read_stays_read_while_only_oneself_writes(
    run: Run[Any], window: MainWindow, engine: FakeEngine, elsewhere: QWidget
) -> None:
    space = channel(engine, "Garden", "hello")
    page = page_of(window)

    async def scene() -> None:
        await came_back(window, engine, elsewhere, space)
        await grown_by(window, 60, lambda: talk(engine, space, 60))
        await read(window, engine, space)
        QTest.keyClick(page.timeline, Qt.Key.Key_PageUp)
        await settled(window)
        page.composer.edit.setPlainText("thanks")
        await grown_by(window, 1, lambda: QTest.keyClick(page.composer.edit, ENTER))
        assert page.timeline.reading.unread_from is None

    run(scene())
