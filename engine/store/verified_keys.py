"""The keys whose holders our user has compared safety codes with, in whatever space."""

from __future__ import annotations

from engine.model.ids import PublicKey
from engine.protocols.space_records import KeyVerified
from engine.store.database import Database, Reading


def verified_keys(reading: Reading) -> frozenset[PublicKey]:
    """All of them: a person compares codes with some dozens of others."""
    rows = reading.rows("SELECT public_key FROM verified_key")
    return frozenset(PublicKey(key) for (key,) in rows)


class VerifiedKeys:
    """The writer, in the open transaction."""

    def __init__(self, database: Database) -> None:
        """Borrows ``database``."""
        self._database = database

    def note(self, record: KeyVerified) -> None:
        """Keeps the key since the first time it was said, or forgets it."""
        if record.verified:
            self._database.run(
                "INSERT INTO verified_key (public_key, since) VALUES (?, ?)"
                " ON CONFLICT (public_key) DO NOTHING",
                (record.public_key, record.at),
            )
        else:
            self._database.run(
                "DELETE FROM verified_key WHERE public_key = ?", (record.public_key,)
            )
