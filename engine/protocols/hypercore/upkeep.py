"""How much of our disk feeds take (reliability F-5): what is used oldest goes where it is too much.

A feed that is full stays so until there is room again. What its author appends behind still comes,
and what somebody asks for; for that, what was used longest ago goes. Of our own nothing goes. Pure.

Blocks of a few bytes, or none, take room as well: their rows, and what proves them. That stays when
they go, so beyond half of the limit nothing more of the feed comes unasked. The other half is kept
for blocks, however much proves them: else whatever somebody asks for would go again at once.
"""

from __future__ import annotations

from engine.protocols.contract import Effect, Store, WakeAt
from engine.protocols.hypercore.folders.records import NamesRead
from engine.protocols.hypercore.limits import BLOCK_LIMIT, BLOCK_PROOF_BYTES, BLOCK_ROW_BYTES
from engine.protocols.hypercore.performers import FeedsAndFolders
from engine.protocols.hypercore.records import Evicted, Feed, Filled

LOOK_SECONDS = 1.0  # ours: while something comes
LOOK_SELDOM_SECONDS = 2.0  # ours: while nothing does
ROOM_AGAIN = 0.9  # ours: of its limit; then it is full no more
PROOFS_SHARE = 0.5  # ours: of its limit
EVICTED_AT_ONCE_BYTES = 32 << 20  # ours: that is some 100 ms


class Upkeep:
    """Looks at all feeds from time to time."""

    __slots__ = ("_again", "_limit", "_records", "_taken")

    def __init__(self, records: FeedsAndFolders, limit_bytes: int) -> None:
        """``limit_bytes``: of a feed without a limit of its own."""
        self._records = records
        self._limit = limit_bytes
        self._taken: dict[bytes, int] = {}
        self._again = 0.0
        """When feeds are looked at next, where names are read meanwhile."""

    def look(self, now: float) -> list[Effect]:
        """What goes now, and when to look again: at once where names of a folder wait to be read,
        as one record has no more than NAMES_READ_MAX of them read; then mostly for that alone.
        """
        unread = self._records.folders.unread()
        if unread is None:
            return [*self._look_at_feeds(now), WakeAt(self._again)]
        effects = self._look_at_feeds(now) if now >= self._again else []
        return [*effects, Store(NamesRead(unread)), WakeAt(now)]

    def _look_at_feeds(self, now: float) -> list[Effect]:
        has_room = self._records.has_room()
        effects: list[Effect] = []
        grows = False
        for feed in self._records.feeds():
            if feed.own:
                continue
            held, gone = self._records.holding(feed.space), self._records.gone(feed.space)
            proofs = BLOCK_PROOF_BYTES * (held.blocks + gone)
            blocks = held.bytes + BLOCK_ROW_BYTES * held.blocks
            grows = grows or blocks + proofs != self._taken.get(feed.space)
            self._taken[feed.space] = blocks + proofs
            effects += self._keep(feed, blocks, proofs, has_room=has_room)
        self._again = now + (LOOK_SECONDS if grows else LOOK_SELDOM_SECONDS)
        return effects

    def _keep(self, feed: Feed, blocks: int, proofs: int, *, has_room: bool) -> list[Effect]:
        """Bytes of our disk that its blocks take, and that its proofs take for good."""
        limit = self._limit if feed.limit_bytes is None else feed.limit_bytes
        proofs_most = int(limit * PROOFS_SHARE)
        effects = self._evict(feed, blocks - (limit - min(proofs, proofs_most)))
        taken, room_again = blocks + proofs, limit * ROOM_AGAIN
        is_full = taken >= limit or (feed.is_full and taken > room_again)
        full = is_full or proofs > proofs_most or not has_room
        if not has_room or proofs > proofs_most:
            gathers_from = BLOCK_LIMIT
        elif is_full:
            # Of a feed that was full before, what came since is what is behind.
            was_full = feed.is_full and feed.gathers_from < BLOCK_LIMIT
            gathers_from = feed.gathers_from if was_full else feed.length
        else:
            gathers_from = 0
        if (full, gathers_from) != (feed.is_full, feed.gathers_from):
            effects.append(Store(Filled(feed.space, full, gathers_from)))
        return effects

    def _evict(self, feed: Feed, too_much: int) -> list[Effect]:
        if too_much <= 0:
            return []
        ranges = self._records.oldest(feed.space, min(too_much, EVICTED_AT_ONCE_BYTES))
        return [Store(Evicted(feed.space, start, end)) for start, end in ranges]
