"""Feeds among all other spaces: what only Hypercore can tell of one."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import Refusal, Refused
from engine.model.contents import Content
from engine.model.feeds import ENTRY_BYTES_MAX
from engine.model.ids import OrderKey, PostId, SpaceKind
from engine.model.views import FileContent, MemberView, Weight
from engine.protocols.hypercore.commands.writing import weight_of
from engine.protocols.hypercore.posts.entries import DATA_TYPE, FilePart, read_block
from engine.protocols.hypercore.posts.places import block_of, order_key
from engine.store.database import Reading
from engine.store.hypercore.feeds import FeedRow
from engine.store.hypercore.reading import content, feed_row, lacking_entries
from engine.store.reading import Acting, Standing
from engine.store.spaces import StoredSpace

FILE_READ_BYTES_MAX = 64 << 20  # ours: of an attachment that is given in one piece


class FeedSpaces:
    """The ``KindOfSpace`` of feeds."""

    def __init__(self, reading: Reading) -> None:
        """Borrows ``reading``."""
        self._reading = reading

    def standing(self, space: StoredSpace, now: float) -> Standing:  # noqa: ARG002
        """Who has its key may post, as long as that key is used nowhere else."""
        row = feed_row(self._reading, space.id)
        assert row is not None, "a feed without its row"
        feed = row.feed
        is_free = feed.common is None and not feed.elsewhere and not feed.left
        may_post = space.kind is SpaceKind.FEED and feed.own and feed.signed and is_free
        return Standing(
            can_post=may_post,
            can_invite=False,
            expires_at=None,
            path=() if feed.own else None,
            public=True,
            newer=self._newer(space, row),
        )

    def _newer(self, space: StoredSpace, row: FeedRow) -> OrderKey | None:
        """The newest block of a feed that is not had whole, where it lies behind what was read and
        is not here. What nobody has opened yet has no news.
        """
        feed = row.feed
        end = feed.length if feed.common is None else feed.common
        is_sparse = space.kind is SpaceKind.FEED and not (feed.whole or feed.own or feed.left)
        if not is_sparse or space.read_up_to is None or not end:
            return None
        newest = order_key(space.public_key, end - 1)
        is_news = newest > space.read_up_to
        return (
            newest if is_news and lacking_entries(self._reading, row.number, end - 1, end) else None
        )

    def members(self, space: StoredSpace, now: float) -> Sequence[MemberView]:  # noqa: ARG002
        """Its author alone; readers are nobody."""
        row = feed_row(self._reading, space.id)
        assert row is not None, "a feed without its row"
        author = MemberView(
            public_key=space.public_key,
            name=space.name,
            path=(),
            valid_to=None,
            online=False,
            ours=row.feed.own,
        )
        return (author,)

    def acting(self, space: StoredSpace, now: float) -> Sequence[Acting]:  # noqa: ARG002
        """A feed is written with its own key, by none of our identities."""
        return ()

    def order_of(self, space: StoredSpace, post: PostId) -> OrderKey | None:
        """Of a block that is held."""
        block = block_of(space.public_key, post)
        if block is None:
            return None
        order = order_key(space.public_key, block)
        sql = "SELECT 1 FROM timeline WHERE space = ? AND channel = '' AND order_key = ?"
        return None if self._reading.value(sql, (space.number, order)) is None else order

    def body_of(self, space: StoredSpace, post: PostId) -> str | None:
        """The block as it is, where it is text."""
        data = self._block(space, post)
        entry = None if data is None else read_block(data)
        return data.decode() if entry is not None and data is not None else None

    def file_of(self, space: StoredSpace, post: PostId, number: int) -> FileContent | None:
        """From the blocks behind the entry; a block that is data is a file itself.

        Refused with BLOCKS_MISSING, where not all of it is here, and FILE_TOO_LARGE.
        """
        block, data = block_of(space.public_key, post), self._block(space, post)
        if block is None or data is None:
            raise Refused(Refusal.BLOCKS_MISSING)
        entry = read_block(data)
        if entry is None:
            return FileContent("", DATA_TYPE, data) if number == 0 else None
        if not 0 <= number < len(entry.files):
            return None
        file = entry.files[number]
        return FileContent(file.name, file.content_type, self._joined(space, block, file))

    def weigh(
        self,
        space: StoredSpace,  # noqa: ARG002 - every feed's block may be as large
        content: Content,
        identity: str | None,  # noqa: ARG002
        now: float,
    ) -> Weight:
        """In bytes of its blocks."""
        return Weight(weight_of(content, now), ENTRY_BYTES_MAX)

    def _joined(self, space: StoredSpace, block: int, file: FilePart) -> bytes:
        if file.size > FILE_READ_BYTES_MAX:
            raise Refused(Refusal.FILE_TOO_LARGE, f"{FILE_READ_BYTES_MAX:,} bytes")
        joined = bytearray()
        first = block + file.first
        for part in range(first, first + file.blocks):
            data = content(self._reading, space.number, part)
            if data is None:
                raise Refused(Refusal.BLOCKS_MISSING)
            joined += data
            if len(joined) > file.size:
                break
        if len(joined) != file.size:
            raise Refused(Refusal.FILE_UNKNOWN, file.name)
        return bytes(joined)

    def _block(self, space: StoredSpace, post: PostId) -> bytes | None:
        block = block_of(space.public_key, post)
        return None if block is None else content(self._reading, space.number, block)
