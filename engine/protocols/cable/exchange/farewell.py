"""A peer who is to go, and to hear why, stays for a moment. Pure.

Nothing is said that was not asked for: it is named the post that says why, and has to fetch it.
That is a block of which it is to hear (protocols/cable.md 4.2, notify), or that we leave.
"""

from __future__ import annotations

from engine.protocols.cable.limits import FAREWELL_SECONDS


class Farewell:
    """Of one conversation. ``ends_at``: when the moment is over, None where there is none."""

    __slots__ = ("ends_at",)

    def __init__(self) -> None:
        self.ends_at: float | None = None

    def keeps(self, now: float, *, is_told: bool) -> bool:
        """Whether a peer who is to go stays still; ``is_told``: what was just stored says why."""
        if self.ends_at is None and is_told:
            self.ends_at = now + FAREWELL_SECONDS
        return self.ends_at is not None and now < self.ends_at

    def ended(self, now: float) -> bool:
        """Whether the moment has just gone by; told once."""
        if self.ends_at is None or now < self.ends_at:
            return False
        self.ends_at = None
        return True
