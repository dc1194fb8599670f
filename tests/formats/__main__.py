"""Writes the rows of a format that is new: ``python -m tests.formats N``.

The profile is made by today's program; for a format before today's, it is what that knew of it.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

import pytest

from engine.api import Engine
from engine.model.commands import MarkRead
from engine.model.comment_commands import WriteComment
from engine.model.ids import SpaceId
from engine.model.queries import Space
from engine.runtime.clock import SystemClock
from engine.store import keys
from engine.store.connection import Location
from engine.store.database import Database
from engine.store.migrate import latest_format, migrate, shipped_steps
from tests.durability.rows import TABLES
from tests.formats.fixtures import DERIVED, dump, file_of
from tests.full_profile import (
    PASSPHRASE,
    fill_community,
    fill_feeds,
    fill_folder,
    fill_private,
    opened,
    paths_in,
)

THEN = 1_700_000_000.0
"""When all of it happened: in the past of every computer whose clock is right."""

PICTURES, FEEDS, COMMENTS, COMMUNITIES, LATE = 5, 6, 7, 8, 9
"""The formats that brought them."""


async def fill(engine: Engine, number: int) -> None:
    """What a program of that format could do."""
    garden = await fill_private(engine, files=number >= PICTURES)
    if number >= FEEDS:
        feed = await fill_feeds(engine)
        await fill_folder(engine, Path("/nowhere/shared"))
        if number >= COMMENTS:
            await engine.perform(WriteComment(feed, "beside the feed"))
    if number >= COMMUNITIES:
        await fill_community(engine)
    if number >= LATE:
        await read_all(engine, garden)


async def read_all(engine: Engine, space: SpaceId) -> None:
    """What comes in below that from now on is late."""
    last = (await engine.ask(Space(space))).last
    assert last is not None
    await engine.perform(MarkRead(space, last))


def write(number: int, folder: Path) -> None:
    """Its file."""
    paths = paths_in(folder)

    async def live() -> None:
        async with opened(paths) as running:
            await fill(running.engine, number)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SystemClock, "now", lambda _clock: THEN + time.monotonic() % 1_000)
        asyncio.run(live())
    key = keys.unlock(paths.profile, PASSPHRASE, latest_format())
    today = Database(Location(str(paths.database), key))
    then = Database(Location(str(folder / "then.db"), key))
    migrate(then, None, shipped_steps()[:number])
    then.run("PRAGMA foreign_keys = OFF")
    for (table,) in then.rows(TABLES):
        if table.startswith(DERIVED):
            continue
        known = {name for _, name, *_ in today.rows(f"PRAGMA table_info({table})")}
        columns = [
            name for _, name, *_ in then.rows(f"PRAGMA table_info({table})") if name in known
        ]
        listed, places = ", ".join(columns), ", ".join("?" * len(columns))
        rows = today.rows(f"SELECT {listed} FROM {table} ORDER BY 1")
        then.run_many(f"INSERT INTO {table} ({listed}) VALUES ({places})", rows)
    # Comments are put into the index by who opens it: the file leaves out what was in it.
    then.run("DELETE FROM setting WHERE name = 'comment_words'")
    file_of(number).write_text(dump(then), "utf-8")
    then.close()
    today.close()


def main() -> None:
    """Those that are named."""
    for word in sys.argv[1:]:
        with tempfile.TemporaryDirectory() as folder:
            write(int(word), Path(folder))


if __name__ == "__main__":
    main()
