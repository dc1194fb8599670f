"""The desk at which all tests of this folder write."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from tests.fake_engine import FakeEngine
from tests.gui.composing.desk import Desk
from ui.equipment import Equipment


@pytest.fixture
def desk(qtbot: QtBot, equipment: Equipment, engine: FakeEngine) -> Desk:
    made = Desk(equipment, engine)
    qtbot.addWidget(made.host)
    return made
