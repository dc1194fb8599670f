"""A window with a desktop round it, at a time that the test sets."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH
from tests.gui.announcing.desk import KeptNotifier, desk_of
from ui.announcing.desktop import Desktop
from ui.equipment import Equipment
from ui.main_window.window import MainWindow
from ui.steady import steady


@dataclass
class Clock:
    """Unix seconds, as the window takes them, and for how long the computer has slept."""

    at: float = EPOCH + 1_000.0
    slept_seconds: float = 0.0
    stands_at: float | None = None
    """Where steady seconds stand still but for a sleep; None: they pass by themselves."""

    def steady(self) -> float:
        """Seconds that pass by themselves, and in a sleep as well."""
        return (steady() if self.stands_at is None else self.stands_at) + self.slept_seconds


@dataclass
class Around:
    """The window and what is round it."""

    window: MainWindow
    notifier: KeptNotifier
    desktop: Desktop
    clock: Clock


@pytest.fixture
def clock(engine: FakeEngine) -> Clock:
    return Clock()


@pytest.fixture
def began() -> float | None:
    """When the program was started, for ``Equipment``."""
    return None


@pytest.fixture
def timed(equipment: Equipment, clock: Clock, began: float | None) -> Equipment:
    return replace(equipment, now=lambda: clock.at, steady=clock.steady, began=began)


@pytest.fixture
def around(qtbot: QtBot, qapp: QApplication, timed: Equipment, clock: Clock) -> Around:
    desktop, notifier = desk_of(timed.theme)
    window = MainWindow(qapp, timed, lambda _address: None, desktop)
    qtbot.addWidget(window)
    window.resize(1_180, 760)
    window.show()
    window.activateWindow()
    return Around(window, notifier, desktop, clock)
