"""What another Tidings may be told of our feeds and folders (protocols/tidings.md 1). Pure."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.ids import PeerId, PostId, SpaceId
from engine.protocols.hypercore.posts.places import post_id
from engine.protocols.hypercore.records import Records

_LOOKED_AT = 8_192  # ours: blocks at a time


class SharedFeeds:
    """The feeds that we follow or write, without those beside others, which travel with them."""

    __slots__ = ("_records", "_up_to")

    def __init__(self, records: Records) -> None:
        self._records = records
        self._up_to: dict[SpaceId, int] = {}

    def spaces(self) -> Sequence[SpaceId]:
        """Oldest first."""
        return [feed.space for feed in self._records.feeds() if feed.beside is None]

    def heads(self, space: SpaceId, limit: int) -> Sequence[PostId]:  # noqa: ARG002 - there is one
        """The last block up to which we hold all, from the first on; none where that one lacks."""
        feed = self._records.feed(space)
        up_to = 0 if feed is None else self._held_up_to(space, feed.length)
        return [post_id(feed.key, up_to - 1)] if feed is not None and up_to else []

    def wants(self, peer: PeerId, now: float) -> bool:  # noqa: ARG002
        """Nothing of a feed waits for one peer alone."""
        return False

    def _held_up_to(self, space: SpaceId, length: int) -> int:
        up_to = self._up_to.get(space, 0)
        if up_to and not self._records.held(space, up_to - 1, up_to):
            up_to = 0  # some were let go
        while up_to < length:
            stretch = (up_to, min(length, up_to + _LOOKED_AT))
            held = self._records.held(space, *stretch)
            if not held or held[0][0] > up_to:
                break
            up_to = held[0][1]
            if up_to < stretch[1]:
                break
        self._up_to[space] = up_to
        return up_to
