"""Files dragged out of a folder: what is here, and not too much of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt

from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run
from tests.gui.folders.scene import opened
from tests.gui.window_scene import settled
from ui.folders import acts
from ui.folders.acts import dragged
from ui.main_window.window import MainWindow

FILES = {"notes.txt": b"words " * 500}


def test_what_is_dragged_away_are_files_of_the_disk(tmp_path: Path) -> None:
    data = dragged([tmp_path / "a b.txt"])
    assert [url.toLocalFile() for url in data.urls()] == [str(tmp_path / "a b.txt")]


def test_what_is_not_here_cannot_be_dragged_and_that_is_said(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        page = await opened(window, engine, engine.folders.add("Seeds", FILES, here=False))
        page.browser.table.reach("notes.txt")
        page.browser.table.startDrag(Qt.DropAction.CopyAction)
        await settled(window)
        assert "fetch it first" in window.toast.sentence.text()

    run(story())


@pytest.mark.parametrize("beyond", [0, 1])
def test_so_much_is_copied_to_be_dragged_and_no_more(
    window: MainWindow,
    engine: FakeEngine,
    run: Run[Any],
    monkeypatch: pytest.MonkeyPatch,
    beyond: int,
) -> None:
    monkeypatch.setattr(acts, "DRAGGED_BYTES_MAX", len(FILES["notes.txt"]) - beyond)

    async def story() -> None:
        page = await opened(window, engine, engine.folders.add("Seeds", FILES))
        page.browser.table.reach("notes.txt")
        page.browser.table.startDrag(Qt.DropAction.CopyAction)
        await settled(window)
        is_told = "too much to be dragged" in window.toast.sentence.text()
        assert is_told is bool(beyond)
        assert (page.acts._lent is None) is is_told

    run(story())
