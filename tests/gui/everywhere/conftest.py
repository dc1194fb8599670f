"""The window over the calm world, for everything that is walked through."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.links import TidingsLinks
from app.qr import QrCodes
from tests.fake_settings import FakeSettings
from tests.fake_vault import FakeGate, FakeMoves, FakeRestores
from tests.gui.conftest import Run
from tests.gui.everywhere.house import House
from tests.gui.everywhere.world import (
    CALM,
    NOW,
    NoExports,
    OneAnswer,
    OneProfile,
    SomeProfiles,
    Wording,
    made_of,
)
from tests.gui.window_scene import started
from ui.bridge import Bridge
from ui.equipment import Equipment
from ui.look.theme import Theme
from ui.main_window.leaving import SETTING_TOLD_OF_END
from ui.main_window.window import MainWindow

Build = Callable[..., House]


@pytest.fixture
def build(qtbot: QtBot, qapp: QApplication, qloop: Any, run: Run[Any]) -> Any:  # Any: pytest's own
    """Makes the window over a world in those words; all of it is gone after the test."""
    bridges: list[Bridge] = []

    def made(wording: Wording = CALM, settings: FakeSettings | None = None) -> House:
        world = made_of(wording)
        stored = settings or FakeSettings({SETTING_TOLD_OF_END: "yes"})
        bridge = Bridge(world.engine, qloop)
        bridges.append(bridge)
        equipment = Equipment(
            bridge,
            Theme(qapp, stored),
            QrCodes(),
            TidingsLinks(),
            stored,
            now=lambda: NOW,
            updates=OneAnswer(),
            profile=OneProfile(wording.name(0)[:60]),
            exports=NoExports(),
            profiles=SomeProfiles(wording.names),
            gate=FakeGate(),
            restores=FakeRestores(),
            moves=FakeMoves(),
        )
        window = MainWindow(qapp, equipment, lambda _address: None)
        qtbot.addWidget(window)
        window.resize(1_180, 760)
        window.show()
        window.activateWindow()
        run(started(window))
        return House(window, world, equipment)

    yield made
    for top in QApplication.topLevelWidgets():
        if top.parent() is None and top.isVisible():
            top.close()
    for bridge in bridges:
        qloop.run_until_complete(bridge.close())


@pytest.fixture
def house(build: Build) -> House:
    return build()
