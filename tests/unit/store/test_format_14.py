"""A draft of format 14 did not say as whom it was begun: nobody is meant."""

from __future__ import annotations

from engine.model.ids import PublicKey, SpaceId
from engine.model.views import DraftView
from engine.protocols.space_records import DraftKept
from engine.store.connection import MEMORY, Location
from engine.store.database import Database
from engine.store.drafts import Drafts, all_drafts
from engine.store.migrate import migrate, shipped_steps

FORMAT = 14
SPACE = SpaceId(b"s" * 32)
ANN = PublicKey(b"a" * 32)


def test_a_draft_of_then_has_its_words_and_from_now_on_may_say_as_whom() -> None:
    database = Database(Location(MEMORY, None))
    migrate(database, None, shipped_steps()[:FORMAT])
    sql = "INSERT INTO space (id, kind, name, public_key, created_at) VALUES (?, ?, ?, ?, 0)"
    database.run(sql, (SPACE, "private", "Garden", b"k" * 32))
    database.run("INSERT INTO draft (space, text) SELECT number, 'soon' FROM space")
    migrate(database, None, shipped_steps())
    assert all_drafts(database) == (DraftView(SPACE, "soon"),)
    Drafts(database).keep(DraftKept(SPACE, "soon", identity=ANN))
    assert all_drafts(database) == (DraftView(SPACE, "soon", identity=ANN),)
    database.close()
