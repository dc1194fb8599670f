"""All that a profile's tables hold, to be compared: whatever lies where in the file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engine.store.database import Reading, Row

Rows = Mapping[str, Counter[Row]]

TABLES = (
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'"
    " AND name NOT LIKE 'sqlite_%'"
)


def rows_of(reading: Reading) -> Rows:
    """Of each table, how often each is there; settings, which are the program's own, apart."""
    tables = [table for (table,) in reading.rows(TABLES) if table != "setting"]
    return {table: Counter(reading.rows(f"SELECT * FROM {table}")) for table in tables}
