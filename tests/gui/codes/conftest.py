"""What the pages of codes and invites need: an engine with real codes, a camera, a clock."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from engine.model import commands
from tests.code_scene import OWN_ADDRESS, CodeEngine, Scene, listening_at
from tests.fake_settings import FakeSettings
from tests.gui.codes.bench import Bench
from tests.gui.conftest import Run
from ui.bridge import Bridge
from ui.look.theme import Theme


@pytest.fixture
def engine() -> CodeEngine:
    return CodeEngine(listeners=listening_at(OWN_ADDRESS))


@pytest.fixture
def scene(engine: CodeEngine, bridge: Bridge, theme: Theme, settings: FakeSettings) -> Scene:
    """A person called Ada."""
    return Scene(engine, bridge, theme, settings=settings)


@pytest.fixture
def ada(scene: Scene, run: Run[object]) -> Scene:
    run(scene.engine.perform(commands.CreateIdentity("Ada")))
    return scene


@pytest.fixture
def other(qloop: asyncio.AbstractEventLoop, theme: Theme) -> Iterator[Scene]:
    """Somebody else, with an engine of their own."""
    engine = CodeEngine(listeners=listening_at(OWN_ADDRESS))
    bridge = Bridge(engine, qloop)
    yield Scene(engine, bridge, theme)
    qloop.run_until_complete(bridge.close())


@pytest.fixture
def bench(scene: Scene, qtbot: QtBot) -> Bench:
    return Bench(scene, qtbot)


@pytest.fixture(autouse=True)
def empty_clipboard(qapp: object) -> None:
    QGuiApplication.clipboard().clear()
