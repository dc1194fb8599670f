"""Two channels and what somebody writes in them, for who announces it."""

from __future__ import annotations

from engine.model.ids import SpaceId
from engine.model.views import PostView
from tests.fake_engine import FakeEngine
from tests.fake_history import Said, author
from tests.fake_settings import FakeSettings
from tests.gui.announcing.conftest import Around
from tests.gui.conftest import until
from tests.gui.window_scene import channel, settled, started
from ui.announcing.piles import SAME_SPACE_SECONDS
from ui.main_window.going import SETTING_OPEN

WREN = author("Wren")


def say(around: Around, *words: str, at: float | None = None) -> tuple[Said, ...]:
    """Posts written now, by another member."""
    when = around.clock.at if at is None else at
    return tuple(Said(text, when, WREN, received_at=around.clock.at) for text in words)


def scene_of(engine: FakeEngine, settings: FakeSettings) -> tuple[SpaceId, SpaceId]:
    """The open channel and another one."""
    here, there = channel(engine, "Garden", "hello"), channel(engine, "Boats", "ahoy")
    settings.store_text(SETTING_OPEN, here.hex())
    return here, there


async def quiet(around: Around) -> None:
    """Nothing more is to be announced: all that arrived was looked at."""
    announcer = around.window.outside.announcer
    await settled(around.window)  # all that was told has been heard
    await until(lambda: not announcer._settle.isActive() and not announcer._arrived)
    await settled(around.window)


def last(engine: FakeEngine, space: SpaceId, back: int = 1) -> PostView:
    history = engine.spaces[space].history
    return history.run(len(history) - back, len(history))[0]


def take_back(engine: FakeEngine, space: SpaceId, one: PostView) -> None:
    engine.talk.change(space, one.id, text="", retracted=True)


async def announced(around: Around, engine: FakeEngine, space: SpaceId, *words: str) -> None:
    """Some time ago, so that another notice of that space need not wait."""
    await started(around.window)
    engine.receive(space, *say(around, *words))
    await until(lambda: bool(around.notifier.shown))
    await quiet(around)
    around.clock.slept_seconds += SAME_SPACE_SECONDS
