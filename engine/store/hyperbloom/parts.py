"""What comments bring to a store: their repository and their answers."""

from __future__ import annotations

from collections.abc import Mapping

from engine.model.ids import SpaceId
from engine.protocols.hyperbloom.commands import OwnKeys
from engine.store.database import Reading
from engine.store.hyperbloom.answers import CommentAnswers, OfFeed
from engine.store.hyperbloom.finding import CommentFinder, OrderOfEntry
from engine.store.hyperbloom.records import HyperbloomRepository
from engine.store.opening import Store
from engine.store.reading import Answerers
from engine.store.timeline.search import Finder


def repository(store: Store, own_keys: OwnKeys) -> HyperbloomRepository:
    """HyperBloom's own repository on the store's writer. ``own_keys``: of our own feeds."""
    return HyperbloomRepository(store.database, own_keys)


def finder(reading: Reading, order_of_entry: OrderOfEntry) -> Finder:
    """For ``ReadingParts``: comments among what is searched for."""
    return CommentFinder(reading, order_of_entry)


def answerers(
    reading: Reading, is_ours: OfFeed, has_author: OfFeed, refused: Mapping[SpaceId, int]
) -> Answerers:
    """For ``ReadingParts``. The others: see ``CommentAnswers``."""
    return CommentAnswers(reading, is_ours, has_author, refused).answerers()
