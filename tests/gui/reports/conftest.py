"""A page of reports, opened from one of two spaces."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from engine.model.ids import SpaceId
from tests.fake_engine import FakeEngine
from tests.fake_history import EndlessHistory
from tests.gui.conftest import Run, until
from tests.gui.reports.scene import FakeReports
from ui.equipment import Equipment
from ui.reports.page import ReportPage


@pytest.fixture
def reports() -> FakeReports:
    return FakeReports()


@pytest.fixture
def opened() -> list[Path]:
    """What was shown outside of the window."""
    return []


@pytest.fixture
def spaces(engine: FakeEngine) -> list[SpaceId]:
    """A garden and a shed."""
    return [engine.add_space(name, EndlessHistory(3)) for name in ("Garden", "Shed")]


@pytest.fixture
def page(
    qtbot: QtBot,
    run: Run[Any],
    equipment: Equipment,
    reports: FakeReports,
    spaces: list[SpaceId],
    opened: list[Path],
) -> ReportPage:
    """Opened from the garden."""
    made = ReportPage(equipment, reports, spaces[:1], opened.append)
    qtbot.addWidget(made)
    made.resize(700, 900)
    made.show()
    made.open()
    run(until(lambda: bool(made.asking.spaces)))
    return made
