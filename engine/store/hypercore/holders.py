"""Which peers hold our own feeds' posts, from how far they say that they hold them."""

from __future__ import annotations

from engine.model.ids import PeerId, PostId
from engine.store.database import Database
from engine.store.delivery import Delivery, noted_sql

OWN_LOOKED_AT = 256  # ours: of the newest rows

_INDEX_BYTES = 8
_NOT_NOTED = (
    "SELECT id FROM (SELECT substr(order_key, -32) AS id, order_key FROM timeline"  # noqa: S608 - of fixed texts
    "  WHERE space = ?1 AND channel = '' AND order_key < ?3 ORDER BY order_key DESC LIMIT ?4)"
    f" AS newest WHERE NOT {noted_sql('?1', 'newest.id', '?2')} ORDER BY order_key"
)


def note_held_up_to(
    database: Database, delivery: Delivery, whose: tuple[int, PeerId], block: int
) -> None:
    """That peer (``whose``: the feed's number, and the peer) holds all blocks up to that one."""
    feed, peer = whose
    end = (block + 1).to_bytes(_INDEX_BYTES, "big")
    rows = database.rows(_NOT_NOTED, (feed, peer, end, OWN_LOOKED_AT))
    delivery.note(feed, peer, [PostId(post) for (post,) in rows])
