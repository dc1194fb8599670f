"""What a peer that holds some messages of a channel holds of ours: those, and all they build on.

A message is accepted only after its parents, so whoever has a head has everything below it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping

from engine.model.ids import PeerId, PostId
from engine.store.database import Database
from engine.store.delivery import Delivery
from engine.store.peerlinks.written import ours_not_noted, parents_above

OWN_LOOKED_AT = 256  # ours: of our messages the newest; whoever has later ones has those too
WALKED_MAX = 4_096  # ours: messages between a head and ours, about 20 ms


class Acknowledging:
    """Works on written messages alone."""

    def __init__(self, database: Database, delivery: Delivery) -> None:
        """Borrows both."""
        self._database = database
        self._delivery = delivery

    def note_heads(self, number: int, peer: PeerId, heads: Iterable[PostId]) -> None:
        """``peer`` holds ``heads`` of that channel; those we do not know say nothing."""
        ours = ours_not_noted(self._database, number, peer, OWN_LOOKED_AT)
        if ours:
            reached = self._reached(number, heads, ours)
            self._delivery.note(number, peer, reached)

    def note_held(self, number: int, peer: PeerId, hashes: Iterable[PostId]) -> None:
        """``peer`` holds these, whatever it holds besides. Of ours the newest are noted."""
        ours = ours_not_noted(self._database, number, peer, OWN_LOOKED_AT)
        self._delivery.note(number, peer, [hash_ for hash_ in hashes if hash_ in ours])

    def _reached(
        self, number: int, heads: Iterable[PostId], ours: Mapping[PostId, int]
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
            above = dict.fromkeys(parents_above(self._database, number, hash_, lowest))
            parents = [one for one in above if one not in seen]
            seen.update(parents)
            waiting.extend(parents)
        return reached
