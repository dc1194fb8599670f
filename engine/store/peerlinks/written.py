"""Reads of single messages that are written: for answers, and for who holds what of ours.

What the running transaction still holds back (``graph``) is not among them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.model.ids import PeerId, PostId
from engine.protocols.peerlinks.limits import HASH_BYTES
from engine.store.database import Reading
from engine.store.delivery import noted_sql


def height_of(reading: Reading, number: int, hash_: PostId) -> int | None:
    """Of a written message of the channel of that number; None if it is unknown."""
    height: int | None = reading.value(
        "SELECT height FROM peerlinks_message WHERE channel = ? AND hash = ?", (number, hash_)
    )
    return height


def wire_of(reading: Reading, number: int, hash_: PostId) -> bytes | None:
    """The encoding of a written message of the channel of that number; None if it is unknown."""
    # Named as in ``Graph.wires``.
    wire: bytes | None = reading.value(
        "SELECT wire FROM peerlinks_message INDEXED BY peerlinks_message_hash"
        " WHERE channel = ? AND hash = ?",
        (number, hash_),
    )
    return wire


def parents_above(reading: Reading, number: int, hash_: PostId, lowest: int) -> Sequence[PostId]:
    """What a written message builds on; nothing if it is unknown or not higher than ``lowest``."""
    # Named as in ``Graph.wires``: else each step of a walk would go through the channel.
    row = reading.row(
        "SELECT height, parents FROM peerlinks_message INDEXED BY peerlinks_message_hash"
        " WHERE channel = ? AND hash = ?",
        (number, hash_),
    )
    return () if row is None or row[0] <= lowest else joined_hashes(row[1])


def ours_not_noted(reading: Reading, number: int, peer: PeerId, limit: int) -> Mapping[PostId, int]:
    """Of our ``limit`` newest written messages those that ``peer`` is not known to hold.

    With their heights, in no order.
    """
    rows = reading.rows(
        "SELECT hash, height FROM (SELECT hash, height FROM peerlinks_message"  # noqa: S608 - of fixed texts
        "  WHERE channel = ?1 AND ours ORDER BY height DESC, hash DESC LIMIT ?3) AS newest"
        f" WHERE NOT {noted_sql('?1', 'newest.hash', '?2')}",
        (number, peer, limit),
    )
    return {PostId(hash_): height for hash_, height in rows}


def joined_hashes(joined: bytes) -> tuple[PostId, ...]:
    """Those of a column that holds them one behind the other."""
    if len(joined) == HASH_BYTES:  # nearly every message has one parent
        return (PostId(joined),)
    starts = range(0, len(joined), HASH_BYTES)
    return tuple([PostId(joined[start : start + HASH_BYTES]) for start in starts])
