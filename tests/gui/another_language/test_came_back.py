"""What was refused while another language was chosen is told in the window that is in force."""

from __future__ import annotations

from typing import Any

import pytest

from engine.model.ids import SpaceId
from tests.fake_settings import FakeSettings
from tests.gui.another_language.scene import said_in
from tests.gui.conftest import Run, until
from tests.gui.test_came_back import RefusingEngine, written
from tests.gui.window_scene import channel, page_of, settled
from ui.main_window.going import SETTING_OPEN
from ui.main_window.pages import PageName
from ui.main_window.window import MainWindow
from ui.starting.showing import Showing

NOT_SENT = "Was du in \u2068Garden\u2069 geschrieben hast, wurde nicht gesendet. "


@pytest.fixture
def engine() -> RefusingEngine:
    return RefusingEngine()


@pytest.fixture
def garden(engine: RefusingEngine, settings: FakeSettings) -> SpaceId:
    """Is open at first."""
    space = channel(engine, "Garden")
    settings.store_text(SETTING_OPEN, space.hex())
    return space


async def refused_meanwhile(showing: Showing, engine: RefusingEngine) -> MainWindow:
    """The answer comes once the other window is there, with the page of settings in front."""
    first = showing.window
    first.pages.show(PageName.SETTINGS)
    first.pages._equipment.choices.choose_language("de")
    await until(lambda: showing.window is not first)
    second = showing.window
    engine.may_answer.set()
    await until(lambda: second.pages.is_shown(PageName.SETTINGS))
    await settled(second)
    return second


def test_it_is_told_over_the_page_with_the_way_back_to_the_text_and_its_reason(
    run: Run[Any], showing: Showing, engine: RefusingEngine, garden: SpaceId
) -> None:
    async def scene() -> None:
        await written(showing.window, engine)
        second = await refused_meanwhile(showing, engine)
        await until(second.toast.isVisible)
        assert said_in(second).startswith(NOT_SENT)
        second.toast.action.click()
        await settled(second)
        composer = page_of(second).composer
        assert second.pages.shows_channel
        assert composer.edit.toPlainText() == "tulips"
        assert composer.note.isVisible()
        assert said_in(second) == NOT_SENT + composer.note.words.text()

    run(scene())


def test_it_is_told_as_well_where_another_channel_was_opened_meanwhile(
    run: Run[Any], showing: Showing, engine: RefusingEngine, garden: SpaceId
) -> None:
    boats = channel(engine, "Boats")

    async def scene() -> None:
        await written(showing.window, engine)
        showing.window.open_space(boats)
        await until(lambda: page_of(showing.window).head.name.text() == "Boats")
        second = await refused_meanwhile(showing, engine)
        assert second.pages.space == boats
        await until(second.toast.isVisible)
        assert said_in(second).startswith(NOT_SENT)

    run(scene())


def test_a_command_that_was_refused_is_told_as_well(
    run: Run[Any], showing: Showing, engine: RefusingEngine, garden: SpaceId
) -> None:
    async def scene() -> None:
        await written(showing.window, engine, "/rename x")
        second = await refused_meanwhile(showing, engine)
        await until(second.toast.isVisible)
        assert "Garden" in said_in(second)

    run(scene())
