"""Files of this computer are put into a folder of ours: dropped or chosen, asked about, stopped."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog

from engine.model.feeds import FolderUse
from tests.code_scene import click
from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run, until
from tests.gui.folders.scene import listed, opened
from tests.gui.window_scene import dialog_of, settled
from ui.folders.adding import Copied, Stopped
from ui.folders.copying import PIECE_BYTES, copy_in
from ui.folders.page import FolderPage
from ui.main_window.window import MainWindow
from ui.widgets.dialogs import Question

PLANS = {"beds.txt": b"north", "paths.txt": b"chips"}


def drop(page: FolderPage, paths: Sequence[Path]) -> bool:
    """Lets files of the file manager fall onto the rows; whether they were taken."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    at, copy = QPointF(20, 20), Qt.DropAction.CopyAction
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    viewport = page.browser.table.viewport()
    entering = QDragEnterEvent(at.toPoint(), copy, data, left, none)
    QApplication.sendEvent(viewport, entering)
    if not entering.isAccepted():
        return False
    falling = QDropEvent(at, copy, data, left, none)
    QApplication.sendEvent(viewport, falling)
    return falling.isAccepted()


async def _own(window: MainWindow, engine: FakeEngine, directory: Path) -> FolderPage:
    space = engine.folders.add("Plans", PLANS, own=True)
    engine.folders.change(space, directory=str(directory), use=FolderUse.SHARED)
    return await opened(window, engine, space)


def test_files_that_fall_onto_a_folder_of_ours_are_copied_into_its_directory(
    window: MainWindow, engine: FakeEngine, run: Run[Any], tmp_path: Path
) -> None:
    async def story() -> None:
        directory, outside = tmp_path / "plans", tmp_path / "outside"
        directory.mkdir()
        (outside / "deep").mkdir(parents=True)
        (outside / "deep" / "one.txt").write_text("one")
        (outside / "link").symlink_to("/")
        page = await _own(window, engine, directory)
        assert drop(page, [outside])
        await settled(window)
        assert (directory / "outside" / "deep" / "one.txt").read_text() == "one"
        assert listed(directory / "outside") == ["deep"]
        assert window.toast.sentence.text() == (
            "1 file added. It is shared as soon as it is read. 1 link was left out."
        )

    run(story())


def test_copying_stops_before_the_next_file_when_the_person_has_had_enough(
    tmp_path: Path,
) -> None:
    for name in ("a", "b"):
        (tmp_path / name).write_text(name)
    target, copied = tmp_path / "target", Copied()
    copy_in([tmp_path / "a"], target, copied.note, copied.go_on)
    copied.stop()
    with pytest.raises(Stopped):
        copy_in([tmp_path / "b"], target, copied.note, copied.go_on)
    assert listed(target) == ["a"]


def test_copying_stops_in_the_middle_of_a_large_file_and_leaves_nothing_of_it(
    tmp_path: Path,
) -> None:
    with (tmp_path / "film").open("wb") as film:
        film.truncate(3 * PIECE_BYTES)
    target, copied, asked = tmp_path / "target", Copied(), 0

    def stopped_in_the_middle() -> None:
        nonlocal asked
        asked += 1
        if asked == 3:  # before the file, before its first piece, before its second
            copied.stop()
        copied.go_on()

    with pytest.raises(Stopped):
        copy_in([tmp_path / "film"], target, copied.note, stopped_in_the_middle)
    assert asked == 3
    assert listed(target) == []
    assert copied.files == 0


def test_copying_ends_with_the_window(
    window: MainWindow,
    engine: FakeEngine,
    run: Run[Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The thread would go on alone, and hold the process for as long."""
    begun, closed, ended = Event(), Event(), Event()

    def slow(*given: Any) -> list[Path]:
        begun.set()
        closed.wait(10)
        try:
            return copy_in(*given)
        finally:
            ended.set()

    monkeypatch.setattr("ui.folders.adding.copy_in", slow)

    async def story() -> None:
        directory = tmp_path / "plans"
        directory.mkdir()
        (tmp_path / "a.txt").write_text("a")
        page = await _own(window, engine, directory)
        assert drop(page, [tmp_path / "a.txt"])
        await until(begun.is_set)
        await window.pages._equipment.bridge.close()
        closed.set()
        await until(ended.is_set)
        assert listed(directory) == []

    run(story())


@pytest.mark.parametrize("path", ["sub/f.txt", "sub/deep/f.txt"])
def test_nothing_is_copied_through_a_link_in_the_folder(tmp_path: Path, path: str) -> None:
    source, target, outside = tmp_path / "sub", tmp_path / "target", tmp_path / "outside"
    for place, content in ((tmp_path / path, "mine"), (outside / path[4:], "another")):
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(content)
    (source / "also.txt").touch()
    target.mkdir()
    (target / "sub").symlink_to(outside)
    copied = Copied()
    assert copy_in([source], target, copied.note) == [target / "sub"]
    assert copied.files == 0
    assert (outside / path[4:]).read_text() == "another"
    assert not (outside / "also.txt").exists()


def test_what_would_be_replaced_is_asked_about(
    window: MainWindow, engine: FakeEngine, run: Run[Any], tmp_path: Path
) -> None:
    async def story() -> None:
        directory = tmp_path / "plans"
        directory.mkdir()
        (directory / "beds.txt").write_text("old")
        (tmp_path / "beds.txt").write_text("new")
        page = await _own(window, engine, directory)
        assert drop(page, [tmp_path / "beds.txt"])
        question = await dialog_of(Question)
        assert question.cancel.isDefault()
        click(question.cancel)
        await settled(window)
        assert (directory / "beds.txt").read_text() == "old"
        assert drop(page, [tmp_path / "beds.txt"])
        click((await dialog_of(Question)).proceed)
        await settled(window)
        assert (directory / "beds.txt").read_text() == "new"
        assert listed(directory) == ["beds.txt"]

    run(story())


def test_what_lies_there_already_keeps_nothing_else_away(
    window: MainWindow, engine: FakeEngine, run: Run[Any], tmp_path: Path
) -> None:
    async def story() -> None:
        directory = tmp_path / "plans"
        directory.mkdir()
        there = [directory / "beds.txt", directory / "paths.txt"]
        for one in (*there, tmp_path / "new.txt"):
            one.write_text(one.name)
        page = await _own(window, engine, directory)
        told = []
        for dropped in (there[:1], there, [*there, tmp_path / "new.txt"]):
            assert drop(page, dropped)
            await settled(window)
            told.append(window.toast.sentence.text())
        assert told == [
            "beds.txt is in this folder already.",
            "2 are in this folder already.",
            "1 file added. It is shared as soon as it is read. 2 are in this folder already.",
        ]
        assert listed(directory) == ["beds.txt", "new.txt", "paths.txt"]

    run(story())


def test_the_same_by_the_keyboard(
    window: MainWindow, engine: FakeEngine, run: Run[Any], tmp_path: Path
) -> None:
    async def story() -> None:
        directory = tmp_path / "plans"
        (directory / "in").mkdir(parents=True)
        (tmp_path / "a.txt").write_text("a")
        page = await _own(window, engine, directory)
        click(page.add)
        dialog = await dialog_of(QFileDialog)
        dialog.filesSelected.emit([str(tmp_path / "a.txt")])
        gone: list[bool] = []
        dialog.destroyed.connect(lambda: gone.append(True))
        dialog.reject()
        await settled(window)
        assert (directory / "a.txt").read_text() == "a"
        await until(lambda: bool(gone))

    run(story())


@pytest.mark.parametrize(
    ("trouble", "takes"), [("directory_empty", False), ("file_restless:log", True)]
)
def test_files_fall_onto_a_folder_that_would_share_them(
    window: MainWindow,
    engine: FakeEngine,
    run: Run[Any],
    tmp_path: Path,
    trouble: str,
    takes: bool,  # noqa: FBT001 - a case
) -> None:
    """One file that keeps changing is in no other's way."""

    async def story() -> None:
        page = await _own(window, engine, tmp_path)
        assert page.space is not None
        engine.folders.change(page.space, trouble=trouble)
        await settled(window)
        assert page.browser.table.takes_drops is takes

    run(story())


def test_nothing_falls_onto_somebody_elses_folder(
    window: MainWindow, engine: FakeEngine, run: Run[Any], tmp_path: Path
) -> None:
    async def story() -> None:
        space = engine.folders.add("Seeds", PLANS)
        engine.folders.change(space, directory=str(tmp_path), use=FolderUse.MIRRORED)
        page = await opened(window, engine, space)
        (tmp_path / "a.txt").write_text("a")
        assert not drop(page, [tmp_path / "a.txt"])

    run(story())
