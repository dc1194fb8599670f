"""What is said about a feed that is paused stays here, and the box says so."""

from __future__ import annotations

from engine.model.feed_commands import PauseFeed
from tests.fake_engine import FakeEngine
from tests.gui.comments.test_pane import commented, pane_of
from tests.gui.conftest import Run, until
from tests.gui.feeds.scene import opened
from tests.gui.window_scene import settled
from ui.main_window.window import MainWindow


def test_where_the_feed_is_paused_the_box_says_that_what_is_written_waits(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = await commented(window, engine)
        await settled(window)
        box = pane_of(window).box
        assert not box.paused.isVisible()
        await engine.perform(PauseFeed(space))
        await until(box.paused.isVisible)
        assert "others get what you write when it goes on" in box.paused.text()
        await opened(window, engine, engine.feeds.add("Another", "one"))
        assert box.paused.isHidden()
        await opened(window, engine, space)
        assert not box.paused.isHidden()
        await engine.perform(PauseFeed(space, paused=False))
        await until(box.paused.isHidden)

    run(scene())
