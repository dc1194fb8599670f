"""Small values of the profile that belong to no table of their own."""

from __future__ import annotations

from engine.store.database import Database, Reading


def setting(reading: Reading, name: str) -> bytes | None:
    """The value of that name, None if it was never set."""
    value: bytes | None = reading.value("SELECT value FROM setting WHERE name = ?", (name,))
    return value


def set_setting(database: Database, name: str, value: bytes | None) -> None:
    """Sets it, or with None removes it."""
    with database.atomic():
        if value is None:
            database.run("DELETE FROM setting WHERE name = ?", (name,))
        else:
            database.run("INSERT OR REPLACE INTO setting VALUES (?, ?)", (name, value))
