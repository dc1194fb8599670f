"""Codes found on the screen, and desktops that show none."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.model.found import FoundRequest
from tests.code_scene import Scene, click, code_image
from tests.gui.codes.bench import HERE, REQUEST_BYTES, Bench
from tests.gui.conftest import Run, until
from ui.codes.code_view import CodeView
from ui.frames.screens import ScreensRefused, grab_screens
from ui.scanning.panel import SCREEN


def test_a_code_shown_in_another_window_is_read_from_the_screen(
    scene: Scene, qtbot: QtBot, run: Run[Any]
) -> None:
    bench = Bench(scene, qtbot)
    scene.grab = grab_screens
    shown = CodeView(scene.equipment, "invite-request", "your invite request")
    qtbot.addWidget(shown)
    bench.turn_to(SCREEN)

    async def look() -> None:
        shown.show_link(bench.link)
        shown.show()
        click(bench.panel.screen_tab.look)
        await until(lambda: bool(bench.found) or bool(bench.said))

    run(look())
    assert bench.found == [FoundRequest(REQUEST_BYTES, HERE)]
    assert bench.panel.isVisible()


def test_the_window_is_hidden_while_the_screen_is_looked_at(bench: Bench, run: Run[Any]) -> None:
    seen: list[bool] = []

    def grab() -> list[QImage]:
        seen.append(bench.panel.isVisible())
        return [code_image(bench.link)]

    bench.turn_to(SCREEN)
    bench.scene.grab = grab

    async def look() -> None:
        bench.press(bench.panel.screen_tab.look)
        await until(lambda: bool(bench.found))
        bench.found.clear()
        bench.panel.screen_tab.hide_first.setChecked(False)
        bench.press(bench.panel.screen_tab.look)
        await until(lambda: bool(bench.found))

    run(look())
    assert seen == [False, True]


@pytest.mark.parametrize(
    ("wayland", "sentence"),
    [
        (True, "This desktop (Wayland) does not let programs look at the screen."),
        (False, "The desktop gave no picture of the screen."),
    ],
)
def test_a_desktop_that_gives_no_picture_is_said(
    bench: Bench, run: Run[Any], *, wayland: bool, sentence: str
) -> None:
    def grab() -> list[QImage]:
        raise ScreensRefused(wayland=wayland)

    bench.turn_to(SCREEN)
    bench.scene.grab = grab

    async def look() -> None:
        bench.press(bench.panel.screen_tab.look)
        await until(lambda: bool(bench.said))

    run(look())
    assert bench.said == sentence
    assert bench.panel.isVisible()


def test_hiding_the_only_window_for_a_moment_does_not_end_the_program(
    bench: Bench, run: Run[Any], qapp: QApplication
) -> None:
    ended: list[bool] = []
    qapp.lastWindowClosed.connect(lambda: ended.append(True))
    bench.scene.grab = lambda: [code_image(bench.link)]
    bench.turn_to(SCREEN)

    async def look() -> None:
        click(bench.panel.screen_tab.look)
        await until(lambda: bool(bench.found))

    run(look())
    assert bench.panel.isVisible()
    assert not ended


def test_a_picture_too_large_to_be_searched_is_said(bench: Bench, run: Run[Any]) -> None:
    large = QImage(6_000, 5_000, QImage.Format.Format_Mono)
    large.fill(1)

    async def look() -> None:
        bench.panel.look_at_picture(large)
        await until(lambda: bool(bench.said))

    run(look())
    assert bench.said == "This is too large to be searched for a code."
