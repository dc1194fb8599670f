"""Who reads and begins to type writes a message: the keys of letters, and what is pasted."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QGuiApplication, QInputMethodEvent
from PySide6.QtTest import QTest

from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run
from tests.gui.window_scene import ALT, CTRL, channel, settled, started
from ui.main_window.window import MainWindow

NONE = Qt.KeyboardModifier.NoModifier


async def reading(window: MainWindow, engine: FakeEngine, **changes: object) -> None:
    """A channel is open, and the keyboard is in its messages."""
    space = channel(engine, "Garden", "the first", **changes)
    await started(window)
    window.open_space(space)
    await settled(window)
    window.activateWindow()
    window.pages.channel.timeline.setFocus()


def test_a_letter_goes_on_in_the_field(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    async def scene() -> None:
        await reading(window, engine)
        QTest.keyClicks(window.pages.channel.timeline, "H")

    run(scene())
    edit = window.pages.channel.composer.edit
    assert edit.toPlainText() == "H"
    assert edit.hasFocus()


def test_what_is_pasted_goes_there_too(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    async def scene() -> None:
        await reading(window, engine)
        QGuiApplication.clipboard().setText("of the clipboard")
        QTest.keyClick(window.pages.channel.timeline, Qt.Key.Key_V, CTRL)

    run(scene())
    assert window.pages.channel.composer.edit.toPlainText() == "of the clipboard"


@pytest.mark.parametrize(
    ("key", "held"),
    [
        (Qt.Key.Key_Space, NONE),
        (Qt.Key.Key_Tab, NONE),
        (Qt.Key.Key_Escape, NONE),
        (Qt.Key.Key_End, NONE),
        (Qt.Key.Key_A, CTRL),
        (Qt.Key.Key_C, CTRL),
        (Qt.Key.Key_X, ALT),
    ],
)
def test_other_keys_stay_what_they_are(
    run: Run[Any],
    window: MainWindow,
    engine: FakeEngine,
    key: Qt.Key,
    held: Qt.KeyboardModifier,
) -> None:
    async def scene() -> None:
        await reading(window, engine)
        QTest.keyClick(window.pages.channel.timeline, key, held)

    run(scene())
    assert not window.pages.channel.composer.edit.toPlainText()


def test_what_another_keyboard_writes_with_alt_gr_is_written(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    async def scene() -> None:
        await reading(window, engine)
        QTest.keyClicks(window.pages.channel.timeline, "@", CTRL | ALT)

    run(scene())
    assert window.pages.channel.composer.edit.toPlainText() == "@"


def test_an_accent_and_its_letter_come_there_as_one(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    async def scene() -> None:
        await reading(window, engine)
        together = QInputMethodEvent()
        together.setCommitString("é")
        QCoreApplication.sendEvent(window.pages.channel.timeline, together)

    run(scene())
    channel_page = window.pages.channel
    assert channel_page.timeline.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
    assert channel_page.composer.edit.toPlainText() == "é"


def test_where_one_may_not_write_nothing_happens(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    async def scene() -> None:
        await reading(window, engine, can_post=False)
        QTest.keyClicks(window.pages.channel.timeline, "H")

    run(scene())
    assert not window.pages.channel.composer.edit.toPlainText()
    assert window.pages.channel.timeline.hasFocus()
