"""A shared folder is walked like any other: by keys, path and filter, and it fills itself."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt

from engine.errors import Fault, FaultReason
from engine.model.events import FeedForked
from engine.model.feed_commands import PauseFeed
from engine.model.feed_queries import PAGE_ENTRIES_MAX, FolderListing
from engine.model.feeds import FeedState
from tests.code_scene import click, strike, type_text
from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run, until
from tests.gui.folders.scene import known, names, opened
from tests.gui.window_scene import ENTER, settled, started
from ui.folders.rows import Column
from ui.main_window.pages import PageName
from ui.main_window.window import MainWindow

FILES = {
    "beans/climbing/photo.jpg": b"x" * 30,
    "beans/list.txt": b"x" * 20,
    "read me.txt": b"x" * 10,
    "Zinnia.txt": b"x" * 5,
}


def test_a_folder_opens_from_the_list_and_shows_folders_before_files(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        space = engine.folders.add("Seeds", FILES)
        page = await opened(window, engine, space)
        assert names(page) == ["beans", "read me.txt", "Zinnia.txt"]
        assert window.pages.space == space
        assert window.pages.shows_space
        assert page.head.name.text() == "Seeds"
        assert page.browser.table.hasFocus()

    run(story())


def test_it_stands_under_its_own_heading_and_its_row_says_its_state(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        space = engine.folders.add("Seeds", FILES, state=FeedState.WAITING)
        await opened(window, engine, space)
        model = window.sidebar.model
        rows = [str(model.index(row).data()) for row in range(model.rowCount())]
        assert rows == ["Shared folders", "Seeds"]
        view = model.view(model.index_of(space))
        assert view is not None
        await until(lambda: model.state_of(view).words == "Waiting")

    run(story())


def test_enter_goes_in_and_backspace_comes_out_where_one_went_in(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        page = await opened(window, engine, engine.folders.add("Seeds", FILES))
        table = page.browser.table
        strike(table, ENTER)
        await settled(window)
        assert page.browser.path == "beans"
        assert names(page) == ["beans/climbing", "beans/list.txt"]
        strike(table, ENTER)
        await settled(window)
        assert [step.text() for step in page.browser.path_bar.steps] == ["Seeds", "beans"]
        assert page.browser.path_bar.here.text() == "climbing"
        strike(table, Qt.Key.Key_Backspace)
        await settled(window)
        current = page.browser.model.entry(table.currentIndex())
        assert current is not None
        assert current.path == "beans/climbing"
        strike(table, Qt.Key.Key_Backspace)
        strike(table, Qt.Key.Key_Backspace)
        await settled(window)
        assert page.browser.path == ""

    run(story())


def test_a_step_of_the_path_leads_there(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        page = await opened(window, engine, engine.folders.add("Seeds", FILES))
        page.browser.go("beans/climbing")
        await settled(window)
        click(page.browser.path_bar.steps[0])
        await settled(window)
        assert page.browser.path == ""
        assert not page.browser.path_bar.up.isVisible()

    run(story())


def test_typing_leads_to_a_name(window: MainWindow, engine: FakeEngine, run: Run[Any]) -> None:
    async def story() -> None:
        page = await opened(window, engine, engine.folders.add("Seeds", FILES))
        type_text(page.browser.table, "zin")
        current = page.browser.model.entry(page.browser.table.currentIndex())
        assert current is not None
        assert current.path == "Zinnia.txt"

    run(story())


def test_the_filter_hides_the_others_and_escape_ends_it(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        page = await opened(window, engine, engine.folders.add("Seeds", FILES))
        browser = page.browser
        type_text(browser.filter, "ME")
        assert names(page) == ["read me.txt"]
        type_text(browser.filter, "x")
        assert browser.rows.currentWidget() is browser.empty
        assert browser.empty.title.text() == "No such name here"
        strike(browser.filter, Qt.Key.Key_Escape)
        assert len(names(page)) == 3
        assert browser.table.hasFocus()

    run(story())


def test_a_column_sorts_and_what_is_chosen_stays_chosen(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        page = await opened(window, engine, engine.folders.add("Seeds", FILES))
        page.browser.table.reach("Zinnia.txt")
        page.browser.table.sortByColumn(Column.SIZE, Qt.SortOrder.AscendingOrder)
        assert names(page) == ["beans", "Zinnia.txt", "read me.txt"]
        assert [one.path for one in page.browser.table.selected()] == ["Zinnia.txt"]

    run(story())


def test_files_appear_and_fill_while_one_looks_and_the_choice_stays(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        space = engine.folders.add("Seeds", FILES, here=False)
        page = await opened(window, engine, space)
        page.browser.table.reach("read me.txt")
        state = page.browser.model.index(1, Column.STATE)
        assert state.data() == "Not here"
        engine.folders.arrive(space, "read me.txt", 5)
        await until(lambda: page.browser.model.index(1, Column.STATE).data() == "50 % here")
        engine.folders.write(space, "mint.txt", b"new")
        engine.folders.arrive(space, "read me.txt")
        await until(lambda: "mint.txt" in names(page))
        assert [one.path for one in page.browser.table.selected()] == ["read me.txt"]
        engine.folders.remove(space, "Zinnia.txt")
        engine.folders.change(space)
        await until(lambda: "Zinnia.txt" not in names(page))

    run(story())


def test_ten_thousand_files_are_asked_for_in_pages_and_sorted(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        files = {f"photo {number:05}.jpg": b"x" for number in range(10_000)}
        space = engine.folders.add("Archive", files)
        page = await opened(window, engine, space)
        assert page.browser.model.rowCount() == 10_000
        asked = [one for one in engine.asked if isinstance(one, FolderListing)]
        assert {one.after for one in asked} >= {None, f"photo {PAGE_ENTRIES_MAX - 1:05}.jpg"}
        assert page.counted.text() == "10,000 entries"
        page.browser.table.reach("photo 09000.jpg")
        engine.folders.write(space, "photo 09000.jpg", b"longer now")
        engine.folders.arrive(space, "photo 09000.jpg")
        # The page in sight is looked at first: nobody waits for the other nine.
        await until(lambda: page.browser.model.entries()[9_000].size == 10)

    run(story())


def test_nothing_received_says_so_and_leads_to_the_connections(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        space = engine.folders.add("Seeds", state=FeedState.WAITING, length=0, downloaded=0)
        page = await opened(window, engine, space)
        assert page.browser.empty.title.text() == "Waiting for the list of files"
        click(page.browser.empty.action)
        await settled(window)
        assert window.pages.is_shown(PageName.CONNECTIONS)
        window.keyboard.escape()
        assert window.pages.stack.currentWidget() is page

    run(story())


def test_what_cannot_be_listed_says_why(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        page = await opened(window, engine, engine.folders.add("Seeds", FILES))
        page.browser.model.clear()
        page.browser.loading.failed.emit(Fault(FaultReason.DISK_FAILED, "tidings.db"))
        assert page.browser.rows.currentWidget() is page.browser.empty
        assert "disk" in page.browser.empty.title.text()

    run(story())


def test_pausing_really_asks_for_it_and_offers_to_resume(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        space = engine.folders.add("Seeds", FILES, peers=1)
        page = await opened(window, engine, space)
        click(page.head.pause)
        await settled(window)
        assert PauseFeed(space, paused=True) in engine.performed
        await until(lambda: page.head.pause.accessibleName() == "Resume")
        click(page.head.pause)
        await settled(window)
        assert PauseFeed(space, paused=False) in engine.performed

    run(story())


def test_progress_stands_above_the_files_while_they_come(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        space = engine.folders.add("Seeds", FILES, here=False, state=FeedState.DOWNLOADING)
        page = await opened(window, engine, space)
        assert page.progress.isVisible()
        engine.folders.arrive(space, "Zinnia.txt")
        await until(lambda: page.progress.words.text().startswith("1 of 4 files"))
        engine.folders.change(space, state=FeedState.CURRENT)
        await until(lambda: not page.progress.isVisible())

    run(story())


@pytest.mark.parametrize(
    ("changes", "words", "can_place"),
    [
        ({"own": True, "trouble": "directory_gone"}, "not there any more", True),
        ({"own": False, "trouble": "disk_full"}, "disk is full", True),
        ({"own": False, "state": FeedState.FORKED}, "Two different histories", False),
        ({"own": False, "state": FeedState.FULL}, "may not take more", False),
    ],
)
def test_trouble_is_one_sentence_with_a_next_step(
    window: MainWindow,
    engine: FakeEngine,
    run: Run[Any],
    changes: dict[str, Any],
    words: str,
    can_place: bool,  # noqa: FBT001 - a parameter of pytest's
) -> None:
    async def story() -> None:
        trouble = changes.pop("trouble", None)
        space = engine.folders.add("Seeds", FILES, **changes)
        engine.folders.change(space, directory="/media/stick", trouble=trouble)
        page = await opened(window, engine, space)
        assert page.trouble.isVisible()
        assert words in page.trouble.sentence.text()
        assert page.trouble.hint.text()
        assert page.trouble.place.isVisible() is can_place

    run(story())


def test_a_fork_that_is_found_while_one_looks_is_told(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        space = engine.folders.add("Seeds", FILES)
        page = await opened(window, engine, space)
        assert not page.trouble.isVisible()
        engine.folders.change(space, state=FeedState.FORKED)
        engine.tell(FeedForked(space, 2))
        await until(page.trouble.isVisible)

    run(story())


def test_a_channel_opens_after_a_folder_and_the_folder_asks_for_nothing_more(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        space = engine.folders.add("Seeds", FILES)
        garden = engine.add_space("Garden")
        page = await opened(window, engine, space)
        window.open_space(garden)
        await settled(window)
        assert window.pages.shows_channel
        assert window.pages.space == garden
        before = sum(isinstance(one, FolderListing) for one in engine.asked)
        engine.folders.arrive(space, "read me.txt")
        await settled(window)
        assert sum(isinstance(one, FolderListing) for one in engine.asked) == before
        assert page.space is None

    run(story())


def test_the_folder_that_was_open_last_is_open_again(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        space = engine.folders.add("Seeds", FILES)
        known(engine)
        window._settings.store_text("window.open_space", space.hex())
        await started(window)
        assert window.pages.space == space
        assert not window.pages.shows_channel

    run(story())


def test_a_forgotten_folder_leaves_the_empty_home(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        space = engine.folders.add("Seeds", FILES)
        await opened(window, engine, space)
        engine._forget(space)
        await until(lambda: window.pages.stack.currentWidget() is window.pages.home)
        assert window.pages.space is None

    run(story())
