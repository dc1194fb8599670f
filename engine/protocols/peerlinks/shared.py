"""What another Tidings may be told of our private channels (protocols/tidings.md 1). Pure."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.ids import PeerId, PostId, SpaceId
from engine.protocols.peerlinks.records import Records


class SharedChannels:
    """The channels we take part in, their leaves, and the invites that wait for a peer."""

    __slots__ = ("_records",)

    def __init__(self, records: Records) -> None:
        self._records = records

    def spaces(self) -> Sequence[SpaceId]:
        """Channels that were not left, oldest first."""
        return [channel.id for channel in self._records.channels() if not channel.left]

    def heads(self, space: SpaceId, limit: int) -> Sequence[PostId]:
        """Messages nothing builds on yet, of many the highest; none for an unknown channel.

        The lowest stay as they are where a member has planted many: nothing new would be told.
        """
        return [place.hash for place in self._records.highest_leaves(space, limit)]

    def wants(self, peer: PeerId, now: float) -> bool:
        """Whether an invite of ours waits for this peer to make use of it."""
        invites = self._records.issued_invites()
        return any(invite.peer_id == peer and now < invite.expires_at for invite in invites)
