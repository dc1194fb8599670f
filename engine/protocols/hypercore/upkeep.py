"""How much of our disk feeds take (reliability F-5): what is used oldest goes where it is too much.

A feed that is full stays so until there is room again. What its author appends behind still comes,
and what somebody asks for; for that, what was used longest ago goes. Of our own nothing goes. Pure.
"""

from __future__ import annotations

from engine.protocols.contract import Effect, Store, WakeAt
from engine.protocols.hypercore.limits import BLOCK_LIMIT
from engine.protocols.hypercore.records import Evicted, Feed, Filled, OwnRecords

LOOK_SECONDS = 1.0  # ours: while something comes
LOOK_SELDOM_SECONDS = 2.0  # ours: while nothing does
ROOM_AGAIN = 0.9  # ours: of its limit; then it is full no more
EVICTED_AT_ONCE_BYTES = 32 << 20  # ours: that is some 100 ms


class Upkeep:
    """Looks at all feeds from time to time."""

    __slots__ = ("_held", "_limit", "_records")

    def __init__(self, records: OwnRecords, limit_bytes: int) -> None:
        """``limit_bytes``: of a feed without a limit of its own."""
        self._records = records
        self._limit = limit_bytes
        self._held: dict[bytes, int] = {}

    def look(self, now: float) -> list[Effect]:
        """What goes now, and when to look again."""
        has_room = self._records.has_room()
        effects: list[Effect] = []
        grows = False
        for feed in self._records.feeds():
            if feed.own:
                continue
            held = self._records.holding(feed.space).bytes
            grows = grows or held != self._held.get(feed.space)
            self._held[feed.space] = held
            effects += self._keep(feed, held, has_room=has_room)
        return [*effects, WakeAt(now + (LOOK_SECONDS if grows else LOOK_SELDOM_SECONDS))]

    def _keep(self, feed: Feed, held: int, *, has_room: bool) -> list[Effect]:
        limit = self._limit if feed.limit_bytes is None else feed.limit_bytes
        effects: list[Effect] = []
        if held > limit:
            spare = min(held - limit, EVICTED_AT_ONCE_BYTES)
            ranges = self._records.oldest(feed.space, spare)
            effects += [Store(Evicted(feed.space, start, end)) for start, end in ranges]
        room_again = limit * ROOM_AGAIN
        is_full = held >= limit or (feed.is_full and held > room_again)
        if not has_room:
            gathers_from = BLOCK_LIMIT
        elif is_full:
            # Of a feed that was full before, what came since is what is behind.
            was_full = feed.is_full and feed.gathers_from < BLOCK_LIMIT
            gathers_from = feed.gathers_from if was_full else feed.length
        else:
            gathers_from = 0
        full = is_full or not has_room
        if (full, gathers_from) != (feed.is_full, feed.gathers_from):
            effects.append(Store(Filled(feed.space, full, gathers_from)))
        return effects
