"""What all protocols bring to the queries. Nothing of what is spoken is loaded for it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.model.ids import SpaceId, SpaceKind
from engine.store.cable import parts as communities
from engine.store.database import Reading
from engine.store.hyperbloom import parts as comments
from engine.store.hypercore import parts as feeds
from engine.store.opening import ReadingParts
from engine.store.peerlinks import private_channels


def reading_parts(
    reading: Reading, refused: Mapping[SpaceId, int] = MappingProxyType({})
) -> ReadingParts:
    """Over ``reading``. ``refused``: see ``CommentAnswers``."""
    private = private_channels.reading_parts(reading)
    cable = communities.reading_parts(reading)
    return ReadingParts(
        {**private.kinds, **feeds.kinds(reading), SpaceKind.COMMUNITY: cable.spaces},
        {
            **private.answerers,
            **feeds.answerers(reading),
            **comments.answerers(
                reading, feeds.is_ours(reading), feeds.has_author(reading), refused
            ),
            **cable.answerers,
        },
        private.safety_code,
        {**private.folding, SpaceKind.COMMUNITY: cable.spaces},
        comments.finder(reading, feeds.order_of_entry),
    )
