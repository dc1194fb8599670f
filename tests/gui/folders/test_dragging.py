"""Files dragged out of a folder: what is here, and not too much of it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import tempfile
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QDrag, QGuiApplication, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.model.feeds import FolderEntryView, FolderUse
from engine.model.ids import SpaceId
from tests.fake_engine import FakeEngine
from tests.files_there import files_there
from tests.gui.conftest import Run, until
from tests.gui.folders.scene import Handed, opened
from tests.gui.folders.test_acts import menu_of, press
from tests.gui.window_scene import settled
from ui.folders import acts, dragging
from ui.folders.acts import FolderActs
from ui.folders.copying import on_disk
from ui.folders.dragging import dragged
from ui.folders.page import FolderPage
from ui.folders.table import FolderTable
from ui.main_window.window import MainWindow

FILES = {"notes.txt": b"words " * 500}
ALONE_SECONDS = 0.2


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


def test_files_that_lie_in_the_folders_directory_are_looked_for_beside_the_window(
    window: MainWindow,
    engine: FakeEngine,
    run: Run[Any],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """A disk may be slow, and thousands may be selected."""
    (tmp_path / "notes.txt").write_bytes(FILES["notes.txt"])
    looked_on = list[int]()

    def look(directory: str | None, entry: FolderEntryView) -> Path | None:
        looked_on.append(threading.get_ident())
        return on_disk(directory, entry)

    for module in (acts, dragging):
        monkeypatch.setattr(module, "on_disk", look)

    async def story() -> None:
        page = await opened(window, engine, engine.folders.add("Seeds", FILES))
        handed, begun = Handed(page), list[Path]()
        monkeypatch.setattr(page.acts, "_begin_drag", lambda places, *_: begun.extend(places))
        assert page.view is not None
        view = replace(page.view, directory=str(tmp_path))
        entries = page.browser.model.entries()
        os.utime(tmp_path / "notes.txt", (entries[0].mtime, entries[0].mtime))
        page.acts.drag(view, entries, page.browser.table)
        page.acts.show_in_files(view, entries[0])
        await settled(window)
        assert begun == [tmp_path / "notes.txt"]
        assert handed.paths == [tmp_path]
        assert threading.get_ident() not in looked_on
        assert len(looked_on) == 2

    run(story())


def test_nothing_is_dragged_once_the_person_has_let_go(
    window: MainWindow, engine: FakeEngine, run: Run[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def drag(_source: object) -> None:
        raise AssertionError("it would hang on the pointer")

    monkeypatch.setattr(acts, "QDrag", drag)

    async def story() -> None:
        page = await opened(window, engine, engine.folders.add("Seeds", FILES))
        page.browser.table.reach("notes.txt")
        page.browser.table.startDrag(Qt.DropAction.CopyAction)
        await settled(window)

    run(story())


def test_what_comes_while_something_is_dragged_is_shown_meanwhile(
    window: MainWindow, engine: FakeEngine, run: Run[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A drag has an event loop of its own: begun inside a task, it would let none other run."""
    begun_in = list[asyncio.Task[Any] | None]()
    begin = staticmethod(lambda *_: begun_in.append(asyncio.current_task()))
    monkeypatch.setattr(QDrag, "exec", begin)
    held = staticmethod(lambda: Qt.MouseButton.LeftButton)
    monkeypatch.setattr(QGuiApplication, "mouseButtons", held)

    async def story() -> None:
        page = await opened(window, engine, engine.folders.add("Seeds", FILES))
        drag(page, "notes.txt")
        await until(lambda: bool(begun_in))
        assert begun_in == [None]

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


def test_two_copies_that_are_lent_at_a_time_lie_in_one_place_and_stay(
    window: MainWindow, engine: FakeEngine, run: Run[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    both = threading.Barrier(2)
    make = tempfile.TemporaryDirectory

    def made_beside_another(**wanted: Any) -> tempfile.TemporaryDirectory[str]:  # Any: as it is
        with contextlib.suppress(threading.BrokenBarrierError):  # nobody makes one beside it
            both.wait(ALONE_SECONDS)
        return make(**wanted)

    monkeypatch.setattr(tempfile, "TemporaryDirectory", made_beside_another)

    async def story() -> None:
        page = await opened(window, engine, engine.folders.add("Seeds", FILES))
        view, file = page.view, page.browser.model.entries()[0]
        assert view is not None
        lent = await asyncio.gather(*(page.acts.lend(view, file) for _ in range(2)))
        assert [one.read_bytes() for one in lent] == [FILES["notes.txt"]] * 2
        assert len({one.parent for one in lent}) == 2
        assert len({one.parent.parent for one in lent}) == 1

    run(story())


def mirrored(engine: FakeEngine, directory: Path) -> SpaceId:
    """Its directory holds what its owner has changed it to."""
    space = engine.folders.add("Seeds", {"a.txt": b"price 1", "d/x": b"old", "d/e/y": b"1"})
    (directory / "d").mkdir()
    for path, content in {"a.txt": b"price 2", "d/x": b"new"}.items():
        written = engine.folders.write(space, path, content)
        (directory / path).write_bytes(content)
        os.utime(directory / path, (written.mtime, written.mtime))
    engine.folders.change(space, directory=str(directory), use=FolderUse.MIRRORED)
    return space


@pytest.fixture
def handed(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """What is dragged, by somebody who holds the mouse."""
    places: list[Path] = []
    held = staticmethod(lambda: Qt.MouseButton.LeftButton)
    monkeypatch.setattr(QGuiApplication, "mouseButtons", held)
    monkeypatch.setattr(FolderActs, "_begin_drag", lambda _, some, *__: places.extend(some))
    return places


def drag(page: FolderPage, name: str) -> None:
    page.browser.table.clearSelection()
    page.browser.table.reach(name)
    page.browser.table.startDrag(Qt.DropAction.CopyAction)


def move(table: FolderTable, row: int) -> None:
    """With the left button held, over that row."""
    viewport, at = table.viewport(), middle_of(table, row) + QPoint(3, 0)
    left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
    where = QPointF(viewport.mapToGlobal(at))
    moved = QMouseEvent(
        QEvent.Type.MouseMove, QPointF(at), where, none, left, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(viewport, moved)


def middle_of(table: FolderTable, row: int) -> QPoint:
    return table.visualRect(table.model().index(row, 0)).center()


def test_while_a_drag_is_prepared_no_other_rows_are_chosen(
    window: MainWindow, engine: FakeEngine, run: Run[Any], handed: list[Path]
) -> None:
    async def story() -> None:
        files = {f"{number}.txt": b"1" for number in range(8)}
        page = await opened(window, engine, engine.folders.add("Seeds", files))
        table, button = page.browser.table, Qt.MouseButton.LeftButton
        for row in (1, 2):
            QTest.mousePress(table.viewport(), button, pos=middle_of(table, row))
            for over in (1, 2, 3, 4, 5):
                move(table, over)
            assert [one.path for one in table.selected()] == [f"{row}.txt"]
            await until(lambda: bool(handed))
            QTest.mouseRelease(table.viewport(), button, pos=middle_of(table, 5))
            assert [place.name for place in handed] == [f"{row}.txt"]
            handed.clear()

    run(story())


def test_out_of_an_earlier_state_is_dragged_what_was_there_then(
    window: MainWindow, engine: FakeEngine, run: Run[Any], tmp_path: Path, handed: list[Path]
) -> None:
    """Also whole folders. What lies in the directory is as it is today."""

    async def story() -> None:
        page = await opened(window, engine, mirrored(engine, tmp_path))
        press(menu_of(page), "Show an earlier state")
        page.browser.past.slider.setValue(4)
        await settled(window)
        drag(page, "a.txt")
        await until(lambda: len(handed) == 1)
        drag(page, "d")
        await until(lambda: len(handed) == 2)
        file, folder = handed
        assert (file.name, file.read_bytes()) == ("a.txt", b"price 1")
        assert folder.name == "d"
        assert files_there(folder) == {"x": b"old", "e/y": b"1"}

    run(story())


def test_a_file_of_ones_own_in_the_directory_is_not_dragged_as_the_folders(
    window: MainWindow, engine: FakeEngine, run: Run[Any], tmp_path: Path, handed: list[Path]
) -> None:
    async def story() -> None:
        page = await opened(window, engine, mirrored(engine, tmp_path))
        drag(page, "a.txt")
        await until(lambda: len(handed) == 1)
        assert handed == [tmp_path / "a.txt"]
        (tmp_path / "a.txt").write_bytes(b"my own!")
        drag(page, "a.txt")
        await until(lambda: len(handed) == 2)
        assert handed[1].read_bytes() == b"price 2"

    run(story())


def test_a_folder_of_which_not_all_lies_in_the_directory_is_dragged_whole_or_not_at_all(
    window: MainWindow, engine: FakeEngine, run: Run[Any], tmp_path: Path, handed: list[Path]
) -> None:
    async def story() -> None:
        page = await opened(window, engine, mirrored(engine, tmp_path))
        drag(page, "d")
        await until(lambda: len(handed) == 1)
        assert handed[0] != tmp_path / "d", "d/e/y does not lie there"
        assert files_there(handed[0]) == {"x": b"new", "e/y": b"1"}
        assert page.view is not None
        [file] = [one for one in page.browser.model.entries() if not one.is_folder]
        away = replace(file, path="b.txt", have=0)
        page.acts.drag(page.view, [away, file], page.browser.table)
        await until(lambda: len(handed) == 2)
        assert handed[1] == tmp_path / "a.txt"
        assert "left out" in window.toast.sentence.text()

    run(story())


def test_what_lies_in_the_directory_is_dragged_though_the_profile_holds_it_no_longer(
    window: MainWindow, engine: FakeEngine, run: Run[Any], tmp_path: Path, handed: list[Path]
) -> None:
    """As of every mirror that is larger than what is kept of it."""

    async def story() -> None:
        space = mirrored(engine, tmp_path)
        lies_there = engine.folders.write(space, "d/e/y", b"2", here=False)
        (tmp_path / "d/e").mkdir()
        (tmp_path / "d/e/y").write_bytes(b"2")
        os.utime(tmp_path / "d/e/y", (lies_there.mtime, lies_there.mtime))
        engine.folders.arrive(space, "a.txt", have=0)
        page = await opened(window, engine, space)
        drag(page, "a.txt")
        await until(lambda: len(handed) == 1)
        drag(page, "d")
        await until(lambda: len(handed) == 2)
        assert handed == [tmp_path / "a.txt", tmp_path / "d"]
        (tmp_path / "d/e/y").unlink()
        drag(page, "d")
        await settled(window)
        assert len(handed) == 2
        assert "fetch it first" in window.toast.sentence.text()

    run(story())


def test_a_folder_in_which_there_is_nothing_is_dragged_as_one(
    window: MainWindow, engine: FakeEngine, run: Run[Any], handed: list[Path]
) -> None:
    """Also one with nothing in it that may be had."""

    async def story() -> None:
        space = engine.folders.add("Seeds", FILES)
        engine.folders.write(space, "d/con", b"1", here=False, refusal="reserved")
        page = await opened(window, engine, space)
        drag(page, "d")
        await until(lambda: bool(handed))
        [folder] = handed
        assert folder.is_dir()
        assert files_there(folder) == {}

    run(story())


def test_what_is_never_written_is_not_dragged_and_nobody_is_told_to_fetch_it(
    window: MainWindow, engine: FakeEngine, run: Run[Any], handed: list[Path]
) -> None:
    async def story() -> None:
        space = engine.folders.add("Seeds", FILES)
        engine.folders.write(space, "con", b"1", here=False, refusal="reserved")
        page = await opened(window, engine, space)
        assert page.view is not None
        refused, notes = page.browser.model.entries()
        refused_folder = replace(refused, path="nul", is_folder=True)
        page.acts.drag(page.view, [refused, refused_folder, notes], page.browser.table)
        await until(lambda: bool(handed))
        assert [place.name for place in handed] == ["notes.txt"]
        assert "fetch it first" not in window.toast.sentence.text()
        drag(page, "con")
        await settled(window)
        assert len(handed) == 1
        assert "con is never written" in window.toast.sentence.text()

    run(story())
