"""A connection about which there is nothing to say, for every protocol. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.model.ids import PublicKey, SpaceId
from engine.protocols.contract import Charge, Close, Effect, Record


class Nothing:
    """Implements ``Connection``: closes at once, and says why to our own user alone."""

    __slots__ = ("_close",)

    presence: Sequence[tuple[SpaceId, PublicKey | None]] = ()
    charge = Charge.FULL
    buffered = 0

    def __init__(self, close: Close) -> None:
        self._close = close

    def start(self, now: float) -> list[Effect]:  # noqa: ARG002 - as all have it
        """See ``Connection``."""
        return [self._close]

    def receive(self, data: bytes, now: float) -> Iterator[list[Effect]]:  # noqa: ARG002 - as all have it
        """See ``Connection``."""
        return iter(())

    def wake(self, now: float) -> list[Effect]:  # noqa: ARG002 - as all have it
        """See ``Connection``."""
        return []

    def notice(self, records: Sequence[Record], now: float) -> list[Effect]:  # noqa: ARG002 - as all have it
        """See ``Connection``."""
        return []

    def reconcile(self, now: float) -> list[Effect]:  # noqa: ARG002 - as all have it
        """See ``Connection``."""
        return []
