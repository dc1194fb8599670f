"""What our own user's commands read of communities (engine/protocols/cable/own_records.py)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.ids import CommunityId, PostId, PublicKey
from engine.protocols.cable.limits import LINKS_MAX
from engine.protocols.cable.moderation.flags import Flags
from engine.protocols.cable.moderation.ruling import Ruling
from engine.protocols.cable.posts import Post
from engine.protocols.cable.records import Mark
from engine.protocols.cable.wire.posts import read_post
from engine.store.cable.erasing import CommunityErasing
from engine.store.cable.places import CHANNEL
from engine.store.cable.stored import StoredCommunities


class OwnCommunitiesRead(StoredCommunities):
    """``OwnRecords`` over SQLite. Reads see what the running transaction has applied."""

    def heads(self, community: CommunityId, channel: str) -> Sequence[PostId]:
        """See ``OwnRecords``."""
        row = self._row(community)
        known = self._rows.channel(row.number, channel)
        if known is None:
            return []
        if not row.version.has_one_link:
            return self._places.heads(known.number, LINKS_MAX)
        if known.space is None:
            sql = (
                "SELECT hash FROM cable_post WHERE channel = ?"
                " ORDER BY timestamp DESC, order_key DESC LIMIT 1"
            )
            newest = self._database.value(sql, (known.number,))
        else:
            self._timeline.flush()
            newest = self._database.value(
                "SELECT substr(order_key, -32) FROM timeline WHERE space = ? AND channel = ?"
                " AND kind <> 'info' ORDER BY order_key DESC LIMIT 1",
                (known.space, CHANNEL),
            )
        return [] if newest is None else [PostId(newest)]

    def last_self_action(self, community: CommunityId) -> Mark | None:
        """See ``OwnRecords``. Our clock may have run back."""
        which = "channel IS NULL AND type < 6 ORDER BY order_key DESC, number DESC"
        return self._last(community, which)

    def last_deed(self, community: CommunityId) -> Mark | None:
        """See ``OwnRecords``."""
        which = "community = :community AND type >= 6 ORDER BY timestamp DESC, hash DESC"
        return self._last(community, which)

    def _last(self, community: CommunityId, which: str) -> Mark | None:
        row = self._row(community)
        own = self._rows.author(row.number, PublicKey(row.kept.own.public_key))
        if own is None:
            return None
        last = self._database.row(
            f"SELECT timestamp, hash FROM cable_post WHERE author = :own AND {which} LIMIT 1",  # noqa: S608 - of fixed texts
            {"own": own.number, "community": row.number},
        )
        return None if last is None else Mark(last[0], PostId(last[1]))

    def infos(self, community: CommunityId) -> Sequence[tuple[str, str]]:
        """See ``OwnRecords``."""
        row = self._row(community)
        own = self._rows.author(row.number, PublicKey(row.kept.own.public_key))
        if own is None:
            return []
        sql = "SELECT key, value FROM cable_info WHERE author = ? AND key <> '' ORDER BY key"
        return [(key, value) for key, value in self._database.rows(sql, (own.number,))]

    def info(self, community: CommunityId, key: str) -> str | None:
        """See ``OwnRecords``."""
        return dict(self.infos(community)).get(key)

    def post(self, community: CommunityId, post: PostId) -> Post | None:
        """See ``OwnRecords``."""
        row = self._row(community)
        sql = "SELECT encoded FROM cable_post WHERE community = ? AND hash = ?"
        encoded: bytes | None = self._database.value(sql, (row.number, post))
        return None if encoded is None else read_post(row.version, encoded)[0]

    def flags(self, community: CommunityId, key: str) -> Flags:
        """See ``OwnRecords``."""
        row = self._row(community)
        return self._rulings.flags(row, PublicKey(row.kept.own.public_key), key)

    def ruling(self, community: CommunityId) -> Ruling:
        """See ``OwnRecords``."""
        return self._rulings.of(self._row(community))

    def is_untidy(self, community: CommunityId, now: float) -> bool:
        """See ``OwnRecords``."""
        row = self._rows.community(community)
        if row is None:
            return False
        return self._anew.is_due(community, now) or self._tidying.is_due(row, now)

    def has_forgotten(self, community: CommunityId) -> bool:
        """See ``OwnRecords``."""
        row = self._row(community)
        return CommunityErasing(self._database).has_forgotten(row.number)

    def has_posts_of(self, community: CommunityId, member: PublicKey) -> bool:
        """See ``OwnRecords``."""
        row = self._row(community)
        author = self._rows.author(row.number, member)
        return author is not None and self._tidying.has_posts(author)
