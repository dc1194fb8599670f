"""A banner that goes on saying the same is left alone: by the keyboard, the mouse and the voice."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.model.commands import RenewInvite
from engine.model.events import SpaceChanged
from engine.model.ids import SpaceId
from tests.fake_engine import FakeEngine
from tests.fake_history import key_of
from tests.gui.conftest import Run
from tests.gui.test_endings import OWN, SOON, ending_member
from tests.gui.window_scene import channel, settled, started
from ui.look.theme import Theme
from ui.main_window.window import MainWindow
from ui.widgets import toast as toasts
from ui.widgets.toast import Notice, Toast

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def spoken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All that is read aloud by notices."""
    words: list[str] = []
    monkeypatch.setattr(toasts, "announce", lambda _widget, said: words.append(said))
    return words


@pytest.fixture
def room(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(600, 400)
    window.show()
    window.activateWindow()
    return window


@pytest.fixture
def banner(theme: Theme, room: QWidget) -> Notice:
    return Notice(theme, "banner", room)


@pytest.fixture
def garden(engine: FakeEngine) -> SpaceId:
    """Our own right ends in it, and Wren's, who asks us."""
    space = channel(engine, "Garden", ending=OWN, own_path=("June",), renewals=1)
    engine.spaces[space].members = (ending_member("Wren"),)
    return space


async def message_arrives(window: MainWindow, engine: FakeEngine, space: SpaceId) -> None:
    engine.tell(SpaceChanged(space))
    await settled(window)


@pytest.mark.parametrize("which", ["own", "others"])
def test_what_is_offered_keeps_the_focus_while_messages_arrive(
    run: Run[Any], window: MainWindow, engine: FakeEngine, garden: SpaceId, which: str
) -> None:
    async def scene() -> None:
        await started(window)
        action = getattr(window.pages.channel.endings, which).action
        action.setFocus()
        await message_arrives(window, engine, garden)
        assert window.focusWidget() is action

    run(scene())


def test_a_press_during_which_a_message_arrives_renews(
    run: Run[Any], window: MainWindow, engine: FakeEngine, garden: SpaceId
) -> None:
    async def scene() -> None:
        await started(window)
        action = window.pages.channel.endings.others.action
        QTest.mousePress(action, LEFT)
        await message_arrives(window, engine, garden)
        QTest.mouseRelease(action, LEFT)
        await settled(window)

    run(scene())
    assert RenewInvite(garden, key_of("Wren")) in engine.performed


def test_banners_are_read_aloud_once_and_again_in_the_next_channel(
    run: Run[Any], window: MainWindow, engine: FakeEngine, garden: SpaceId, spoken: list[str]
) -> None:
    boats = channel(engine, "Boats", ending=OWN, own_path=("June",), expires_at=SOON)

    async def scene() -> None:
        await started(window)
        window.open_space(garden)
        await settled(window)
        assert "Wren" in spoken[-1]
        spoken.clear()
        await message_arrives(window, engine, garden)
        assert not spoken
        window.open_space(boats)
        await settled(window)
        assert spoken == [window.pages.channel.endings.own.sentence.text()]

    run(scene())


def test_a_press_does_what_was_offered_when_it_began(banner: Notice) -> None:
    renewed: list[str] = []
    banner.say_with("clock", "warn", "Renew Wren", "Wren asks.", lambda: renewed.append("Wren"))
    QTest.mousePress(banner.action, LEFT)
    banner.say_with("clock", "warn", "Renew Moss", "Moss asks.", lambda: renewed.append("Moss"))
    QTest.mouseRelease(banner.action, LEFT)
    assert renewed == ["Wren"]


def test_what_is_said_without_an_action_offers_none(banner: Notice) -> None:
    banner.say_with("clock", "warn", "Renew Wren", "Wren asks.", banner.hide)
    banner.say("clock", "warn", "A right ends.")
    assert banner.isVisible()
    assert not banner.action.isVisible()


def test_a_banner_is_read_aloud_where_it_comes_or_says_something_else(
    banner: Notice, spoken: list[str]
) -> None:
    banner.say("clock", "warn", "One")
    banner.say("clock", "warn", "One")
    banner.say("clock", "warn", "Two")
    banner.hide()
    banner.say("clock", "warn", "Two")
    assert spoken == ["One", "Two", "Two"]


def test_a_toast_is_read_aloud_each_time_as_each_is_of_something_new(
    theme: Theme, room: QWidget, spoken: list[str]
) -> None:
    toast = Toast(theme, room)
    toast.say("check", "ok", "Copied.")
    toast.say("check", "ok", "Copied.")
    toast.hide()
    assert spoken == ["Copied.", "Copied."]
