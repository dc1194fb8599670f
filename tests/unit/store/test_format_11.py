"""A profile of format 11 did not note which members had proved the chain they are known by."""

from __future__ import annotations

import pytest

from engine.store.connection import MEMORY, Location
from engine.store.database import Database
from engine.store.migrate import migrate, shipped_steps

FORMAT = 11
OURS, OTHERS = b"o" * 32, b"c" * 32
BOB, MAL, ANN = b"b" * 32, b"m" * 32, b"a" * 32
NEVER = None


def at_format_11() -> Database:
    database = Database(Location(MEMORY, None))
    migrate(database, None, shipped_steps()[:FORMAT])
    for number, (channel, secret) in enumerate([(OURS, b"s" * 64), (OTHERS, None)], 1):
        database.run(
            "INSERT INTO space (number, id, kind, name, public_key, created_at)"
            " VALUES (?1, ?2, 'private', 'garden', ?2, 0)",
            (number, channel),
        )
        database.run("INSERT INTO peerlinks_channel VALUES (?, 0, ?, 0)", (number, secret))
    database.run("INSERT INTO author (space, public_key, path) VALUES (2, ?, ?)", (BOB, '["bob"]'))
    database.run("INSERT INTO peerlinks_own_chain VALUES (1, ?, ?, x'90')", (OTHERS, ANN))
    return database


@pytest.mark.parametrize(
    ("channel", "path", "issuer", "renew_from", "is_proven"),
    [
        (OTHERS, '["bob"]', NEVER, 9.0, True),  # he has posted so
        (OTHERS, '["mal", "thief"]', MAL, 9.0, False),
        (OTHERS, '["ann", "bob"]', ANN, 9.0, True),  # which is our key there
        (OTHERS, '["robert"]', NEVER, 9.0, False),
        (OURS, '["bob"]', NEVER, 9.0, True),  # the channel is ours
        (OURS, '["bob"]', NEVER, NEVER, False),  # not seen since format 2: nobody knows of whom
        (OURS, '["mal", "bob"]', MAL, 9.0, False),
    ],
)
def test_who_is_known_by_a_chain_of_their_own_or_ours_is_proven(
    channel: bytes, path: str, issuer: bytes | None, renew_from: float | None, *, is_proven: bool
) -> None:
    older = at_format_11()
    older.run(
        "INSERT INTO peerlinks_member VALUES (?, ?, ?, 9.0, ?, 1, ?)",
        (channel, BOB, path, issuer, renew_from),
    )
    migrate(older, None, shipped_steps())
    assert older.value("SELECT is_proven FROM peerlinks_member", ()) == is_proven
