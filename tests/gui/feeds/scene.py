"""Feeds in a window over an engine of lists."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from engine.model.ids import SpaceId
from tests.fake_engine import FakeEngine
from tests.gui.window_scene import channel, settled, started
from ui.main_window.feed_hall import FeedHall
from ui.main_window.window import MainWindow

PAST_KEY = bytes(range(32))


async def opened(window: MainWindow, engine: FakeEngine, space: SpaceId) -> None:
    """The window with a channel beside the feed, which is open."""
    if not engine.identities:
        channel(engine, "Garden", "hello")
    await started(window)
    window.open_space(space)
    await settled(window)


def hall(window: MainWindow) -> FeedHall:
    return window.occasions.feeds


def menu_texts(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if action.text()]


def state_words(window: MainWindow, space: SpaceId) -> str:
    model = window.sidebar.model
    view = model.view(model.index_of(space))
    assert view is not None
    return model.state_of(view).words


def spoken_row(window: MainWindow, space: SpaceId) -> str:
    model = window.sidebar.model
    return str(model.index_of(space).data(Qt.ItemDataRole.AccessibleTextRole))
