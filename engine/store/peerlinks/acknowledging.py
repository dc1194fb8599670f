"""What a peer that holds some messages of a channel holds of ours: those, and all they build on.

A message is accepted only after its parents, so whoever has a head has everything below it. Of a
post that was changed it is shown who has the change: with that, what is shown of the post moves on.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence

from engine.model.ids import PeerId, PostId
from engine.protocols.peerlinks.graph.order import order_key
from engine.store.database import Database
from engine.store.delivery import Delivery
from engine.store.peerlinks.written import ours_not_noted, parents_above
from engine.store.timeline.timeline import Timeline

OWN_LOOKED_AT = 256  # ours: of our messages the newest; whoever has later ones has those too
WALKED_MAX = 4_096  # ours: messages between a head and ours, about 20 ms


class Acknowledging:
    """Works on written messages alone."""

    def __init__(self, database: Database, timeline: Timeline, delivery: Delivery) -> None:
        """Borrows all three."""
        self._database = database
        self._timeline = timeline
        self._delivery = delivery

    def note_heads(self, number: int, peer: PeerId, heads: Iterable[PostId]) -> None:
        """``peer`` holds ``heads`` of that channel; those we do not know say nothing."""
        ours = ours_not_noted(self._database, number, peer, OWN_LOOKED_AT)
        if ours:
            self._note(number, peer, self._reached(number, heads, ours), ours)

    def note_held(self, number: int, peer: PeerId, hashes: Iterable[PostId]) -> None:
        """``peer`` holds these, whatever it holds besides. Of ours the newest are noted."""
        ours = ours_not_noted(self._database, number, peer, OWN_LOOKED_AT)
        self._note(number, peer, [hash_ for hash_ in hashes if hash_ in ours], ours)

    def _note(
        self, number: int, peer: PeerId, held: Sequence[PostId], ours: Mapping[PostId, int]
    ) -> None:
        """``ours``: with their heights."""
        fresh = self._delivery.note(number, peer, held)
        orders = [order_key(ours[hash_], hash_) for hash_ in fresh]
        self._delivery.note_shown(number, self._timeline.changed_by(number, orders))

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
