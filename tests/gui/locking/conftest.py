"""A window with a lock, at a time that the test sets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication

from tests.fake_vault import FakeGate
from tests.gui.locking.scene import Clock
from ui.equipment import Equipment
from ui.main_window.window import MainWindow
from ui.starting.lock import WindowLock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def steady_clock() -> Clock:
    """The one that nobody sets."""
    return Clock()


@pytest.fixture
def gate() -> FakeGate:
    return FakeGate()


@pytest.fixture
def equipment(equipment: Equipment, gate: FakeGate, clock: Clock, steady_clock: Clock) -> Equipment:
    return replace(equipment, gate=gate, now=clock, steady=steady_clock)


@pytest.fixture
def lock(
    qapp: QApplication, window: MainWindow, equipment: Equipment, gate: FakeGate
) -> Iterator[WindowLock]:
    made = WindowLock(qapp, equipment, gate, window)
    yield made
    if made.page is not None:
        made.page.wait_for_worker()
        made.page.hide()
        made.page.deleteLater()
