"""How much of what one peer was asked for it did not give. Pure.

The author of a feed may have signed more blocks than anybody could ever ask for, and whoever says
to have them all, and takes each back, would be asked for the next one for ever.
"""

from __future__ import annotations

from engine.protocols.hypercore.limits import REFUSED_BLOCKS_MAX, REFUSED_SECONDS


class Refusals:
    """One lane's."""

    __slots__ = ("_blocks", "_since")

    def __init__(self) -> None:
        self._blocks = 0
        self._since: float | None = None

    @property
    def are_too_many(self) -> bool:
        """Whether the peer is asked for nothing, until they are forgotten."""
        return self._blocks >= REFUSED_BLOCKS_MAX

    def note(self, now: float) -> None:
        """One more block."""
        self._blocks += 1
        if self._since is None:
            self._since = now

    def pass_time(self, now: float) -> bool:
        """Whether they are so old that it may be asked again; they are forgotten then."""
        if self._since is None or now - self._since < REFUSED_SECONDS:
            return False
        self._blocks, self._since = 0, None
        return True
