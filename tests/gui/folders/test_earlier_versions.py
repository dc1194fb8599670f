"""Earlier versions and deleted files of somebody's folder are fetched where they are seen."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtWidgets import QFileDialog

from engine.model.feed_commands import WantFile
from engine.model.ids import SpaceId
from tests.code_scene import click
from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run, until
from tests.gui.folders.scene import opened
from tests.gui.folders.test_acts import entry, menu_of, press, texts
from tests.gui.window_scene import dialog_of, settled
from ui.folders.history import HistoryPage
from ui.main_window.window import MainWindow


def changed(engine: FakeEngine) -> SpaceId:
    """Of ``a.txt`` the newest version alone is here; what ``old`` held is gone."""
    files = {"a.txt": b"first", "old/one": b"1", "old/two": b"22"}
    space = engine.folders.add("Seeds", files, here=False, peers=1)
    engine.folders.write(space, "a.txt", b"second")
    for path in ("old/one", "old/two"):
        engine.folders.remove(space, path)
    return space


def shows(history: HistoryPage, words: str) -> bool:
    """Of the older version."""
    return history.buttons[1].text() == words and history.buttons[1].isVisible()


def test_from_its_history_a_version_is_fetched_then_saved(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        space = changed(engine)
        page = await opened(window, engine, space)
        assert page.view is not None
        history = window.occasions.folders.show_history(page.view, entry(page, "a.txt"))
        await settled(window)
        newest, older = history.buttons
        assert (newest.text(), older.text()) == ("Save it…", "Fetch")
        assert older.accessibleName().startswith("Fetch a.txt as of")
        assert history.cards[1].accessibleName().endswith("Not here")
        told = [card.accessibleName() for card in history.cards]
        known = engine.folders.folders[space].versions["a.txt"]
        for words, one in zip(told, reversed(known), strict=True):
            assert f"Version {one.version + 1} of the folder" in words, "as its page counts them"
        version = engine.folders.folders[space].versions["a.txt"][0].version
        older.setFocus()
        click(older)
        await until(lambda: shows(history, "Do not fetch"))
        assert WantFile(space, "a.txt", version=version) in engine.performed
        assert history.buttons[1].hasFocus(), "whoever works by keys goes on from there"
        click(history.buttons[1])
        await until(lambda: shows(history, "Fetch"))
        click(history.buttons[1])
        await settled(window)
        engine.folders.arrive(space, "a.txt", version=version)
        await until(lambda: shows(history, "Save it…"))

    run(story())


def test_in_an_earlier_state_files_and_folders_that_are_gone_are_fetched(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        space = changed(engine)
        page = await opened(window, engine, space)
        press(menu_of(page), "Show an earlier state")
        page.browser.past.slider.setValue(4)
        await settled(window)
        menu = menu_of(page, "old")
        assert texts(menu)["Fetch"]
        press(menu, "Fetch")
        await settled(window)
        wishes = [one for one in engine.performed if isinstance(one, WantFile)]
        there = engine.folders.folders[space].versions
        assert wishes == [
            WantFile(space, path, version=there[path][0].version) for path in ("old/one", "old/two")
        ]
        await until(lambda: entry(page, "old").wanted)
        page.browser.choose(entry(page, "a.txt"))
        await settled(window)
        then = there["a.txt"][0].version
        assert engine.performed[-1] == WantFile(space, "a.txt", version=then)
        engine.folders.arrive(space, "a.txt", version=then)
        await until(lambda: entry(page, "a.txt").is_here)
        page.browser.choose(entry(page, "a.txt"))
        (await dialog_of(QFileDialog)).reject()

    run(story())


@pytest.mark.parametrize("connected", [0, 1])
def test_whether_anybody_is_connected_who_may_have_it_is_told_as_it_is_now(
    window: MainWindow, engine: FakeEngine, run: Run[Any], connected: int
) -> None:
    """Somebody came, or went, while the history was open."""

    async def story() -> None:
        space = changed(engine)
        engine.folders.change(space, peers=1 - connected)
        page = await opened(window, engine, space)
        assert page.view is not None
        history = window.occasions.folders.show_history(page.view, entry(page, "a.txt"))
        await settled(window)
        engine.folders.change(space, peers=connected)
        await settled(window)
        click(history.buttons[1])
        await until(lambda: shows(history, "Do not fetch"))
        await settled(window)

    run(story())
    words = "It comes as soon as somebody who has it is connected."
    assert (window.toast.sentence.text() == words) == (not connected)
