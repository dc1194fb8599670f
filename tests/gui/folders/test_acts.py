"""What is done with files: fetched, saved, opened after a question, shown."""

from __future__ import annotations

import errno
import os
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QMenu

from app.links import TidingsLinks
from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.model.feed_commands import WantFile
from engine.model.feeds import FolderEntryView, FolderUse
from engine.model.found import FoundFolder
from tests.code_scene import click, strike
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH
from tests.gui.conftest import Run, until
from tests.gui.folders.scene import Handed, opened
from tests.gui.window_scene import ENTER, dialog_of, settled
from ui.folders.copying import on_disk
from ui.folders.page import FolderPage
from ui.main_window.window import MainWindow
from ui.widgets.dialogs import Question

R = TypeVar("R")

FILES = {"notes.txt": b"words " * 500, "beans/list.txt": b"b" * 20, "beans/map.pdf": b"m" * 30}


def entry(page: FolderPage, path: str) -> FolderEntryView:
    return next(one for one in page.browser.model.entries() if one.path == path)


def texts(menu: QMenu) -> dict[str, bool]:
    return {action.text(): action.isEnabled() for action in menu.actions() if action.text()}


def menu_of(page: FolderPage, *paths: str) -> QMenu:
    assert page.view is not None
    entries = [entry(page, path) for path in paths]
    return page.menu.menu_for(page.view, entries, in_past=page.browser.version is not None)


def press(menu: QMenu, words: str) -> None:
    next(action for action in menu.actions() if action.text() == words).trigger()


def test_enter_on_a_file_that_is_not_here_fetches_it(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        space = engine.folders.add("Seeds", FILES, here=False, peers=1)
        page = await opened(window, engine, space)
        page.browser.table.reach("notes.txt")
        strike(page.browser.table, ENTER)
        await settled(window)
        assert WantFile(space, "notes.txt", wanted=True) in engine.performed
        assert window.toast.sentence.text() == "notes.txt is being fetched."

    run(story())


def test_the_menu_key_means_the_row_of_the_keys_wherever_the_pointer_rests(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        page = await opened(window, engine, engine.folders.add("Seeds", FILES))
        table = page.browser.table
        table.reach("notes.txt")
        table.clearSelection()
        table.viewport().setAttribute(Qt.WidgetAttribute.WA_UnderMouse)  # as on a real screen
        wanted: list[QPoint] = []
        table.menu_wanted.disconnect()
        table.menu_wanted.connect(wanted.append)
        at = table.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle).center()
        key = QContextMenuEvent.Reason.Keyboard
        QApplication.sendEvent(table, QContextMenuEvent(key, at, table.mapToGlobal(at)))
        row = table.visualRect(table.currentIndex())
        assert [table.viewport().mapFromGlobal(one) for one in wanted] == [row.center()]
        assert table.selectionModel().isSelected(table.currentIndex())

    run(story())


def test_a_file_that_is_here_is_opened_after_a_question_from_a_copy_that_cannot_be_changed(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        page = await opened(window, engine, engine.folders.add("Seeds", FILES))
        handed = Handed(page)
        page.browser.table.reach("notes.txt")
        strike(page.browser.table, ENTER)
        question = await dialog_of(Question)
        assert any("notes.txt" in label.text() for label in question.findChildren(QLabel))
        click(question.proceed)
        await until(lambda: bool(handed.paths))
        (copy,) = handed.paths
        assert copy.name == "notes.txt"
        assert copy.read_bytes() == FILES["notes.txt"]
        assert copy.stat().st_mode & 0o777 == 0o400
        page.acts.close()
        await until(lambda: not copy.exists())

    run(story())


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (errno.ENOSPC, Fault(FaultReason.DISK_FULL)),
        (errno.EACCES, Refused(Refusal.FILE_UNWRITABLE)),
    ],
)
def test_a_copy_that_cannot_be_made_is_told_in_words(
    window: MainWindow,
    engine: FakeEngine,
    run: Run[Any],
    monkeypatch: pytest.MonkeyPatch,
    number: int,
    told: Fault | Refused,
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, "no")

    async def story() -> None:
        page = await opened(window, engine, engine.folders.add("Seeds", FILES))
        assert page.view is not None
        monkeypatch.setattr(tempfile, "TemporaryDirectory", refuse)
        with pytest.raises((Fault, Refused)) as caught:
            await page.acts.lend(page.view, entry(page, "notes.txt"))
        assert str(caught.value).split(":")[0] == str(told)

    run(story())


def test_whoever_says_no_opens_nothing(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        page = await opened(window, engine, engine.folders.add("Seeds", FILES))
        handed = Handed(page)
        page.browser.table.reach("notes.txt")
        strike(page.browser.table, ENTER)
        click((await dialog_of(Question)).cancel)
        await settled(window)
        assert not handed.paths

    run(story())


@pytest.mark.parametrize(
    ("path", "changes"),
    [("setup.exe", {}), ("plan.pdf", {"executable": True}), ("go\u202etxt.sh", {})],
)
def test_what_may_run_is_never_opened_only_saved(
    window: MainWindow, engine: FakeEngine, run: Run[Any], path: str, changes: dict[str, Any]
) -> None:
    async def story() -> None:
        space = engine.folders.add("Seeds", FILES)
        engine.folders.write(space, path, b"MZ", **changes)
        page = await opened(window, engine, space)
        handed = Handed(page)
        page.browser.choose(entry(page, path))
        question = await dialog_of(Question)
        assert question.windowTitle() == "This file is not opened"
        assert question.cancel.isDefault()  # Enter does nothing
        click(question.proceed)
        dialog = await dialog_of(QFileDialog)
        dialog.reject()
        await settled(window)
        assert not handed.paths

    run(story())


def test_a_mirrored_file_is_handed_over_where_it_lies(
    window: MainWindow, engine: FakeEngine, run: Run[Any], tmp_path: Path
) -> None:
    async def story() -> None:
        space = engine.folders.add("Seeds", FILES)
        (tmp_path / "notes.txt").write_bytes(FILES["notes.txt"])
        os.utime(tmp_path / "notes.txt", (EPOCH, EPOCH))
        engine.folders.change(space, directory=str(tmp_path), use=FolderUse.MIRRORED)
        page = await opened(window, engine, space)
        handed = Handed(page)
        page.browser.choose(entry(page, "notes.txt"))
        click((await dialog_of(Question)).proceed)
        await until(lambda: bool(handed.paths))
        assert handed.paths == [tmp_path / "notes.txt"]
        press(menu_of(page, "notes.txt"), "Show in the file manager")
        await settled(window)
        assert handed.paths[-1] == tmp_path

    run(story())


def test_a_desktop_that_opens_nothing_is_no_silence(
    window: MainWindow, engine: FakeEngine, run: Run[Any], tmp_path: Path
) -> None:
    async def story() -> None:
        space = engine.folders.add("Seeds", FILES)
        engine.folders.change(space, directory=str(tmp_path), use=FolderUse.MIRRORED)
        page = await opened(window, engine, space)
        page.acts.hand_over = lambda _path: False
        press(menu_of(page, "notes.txt"), "Show in the file manager")
        await settled(window)
        assert window.toast.sentence.text().startswith("This computer has no program that opens")

    run(story())


def test_nothing_is_handed_over_through_a_link(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "a.txt").write_bytes(b"1234")
    os.utime(secret / "a.txt", (0, 0))
    directory = tmp_path / "folder"
    directory.mkdir()
    (directory / "in").symlink_to(secret)
    (directory / "a.txt").symlink_to(secret / "a.txt")
    one = FolderEntryView("a.txt", is_folder=False, size=4, mtime=0, have=4, files=1, version=1)
    for path in ("in/a.txt", "a.txt", "../secret/a.txt"):
        assert on_disk(str(directory), replace(one, path=path)) is None
    assert on_disk(str(secret), one) == secret / "a.txt"
    assert on_disk(str(secret), replace(one, size=9, have=9)) is None
    assert on_disk(str(secret), replace(one, mtime=1)) is None, "of the same size, but another"


def kept_coarsely(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its disk keeps even seconds, as memory sticks do."""
    plain = Path.stat

    def coarse(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        status = plain(path, follow_symlinks=follow_symlinks)
        if path != file:
            return status
        even = int(status.st_mtime) // 2 * 2
        times = {f"st_{which}time_ns": even * 10**9 for which in "amc"}
        return os.stat_result((*status[:7], even, even, even), times)

    monkeypatch.setattr(Path, "stat", coarse)


def test_on_a_disk_of_coarse_times_a_mirrored_file_is_found_where_it_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes(b"1234")
    os.utime(file, (EPOCH + 1, EPOCH + 1))
    one = FolderEntryView("a.txt", is_folder=False, size=4, mtime=EPOCH + 1.5, have=4, files=1,
                          version=1)  # fmt: skip
    assert on_disk(str(tmp_path), one) is None, "this disk keeps all of it"
    kept_coarsely(file, monkeypatch)
    assert on_disk(str(tmp_path), one) == file
    for mine in (EPOCH - 60, EPOCH + 4):
        os.utime(file, (mine, mine))
        assert on_disk(str(tmp_path), one) is None, "of the same size, but changed by the person"


def test_the_menu_offers_what_can_be_done_with_each_state(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        space = engine.folders.add("Seeds", FILES)
        engine.folders.write(space, "far.txt", b"far", here=False)
        engine.folders.write(space, "odd.txt", b"odd", here=False, refusal="direction")
        page = await opened(window, engine, space)
        here, far = texts(menu_of(page, "notes.txt")), texts(menu_of(page, "far.txt"))
        assert here["Open\u2026"]
        assert here["Save a copy\u2026"]
        assert not here["Fetch"]
        assert far["Fetch"]
        assert not far["Save a copy\u2026"]
        odd = texts(menu_of(page, "odd.txt"))
        assert not any(odd[words] for words in ("Open\u2026", "Fetch", "Save a copy\u2026"))
        assert "Show in the file manager" not in here  # it lies nowhere
        press(menu_of(page, "far.txt"), "Fetch")
        await settled(window)
        press(menu_of(page, "far.txt"), "Do not fetch")
        await settled(window)
        wishes = [one for one in engine.performed if isinstance(one, WantFile)]
        assert [one.wanted for one in wishes] == [True, False]

    run(story())


def test_the_link_in_the_clipboard_is_the_folders(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        space = engine.folders.add("Seeds", FILES)
        page = await opened(window, engine, space)
        press(menu_of(page), "Copy the folder's link")
        await settled(window)
        found = TidingsLinks().read(QGuiApplication.clipboard().text())
        assert isinstance(found, FoundFolder)
        assert found.public_key == engine.folders.folders[space].view.feed.key
        assert found.name == "Seeds"

    run(story())


def test_an_earlier_state_is_looked_at_and_saved_from_and_left_again(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        space = engine.folders.add("Seeds", FILES, own=True)
        engine.folders.remove(space, "notes.txt")
        page = await opened(window, engine, space)
        assert [one.path for one in page.browser.model.entries()] == ["beans"]
        press(menu_of(page), "Show an earlier state")
        await settled(window)
        assert [one.path for one in page.browser.model.entries()] == ["beans", "notes.txt"]
        assert page.browser.past.words.text() == "As the folder was: version 4 of 5"
        assert not page.browser.table.takes_drops
        page.browser.choose(entry(page, "notes.txt"))
        dialog = await dialog_of(QFileDialog)
        assert dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave
        dialog.reject()
        window.keyboard.escape()
        await settled(window)
        assert not page.browser.past.isVisible()
        assert [one.path for one in page.browser.model.entries()] == ["beans"]

    run(story())


def tidy(directory: Path) -> None:
    for hidden in directory.glob(".*"):
        hidden.unlink()
