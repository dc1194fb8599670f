"""The look at a directory before it is shared ends when nobody waits for it any more."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtTest import QSignalSpy

from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run, until
from tests.gui.folders.scene import known
from tests.gui.window_scene import started
from ui.folders.sharing import ShareFolderPage
from ui.main_window.window import MainWindow
from ui.services import Survey

PATIENCE_SECONDS = 10


class EndlessDirectories:
    """Directories that are looked at until that is called off, or for very long."""

    def __init__(self) -> None:
        self.begun, self.ended = Event(), Event()

    def survey(self, _directory: Path, is_called_off: Callable[[], bool] = lambda: False) -> Survey:
        self.begun.set()
        pause = Event()
        for _ in range(PATIENCE_SECONDS * 100):
            if is_called_off():
                self.ended.set()
                break
            pause.wait(0.01)
        return Survey(0, 0)


async def _with_the_window(window: MainWindow, _page: ShareFolderPage) -> None:
    await window.pages._equipment.bridge.close()


async def _with_the_page(_window: MainWindow, page: ShareFolderPage) -> None:
    gone = QSignalSpy(page.destroyed)
    page.deleteLater()
    await until(lambda: gone.count() == 1)


async def _with_another_choice(_window: MainWindow, page: ShareFolderPage) -> None:
    page.survey.forget()


@pytest.mark.parametrize("ended", [_with_the_window, _with_the_page, _with_another_choice])
def test_the_look_at_a_directory_ends(
    window: MainWindow, engine: FakeEngine, run: Run[Any], tmp_path: Path, ended: Any
) -> None:
    async def story() -> None:
        known(engine)
        await started(window)
        directories = EndlessDirectories()
        object.__setattr__(window._equipment, "directories", directories)  # frozen: of this test
        page = window.occasions.folders.show_sharing()
        page.field.take(tmp_path)
        await until(directories.begun.is_set)
        await ended(window, page)
        await until(directories.ended.is_set)

    run(story())
