"""What was announced is taken back where it was read, and a press on it leads there."""

from __future__ import annotations

from typing import Any

from tests.fake_engine import FakeEngine
from tests.fake_settings import FakeSettings
from tests.gui.announcing.conftest import Around
from tests.gui.announcing.scene import quiet, say, scene_of
from tests.gui.conftest import Run, until
from tests.gui.window_scene import settled, started


def test_a_press_brings_the_window_forward_at_the_first_post_announced(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    _here, there = scene_of(engine, settings)
    window = around.window

    async def scene() -> None:
        await started(window)
        engine.receive(there, *say(around, "one", "two"))
        await until(lambda: bool(around.notifier.shown))
        window.pages.show_connections()
        window.hide()
        around.notifier.pressed.emit(there)
        await until(lambda: window.pages.channel.source.is_open)
        await settled(window)

    run(scene())
    assert window.isVisible()
    assert window.pages.shows_channel
    assert window.pages.channel.space == there
    assert around.notifier.there == {}


def test_what_was_read_meanwhile_is_taken_back(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    _here, there = scene_of(engine, settings)
    window = around.window

    async def scene() -> None:
        await started(window)
        await until(window.isActiveWindow)
        engine.receive(there, *say(around, "one"))
        await until(lambda: bool(around.notifier.there))
        window.open_space(there)
        await until(lambda: engine.view(there).unread == 0)
        await until(lambda: not around.notifier.there)

    run(scene())


def test_what_came_in_below_what_was_read_stays_announced_until_it_was_seen(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    _here, there = scene_of(engine, settings)
    window = around.window

    async def scene() -> None:
        await started(window)
        await until(window.isActiveWindow)
        engine.receive(there, *say(around, "one"), height=0)
        await until(lambda: bool(around.notifier.there))
        await quiet(around)
        assert (list(around.notifier.there), engine.view(there).unread) == ([there], 1)
        window.open_space(there)
        await until(lambda: engine.view(there).unread == 0)
        await until(lambda: not around.notifier.there)

    run(scene())


def test_a_forgotten_channel_is_taken_back_and_a_press_on_it_does_no_harm(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    here, there = scene_of(engine, settings)

    async def scene() -> None:
        await started(around.window)
        engine.receive(there, *say(around, "one"))
        await until(lambda: bool(around.notifier.there))
        engine._forget(there)
        await until(lambda: not around.notifier.there)
        await settled(around.window)
        around.notifier.pressed.emit(there)
        await settled(around.window)

    run(scene())
    assert around.window.pages.channel.space == here
