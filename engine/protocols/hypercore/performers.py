"""Everything that our own user can do with feeds and folders, put together. Pure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from engine.crypto.ed25519 import KeyPair, from_seed, sign
from engine.crypto.entropy import Entropy
from engine.model.ids import SpaceId, SpaceKind
from engine.protocols.contract import Performer
from engine.protocols.hypercore.commands.fixing import Fixing
from engine.protocols.hypercore.commands.keeping import Keeping
from engine.protocols.hypercore.commands.making import Making
from engine.protocols.hypercore.commands.own_feeds import OwnFeeds
from engine.protocols.hypercore.commands.writing import Writing, nobody_heard
from engine.protocols.hypercore.exchange.trust.extensions import Sign
from engine.protocols.hypercore.folders.commands import KeepingFolders
from engine.protocols.hypercore.folders.records import FilesWanted, FolderRecords
from engine.protocols.hypercore.limits import SIZE_LIMIT
from engine.protocols.hypercore.records import OwnRecords
from engine.protocols.spaces import SpaceNames


class FeedsAndFolders(OwnRecords, Protocol):
    """Feeds, and what is read of those that are folders."""

    @property
    def folders(self) -> FolderRecords:
        """See ``FolderRecords``."""

    def content_end(self, folder: SpaceId) -> int:
        """How many blocks of its contents the names speak of that are read of that folder."""


def feed_performers(
    records: FeedsAndFolders,
    names: SpaceNames,
    entropy: Entropy,
    *,
    limit_bytes: int = SIZE_LIMIT,
    document: bool = False,
    is_heard: Callable[[SpaceId], bool] = nobody_heard,
) -> tuple[Performer, ...]:
    """``names``: of all the profile's spaces. ``limit_bytes``: see ``Keeping``; ``document``: see
    ``Making``; ``is_heard``: see ``Writing``.
    """
    own = OwnFeeds(records, names)
    making = Making(own, entropy, document)
    keeping = Keeping(own, _want_all, limit_bytes)
    folders = KeepingFolders(making, records.folders)
    return making, Fixing(making), Writing(own, is_heard, records.content_end), keeping, folders


def _want_all(space: SpaceId, wanted: bool) -> FilesWanted:  # noqa: FBT001 - a ``WantAll``
    return FilesWanted(space, "", wanted=wanted)


def signer(records: OwnRecords) -> Sign:
    """Signs with our own feeds' keys: for the extension tidings-author."""

    def signed(space: SpaceId, message: bytes) -> bytes | None:
        feed = records.feed(space)
        if feed is None or not feed.own:
            return None
        seed = records.seed(space)
        return None if seed is None else sign(message, from_seed(seed).secret_key)

    return signed


def own_keys(records: OwnRecords) -> list[KeyPair]:
    """Of our own feeds, the oldest first: by them people are known where they comment."""
    own = [feed for feed in records.all_known() if feed.own and feed.beside is None]
    feeds = [feed for feed in own if records.kind(feed.space) is SpaceKind.FEED]
    seeds = [records.seed(feed.space) for feed in feeds]
    return [from_seed(seed) for seed in seeds if seed is not None]
