"""Leaving a channel by its name."""

from __future__ import annotations

from tests.fake_engine import FakeEngine
from tests.gui.communities.scene import garden, opened, type_and_send
from tests.gui.communities.test_commands import told
from tests.gui.conftest import Run
from tests.gui.window_scene import settled
from ui.main_window.window import MainWindow


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
