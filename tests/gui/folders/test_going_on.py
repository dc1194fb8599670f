"""Going on with a folder that was used elsewhere, and from its list to its files."""

from __future__ import annotations

from typing import Any

from engine.model.feed_commands import ContinueFeed
from engine.model.feeds import FeedState
from tests.code_scene import click
from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run
from tests.gui.folders.scene import opened
from tests.gui.folders.test_acts import FILES
from tests.gui.window_scene import dialog_of, settled
from ui.main_window.window import MainWindow
from ui.widgets.dialogs import Question


def test_f6_leads_from_the_list_to_the_files_and_back(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        page = await opened(window, engine, engine.folders.add("Seeds", FILES))
        assert page.browser.table.hasFocus()
        window.keyboard.move_pane(1)
        assert window.sidebar.list.hasFocus()
        window.keyboard.move_pane(1)
        assert page.browser.table.hasFocus()

    run(story())


def test_going_on_with_a_folder_that_was_used_elsewhere_is_asked_about(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        space = engine.folders.add("Plans", FILES, own=True, state=FeedState.ELSEWHERE)
        page = await opened(window, engine, space)
        click(page.trouble.proceed)
        question = await dialog_of(Question)
        assert question.cancel.isDefault()
        click(question.proceed)
        await settled(window)
        assert ContinueFeed(space) in engine.performed

    run(story())
