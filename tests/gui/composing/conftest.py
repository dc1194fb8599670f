"""The desk at which all tests of this folder write."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from pytestqt.qtbot import QtBot

from tests.fake_engine import FakeEngine
from tests.gui.composing.desk import Desk
from ui.equipment import Equipment


@pytest.fixture
def desk(qtbot: QtBot, equipment: Equipment, engine: FakeEngine) -> Desk:
    made = Desk(equipment, engine)
    qtbot.addWidget(made.host)
    return made


@pytest.fixture
def note(tmp_path: Path) -> Path:
    """A small file that may go out."""
    path = tmp_path / "plan.txt"
    path.write_text("beans")
    return path


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """A photograph that tells with what it was taken."""
    path = tmp_path / "garden.jpg"
    facts = Image.Exif()
    facts[0x010F] = "a telltale camera"
    Image.effect_noise((300, 200), 60.0).convert("RGB").save(path, "JPEG", exif=facts)
    return path
