"""The communities as far as another Tidings may be told of them (protocols/tidings.md 1). Pure."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.communities import WireVersion
from engine.model.ids import PeerId, PostId, SpaceId
from engine.protocols.cable.records import Records


class SharedCommunities:
    """Implements ``SharedSpaces`` of the port: those of one wire version that were not left."""

    __slots__ = ("_records", "_wire")

    def __init__(self, records: Records, wire: WireVersion) -> None:
        self._records = records
        self._wire = wire

    def spaces(self) -> Sequence[SpaceId]:
        """See ``SharedSpaces``: by the communities' own ids."""
        taking_part = [one for one in self._records.communities() if not one.left]
        return [SpaceId(one.id) for one in taking_part if one.wire is self._wire]

    def heads(self, space: SpaceId, limit: int) -> Sequence[PostId]:  # noqa: ARG002 - as all have it
        """See ``SharedSpaces``: peers ask for posts by their hash, which is acknowledgement."""
        return ()

    def wants(self, peer: PeerId, now: float) -> bool:  # noqa: ARG002 - as all have it
        """See ``SharedSpaces``: nothing waits for one peer alone."""
        return False
