"""What is told of a shared folder where it is described."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QLabel

from engine.model.feed_queries import PAGE_ENTRIES_MAX
from engine.model.feeds import FeedState, ForkView
from tests.code_scene import click
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH
from tests.gui.conftest import Run
from tests.gui.folders.scene import opened
from tests.gui.window_scene import settled
from ui.folders.about import AboutFolderPage
from ui.main_window.window import MainWindow
from ui.wording.feeds import when_words

DAY_SECONDS = 86_400
PLANS = {"beds.txt": b"north", "paths.txt": b"chips"}


def test_both_histories_of_a_forked_folder_are_shown_where_it_is_described(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        fork = ForkView(2, engine.now, (3, 5), (b"\xaa" * 32, b"\xbb" * 32))
        space = engine.folders.add("Seeds", PLANS, state=FeedState.FORKED, fork=fork)
        page = await opened(window, engine, space)
        click(page.head.about)
        await settled(window)
        about = window.pages.stack.currentWidget()
        assert isinstance(about, AboutFolderPage)
        assert about.fork.frame.isVisible()
        texts = [label.text() for label in about.fork.frame.findChildren(QLabel)]
        assert any("3 blocks, fingerprint aaaaaaaaaaaaaaaa" in text for text in texts)
        assert any("5 blocks, fingerprint bbbbbbbbbbbbbbbb" in text for text in texts)

    run(story())


def test_a_folder_was_last_changed_when_the_newest_of_all_its_files_was(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    """Also where one answer of the engine does not hold the whole listing."""

    async def story() -> None:
        many = {f"{number:04}": b"" for number in range(PAGE_ENTRIES_MAX)}
        space = engine.folders.add("Plans", many)
        newest = EPOCH + 400 * DAY_SECONDS
        engine.folders.write(space, "last", b"", mtime=newest)
        page = await opened(window, engine, space)
        click(page.head.about)
        await settled(window)
        about = window.pages.stack.currentWidget()
        assert isinstance(about, AboutFolderPage)
        when = when_words(newest, window._equipment.now())
        assert about.changed.text() == f"Last changed {when}"
        engine.folders.remove(space, "last")
        engine.folders.change(space, holders=2)
        await settled(window)
        when = when_words(EPOCH, window._equipment.now())
        assert about.changed.text() == f"Last changed {when}"

    run(story())
