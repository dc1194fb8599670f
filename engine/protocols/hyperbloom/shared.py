"""The sets of comments as far as another Tidings may be told of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.model.ids import PeerId, PostId, SpaceId
from engine.protocols.hyperbloom.records import Records

IsKept = Callable[[SpaceId], bool]
"""Whether we may write about that feed: it was not left, and has an author, who signs it."""

IsShared = Callable[[SpaceId], bool]
"""Whether peers may hear of what is said there now: it is kept, and not paused."""


class SharedLedgers:
    """Implements ``SharedSpaces`` of the port: one for each feed whose comments are shared."""

    __slots__ = ("_is_shared", "_records")

    def __init__(self, records: Records, is_shared: IsShared) -> None:
        self._records = records
        self._is_shared = is_shared

    def spaces(self) -> Sequence[SpaceId]:
        """See ``SharedSpaces``."""
        listed = [ledger.space for ledger in self._records.ledgers()]
        return [space for space in listed if self._is_shared(space)]

    def heads(self, space: SpaceId, limit: int) -> Sequence[PostId]:  # noqa: ARG002
        """See ``SharedSpaces``: values build on nothing."""
        return ()

    def wants(self, peer: PeerId, now: float) -> bool:  # noqa: ARG002
        """See ``SharedSpaces``."""
        return False
