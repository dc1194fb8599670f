"""What was begun in a space and not sent, and as whom: at most one draft a space, encrypted."""

from __future__ import annotations

from engine.model.ids import PostId, PublicKey, SpaceId
from engine.model.views import DraftView
from engine.protocols.space_records import DraftKept
from engine.store.database import Database, Reading


def all_drafts(reading: Reading) -> tuple[DraftView, ...]:
    """In the order in which their spaces were made."""
    rows = reading.rows(
        "SELECT id, text, reply_to, edits, identity FROM draft JOIN space ON number = draft.space"
        " WHERE NOT forgotten ORDER BY number"
    )
    return tuple(
        DraftView(
            SpaceId(space),
            text,
            None if reply_to is None else PostId(reply_to),
            None if edits is None else PostId(edits),
            None if identity is None else PublicKey(identity),
        )
        for space, text, reply_to, edits, identity in rows
    )


class Drafts:
    """The writer, in the open transaction."""

    def __init__(self, database: Database) -> None:
        """Borrows ``database``."""
        self._database = database

    def keep(self, draft: DraftKept) -> None:
        """It takes the place of the space's former one. Unknown spaces are left alone."""
        if draft.is_empty:
            self._database.run(
                "DELETE FROM draft WHERE space = (SELECT number FROM space WHERE id = ?)",
                (draft.space,),
            )
            return
        self._database.run(
            "INSERT OR REPLACE INTO draft (space, text, reply_to, edits, identity)"
            " SELECT number, ?, ?, ?, ? FROM space WHERE id = ?",
            (draft.text, draft.reply_to, draft.edits, draft.identity, draft.space),
        )

    def erase(self, space: SpaceId) -> None:
        """There is none any more."""
        self.keep(DraftKept(space, ""))
