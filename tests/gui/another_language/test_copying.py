"""Copying that takes long, while another language is chosen."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from shiboken6 import isValid

from engine.model.views import IdentityView
from tests.fake_engine import FakeEngine
from tests.fake_history import key_of
from tests.gui.another_language.scene import replaced, said_in
from tests.gui.conftest import Run, until
from tests.gui.copying_scene import told_of
from tests.gui.timeline_scene import grown
from tests.gui.window_scene import CTRL, settled
from ui.starting.showing import Showing


@pytest.fixture
def long(engine: FakeEngine) -> None:
    """The open timeline."""
    grown(engine, 1_000)
    engine.identities.append(IdentityView("Juniper", key_of("Juniper"), None))


def test_copying_that_takes_long_goes_on_and_can_be_called_off_in_the_new_window(
    run: Run[Any], showing: Showing, engine: FakeEngine, long: None
) -> None:
    first = showing.window

    async def scene() -> None:
        pages = await told_of(first, engine)
        second = await replaced(showing)
        assert said_in(second) == "0 von 1.000 Nachrichten werden kopiert…"
        second.toast.action.click()
        pages.let()
        await until(lambda: not isValid(first))
        assert pages.asked == 1, "no further page is asked for"
        assert not second.toast.isVisible()

    run(scene())
    assert QGuiApplication.clipboard().text() == "before"


def test_copying_that_takes_long_is_told_in_the_new_window_once_it_is_done(
    run: Run[Any], showing: Showing, engine: FakeEngine, long: None
) -> None:
    first = showing.window

    async def scene() -> None:
        pages = await told_of(first, engine)
        second = await replaced(showing)
        for _ in range(3):
            pages.let()
        await until(lambda: said_in(second) == "1.000 Nachrichten kopiert")
        await until(lambda: not isValid(first))

    run(scene())


def test_what_is_copied_in_the_new_window_ends_what_is_on_its_way_in_the_old_one(
    run: Run[Any], showing: Showing, engine: FakeEngine, long: None
) -> None:
    first = showing.window

    async def scene() -> None:
        pages = await told_of(first, engine)
        second = await replaced(showing)
        await settled(second)
        timeline = second.pages.channel.timeline
        QTest.keyClick(timeline, Qt.Key.Key_Up)
        QTest.keyClick(timeline, Qt.Key.Key_C, CTRL)
        assert not second.toast.isVisible()
        for _ in range(3):
            pages.let()
        await until(lambda: not isValid(first))

    run(scene())
    assert QGuiApplication.clipboard().text() == "post 999"


def test_who_closed_what_is_said_of_it_hears_only_its_end_in_the_new_window(
    run: Run[Any], showing: Showing, engine: FakeEngine, long: None
) -> None:
    first = showing.window

    async def scene() -> None:
        pages = await told_of(first, engine)
        first.toast.shut.click()
        second = await replaced(showing)
        pages.let()
        await until(lambda: pages.asked == 2)
        assert not second.toast.isVisible()
        pages.let()
        await until(lambda: said_in(second) == "1.000 Nachrichten kopiert")

    run(scene())


def test_who_closed_it_in_the_second_window_hears_only_its_end_in_the_third(
    run: Run[Any], showing: Showing, engine: FakeEngine, long: None
) -> None:
    first = showing.window

    async def scene() -> None:
        pages = await told_of(first, engine)
        second = await replaced(showing)
        second.toast.shut.click()
        third = await replaced(showing, "en")
        assert not third.toast.isVisible()
        pages.let()
        await until(lambda: pages.asked == 2)
        assert not third.toast.isVisible()
        pages.let()
        await until(lambda: said_in(third) == "Copied 1,000 messages")
        await until(lambda: not isValid(first) and not isValid(second))

    run(scene())
