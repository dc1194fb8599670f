"""What is under way in one channel neither holds up another one nor is told in it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import pytest
from typing_extensions import override

from engine.errors import Refusal, Refused
from engine.model.commands import Command, RenameSpace
from engine.model.contents import Words
from tests.fake_engine import FakeEngine
from tests.gui.composing.desk import ENTER, Desk, names
from tests.gui.conftest import Run, until
from tests.gui.window_scene import dialog_of
from ui.attaching.attachments import ASKED_ABOVE_BYTES
from ui.widgets.dialogs import Question

R = TypeVar("R")


@dataclass
class RefusingEngine(FakeEngine):
    """Refuses every name, once ``may_answer`` is set."""

    is_wished: bool = False
    may_answer: asyncio.Event = field(default_factory=asyncio.Event)

    @override
    async def perform(self, command: Command[R]) -> R:
        if isinstance(command, RenameSpace):
            self.is_wished = True
            await self.may_answer.wait()
            raise Refused(Refusal.NAME_INVALID)
        return await super().perform(command)


@pytest.fixture
def engine() -> RefusingEngine:
    return RefusingEngine()


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """So large that it is asked about: it is under way until there is an answer."""
    path = tmp_path / "film.bin"
    with path.open("wb") as file:
        file.truncate(ASKED_ABOVE_BYTES + 1)
    return path


def test_a_file_that_is_being_read_for_one_channel_holds_up_nothing_in_another(
    run: Run[Any], desk: Desk, film: Path
) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.composer.attach([film])
        question = await dialog_of(Question)
        desk.turn(desk.boats)
        desk.type("ahoy")
        assert desk.note == ""
        assert desk.composer.send.isEnabled()
        desk.press(ENTER)
        await until(lambda: desk.contents == [Words("ahoy")])
        assert desk.composer.attachments.count == 1, "it is still to come"
        desk.click(question.proceed)
        await desk.settled()
        assert names(desk) == []
        await desk.opened(desk.garden)

    run(scene())
    assert names(desk) == ["film.bin"]


async def renamed_and_left(desk: Desk, engine: RefusingEngine) -> None:
    """A command of the garden is under way, and the boats are open."""
    await desk.opened()
    desk.type("/rename x")
    desk.composer.completing.close()
    desk.press(ENTER)
    await until(lambda: engine.is_wished)
    desk.composer.open(desk.boats, "Boats")
    desk.composer.allow(desk.engine.view(desk.boats))


def test_why_a_command_was_refused_is_told_where_it_was_given(
    run: Run[Any], desk: Desk, engine: RefusingEngine
) -> None:
    async def scene() -> None:
        await renamed_and_left(desk, engine)
        engine.may_answer.set()
        await desk.settled()
        assert (desk.text(), desk.note) == ("", "")
        await desk.opened(desk.garden)

    run(scene())
    assert desk.text() == "/rename x"
    assert "name cannot be used" in desk.note


def test_it_is_told_there_until_something_else_is_written(
    run: Run[Any], desk: Desk, engine: RefusingEngine
) -> None:
    async def scene() -> None:
        await renamed_and_left(desk, engine)
        engine.may_answer.set()
        await desk.settled()
        await desk.opened(desk.garden)
        desk.type("y")
        assert desk.note == ""
        await desk.opened(desk.boats)
        await desk.opened(desk.garden)

    run(scene())
    assert desk.note == ""


def test_why_a_file_was_not_taken_is_told_where_it_was_attached(
    run: Run[Any], desk: Desk, film: Path
) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.type("look")
        desk.composer.attach([film])
        question = await dialog_of(Question)
        await asyncio.to_thread(film.unlink)
        desk.turn(desk.boats)
        desk.click(question.proceed)
        await desk.settled()
        assert desk.note == ""
        await desk.opened(desk.garden)

    run(scene())
    assert desk.text() == "look"
    assert "film.bin" in desk.note
