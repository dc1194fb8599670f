"""Another language is chosen, and another window is there."""

from __future__ import annotations

from shiboken6 import delete, isValid

from tests.gui.conftest import until
from ui.main_window.window import MainWindow
from ui.starting.showing import Showing


def take_apart(*windows: MainWindow) -> None:
    """No timer of theirs may run in the next test."""
    for window in windows:
        if isValid(window):
            delete(window)


async def replaced(showing: Showing, language: str = "de") -> MainWindow:
    """The window that speaks ``language``, with its channel open."""
    first = showing.window
    first.pages._equipment.choices.choose_language(language)
    await until(lambda: showing.window is not first)
    await until(lambda: showing.window.pages.shows_space)
    return showing.window


def said_in(window: MainWindow) -> str:
    return window.toast.sentence.text()
