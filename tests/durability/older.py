"""Profiles of earlier formats, made of today's rows as far as those formats know them."""

from __future__ import annotations

import shutil
from pathlib import Path

from engine.crypto.entropy import SeededEntropy
from engine.store import keys
from engine.store.connection import Location
from engine.store.database import Database
from engine.store.migrate import migrate, shipped_steps
from engine.store.opening import DATABASE_NAME
from tests.durability.recording import open_as_program
from tests.durability.rows import TABLES


def make_older(folder: Path, number: int, *, closed: bool) -> bytes:
    """Turns the profile there into one of format ``number``, as far as that knows its rows.

    ``closed``: its program ended well; else all of it is still in the log.
    """
    store = open_as_program(folder)
    today = store.database
    key = today.location.key
    assert key is not None
    older = Database(Location(str(folder / "older.db"), key))
    migrate(older, None, shipped_steps()[:number])
    older.run("PRAGMA foreign_keys = OFF")  # tables are filled in any order
    with older.atomic():
        for (table,) in older.rows(TABLES):
            known = {name for _, name, *_ in today.rows(f"PRAGMA table_info({table})")}
            columns = [
                name for _, name, *_ in older.rows(f"PRAGMA table_info({table})") if name in known
            ]
            listed, places = ", ".join(columns), ", ".join("?" * len(columns))
            found = today.rows(f"SELECT {listed} FROM {table} ORDER BY 1")
            older.run_many(f"INSERT INTO {table} ({listed}) VALUES ({places})", found)
        older.run(
            "INSERT INTO timeline_words (rowid, text)"
            " SELECT number, text FROM timeline_words_source WHERE text <> ''"
        )
    store.close()
    if closed:
        older.close()
    for ending in ("", "-wal"):
        if (folder / ("older.db" + ending)).exists():
            shutil.copy(folder / ("older.db" + ending), folder / (DATABASE_NAME + ending))
    older.close()
    (folder / "older.db").unlink()
    for name in (keys.KEY_NAME, keys.COPY_NAME):
        (folder / name).unlink()
    assert keys.create(folder, None, SeededEntropy(b"key"), number) == key
    return key
