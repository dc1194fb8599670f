"""The main window: how it starts, and its main job with real presses and keys."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.model import commands
from engine.model.contents import Words
from engine.model.views import IdentityView
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said, key_of
from tests.fake_settings import FakeSettings
from tests.gui.conftest import Run, until
from tests.gui.window_scene import (
    ENTER,
    JUNE,
    LEFT,
    channel,
    settled,
    shown_texts,
    started,
)
from ui.main_window.going import SETTING_OPEN
from ui.main_window.window import MainWindow


def test_without_an_identity_the_first_thing_is_to_make_one(
    run: Run[Any], window: MainWindow
) -> None:
    run(started(window))
    assert window.onboarding.isVisible()
    assert not window.sidebar.isVisible()


def test_it_opens_the_channel_that_was_open_last(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    wanted = channel(engine, "Garden", "hello")
    channel(engine, "Boats", "ahoy")
    settings.store_text(SETTING_OPEN, wanted.hex())
    run(started(window))
    assert window.pages.channel.space == wanted
    assert window.pages.channel.head.name.text() == "Garden"
    assert shown_texts(window) == ["", "hello"]


def test_with_an_identity_and_no_channel_the_home_is_shown(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    engine.identities.append(IdentityView("June", key_of("June"), None))
    run(started(window))
    assert window.pages.home.isVisible()


def test_the_window_is_painted_before_the_engine_has_answered(window: MainWindow) -> None:
    assert not window.grab().isNull()


def test_a_message_is_written_sent_and_seen_with_its_mark(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "hello")

    async def scene() -> None:
        await started(window)
        edit = window.pages.channel.composer.edit
        assert edit.hasFocus()
        QTest.keyClicks(edit, "good morning")
        QTest.keyClick(edit, ENTER)
        await until(lambda: shown_texts(window)[-1:] == ["good morning"])

    run(scene())
    assert commands.Say(space, Words("good morning"), "Juniper") in engine.performed
    view = window.pages.channel.timeline
    assert not view.row(2).mark.isEmpty()
    assert view.anchor.stuck


@pytest.mark.parametrize("problem", [Refused(Refusal.TEXT_TOO_LONG), Fault(FaultReason.DISK_FULL)])
def test_a_refused_message_comes_back_with_the_reason(
    run: Run[Any], window: MainWindow, engine: FakeEngine, problem: Refused | Fault
) -> None:
    channel(engine, "Garden")

    async def scene() -> None:
        await started(window)
        engine.next_failure = problem
        QTest.keyClicks(window.pages.channel.composer.edit, "precious")
        QTest.keyClick(window.pages.channel.composer.edit, ENTER)
        await settled(window)

    run(scene())
    composer = window.pages.channel.composer
    assert composer.edit.toPlainText() == "precious"
    assert composer.note.isVisible()
    assert not window.toast.isVisible()


def test_what_arrives_elsewhere_is_counted_beside_its_channel_and_in_the_title(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    here, there = channel(engine, "Garden"), channel(engine, "Boats")
    settings.store_text(SETTING_OPEN, here.hex())

    async def scene() -> None:
        await started(window)
        engine.receive(there, Said("ahoy", EPOCH + 9, JUNE), Said("ahoy!", EPOCH + 10, JUNE))
        await until(lambda: window.windowTitle() == "(2) Tidings")

    run(scene())
    view = window.sidebar.model.view(window.sidebar.model.index_of(there))
    assert view is not None
    assert view.unread == 2


def test_what_is_seen_counts_as_read(run: Run[Any], window: MainWindow, engine: FakeEngine) -> None:
    space = channel(engine, "Garden", "hello")
    engine.receive(space, Said("news", EPOCH + 9, JUNE))

    async def scene() -> None:
        await until(window.isActiveWindow)
        await started(window)
        await until(lambda: engine.view(space).unread == 0)
        await settled(window)

    run(scene())
    assert window.windowTitle() == "Tidings"


def test_what_arrived_behind_a_page_counts_as_read_once_the_page_is_gone(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "hello")

    async def scene() -> None:
        await until(window.isActiveWindow)
        await started(window)
        window.pages.show_connections()
        engine.receive(space, Said("news", EPOCH + 9, JUNE))
        await until(lambda: window.windowTitle() == "(1) Tidings")
        window.pages.close_page()
        await until(lambda: window.windowTitle() == "Tidings")

    run(scene())
    assert engine.view(space).unread == 0


def test_a_channel_is_opened_by_a_press_in_the_sidebar(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    here, there = channel(engine, "Garden"), channel(engine, "Boats", "ahoy")
    settings.store_text(SETTING_OPEN, here.hex())

    async def scene() -> None:
        await started(window)
        sidebar = window.sidebar
        room = sidebar.list.visualRect(sidebar.model.index_of(there))
        no_keys = Qt.KeyboardModifier.NoModifier
        QTest.mouseClick(sidebar.list.viewport(), LEFT, no_keys, room.center())
        await settled(window)

    run(scene())
    assert window.pages.channel.space == there
    assert settings.texts[SETTING_OPEN] == there.hex()


def test_drafts_stay_with_their_channels(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    first, other = channel(engine, "Garden"), channel(engine, "Boats")

    async def scene() -> None:
        await started(window)
        window.open_space(first)
        await settled(window)
        QTest.keyClicks(window.pages.channel.composer.edit, "unfinished")
        window.open_space(other)
        await settled(window)
        assert not window.pages.channel.composer.edit.toPlainText()
        window.open_space(first)
        await settled(window)

    run(scene())
    assert window.pages.channel.composer.edit.toPlainText() == "unfinished"
