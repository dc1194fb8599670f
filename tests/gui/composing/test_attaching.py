"""Files: dropped, pasted and chosen; shown before they are sent, and taken out again."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog

from engine.model.contents import Files
from tests.fake_engine import FakeEngine
from tests.gui.composing.desk import ENTER, Desk, drag_over, drop, names, sent_names
from tests.gui.conftest import Run, until
from tests.gui.window_scene import channel, dialog_of, started
from ui.attaching.drop_target import DropTarget
from ui.main_window.window import MainWindow


def target(desk: Desk) -> DropTarget:
    (found,) = desk.host.findChildren(DropTarget)
    return found


def test_dropped_files_wait_as_chips_and_go_out_one_by_one_with_the_caption(
    run: Run[Any], desk: Desk, note: Path, photo: Path
) -> None:
    async def scene() -> None:
        await desk.opened()
        assert desk.drag_over(photo, note)
        assert target(desk).isVisible()
        desk.drop()
        assert not target(desk).isVisible()
        await desk.settled()
        assert names(desk) == ["garden.jpg", "plan.txt"]
        assert desk.contents == []
        desk.type("look")
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert sent_names(desk) == ["garden.jpg", "plan.txt"]
    assert [one.text for one in desk.contents if isinstance(one, Files)] == ["look", ""]
    assert names(desk) == []
    assert not desk.text()


def test_a_drag_that_goes_away_leaves_nothing(run: Run[Any], desk: Desk, note: Path) -> None:
    run(desk.opened())
    desk.drag_over(note)
    desk.host.grab()
    desk.drag_away()
    assert not target(desk).isVisible()


def test_what_a_photograph_tells_is_left_out_and_that_is_said(
    run: Run[Any], desk: Desk, photo: Path
) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.composer.attach([photo])
        await desk.settled()
        chip = desk.composer.face.chips.chips[0]
        assert "left out" in chip.toolTip()
        assert not chip.preview.pixmap().isNull()
        assert "left out" in desk.composer.face.attach.accessibleName()
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    (said,) = desk.contents
    assert isinstance(said, Files)
    assert said.files[0].content_type == "image/jpeg"
    assert b"telltale" not in said.files[0].data


def test_a_chip_is_taken_out_by_its_button(
    run: Run[Any], desk: Desk, note: Path, photo: Path
) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.composer.attach([photo, note])
        await desk.settled()
        desk.click(desk.composer.face.chips.chips[0].remove)
        assert names(desk) == ["plan.txt"]
        desk.click(desk.composer.face.chips.chips[0].remove)

    run(scene())
    assert names(desk) == []
    assert not desk.composer.send.isEnabled()


def test_the_button_asks_for_files(run: Run[Any], desk: Desk, note: Path) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.click(desk.composer.face.attach)
        dialog = await dialog_of(QFileDialog)
        dialog.filesSelected.emit([str(note)])
        dialog.reject()
        await desk.settled()

    run(scene())
    assert names(desk) == ["plan.txt"]


def test_files_that_are_chosen_late_wait_in_the_channel_they_were_asked_for_in(
    run: Run[Any], desk: Desk, note: Path
) -> None:
    """Another one was opened behind the dialog, by a notification, say."""

    async def scene() -> None:
        await desk.opened()
        desk.click(desk.composer.face.attach)
        dialog = await dialog_of(QFileDialog)
        await desk.opened(desk.boats)
        dialog.filesSelected.emit([str(note)])
        dialog.reject()
        await desk.settled()
        assert not names(desk)
        await desk.opened(desk.garden)

    run(scene())
    assert names(desk) == ["plan.txt"]


def test_copied_files_and_pictures_are_pasted_as_such(
    run: Run[Any], desk: Desk, note: Path
) -> None:
    async def scene() -> None:
        await desk.opened()
        files, picture = QMimeData(), QMimeData()
        files.setUrls([QUrl.fromLocalFile(str(note))])
        files.setText(str(note))
        image = QImage(40, 30, QImage.Format.Format_RGB32)
        image.fill(0xFF336699)
        picture.setImageData(image)
        for pasted in (files, picture):
            assert desk.composer.edit.canInsertFromMimeData(pasted)
            desk.composer.edit.insertFromMimeData(pasted)
            await desk.settled()

    run(scene())
    assert names(desk) == ["plan.txt", "picture.png"]
    assert not desk.text()


@pytest.mark.parametrize(
    "address", ["https://example.org/a.png", "ftp://example.org/b", "file://server/share/c.png"]
)
def test_addresses_elsewhere_are_pasted_as_words(run: Run[Any], desk: Desk, address: str) -> None:
    run(desk.opened())
    pasted = QMimeData()
    pasted.setUrls([QUrl(address)])
    pasted.setText(address)
    desk.composer.edit.insertFromMimeData(pasted)
    assert desk.text() == address
    assert names(desk) == []


def test_files_wait_where_they_were_attached(run: Run[Any], desk: Desk, note: Path) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.composer.attach([note])
        desk.composer.open(desk.boats, "Boats")
        await desk.settled()
        assert names(desk) == []
        await desk.opened(desk.garden)

    run(scene())
    assert names(desk) == ["plan.txt"]


def test_hostile_file_names_are_plain_words(run: Run[Any], desk: Desk, tmp_path: Path) -> None:
    for number, name in enumerate(("<img src=x>.png", "a\nb.txt", "\u202egnp.exe", "x" * 250)):
        (tmp_path / name).write_text(str(number))

    paths = sorted(tmp_path.iterdir())

    async def scene() -> None:
        await desk.opened()
        desk.composer.attach(paths)
        await desk.settled()

    width = desk.host.width()
    run(scene())
    assert len(names(desk)) == 4
    for chip in desk.composer.face.chips.chips:
        assert "\n" not in chip.name.text()
        assert "\u202e" not in chip.name.text() + chip.toolTip() + chip.accessibleName()
        assert "<img" not in chip.toolTip()
    desk.host.grab()
    assert desk.host.width() == width


def test_a_preview_follows_the_theme_and_the_file_is_the_same(
    run: Run[Any], desk: Desk, photo: Path
) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.composer.attach([photo])
        await until(lambda: names(desk) == ["garden.jpg"])
        desk.equipment.theme.choose_text_percent(110)

    run(scene())
    assert names(desk) == ["garden.jpg"]
    assert Image.open(io.BytesIO(photo.read_bytes())).size == (300, 200)


def test_in_the_window_files_are_dropped_anywhere_on_the_channel(
    run: Run[Any], window: MainWindow, engine: FakeEngine, note: Path
) -> None:
    channel(engine, "Garden", "hello")

    async def scene() -> None:
        await started(window)
        page = window.pages.channel
        dragged = QMimeData()
        dragged.setUrls([QUrl.fromLocalFile(str(note))])
        assert drag_over(page, dragged)
        drop(page, dragged)
        chips = page.composer.face.chips
        await until(lambda: [chip.name.text() for chip in chips.chips] == ["plan.txt"])

    run(scene())
