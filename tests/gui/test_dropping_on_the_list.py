"""Files let go over a space in the sidebar: they wait there to be sent, and the space is open."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from engine.model.ids import SpaceId, SpaceKind
from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run, until
from tests.gui.window_scene import LEFT, channel, settled, started
from ui.main_window.pages import PageName
from ui.main_window.window import MainWindow

COPY, PLAIN = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def letter(tmp_path: Path) -> Path:
    file = tmp_path / "letter.txt"
    file.write_text("dear all")
    return file


def dragged(*addresses: str) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl(one) for one in addresses])
    return data


def over(window: MainWindow, space: SpaceId) -> QPointF:
    shown = window.sidebar.list
    return QPointF(shown.visualRect(window.sidebar.model.index_of(space)).center())


def held(window: MainWindow, data: QMimeData, space: SpaceId) -> bool:
    """Drags it in and over that row; whether it would be taken there."""
    at, viewport = over(window, space), window.sidebar.list.viewport()
    QApplication.sendEvent(viewport, QDragEnterEvent(at.toPoint(), COPY, data, LEFT, PLAIN))
    moved = QDragMoveEvent(at.toPoint(), COPY, data, LEFT, PLAIN)
    QApplication.sendEvent(viewport, moved)
    return moved.isAccepted()


def let_go(window: MainWindow, data: QMimeData, space: SpaceId) -> bool:
    event = QDropEvent(over(window, space), COPY, data, LEFT, PLAIN)
    QApplication.sendEvent(window.sidebar.list.viewport(), event)
    return event.isAccepted()


def waiting(window: MainWindow) -> Sequence[str]:
    attached = window.pages.channel.composer.attachments.waiting
    return [one.attachment.name for one in attached]


@pytest.mark.parametrize("under_a_page", [False, True])
def test_files_are_attached_where_they_were_let_go(
    run: Run[Any], window: MainWindow, engine: FakeEngine, letter: Path, *, under_a_page: bool
) -> None:
    """Of another channel, and of the open one that a page lies over."""
    garden = channel(engine, "Garden", "hello")
    boats = channel(engine, "Boats", "ahoy")
    file = dragged(QUrl.fromLocalFile(str(letter)).toString())

    async def scene() -> None:
        await started(window)
        window.open_space(boats if under_a_page else garden)
        await settled(window)
        if under_a_page:
            window.pages.show(PageName.SETTINGS)
        assert held(window, file, boats)
        window.sidebar.list.grab()  # the row is marked
        assert let_go(window, file, boats)
        await until(lambda: bool(waiting(window)))
        await settled(window)

    run(scene())
    assert window.pages.channel.space == boats
    assert window.pages.shows_channel
    assert waiting(window) == ["letter.txt"]
    assert not window.sidebar.list.dwelling.isActive()


def test_a_space_that_takes_no_files_refuses_them(
    run: Run[Any], window: MainWindow, engine: FakeEngine, letter: Path
) -> None:
    garden = channel(engine, "Garden", "hello")
    spaces = [
        channel(engine, "Read only", can_post=False),
        channel(engine, "Left", left=True),
        channel(engine, "Far", body_limit=40),
        channel(engine, "Club", kind=SpaceKind.COMMUNITY),
    ]
    file = dragged(QUrl.fromLocalFile(str(letter)).toString())

    async def scene() -> None:
        await started(window)
        window.open_space(garden)
        await settled(window)
        for space in spaces:
            assert not held(window, file, space)
            assert not let_go(window, file, space)
        await settled(window)

    run(scene())
    assert window.pages.channel.space == garden
    assert not waiting(window)


@pytest.mark.parametrize("address", ["https://example.org/a.png", "file://server/share/a.png"])
def test_what_is_no_file_of_this_computer_is_not_taken(
    run: Run[Any], window: MainWindow, engine: FakeEngine, address: str
) -> None:
    garden = channel(engine, "Garden", "hello")

    async def scene() -> None:
        await started(window)
        assert not held(window, dragged(address), garden)
        assert not let_go(window, dragged(address), garden)

    run(scene())
    assert not waiting(window)


def test_a_space_that_files_are_held_over_opens(
    run: Run[Any], window: MainWindow, engine: FakeEngine, letter: Path
) -> None:
    garden = channel(engine, "Garden", "hello")
    boats = channel(engine, "Boats", "ahoy", can_post=False)
    file = dragged(QUrl.fromLocalFile(str(letter)).toString())
    window.sidebar.list.dwelling.setInterval(0)

    async def scene() -> None:
        await started(window)
        window.open_space(garden)
        await settled(window)
        held(window, file, boats)
        await until(lambda: window.pages.channel.space == boats)
        await settled(window)

    run(scene())


def test_what_only_passes_over_opens_nothing(
    run: Run[Any], window: MainWindow, engine: FakeEngine, letter: Path
) -> None:
    garden = channel(engine, "Garden", "hello")
    boats = channel(engine, "Boats", "ahoy")
    file = dragged(QUrl.fromLocalFile(str(letter)).toString())

    async def scene() -> None:
        await started(window)
        window.open_space(garden)
        await settled(window)
        held(window, file, boats)
        assert window.sidebar.list.dwelling.isActive()
        QApplication.sendEvent(window.sidebar.list.viewport(), QDragLeaveEvent())

    run(scene())
    assert not window.sidebar.list.dwelling.isActive()
    assert window.pages.channel.space == garden


def test_files_for_a_space_that_was_left_at_once_for_another_are_attached_nowhere(
    run: Run[Any], window: MainWindow, engine: FakeEngine, letter: Path
) -> None:
    garden = channel(engine, "Garden", "hello")
    boats = channel(engine, "Boats", "ahoy")
    file = dragged(QUrl.fromLocalFile(str(letter)).toString())

    async def scene() -> None:
        await started(window)
        window.open_space(garden)
        await settled(window)
        held(window, file, boats)
        let_go(window, file, boats)
        window.open_space(garden)
        await settled(window)
        window.open_space(boats)
        await settled(window)

    run(scene())
    assert not waiting(window)
