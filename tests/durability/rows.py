"""All that a profile's tables hold, to be compared: whatever lies where in the file."""

from __future__ import annotations

from collections.abc import Mapping

from engine.store.database import Reading, Row

Rows = Mapping[str, list[Row]]

TABLES = (
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'"
    " AND name NOT LIKE 'sqlite_%'"
)


def rows_of(reading: Reading) -> Rows:
    """Of each table, in order of their contents; settings, which are the program's own, apart."""
    tables = [table for (table,) in reading.rows(TABLES) if table != "setting"]
    return {table: sorted(reading.rows(f"SELECT * FROM {table}"), key=repr) for table in tables}
