"""Dialogs in the largest text on a small screen, in every language: no line and no control is cut.

What the screen has no room for is scrolled, and whole there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QToolButton,
    QWidget,
)
from shiboken6 import isValid

from tests.fake_settings import FakeSettings
from tests.gui.conftest import Run, until
from tests.gui.everywhere.conftest import Build
from tests.gui.everywhere.house import House
from tests.gui.everywhere.places import PLACES
from tests.gui.everywhere.seen import widgets_in
from tests.gui.everywhere.test_languages import cut_in
from ui.languages import LANGUAGES, Languages
from ui.look.theme import SETTING_TEXT_PERCENT
from ui.main_window.leaving import SETTING_TOLD_OF_END
from ui.main_window.space_actions import SpaceActions
from ui.widgets.dialogs import Question

LARGEST = "200"
DIALOGS = (
    "backing_up",
    "block_member_question",
    "channel_question",
    "commands",
    "export",
    "feed_file",
    "feed_limit",
    "folder_question",
    "folder_replacing",
    "hide_member_question",
    "identity_exported",
    "keys",
    "licences",
    "link_question",
    "locked",
    "move_away",
    "move_code",
    "moved_away",
    "new_channel",
    "nickname_question",
    "passphrase",
    "picture",
    "post_details",
    "profiles",
    "switcher",
    "take_over",
    "trouble",
    "unlock",
)
ASKED = (SpaceActions.leave, SpaceActions.forget, SpaceActions.rename)
CONTROLS = (QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit)


@pytest.fixture(params=sorted(LANGUAGES))
def large(request: pytest.FixtureRequest, qapp: QApplication, build: Build) -> Iterator[House]:
    """The window in the largest text, in one language."""
    languages = Languages(qapp)
    languages.speak(request.param)
    yield build(settings=FakeSettings({SETTING_TOLD_OF_END: "yes", SETTING_TEXT_PERCENT: LARGEST}))
    languages.speak("en")


@pytest.mark.parametrize("place", DIALOGS)
def test_no_dialog_cuts_what_is_in_it(large: House, run: Run[Any], place: str) -> None:
    top = run(PLACES[place](large))
    QApplication.processEvents()
    assert isinstance(top, QDialog)
    assert not list(low_in(top))
    assert not list(cut_in(top))


@pytest.mark.parametrize("ask", ASKED, ids=lambda ask: ask.__name__)
def test_no_question_about_a_channel_cuts_what_is_in_it(
    large: House, run: Run[Any], ask: Callable[[SpaceActions, object], None]
) -> None:
    question = run(_asked(large, ask))
    QApplication.processEvents()
    cut = [*low_in(question), *cut_in(question)]
    run(_answered(question))
    assert not cut


@pytest.mark.parametrize("place", ["new_channel", "export", "profiles", "passphrase"])
def test_a_dialog_grows_with_its_text(build: Build, run: Run[Any], place: str) -> None:
    house = build()
    top = run(PLACES[place](house))
    QApplication.processEvents()
    assert not list(low_in(top))
    house.equipment.theme.choose_text_percent(int(LARGEST))
    QApplication.processEvents()
    assert not list(low_in(top))


async def _asked(house: House, ask: Callable[[SpaceActions, object], None]) -> Question:
    ask(house.window.actions_of_spaces, house.world.engine.view(house.world.space))
    await until(lambda: bool(_questions()))
    return _questions()[0]


async def _answered(question: Question) -> None:
    question.reject()
    await until(lambda: not isValid(question))


def _questions() -> list[Question]:
    tops = QApplication.topLevelWidgets()
    return [top for top in tops if isinstance(top, Question) and top.isVisible()]


def low_in(top: QWidget) -> Iterator[str]:
    """What is lower than its words need, or than it says by itself."""
    for widget in widgets_in(top):
        match widget:
            case QLabel() if widget.wordWrap() and widget.text():
                needs = widget.heightForWidth(widget.width())
            case QToolButton():
                continue  # an icon alone
            case _ if isinstance(widget, CONTROLS):
                needs = widget.minimumSizeHint().height()
                if widget.hasHeightForWidth():
                    needs = widget.heightForWidth(widget.width())
            case _:
                continue
        if widget.height() < needs:
            words = widget.accessibleName() or getattr(widget, "text", str)()
            yield f"{type(widget).__name__} {words}: {widget.height()} of {needs} high"
