"""Which feed holds the contents of a folder's files: the one that its author names, if it is free.

Anybody can name any 32 bytes. What is a space of our user's, or the contents of another folder, is
left to that one: the folder then has no contents, until the other is forgotten, whatever it is.
"""

from __future__ import annotations

from engine.model.ids import PublicKey, SpaceId, SpaceKind
from engine.protocols.hypercore.drive.entries import ContentsKey
from engine.protocols.hypercore.drive.messages import decode
from engine.protocols.hypercore.records import PASSING, Feed, FeedStored
from engine.store.database import Database
from engine.store.hypercore.blocks import BlockRows
from engine.store.hypercore.feeds import FeedRows


class Contents:
    """Of all folders; ``folder`` is the number of the feed of names. Writes need a transaction."""

    def __init__(self, database: Database, feeds: FeedRows, blocks: BlockRows) -> None:
        """Borrows all."""
        self._database = database
        self._feeds = feeds
        self._blocks = blocks

    def named(self, folder: int, names: Feed) -> PublicKey | None:
        """The key that its author names in the first block; None: none, or it is not here."""
        block = self._blocks.content(folder, 0)
        said = None if block is None else decode(0, block)
        if isinstance(said, ContentsKey) and said.key != names.key:
            return PublicKey(said.key)
        return None

    def follow(self, folder: int, names: Feed, key: PublicKey) -> SpaceId | None:
        """The feed of that key beside ``names``, from now on its contents; None: not free."""
        content = SpaceId(key)
        if content == PASSING:  # nobody's key: feeds of ours that are only being made lie beside it
            return None
        known = self._feeds.known(content)
        if known is None and self._feeds.is_free(content):
            self._begin(folder, names, key)
        elif known is None or known.beside != names.space:
            return None
        self._database.run(
            "UPDATE hypercore_folder SET content = ? WHERE space = ?",
            (self._feeds.number(content), folder),
        )
        return content

    def _begin(self, folder: int, names: Feed, key: PublicKey) -> None:
        sql = "SELECT created_at FROM space WHERE number = ?"
        made_at: float = self._database.value(sql, (folder,))
        content = Feed(
            SpaceId(key),
            key,
            names.suite,
            whole=False,
            paused=names.paused,
            beside=names.space,
        )
        self._feeds.store(FeedStored(content.space, content, made_at, kind=SpaceKind.FOLDER))
