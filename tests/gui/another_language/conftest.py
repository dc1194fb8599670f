"""A window that is replaced where another language is chosen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from tests.fake_vault import FakeGate
from tests.gui.another_language.scene import take_apart
from tests.gui.conftest import Run
from tests.gui.reports.scene import FakeReports
from ui.equipment import Equipment
from ui.languages import Languages
from ui.starting.showing import Showing


@pytest.fixture
def reports() -> FakeReports:
    return FakeReports()


@pytest.fixture
def gate() -> FakeGate:
    return FakeGate()


@pytest.fixture
def showing(
    qapp: QApplication,
    equipment: Equipment,
    reports: FakeReports,
    gate: FakeGate,
    run: Run[Any],
) -> Iterator[Showing]:
    languages = Languages(qapp)
    languages.speak("en")
    has = replace(equipment, reports=reports, gate=gate)
    made = Showing(qapp, has, languages, lambda _address: None, lambda _window: None)
    made.window.show()
    first = made.window
    yield made
    languages.speak("en")
    made.window.quit()
    run(made.close())
    take_apart(first, made.window)
