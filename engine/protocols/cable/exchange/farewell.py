"""A peer whom we turn away, and who is to hear that it is blocked, stays for a moment. Pure.

Nothing is said that was not asked for: it is named the block like all that moderates, and has to
fetch it (protocols/cable.md 4.2, notify).
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.ids import PublicKey
from engine.protocols.cable.limits import FAREWELL_SECONDS
from engine.protocols.cable.moderation.deeds import tells_of_block
from engine.protocols.cable.posts import Post


class Farewell:
    """Of one conversation. ``ends_at``: when the moment is over, None where there is none."""

    __slots__ = ("ends_at",)

    def __init__(self) -> None:
        self.ends_at: float | None = None

    def keeps(self, peer: PublicKey | None, posts: Sequence[Post], now: float) -> bool:
        """Whether a peer who is to go stays still; ``posts`` are those that were just stored."""
        if self.ends_at is None and any(tells_of_block(post.content, peer) for post in posts):
            self.ends_at = now + FAREWELL_SECONDS
        return self.ends_at is not None and now < self.ends_at

    def ended(self, now: float) -> bool:
        """Whether the moment has just gone by; told once."""
        if self.ends_at is None or now < self.ends_at:
            return False
        self.ends_at = None
        return True
