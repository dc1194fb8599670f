"""A profile of format 13 knew one name of a space, which is taken for the one it came under."""

from __future__ import annotations

from engine.model.ids import SpaceId
from engine.protocols.space_records import SpaceRenamed
from engine.store.connection import MEMORY, Location
from engine.store.database import Database
from engine.store.migrate import migrate, shipped_steps
from engine.store.spaces import SpaceRepository, StoredSpace, one_space

FORMAT = 13
SPACE = SpaceId(b"s" * 32)


def stored(database: Database) -> StoredSpace:
    found = one_space(database, SPACE)
    assert found is not None
    return found


def test_a_space_of_then_is_called_as_it_was_and_what_it_is_renamed_to_stays_ours() -> None:
    database = Database(Location(MEMORY, None))
    migrate(database, None, shipped_steps()[:FORMAT])
    sql = "INSERT INTO space (id, kind, name, public_key, created_at) VALUES (?, ?, ?, ?, 0)"
    database.run(sql, (SPACE, "private", "Ann", b"k" * 32))
    migrate(database, None, shipped_steps())
    assert (stored(database).name, stored(database).given_name) == ("Ann", "Ann")
    SpaceRepository(database).apply(SpaceRenamed(SPACE, "Noisy boss"))
    assert (stored(database).name, stored(database).given_name) == ("Noisy boss", "Ann")
    database.close()
