"""What a peer that holds some messages of a channel holds besides: all that they build on.

A message is accepted only after its parents, so whoever has a head has everything below it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from engine.model.ids import PeerId, PostId
from engine.store.database import Database
from engine.store.delivery import Delivery

OWN_LOOKED_AT = 256  # ours: of our messages the newest; whoever has later ones has those too
WALKED_MAX = 4_096  # ours: messages between a head and ours, about 20 ms
_HASH_BYTES = 32


class Acknowledging:
    """Works on written messages alone."""

    def __init__(self, database: Database, delivery: Delivery) -> None:
        """Borrows both."""
        self._database = database
        self._delivery = delivery

    def note_heads(self, number: int, peer: PeerId, heads: Iterable[PostId]) -> None:
        """``peer`` holds ``heads`` of that channel; those we do not know say nothing."""
        ours = self._ours_not_noted(number, peer)
        if ours:
            reached = self._reached(number, heads, ours)
            self._delivery.note(number, peer, reached)

    def _ours_not_noted(self, number: int, peer: PeerId) -> dict[PostId, int]:
        rows = self._database.rows(
            "SELECT hash, height FROM peerlinks_message WHERE channel = ? AND ours"
            " ORDER BY height DESC, hash DESC LIMIT ?",
            (number, OWN_LOOKED_AT),
        )
        return {
            PostId(hash_): height
            for hash_, height in rows
            if not self._delivery.is_known(number, peer, PostId(hash_))
        }

    def _reached(
        self, number: int, heads: Iterable[PostId], ours: dict[PostId, int]
    ) -> list[PostId]:
        """Those of ``ours`` from which a way leads up to one of ``heads``."""
        lowest = min(ours.values())
        waiting = deque(dict.fromkeys(heads))
        seen = set(waiting)  # for membership only
        reached: list[PostId] = []
        while waiting and len(seen) < WALKED_MAX:
            hash_ = waiting.popleft()
            if hash_ in ours:
                reached.append(hash_)
            parents = [one for one in self._parents(number, hash_, lowest) if one not in seen]
            seen.update(parents)
            waiting.extend(parents)
        return reached

    def _parents(self, number: int, hash_: PostId, lowest: int) -> list[PostId]:
        """What it builds on; nothing if it is unknown, or not higher than ``lowest``."""
        row = self._database.row(
            "SELECT height, parents FROM peerlinks_message WHERE channel = ? AND hash = ?",
            (number, hash_),
        )
        if row is None or row[0] <= lowest:
            return []
        parents = row[1]
        starts = range(0, len(parents), _HASH_BYTES)
        return list(dict.fromkeys(PostId(parents[at : at + _HASH_BYTES]) for at in starts))
