"""In a narrow window, a channel that the arrows have reached is behind the list until Enter."""

from __future__ import annotations

from typing import Any

import pytest

from engine.model.ids import SpaceId
from tests.fake_engine import FakeEngine
from tests.fake_settings import FakeSettings
from tests.gui.announcing.conftest import Around
from tests.gui.announcing.scene import quiet, say, scene_of
from tests.gui.announcing.test_announced_edits import edit, read_before
from tests.gui.conftest import Run, until
from tests.gui.test_walking_the_list import DOWN, UP, begun, strike
from tests.gui.window_scene import ENTER, settled
from ui.main_window.window import MainWindow


async def walked_to(window: MainWindow, here: SpaceId, there: SpaceId) -> None:
    """From one channel to the other, in a window that shows the list alone."""
    window.resize(560, 760)
    await begun(window, here)
    window.panes.bring_forward(content=False)
    window.sidebar.list.setFocus()
    key = DOWN if _place(window, there) > _place(window, here) else UP
    while window.pages.space != there:
        await strike(window, key)
    assert not window.pages.channel.timeline.isVisible()


def _place(window: MainWindow, space: SpaceId) -> int:
    return window.sidebar.model.index_of(space).row()


async def comes_into_sight(window: MainWindow, way: str) -> None:
    if way == "enter":
        await strike(window, ENTER)
    else:
        window.resize(1_180, 760)
        await settled(window)
    assert window.pages.channel.timeline.isVisible()


@pytest.mark.parametrize("way", ["enter", "a wider window"])
def test_what_arrives_there_is_announced_until_it_is_read(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings, way: str
) -> None:
    here, there = scene_of(engine, settings)

    async def scene() -> None:
        await walked_to(around.window, here, there)
        engine.receive(there, *say(around, "one", "two"))
        await until(lambda: list(around.notifier.there) == [there])
        assert engine.view(there).unread == 2
        await comes_into_sight(around.window, way)
        await until(lambda: engine.view(there).unread == 0)
        await until(lambda: not around.notifier.there)

    run(scene())


@pytest.mark.parametrize("way", ["enter", "a wider window"])
def test_an_edit_there_is_announced_until_it_is_in_sight(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings, way: str
) -> None:
    here, there = scene_of(engine, settings)
    one = read_before(around, engine, there)

    async def scene() -> None:
        await walked_to(around.window, here, there)
        edit(around, engine, there, one, "lunch, you?", calls=True)
        await until(lambda: list(around.notifier.there) == [there])
        await quiet(around)
        await comes_into_sight(around.window, way)
        await until(lambda: not around.notifier.there)

    run(scene())


def test_to_look_up_at_the_list_takes_back_nothing_of_the_channel_behind_it(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    here, there = scene_of(engine, settings)

    async def scene() -> None:
        await walked_to(around.window, here, there)
        engine.receive(there, *say(around, "one"))
        await until(lambda: list(around.notifier.there) == [there])
        around.window.outside.announcer.look_up()
        assert list(around.notifier.there) == [there]

    run(scene())
