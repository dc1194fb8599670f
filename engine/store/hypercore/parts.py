"""What feeds and folders bring to a store: their repository, their kinds, their answers."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from engine.model.feeds import FREE_BYTES_MIN
from engine.model.ids import OrderKey, PublicKey, SpaceId, SpaceKind
from engine.protocols.hypercore.posts.places import order_key
from engine.store.connection import MEMORY, Location
from engine.store.database import Reading
from engine.store.hypercore.answers import FeedAnswers
from engine.store.hypercore.feed_spaces import FeedSpaces
from engine.store.hypercore.folder_answers import FolderAnswers
from engine.store.hypercore.reading import feed_row
from engine.store.hypercore.records import HypercoreRepository
from engine.store.opening import Store
from engine.store.reading import Answerers, KindOfSpace


def repository(store: Store, has_room: Callable[[], bool] | None = None) -> HypercoreRepository:
    """Hypercore's own repository on the store's writer.

    ``has_room``: see ``OwnRecords``; None: as the disk has it.
    """
    made = HypercoreRepository(
        store.database,
        store.spaces,
        store.timeline,
        store.delivery,
        has_room or partial(_has_room, store.database.location),
    )
    made.mend()
    return made


def _has_room(location: Location) -> bool:
    if location.path == MEMORY:
        return True
    try:
        return shutil.disk_usage(Path(location.path).parent).free >= FREE_BYTES_MIN
    except OSError:  # then the next write tells
        return True


def kinds(reading: Reading) -> Mapping[SpaceKind, KindOfSpace]:
    """For ``ReadingParts``."""
    feeds = FeedSpaces(reading)
    return {SpaceKind.FEED: feeds, SpaceKind.FOLDER: feeds}


def answerers(reading: Reading) -> Answerers:
    """For ``ReadingParts``."""
    feeds = FeedAnswers(reading)
    return {**feeds.answerers(), **FolderAnswers(reading, feeds).answerers()}


def order_of_entry(feed: SpaceId, block: int) -> OrderKey:
    """Where the entry stands in its feed that is the block of that number."""
    return order_key(PublicKey(feed), block)


def is_ours(reading: Reading) -> Callable[[SpaceId], bool]:
    """Whether a feed is one that we write."""

    def ours(space: SpaceId) -> bool:
        row = feed_row(reading, space)
        return row is not None and row.feed.own

    return ours


def has_author(reading: Reading) -> Callable[[SpaceId], bool]:
    """Whether somebody signs a feed: one that is named by what it holds was written by nobody."""

    def signed(space: SpaceId) -> bool:
        row = feed_row(reading, space)
        return row is not None and row.feed.signed

    return signed
