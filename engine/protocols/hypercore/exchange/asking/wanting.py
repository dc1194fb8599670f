"""What one peer is asked to tell of its holdings, by Want. Pure."""

from __future__ import annotations

from engine.protocols.hypercore import packets
from engine.protocols.hypercore.exchange.asking.remote import Remote
from engine.protocols.hypercore.limits import (
    BLOCK_LIMIT,
    CLAIMED_BLOCKS_MAX,
    HAVE_SPAN_MAX,
    WAKE_SECONDS,
)
from engine.protocols.hypercore.manner import Doing, Manner
from engine.protocols.hypercore.records import Feed


class Wanting:
    """One lane's. ``opened_at``: since when the peer could have told."""

    def __init__(self, manner: Manner, remote: Remote) -> None:
        """``remote`` is what is known of the peer, and changes."""
        self._manner = manner
        self._remote = remote
        self._up_to = 0
        self.opened_at = 0.0

    def is_told(self, now: float) -> bool:
        """Whether the peer has said what it has, or has had the time to."""
        return self._remote.has.end > 0 or now - self.opened_at >= WAKE_SECONDS

    def begin_anew(self) -> None:
        """The peer may not know any more what was asked about."""
        self._up_to = 0

    def more(self, feed: Feed, *, at_leisure: bool = False) -> list[Doing]:
        """The first stretch at once; each further one, one at a time, before the feed gets there:
        else we would not hear of what grows behind.

        What was verified counts, and what is claimed, up to CLAIMED_BLOCKS_MAX: else 2^60 blocks
        would be asked about. What was verified beyond that counts ``at_leisure`` only, now and
        then: an author may have signed any length, and where each answer led to the next question
        two that follow it would talk of nothing else.
        """
        start = self._up_to
        end = min(max(feed.length, self._remote.has.end), CLAIMED_BLOCKS_MAX)
        if at_leisure:
            end = max(feed.length, end)
        is_near = end + HAVE_SPAN_MAX // 2 >= start
        if self._manner.unasked or start >= self._remote.limit or not is_near:
            return []
        self._up_to = start + HAVE_SPAN_MAX
        return [packets.Want(start, self._up_to)]

    def untold(self, now: float) -> list[Doing]:
        """Draft 1: who has not said what it has, though it might have, is asked once."""
        is_silent = self._remote.has.end == 0 and self.is_told(now)
        if not self._manner.unasked or not is_silent or self._up_to:
            return []
        self._up_to = BLOCK_LIMIT
        return [packets.Want(0, None)]
