"""Profiles of every format so far: the tables of the old steps themselves, filled with old rows.

``rows_N.sql`` holds the rows of a small profile of format N, as statements. A file is written once,
when a format is new (``python -m tests.formats N``), and never changed afterwards: what it holds is
what people have on their disks.
"""

from __future__ import annotations

from pathlib import Path

from engine.crypto.entropy import SeededEntropy
from engine.crypto.wrap import MINIMAL
from engine.store import keys
from engine.store.connection import Location
from engine.store.database import Database, Reading
from engine.store.migrate import migrate, shipped_steps
from engine.store.opening import DATABASE_NAME
from tests.durability.rows import TABLES

FOLDER = Path(__file__).parent
DERIVED = ("timeline_words",)
"""Begins the names of tables that SQLite's word index keeps for itself."""


def file_of(number: int) -> Path:
    """Where the rows of that format stand."""
    return FOLDER / f"rows_{number}.sql"


def make_profile(folder: Path, number: int) -> bytes:
    """A profile of that format in ``folder``, without a passphrase and closed well; its key."""
    folder.mkdir(mode=0o700, exist_ok=True)
    key = keys.create(folder, None, SeededEntropy(b"fixture"), number, MINIMAL)
    database = Database(Location(str(folder / DATABASE_NAME), key))
    migrate(database, None, shipped_steps()[:number])
    database.run("PRAGMA foreign_keys = OFF")  # tables are filled in any order
    with database.atomic():
        database.run(file_of(number).read_text("utf-8"))
        database.run(
            "INSERT INTO timeline_words (rowid, text)"
            " SELECT number, text FROM timeline_words_source WHERE text <> ''"
        )
    assert database.rows("PRAGMA foreign_key_check") == []
    database.close()
    return key


def dump(reading: Reading) -> str:
    """All rows as statements, but for those that the word index makes itself."""
    lines: list[str] = []
    for (table,) in sorted(reading.rows(TABLES)):
        if table.startswith(DERIVED):
            continue
        columns = [name for _, name, *_ in reading.rows(f"PRAGMA table_info({table})")]
        listed = ", ".join(columns)
        quoted = " || ', ' || ".join(f"quote({column})" for column in columns)
        rows = sorted(values for (values,) in reading.rows(f"SELECT {quoted} FROM {table}"))
        lines += [f"INSERT INTO {table} ({listed}) VALUES ({values});" for values in rows]
    return "\n".join(lines) + "\n"
