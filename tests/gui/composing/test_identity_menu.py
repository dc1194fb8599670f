"""The menu of identities shows who is chosen, and tells it to who cannot see it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.model.views import IdentityView, PosterView
from tests.fake_history import key_of
from tests.gui.window_scene import LEFT
from ui.composing.identity_choice import IdentityChoice
from ui.look.theme import SchemeChoice, Theme
from ui.widgets.menus import Menu

NAMES = ("Anna W", "Ann", "The committee")


def posters(*names: str) -> list[PosterView]:
    ours = [IdentityView(name, key_of(name), None) for name in names]
    return [PosterView(one, one.public_key) for one in ours]


@pytest.fixture
def menu(qtbot: QtBot, theme: Theme) -> Iterator[Menu]:
    """Of a choice in which the second is chosen."""
    choice = IdentityChoice(theme)
    qtbot.addWidget(choice)
    choice.show_posters(posters(*NAMES))
    menu = choice.menu()
    assert isinstance(menu, Menu)
    menu.actions()[1].trigger()
    yield menu
    menu.close()


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK, SchemeChoice.CONTRAST])
@pytest.mark.parametrize("pointed_at", [None, 0, 1])
def test_who_is_chosen_is_marked_in_the_menu_wherever_the_pointer_is(
    theme: Theme, menu: Menu, scheme: SchemeChoice, pointed_at: int | None
) -> None:
    theme.choose(scheme)
    menu.popup(menu.pos())
    if pointed_at is not None:
        menu.setActiveAction(menu.actions()[pointed_at])
    assert [is_marked(menu, number, theme) for number in range(3)] == [False, True, False]


def test_who_is_chosen_is_told_to_who_cannot_see_it(menu: Menu) -> None:
    menu.popup(menu.pos())
    node = QAccessible.queryAccessibleInterface(menu)
    assert node is not None
    assert [node.child(number).state().checked for number in range(3)] == [0, 1, 0]


def test_what_it_offers_stays_under_the_hand_and_is_as_it_is_now_when_it_is_opened_again(
    menu: Menu,
) -> None:
    choice = choice_of(menu)
    menu.popup(menu.pos())
    offered = menu.actions()
    choice.show_posters(posters("Owl", *NAMES))
    assert menu.actions() == offered
    QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(offered[2]).center())
    assert choice.identity == "The committee"
    menu.popup(menu.pos())
    assert [one.text() for one in menu.actions()] == ["Owl", *NAMES]
    assert [one.isChecked() for one in menu.actions()] == [False, False, False, True]


def test_it_closes_once_another_space_is_open(menu: Menu) -> None:
    choice = choice_of(menu)
    menu.popup(menu.pos())
    choice.begin_anew()
    assert not menu.isVisible()
    choice.show_posters(posters("Owl", "Ann"))
    assert [one.text() for one in menu.actions()] == ["Owl", "Ann"]


def choice_of(menu: Menu) -> IdentityChoice:
    choice = menu.parent()
    assert isinstance(choice, IdentityChoice)
    return choice


def is_marked(menu: Menu, number: int, theme: Theme) -> bool:
    """Whether the accent is seen beside that entry's name."""
    row = menu.actionGeometry(menu.actions()[number])
    image = menu.grab(row).toImage()
    seen = {image.pixelColor(x, y).name() for x in range(40) for y in range(image.height())}
    return theme.colours.accent.name() in seen
