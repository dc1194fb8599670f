"""A code, shown: readable at every size and in every theme, as text, and as a picture file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from app.qr import QrCodes
from engine.errors import Fault, FaultReason
from engine.model.address import Address
from tests.code_scene import Scene, click, strike
from tests.gui.conftest import Run, until
from ui.codes.code_view import SIDE_PIXELS_MAX, SIDE_PIXELS_MIN, CodeView
from ui.exporting.place import keeping_place
from ui.look.theme import SchemeChoice
from ui.scanning.reading import texts_in

REQUEST = b"".join(tag + bytes(range(32)) for tag in (b"\x0a\x20", b"\x12\x20", b"\x1a\x20"))


@pytest.fixture
def view(scene: Scene, qtbot: QtBot) -> CodeView:
    view = CodeView(scene.equipment, "invite-request", "your invite request")
    view.show_link(scene.equipment.links.of_request(REQUEST, [Address("192.168.1.7", 4711)]))
    qtbot.addWidget(view)
    view.show()
    return view


def _read_off(view: CodeView, run: Run[Any]) -> tuple[str, ...]:
    return tuple(run(texts_in(QrCodes(), view.picture.grab().toImage())))


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK, SchemeChoice.CONTRAST])
def test_the_code_is_black_on_white_in_every_theme(
    scene: Scene, view: CodeView, run: Run[Any], scheme: SchemeChoice
) -> None:
    scene.theme.choose(scheme)
    image = view.picture.grab().toImage()
    colours = {image.pixelColor(at, at).name() for at in range(image.width())}
    assert colours == {"#000000", "#ffffff"}
    assert image.pixelColor(2, 2).name() == "#ffffff"  # the quiet zone
    assert _read_off(view, run) == (view.link.upper(),)


def test_a_request_has_at_least_six_pixels_a_module(view: CodeView) -> None:
    assert view.picture.width() >= 6 * view.picture.modules


@pytest.mark.parametrize("side", [SIDE_PIXELS_MIN, 401, SIDE_PIXELS_MAX])
def test_the_code_is_readable_at_every_size(view: CodeView, run: Run[Any], side: int) -> None:
    view.slider.setValue(side)
    assert view.picture.width() == side
    assert _read_off(view, run) == (view.link.upper(),)


def test_the_slider_stays_between_its_bounds_and_moves_by_key(view: CodeView) -> None:
    view.slider.setValue(400)
    strike(view.slider, Qt.Key.Key_Right)
    assert view.picture.width() == 420
    strike(view.slider, Qt.Key.Key_End)
    assert view.picture.width() == SIDE_PIXELS_MAX
    strike(view.slider, Qt.Key.Key_Home)
    assert view.picture.width() == SIDE_PIXELS_MIN


def test_a_chosen_size_is_there_the_next_time(scene: Scene, view: CodeView, qtbot: QtBot) -> None:
    strike(view.slider, Qt.Key.Key_End)
    view.hide()
    again = CodeView(scene.equipment, "invite-request", "your invite request")
    qtbot.addWidget(again)
    again.show_link(view.link)
    assert again.picture.width() == SIDE_PIXELS_MAX


def test_a_disk_that_refuses_to_remember_a_size_is_told(
    scene: Scene, view: CodeView, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(name: str, value: str) -> None:
        raise Fault(FaultReason.DISK_FULL)

    told: list[Fault] = []
    scene.bridge.failed.connect(told.append)
    monkeypatch.setattr(scene.settings, "store_text", refuse)
    strike(view.slider, Qt.Key.Key_End)
    view.hide()
    assert [fault.reason for fault in told] == [FaultReason.DISK_FULL]


def test_the_text_is_copied(view: CodeView) -> None:
    click(view.copy)
    assert QGuiApplication.clipboard().text() == view.link
    assert view.told.text() == "The text is in the clipboard."


@pytest.mark.parametrize(
    ("asked", "written"), [("a.png", "a.png"), ("a.SVG", "a.SVG"), ("a.code", "a.code.png")]
)
def test_the_picture_is_saved(
    view: CodeView, run: Run[Any], tmp_path: Path, asked: str, written: str
) -> None:
    async def save() -> None:
        view.save_to(tmp_path / asked)
        await until(view.told.isVisible)

    run(save())
    content = (tmp_path / written).read_bytes()
    if written.lower().endswith(".png"):
        assert tuple(QrCodes().read_file(content)) == (view.link.upper(),)
    else:
        assert b"<svg" in content


def test_the_save_button_asks_where(view: CodeView, run: Run[Any], tmp_path: Path) -> None:
    async def save() -> None:
        click(view.save)
        dialog = view.findChild(QFileDialog)
        assert isinstance(dialog, QFileDialog)
        assert Path(dialog.directory().path()) == keeping_place()
        dialog.fileSelected.emit(str(tmp_path / "x.png"))
        dialog.close()
        await until(view.told.isVisible)

    run(save())
    assert (tmp_path / "x.png").exists()


def test_a_folder_that_cannot_be_written_is_said_beside_the_button(
    view: CodeView, run: Run[Any], tmp_path: Path
) -> None:
    async def save() -> None:
        view.save_to(tmp_path / "missing" / "x.png")
        await until(view.problem.isVisible)

    run(save())
    assert view.problem.sentence.text() == "The file x.png could not be written."


def test_its_parts_have_names(view: CodeView) -> None:
    for widget in (view.picture, view.slider, view.copy, view.save):
        assert widget.accessibleName()
