"""What was refused after one has gone on is told where one is, with the way to where it waits."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pytest
from PySide6.QtTest import QTest
from typing_extensions import override

from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.model.commands import Command, ForgetSpace, RenameSpace, Say
from engine.model.ids import SpaceId
from tests.fake_engine import FakeEngine
from tests.fake_settings import FakeSettings
from tests.gui.conftest import Run, until
from tests.gui.window_scene import ENTER, channel, page_of, settled, started
from ui.main_window.going import SETTING_OPEN
from ui.main_window.pages import PageName
from ui.main_window.window import MainWindow

R = TypeVar("R")


@dataclass
class RefusingEngine(FakeEngine):
    """Refuses all that is written, once ``may_answer`` is set."""

    is_wished: bool = False
    problem: Refused | Fault = field(default_factory=lambda: Refused(Refusal.TEXT_TOO_LONG))
    may_answer: asyncio.Event = field(default_factory=asyncio.Event)

    @override
    async def perform(self, command: Command[R]) -> R:
        if isinstance(command, Say | RenameSpace):
            self.is_wished = True
            await self.may_answer.wait()
            raise self.problem
        return await super().perform(command)


@pytest.fixture
def engine() -> RefusingEngine:
    return RefusingEngine()


@pytest.fixture
def garden(engine: RefusingEngine, settings: FakeSettings) -> SpaceId:
    """Is open at first."""
    space = channel(engine, "Garden")
    settings.store_text(SETTING_OPEN, space.hex())
    return space


@pytest.fixture
def boats(engine: RefusingEngine) -> SpaceId:
    return channel(engine, "Boats")


async def written(window: MainWindow, engine: RefusingEngine, text: str = "tulips") -> None:
    """It is sent in the garden, and not answered yet."""
    await started(window)
    composer = page_of(window).composer
    composer.edit.setPlainText(text)
    composer.completing.close()
    QTest.keyClick(composer.edit, ENTER)
    await until(lambda: engine.is_wished)


async def refused(window: MainWindow, engine: RefusingEngine) -> None:
    engine.may_answer.set()
    await settled(window)


async def left(window: MainWindow, engine: RefusingEngine, boats: SpaceId) -> None:
    """It is refused when the boats are open."""
    window.open_space(boats)
    await until(lambda: page_of(window).head.name.text() == "Boats")
    await refused(window, engine)


@pytest.mark.parametrize("problem", [Refused(Refusal.TEXT_TOO_LONG), Fault(FaultReason.DISK_FULL)])
def test_a_message_that_is_refused_when_another_channel_is_open_is_told_with_the_way_back(
    run: Run[Any],
    window: MainWindow,
    engine: RefusingEngine,
    garden: SpaceId,
    boats: SpaceId,
    problem: Refused | Fault,
) -> None:
    engine.problem = problem

    async def scene() -> None:
        await written(window, engine)
        await left(window, engine, boats)
        assert window.toast.isVisible()
        told = window.toast.sentence.text()
        assert told.startswith("What you wrote in \u2068Garden\u2069 was not sent. ")
        window.toast.action.click()
        await settled(window)
        composer = page_of(window).composer
        assert window.pages.space == garden
        assert composer.edit.toPlainText() == "tulips"
        assert told.endswith(composer.note.words.text())

    run(scene())


def test_a_command_that_is_refused_when_another_channel_is_open_is_told_as_well(
    run: Run[Any], window: MainWindow, engine: RefusingEngine, garden: SpaceId, boats: SpaceId
) -> None:
    async def scene() -> None:
        await written(window, engine, "/rename x")
        await left(window, engine, boats)
        told = window.toast.sentence.text()
        assert told.startswith("What you wished in \u2068Garden\u2069 was not done. ")
        assert window.toast.action.isVisible()

    run(scene())


def test_a_message_that_is_refused_behind_a_page_is_told_over_it(
    run: Run[Any], window: MainWindow, engine: RefusingEngine, garden: SpaceId
) -> None:
    async def scene() -> None:
        await written(window, engine)
        window.pages.show(PageName.SETTINGS)
        await refused(window, engine)
        assert window.toast.isVisible()
        window.toast.action.click()
        await settled(window)
        assert window.pages.shows_channel

    run(scene())


def test_what_is_refused_in_sight_is_told_under_the_field_alone(
    run: Run[Any], window: MainWindow, engine: RefusingEngine, garden: SpaceId
) -> None:
    async def scene() -> None:
        await written(window, engine)
        await refused(window, engine)

    run(scene())
    assert page_of(window).composer.note.isVisible()
    assert not window.toast.isVisible()


def test_what_was_refused_waits_until_nothing_else_is_said(
    run: Run[Any], window: MainWindow, engine: RefusingEngine, garden: SpaceId, boats: SpaceId
) -> None:
    async def scene() -> None:
        await written(window, engine)
        window.toast.say("circle-alert", "danger", "The disk is full.")
        await left(window, engine, boats)
        assert window.toast.sentence.text() == "The disk is full."
        window.toast.hide()
        await until(window.toast.isVisible)
        assert "Garden" in window.toast.sentence.text()
        assert window.toast.action.text() == "Show"

    run(scene())


def test_nobody_is_sent_to_a_channel_that_is_erased(
    run: Run[Any], window: MainWindow, engine: RefusingEngine, garden: SpaceId, boats: SpaceId
) -> None:
    async def scene() -> None:
        await written(window, engine)
        window.open_space(boats)
        await until(lambda: page_of(window).head.name.text() == "Boats")
        await engine.perform(ForgetSpace(garden))
        names = window.sidebar.model.views
        await until(lambda: garden not in {view.id for view in names()})
        await refused(window, engine)

    run(scene())
    assert not window.toast.isVisible()
