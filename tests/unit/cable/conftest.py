"""The desk at which most tests of communities work; some lay out one of their own."""

from __future__ import annotations

import pytest

from tests.unit.cable.desk import NOW, Desk


@pytest.fixture
def desk() -> Desk:
    """Its clock is past all that others say there."""
    made = Desk()
    made.now = NOW + 1_000
    return made
