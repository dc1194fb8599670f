"""Leaving a channel by its name, and what is said before a community is left or forgotten."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel

from tests.fake_engine import FakeEngine
from tests.gui.communities.scene import choose, garden, opened, type_and_send, view_of
from tests.gui.communities.test_commands import told
from tests.gui.conftest import Run
from tests.gui.window_scene import dialog_of, settled
from ui.main_window.window import MainWindow
from ui.widgets.dialogs import Question

NOBODY = "Nobody is connected: the others go on listing you."
LEAVE_FIRST = "Leave it first, while others are connected: else they go on listing you."


def words_of(dialog: Question) -> list[str]:
    return [label.text() for label in dialog.findChildren(QLabel)]


def test_a_channel_that_one_is_not_in_is_not_left_and_the_words_stay(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        await opened(window, garden(engine).space)
        type_and_send(window, "/leave us alone")
        await settled(window)
        assert told(window) == "You are in no channel of that name."
        assert window.pages.channel.composer.edit.toPlainText() == "/leave us alone"

    run(scene())


@pytest.mark.parametrize("peers", [0, 1])
def test_whoever_leaves_a_community_hears_that_nobody_is_connected(
    window: MainWindow, engine: FakeEngine, run: Run[None], peers: int
) -> None:
    async def scene() -> None:
        there = garden(engine, peers=peers)
        await opened(window, there.space)
        choose(window.sidebar.menu_for_community(view_of(engine, there)), "Leave…")
        dialog = await dialog_of(Question)
        assert (NOBODY in words_of(dialog)) == (peers == 0)
        dialog.reject()
        await settled(window)

    run(scene())


@pytest.mark.parametrize("left", [False, True])
def test_a_community_is_better_left_before_it_is_forgotten(
    window: MainWindow, engine: FakeEngine, run: Run[None], *, left: bool
) -> None:
    async def scene() -> None:
        there = garden(engine)
        if left:
            engine.communities._leave(there.id)
        await opened(window, there.space)
        choose(window.sidebar.menu_for_community(view_of(engine, there)), "Forget…")
        dialog = await dialog_of(Question)
        assert (LEAVE_FIRST in words_of(dialog)) is not left
        dialog.reject()
        await settled(window)

    run(scene())
