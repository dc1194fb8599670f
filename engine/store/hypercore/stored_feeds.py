"""The parts of Hypercore's repository, and what is read of them. What is written: ``records``."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.model.ids import SpaceId, SpaceKind
from engine.protocols.hypercore.blocks.ranges import Range
from engine.protocols.hypercore.limits import COPIED_BYTES_MIN
from engine.protocols.hypercore.records import Evidence, Feed, Held, Naming
from engine.protocols.hypercore.tree import flat
from engine.protocols.hypercore.tree.node import Node
from engine.protocols.hypercore.tree.suites import SuiteName
from engine.protocols.spaces import Taken
from engine.store.database import Database
from engine.store.delivery import Delivery
from engine.store.hypercore.blocks import BlockRows
from engine.store.hypercore.feeds import FeedRows
from engine.store.hypercore.folders import FolderRows
from engine.store.hypercore.news import FeedNews
from engine.store.hypercore.posts import Posts
from engine.store.hypercore.trees import StoredTree, Trees
from engine.store.hypercore.wishes import wished_blocks, wished_bytes
from engine.store.spaces import SpaceRepository
from engine.store.timeline.timeline import Timeline


class StoredFeeds:
    """Implements ``OwnRecords``. Reads see what the running transaction has applied."""

    def __init__(
        self,
        database: Database,
        spaces: SpaceRepository,
        timeline: Timeline,
        delivery: Delivery,
        has_room: Callable[[], bool],
    ) -> None:
        """Borrows all. ``has_room``: see ``OwnRecords``."""
        self._database = database
        self._timeline = timeline
        self._spaces = spaces
        self._delivery = delivery
        self._has_room = has_room
        self._feeds = FeedRows(database, spaces)
        self._sought = wished_blocks(database)
        self._sought_bytes = wished_bytes(database)
        self._trees = Trees(database)
        self._blocks = BlockRows(database)
        self._news = FeedNews()
        self._posts = Posts(database, timeline, self._blocks, self._news)
        self._folders = FolderRows(database, self._feeds, self._blocks, self._sought)
        database.on_transaction_end(lambda: None, self._news.forget)
        spaces.on_forgotten(self._folders.note_freed)
        spaces.ask_of_inner(self._folder_of)

    def _folder_of(self, content: SpaceId) -> Taken | None:
        feed = self._feeds.known(content)
        if feed is None or feed.beside is None:
            return None
        name = self._spaces.names().get(feed.beside)  # of one that is only being made, none
        return None if name is None else Taken(name, as_part=True)

    def feed(self, space: SpaceId) -> Feed | None:
        """See ``Records``."""
        return self._feeds.feed(space)

    def feeds(self) -> Sequence[Feed]:
        """See ``Records``."""
        return self._feeds.feeds()

    def known(self, space: SpaceId) -> Feed | None:
        """See ``OwnRecords``."""
        return self._feeds.known(space)

    def all_known(self) -> Sequence[Feed]:
        """See ``OwnRecords``."""
        return self._feeds.all_known()

    def named(self, discovery_key: bytes) -> tuple[Feed, Naming] | None:
        """See ``Records``."""
        return self._feeds.named(discovery_key)

    def tree(self, space: SpaceId) -> StoredTree:
        """See ``Records``."""
        return self._trees.of(self._feeds.number(space))

    def held(self, space: SpaceId, start: int, end: int) -> Sequence[Range]:
        """See ``Records``."""
        return self._blocks.held(self._feeds.number(space), start, end)

    def next_held(self, space: SpaceId, block: int) -> int | None:
        """See ``Records``."""
        return self._blocks.next_held(self._feeds.number(space), block)

    def bits(self, space: SpaceId, start: int, end: int) -> bytes:
        """See ``Records``."""
        return self._blocks.bits(self._feeds.number(space), start, end)

    def let_go(self, space: SpaceId, start: int, end: int) -> Sequence[Range]:
        """See ``Records``."""
        return self._blocks.let_go(self._feeds.number(space), start, end)

    def block(self, space: SpaceId, block: int) -> bytes | None:
        """See ``Records``."""
        return self._blocks.content(self._feeds.number(space), block)

    def contents(self, space: SpaceId, start: int, end: int) -> Sequence[bytes] | None:
        """See ``Records``."""
        return self._blocks.contents(self._feeds.number(space), start, end)

    def sought(self, space: SpaceId) -> Sequence[Range]:
        """See ``Records``."""
        return self._sought.of(self._feeds.number(space))

    def sought_bytes(self, space: SpaceId) -> Sequence[Range]:
        """See ``Records``."""
        return self._sought_bytes.of(self._feeds.number(space))

    def evidence(self, space: SpaceId) -> tuple[Evidence, Evidence] | None:
        """See ``Records``."""
        return self._feeds.evidence(space)

    def copy_of(self, suite: SuiteName, node: Node) -> tuple[SpaceId, int] | None:
        """See ``Records``. What the running turn has written is not looked at."""
        if node.size < COPIED_BYTES_MIN:
            return None
        found = self._trees.large(node)
        alike = [feed.space for feed in self._feeds.feeds() if found and feed.suite is suite]
        spaces = {self._feeds.number(space): space for space in alike}
        for number, index in found:
            start, end = flat.blocks_below(index)
            is_as_high = flat.depth(index) == flat.depth(node.index)
            if number not in spaces or not is_as_high:
                continue
            if self._blocks.held(number, start, end) == [(start, end)]:
                return spaces[number], index
        return None

    def seed(self, space: SpaceId) -> bytes | None:
        """See ``OwnRecords``."""
        return self._feeds.seed(space)

    def holding(self, space: SpaceId) -> Held:
        """See ``OwnRecords``."""
        return self._blocks.total(self._feeds.number(space))

    def gone(self, space: SpaceId) -> int:
        """See ``OwnRecords``."""
        return self._blocks.gone(self._feeds.number(space))

    def posts(self, space: SpaceId) -> int:
        """See ``OwnRecords``."""
        return self._timeline.rows(self._feeds.number(space))

    def is_post(self, space: SpaceId, block: int) -> bool:
        """See ``OwnRecords``."""
        return self._posts.is_post(self._feeds.row(space), block)

    def signed_elsewhere(self, space: SpaceId) -> int:
        """See ``OwnRecords``."""
        return self._feeds.elsewhere(space)

    def kind(self, space: SpaceId) -> SpaceKind:
        """See ``OwnRecords``."""
        return self._feeds.row(space).kind

    def oldest(self, space: SpaceId, spare_bytes: int) -> Sequence[Range]:
        """See ``OwnRecords``."""
        return self._blocks.oldest(self._feeds.number(space), spare_bytes)

    def has_room(self) -> bool:
        """See ``OwnRecords``."""
        return self._has_room()

    def content_end(self, folder: SpaceId) -> int:
        """See ``FeedsAndFolders``."""
        sql = "SELECT coalesce(max(first_block + blocks), 0) FROM hypercore_file WHERE folder = ?"
        return int(self._database.value(sql, (self._feeds.number(folder),)))

    @property
    def folders(self) -> FolderRows:
        """What is read of those feeds that are folders."""
        return self._folders
