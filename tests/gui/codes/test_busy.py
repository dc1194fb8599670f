"""Buttons are pressed by Enter, and keep the focus while what they began is under way."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from engine.errors import Refusal, Refused
from tests.code_scene import Scene
from tests.gui.conftest import Run, until
from ui.look.theme import Theme
from ui.widgets.buttons import IconButton, IconPushButton, push_button
from ui.widgets.problem import Problem, attempt


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
@pytest.mark.parametrize("kind", ["push", "icon", "both"])
def test_enter_presses_a_button_as_the_space_bar_does(
    theme: Theme, qtbot: QtBot, key: Qt.Key, kind: str
) -> None:
    made: dict[str, QAbstractButton] = {
        "push": push_button("Go"),
        "icon": IconButton(theme, "x", "Go"),
        "both": IconPushButton(theme, "x", "Go"),
    }
    button = made[kind]
    qtbot.addWidget(button)
    button.show()
    pressed: list[bool] = []
    button.clicked.connect(lambda: pressed.append(True))
    QTest.keyClick(button, key)
    assert len(pressed) == 1


class Desk:
    """Two buttons in a window; the second one does something that takes a while."""

    def __init__(self, scene: Scene, qtbot: QtBot) -> None:
        self.window = QWidget()
        self.other, self.button = push_button("Other"), push_button("Go")
        self.problem = Problem(scene.theme)
        inside = QWidget()
        row = QHBoxLayout(inside)
        row.addWidget(self.button)
        row.addWidget(self.problem)
        whole = QHBoxLayout(self.window)
        whole.addWidget(self.other)
        whole.addWidget(inside)
        qtbot.addWidget(self.window)
        self.window.show()
        self.window.activateWindow()
        qtbot.waitUntil(self.window.isActiveWindow)
        self.gate = asyncio.Event()
        self.button.clicked.connect(
            lambda: attempt(scene.bridge, self._work(), self.problem, self.button)
        )

    async def _work(self) -> None:
        await self.gate.wait()
        raise Refused(Refusal.NO_IDENTITY)


def test_a_busy_button_has_the_focus_again_when_it_is_done(
    scene: Scene, qtbot: QtBot, run: Run[Any]
) -> None:
    desk = Desk(scene, qtbot)
    desk.button.setFocus()

    async def press() -> None:
        QTest.keyClick(desk.button, Qt.Key.Key_Return)
        assert not desk.button.isEnabled()
        assert not desk.other.hasFocus()
        desk.gate.set()
        await until(desk.button.isEnabled)

    run(press())
    assert desk.button.hasFocus()
    assert desk.problem.isVisible()


def test_focus_that_was_moved_meanwhile_stays_where_it_is(
    scene: Scene, qtbot: QtBot, run: Run[Any]
) -> None:
    desk = Desk(scene, qtbot)
    desk.button.setFocus()

    async def press() -> None:
        QTest.keyClick(desk.button, Qt.Key.Key_Return)
        desk.other.setFocus()
        desk.gate.set()
        await until(desk.button.isEnabled)

    run(press())
    assert desk.other.hasFocus()
