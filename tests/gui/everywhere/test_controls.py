"""Every control, on every page and dialog, has a name to be read aloud, and room to be hit."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QComboBox, QDialog, QLineEdit, QTabBar, QWidget

import ui
from tests.gui.conftest import Run
from tests.gui.everywhere.conftest import Build
from tests.gui.everywhere.house import House
from tests.gui.everywhere.places import PLACES
from tests.gui.everywhere.seen import controls_in
from ui.widgets.dialogs import NameQuestion, Question
from ui.widgets.fresh_page import FreshPage
from ui.widgets.page import Page
from ui.widgets.placing import FittedDialog

PRESSED = (QAbstractButton, QLineEdit, QComboBox, QTabBar)
FRAMES = {Page, FreshPage, Question, NameQuestion, FittedDialog}
"""What pages and dialogs are made of, and nobody sees by itself."""

_walked: set[type] = set()


@pytest.mark.parametrize("place", sorted(PLACES))
def test_every_control_has_a_name_and_room(house: House, run: Run[Any], place: str) -> None:
    top = run(PLACES[place](house))
    _walked.update({type(top), *(type(one) for one in top.findChildren(QWidget))})
    controls = controls_in(top)
    nameless = [
        f"{type(one).__name__} in {type(one.parent()).__name__}"
        for one in controls
        if not one.accessibleName()
    ]
    assert not nameless
    hit = house.equipment.theme.hit
    small = [
        f"{one.accessibleName()}: {one.width()} x {one.height()}"
        for one in controls
        if isinstance(one, PRESSED) and min(one.width(), one.height()) < hit
    ]
    assert not small


@pytest.mark.parametrize("place", sorted(PLACES))
def test_what_is_read_aloud_of_a_control_is_words_and_no_markup(
    house: House, run: Run[Any], place: str
) -> None:
    top = run(PLACES[place](house))
    marked = [
        read
        for widget in (top, *top.findChildren(QWidget))
        if (interface := QAccessible.queryAccessibleInterface(widget)) is not None
        for told in (QAccessible.Text.Name, QAccessible.Text.Description, QAccessible.Text.Help)
        if (read := interface.text(told)).startswith("<")
    ]
    assert not marked


def test_no_page_or_dialog_is_left_out_of_the_walk(build: Build, run: Run[Any]) -> None:
    """Whatever was walked just now counts; the rest is walked here."""
    wanted = all_classes()
    for place in PLACES:
        if wanted <= _walked:
            break
        top = run(PLACES[place](build()))
        _walked.update({type(top), *(type(one) for one in top.findChildren(QWidget))})
        top.close()
    assert wanted - _walked == set()


def all_classes() -> set[type]:
    """Every page and dialog of the window."""
    for module in pkgutil.walk_packages(ui.__path__, "ui."):
        importlib.import_module(module.name)
    found = {*_below(Page), *_below(QDialog)} - FRAMES
    return {one for one in found if one.__module__.startswith("ui.")}


def _below(kind: type) -> Iterator[type]:
    subclasses: list[type] = kind.__subclasses__()
    for one in subclasses:
        yield one
        yield from _below(one)
