"""What a spreadsheet would calculate is the same for an export and for the tables of a report."""

from __future__ import annotations

from app.exporting import table
from spark_reports import write


def test_both_guard_the_same_beginnings() -> None:
    """Neither may import the other's."""
    assert set(write.FORMULA_BEGINNINGS) == table.FORMULA_BEGINNINGS
