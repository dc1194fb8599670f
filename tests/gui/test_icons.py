"""Icons exist, are drawn in the colour asked for, and are drawn once."""

from __future__ import annotations

import ast
import re
from importlib.resources import files
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon, QImage
from PySide6.QtWidgets import QApplication

from tests.screenshots.icon import drawn
from ui.look.application_icon import PICTURE_SIDES, picture
from ui.look.icons import ICON_SIZES, Icons
from ui.starting.application import make_application

ROOT = Path(__file__).parents[2]
PLACE_OF_ICON = {
    "IconButton": 1,
    "IconPushButton": 1,
    "_button": 0,
    "pixmap": 0,
    "icon": 0,
    "say": 0,
    "show_icon": 0,
    "Status": 0,
    "Empty": 0,
}
"""Where calls of that name take the name of an icon."""

ICON_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def names_in_the_code() -> set[str]:
    used = set()
    for path in (ROOT / "ui").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                used.update(icon_of(node))
    return used


def icon_of(call: ast.Call) -> set[str]:
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    place = PLACE_OF_ICON.get(name)
    if place is None or len(call.args) <= place:
        return set()
    argument = call.args[place]
    text = argument.value if isinstance(argument, ast.Constant) else None
    return {text} if isinstance(text, str) and ICON_NAME.fullmatch(text) else set()


def shipped() -> set[str]:
    return {path.stem for path in (ROOT / "resources" / "icons").glob("*.svg")}


@pytest.mark.parametrize("name", sorted(shipped()))
def test_each_shipped_icon_can_be_drawn(qapp: QApplication, name: str) -> None:
    image = Icons().pixmap(name, QColor("#ff0000"), QSize(24, 24)).toImage()
    inked = [
        image.pixelColor(x, y)
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).alpha() > 200
    ]
    assert inked
    assert all(pixel.red() > 240 and pixel.green() < 15 for pixel in inked)


def test_icons_the_code_names_are_shipped() -> None:
    used = names_in_the_code()
    assert {"users", "user-plus", "qr-code", "wifi-off"} <= used
    assert used <= shipped()


def test_an_icon_is_drawn_once_for_each_colour_and_size(qapp: QApplication) -> None:
    first = Icons().pixmap("check", QColor("#112233"), QSize(16, 16), 1.5)
    again = Icons().pixmap("check", QColor("#112233"), QSize(16, 16), 1.5)
    assert first.cacheKey() == again.cacheKey()
    assert first.devicePixelRatio() == 1.5
    assert first.width() == 24


def test_an_icon_of_a_button_has_the_pixels_of_each_screen(qapp: QApplication) -> None:
    icon = Icons().icon("check", QColor("#112233"), QColor("#445566"))
    ratios = {screen.devicePixelRatio() for screen in qapp.screens()}
    for mode in (QIcon.Mode.Normal, QIcon.Mode.Disabled):
        for ratio in ratios:
            for side in ICON_SIZES:
                assert icon.pixmap(QSize(side, side), ratio, mode).width() == round(side * ratio)
    assert icon.pixmap(QSize(20, 20), 1.0).toImage() != (
        icon.pixmap(QSize(20, 20), 1.0, QIcon.Mode.Disabled).toImage()
    )


def test_an_icon_keeps_its_colour_in_a_row_that_is_chosen(qapp: QApplication) -> None:
    """Qt would tint it with the colour of the row, in which it is lost then."""
    icon = Icons().icon("check", QColor("#112233"), QColor("#445566"))
    for side in ICON_SIZES:
        size = QSize(side, side)
        assert icon.pixmap(size, 1.0, QIcon.Mode.Selected).toImage() == (
            icon.pixmap(size, 1.0).toImage()
        )


def test_the_licence_lies_beside_the_icons() -> None:
    text = files("resources").joinpath("licences", "lucide.txt").read_text("utf-8")
    assert "ISC License" in text


@pytest.mark.parametrize("side", PICTURE_SIDES)
def test_each_picture_of_the_programs_icon_is_its_drawing(qapp: QApplication, side: int) -> None:
    """After a change of the drawing: ``python -m tests.screenshots --icon``."""
    shipped_one = QImage.fromData(picture(side)).convertToFormat(drawn(side).format())
    assert shipped_one == drawn(side)


def test_the_program_carries_its_icon(qapp: QApplication) -> None:
    application = make_application(["tidings"])
    sizes = {size.width() for size in application.windowIcon().availableSizes()}
    assert sizes == set(PICTURE_SIDES)
