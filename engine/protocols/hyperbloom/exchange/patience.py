"""How long a peer of ours is waited for that has to say something of our own extension. Pure."""

from __future__ import annotations

from engine.protocols.hyperbloom.limits import CELLS_SECONDS, PATIENCE_SECONDS
from engine.protocols.hyperbloom.recon.session import Session


class Patience:
    """One connection's; ``session`` is None where the peer does not speak the extension."""

    __slots__ = ("_heard_at", "_session")

    def __init__(self, session: Session | None) -> None:
        self._session = session
        self._heard_at = 0.0

    def hear(self, now: float) -> None:
        """Something of it has come, or our part of it was said."""
        self._heard_at = now

    @property
    def ends_at(self) -> float | None:
        """None where nothing is waited for. Cells are kept for nobody who asks for ever."""
        session = self._session
        if session is None:
            return None
        until = self._heard_at + PATIENCE_SECONDS
        if session.cells_since is not None:
            return min(until, session.cells_since + CELLS_SECONDS)
        return until if session.is_busy else None

    def is_over(self, now: float) -> bool:
        """Whether the session is to give up."""
        return self.ends_at is not None and now >= self.ends_at
