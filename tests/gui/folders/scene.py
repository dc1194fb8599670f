"""A window with shared folders in it, and waiting until nothing is under way."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine.model.ids import SpaceId
from engine.model.views import IdentityView
from tests.fake_engine import FakeEngine
from tests.fake_history import key_of
from tests.gui.window_scene import settled, started
from ui.folders.page import FolderPage
from ui.main_window.window import MainWindow


class Handed:
    """What was handed to the desktop."""

    def __init__(self, page: FolderPage) -> None:
        self.paths: list[Path] = []
        page.acts.hand_over = self.paths.append


def known(engine: FakeEngine) -> None:
    """There is an identity: the window does not begin with the first question."""
    engine.identities.append(IdentityView("Juniper", key_of("own"), None))


async def opened(window: MainWindow, engine: FakeEngine, space: SpaceId) -> FolderPage:
    """The window, begun, with that folder open."""
    known(engine)
    await started(window)
    window.open_space(space)
    await settled(window)
    page = window.occasions.folders.place
    assert page is not None
    return page


def names(page: FolderPage) -> Sequence[str]:
    """What is listed, in order."""
    return [one.path for one in page.browser.model.entries()]


def listed(directory: Path) -> Sequence[str]:
    """What lies in a directory of the disk, by name."""
    return sorted(one.name for one in directory.iterdir())
