"""What was begun before another language was chosen is taken back in the new window."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from shiboken6 import isValid

from engine.model.commands import Command, HidePost
from tests.fake_engine import FakeEngine
from tests.gui.another_language.scene import replaced
from tests.gui.conftest import Run, until
from tests.gui.posts_scene import acts_of, post_of
from tests.gui.window_scene import channel, started
from ui.main_window.window import MainWindow
from ui.starting.showing import Showing


class HeldHidings:
    """Messages are hidden once ``go_on`` is set."""

    def __init__(self, engine: FakeEngine) -> None:
        self.go_on = asyncio.Event()
        self.begun = 0
        self._perform = engine.perform
        engine.perform = self.perform  # type: ignore[method-assign]  # stands before it

    async def perform(self, command: Command[Any]) -> Any:  # Any: what it answers
        if isinstance(command, HidePost):
            self.begun += 1
            await self.go_on.wait()
        return await self._perform(command)


@pytest.fixture
def held(engine: FakeEngine) -> HeldHidings:
    return HeldHidings(engine)


async def told_of_two(showing: Showing, engine: FakeEngine, held: HeldHidings) -> MainWindow:
    """Each message was hidden by itself, in the window before."""
    space = channel(engine, "Garden", "Hello.", "Anybody?")
    first = showing.window
    await started(first)
    for place in (1, 2):
        acts_of(first).hide([post_of(engine, space, place)])
    await until(lambda: held.begun == 2)
    second = await replaced(showing)
    held.go_on.set()
    await until(lambda: len(second.toast._done) == 2)
    await first._bridge.retire()
    assert isValid(first), "it takes back what it has done"
    return second


def hidden(engine: FakeEngine) -> list[bool]:
    return [one.hidden for one in engine.performed if isinstance(one, HidePost)]


def test_all_of_it_can_be_taken_back_and_then_the_old_window_goes(
    run: Run[Any], showing: Showing, engine: FakeEngine, held: HeldHidings
) -> None:
    first = showing.window

    async def scene() -> None:
        second = await told_of_two(showing, engine, held)
        second.toast.action.click()
        await until(lambda: len(hidden(engine)) == 3)
        assert isValid(first), "the other is offered still"
        second.toast.action.click()
        await until(lambda: not isValid(first))

    run(scene())
    assert hidden(engine) == [True, True, False, False]


def test_the_old_window_goes_once_nothing_of_it_is_offered_any_more(
    run: Run[Any], showing: Showing, engine: FakeEngine, held: HeldHidings
) -> None:
    first = showing.window

    async def scene() -> None:
        second = await told_of_two(showing, engine, held)
        second.toast.time_is_over()
        await until(lambda: not isValid(first))

    run(scene())


def test_it_goes_with_the_window_that_offered_it(
    run: Run[Any], showing: Showing, engine: FakeEngine, held: HeldHidings
) -> None:
    first = showing.window

    async def scene() -> None:
        await told_of_two(showing, engine, held)
        await replaced(showing, "en")
        await until(lambda: not isValid(first))

    run(scene())
