"""What must be changed in feeds and folders of a profile that comes out of a backup.

A feed is one chain of signed lengths: if the copy in a backup went on where it stood, while the
original has gone further, there would be two histories under one key, and the feed would be lost to
its readers for good (reliability.md 3.4). So nothing is appended to a feed of our own until it is
known how far it has gone; ``elsewhere`` of 0 stands for "nobody knows how far".

Private channels, communities and comments need no such thing: their posts name those before them,
and what two copies say beside each other is merged as what two members say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from engine.store.database import Database


def hold_back_own_feeds(database: Database) -> None:
    """Nothing is appended to a feed of ours until a reader of it was met, or our user says so."""
    database.run(
        "UPDATE hypercore_feed SET elsewhere = 0"
        " WHERE seed IS NOT NULL AND is_signed AND elsewhere IS NULL AND common IS NULL"
    )


def take_over(database: Database, feeds: Iterable[bytes]) -> None:
    """Of those feeds the computer they were on until now said that it goes on no more."""
    for feed in feeds:
        database.run(
            "UPDATE hypercore_feed SET elsewhere = NULL WHERE elsewhere = 0"
            " AND space = (SELECT number FROM space WHERE id = ?)",
            (feed,),
        )


def untie_missing_directories(
    database: Database, exists: Callable[[Path], bool] = Path.is_dir
) -> None:
    """Folders lie no more in directories that this computer does not have."""
    rows = database.rows("SELECT space, directory FROM hypercore_folder WHERE directory NOT NULL")
    for space, directory in rows:
        if not exists(Path(directory)):
            database.run(
                "UPDATE hypercore_folder SET directory = NULL, use = NULL WHERE space = ?", (space,)
            )
