"""Every page and dialog is reached by keys alone and by mouse alone: the map is whole."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QDialog, QWidget

import ui
from tests.gui.conftest import Run, until
from tests.gui.everywhere.hands import Hand, Keys, Mouse
from tests.gui.everywhere.house import House
from tests.gui.everywhere.ways import POPUPS, WAYS, WITHOUT
from tests.gui.window_scene import settled
from ui.widgets.fresh_page import FreshPage
from ui.widgets.page import Page
from ui.widgets.placing import FittedDialog
from ui.widgets.space_place import SpacePlace

KINDS: tuple[type[QWidget], ...] = (Page, SpacePlace, QDialog)
FRAMES = {FreshPage, FittedDialog}  # nobody sees them by themselves


@pytest.mark.parametrize("hand", [Keys, Mouse])
@pytest.mark.parametrize("place", sorted(WAYS, key=attrgetter("__name__")))
def test_it_is_reached_by_keys_alone_and_by_mouse_alone(
    house: House,
    run: Run[Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    place: type[QWidget],
    hand: type[Hand],
) -> None:
    monkeypatch.chdir(tmp_path)  # where the desktop's dialog of files begins

    async def scene() -> None:
        await settled(house.window)
        await WAYS[place](hand(house))
        await until(lambda: is_in_sight(place))
        close_all()
        await settled(house.window)

    run(scene())


def test_no_page_and_no_dialog_lacks_in_the_map() -> None:
    known = WAYS.keys() | WITHOUT.keys()
    lacking = [place.__name__ for place in places() if place not in known]
    assert lacking == []
    assert not WAYS.keys() & WITHOUT.keys()


def places() -> Iterator[type[QWidget]]:
    """All of the window's own, but for what others are merely made of."""
    for module in pkgutil.walk_packages(ui.__path__, "ui."):
        importlib.import_module(module.name)
    yield from POPUPS
    for kind in KINDS:
        yield from (
            one for one in below(kind) if one.__module__.startswith("ui.") and one not in FRAMES
        )


def below(kind: type[QWidget]) -> Iterator[type[QWidget]]:
    for one in kind.__subclasses__():
        yield one
        yield from below(one)


def is_in_sight(place: type[QWidget]) -> bool:
    """What others are made of is meant by itself."""
    return any(type(one) is place and one.isVisible() for one in QApplication.allWidgets())


def close_all() -> None:
    """Whatever asks is answered with no, so that nothing waits for it any more."""
    while (popup := QApplication.activePopupWidget()) is not None:
        popup.close()
    for top in QApplication.topLevelWidgets():
        if isinstance(top, QDialog) and top.isVisible():
            top.reject()
