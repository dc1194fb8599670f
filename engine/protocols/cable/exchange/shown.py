"""What a conversation shows of its peer: where it is, and as whom. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.ids import PublicKey, SpaceId
from engine.protocols.cable.exchange.place import Place
from engine.protocols.cable.keys import channel_space

Presence = tuple[tuple[SpaceId, PublicKey | None], ...]


class Shown:
    """The runtime looks behind every step: what has not changed is not made anew."""

    __slots__ = ("_author", "_channels", "_place", "_presence")

    def __init__(self, place: Place) -> None:
        self._place = place
        self._author: PublicKey | None = None
        self._channels: Sequence[str] | None = None
        self._presence: Presence = ()

    def asking_about(self, channels: Sequence[str]) -> Presence:
        """The community (by its own id), and these channels of it."""
        author = self._place.author
        if (author, channels) != (self._author, self._channels):
            self._author, self._channels = author, channels
            key = self._place.community.key
            asked = (channel_space(key, channel) for channel in channels)
            self._presence = tuple((space, author) for space in (SpaceId(self._place.id), *asked))
        return self._presence
