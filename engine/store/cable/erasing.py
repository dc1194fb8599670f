"""Erases what was forgotten of communities, bit by bit (``engine/store/forgetting``)."""

from __future__ import annotations

from engine.model.communities import WireVersion
from engine.protocols.cable.wire.posts import read_post
from engine.protocols.cable.wire.version import VERSIONS
from engine.store.database import ERASED_ROWS, Database

_OF_CHANNELS = ("head", "gone", "member")
_OF_COMMUNITIES = ("gone", "delete", "word")


class CommunityErasing:
    """In the open transaction. Spaces are meant by their numbers."""

    def __init__(self, database: Database) -> None:
        """Borrows ``database``."""
        self._database = database

    def erase_some(self, number: int) -> bool:
        """See ``Eraser``: of a channel that was forgotten, or of a community."""
        channel: int | None = self._database.value(
            "SELECT number FROM cable_channel WHERE space = ?", (number,)
        )
        if channel is not None:
            return self._erase_channel(channel)
        wire: str | None = self._database.value(
            "SELECT wire FROM cable_community WHERE space = ?", (number,)
        )
        return wire is not None and self._erase_community(number, WireVersion(wire))

    def has_forgotten(self, community: int) -> bool:
        """Whether of a channel that was forgotten something is left that counts as known: posts,
        or what is noted of those that went before.
        """
        return self._forgotten_and_known(community) is not None

    def erase_forgotten(self, community: int) -> None:
        """Some of it goes."""
        channel = self._forgotten_and_known(community)
        if channel is not None and not self._erase_posts(
            "channel", channel, self._wire_of(channel)
        ):
            self._erase_rows("gone", "channel", channel)

    def _forgotten_and_known(self, community: int) -> int | None:
        found: int | None = self._database.value(
            "SELECT number FROM cable_channel AS c WHERE community = ? AND forgotten"
            " AND (EXISTS (SELECT 1 FROM cable_post WHERE channel = c.number)"
            " OR EXISTS (SELECT 1 FROM cable_gone WHERE channel = c.number)) LIMIT 1",
            (community,),
        )
        return found

    def _wire_of(self, channel: int) -> WireVersion | None:
        wire = self._database.value(
            "SELECT wire FROM cable_community AS o JOIN cable_channel AS c"
            " ON c.community = o.space WHERE c.number = ?",
            (channel,),
        )
        return None if wire is None else WireVersion(wire)

    def _erase_channel(self, channel: int) -> bool:
        if self._erase_posts("channel", channel, self._wire_of(channel)):
            return True
        if self._unplace_deletes(channel):
            return True
        for table in _OF_CHANNELS:
            if self._erase_rows(table, "channel", channel):
                return True
        self._database.run("DELETE FROM cable_channel WHERE number = ?", (channel,))
        return True

    def _unplace_deletes(self, channel: int) -> bool:
        """They hold on, should somebody who never heard of them give us their targets again."""
        self._database.run(
            "UPDATE cable_delete SET channel = NULL WHERE channel = ?1"
            " AND (community, target, post) IN"
            " (SELECT community, target, post FROM cable_delete WHERE channel = ?1 LIMIT ?2)",
            (channel, ERASED_ROWS),
        )
        return self._database.changes() > 0

    def _erase_community(self, number: int, wire: WireVersion) -> bool:
        if self._erase_posts("community", number, wire) or self._erase_authors(number):
            return True
        for table in _OF_COMMUNITIES:
            if self._erase_rows(table, "community", number):
                return True
        # Those with a timeline go with it.
        unjoined = "SELECT number FROM cable_channel WHERE community = ? AND space IS NULL LIMIT ?"
        rows = self._database.rows(unjoined, (number, ERASED_ROWS))
        for (channel,) in rows:
            for table in _OF_CHANNELS:
                if self._erase_rows(table, "channel", channel):
                    return True
            self._database.run("DELETE FROM cable_channel WHERE number = ?", (channel,))
        if rows:
            return True
        self._database.run("DELETE FROM cable_community WHERE space = ?", (number,))
        return True

    def _erase_posts(self, column: str, number: int, wire: WireVersion | None) -> bool:
        rows = self._database.rows(
            f"SELECT number, encoded FROM cable_post WHERE {column} = ? LIMIT ?",  # noqa: S608 - ours
            (number, ERASED_ROWS),
        )
        for post, encoded in rows:
            links = () if wire is None else read_post(VERSIONS[wire], encoded)[0].links
            self._database.run_many(
                "DELETE FROM cable_link WHERE link = ? AND post = ?",
                [(int.from_bytes(link[:8], "big", signed=True), post) for link in links],
            )
            self._database.run("DELETE FROM cable_moving WHERE post = ?", (post,))
            self._database.run("DELETE FROM cable_post WHERE number = ?", (post,))
        return bool(rows)

    def _erase_authors(self, community: int) -> bool:
        rows = self._database.rows(
            "SELECT number FROM cable_author WHERE community = ? LIMIT ?",
            (community, ERASED_ROWS),
        )
        for (author,) in rows:
            for table in ("info", "member"):
                sql = f"DELETE FROM cable_{table} WHERE author = ?"  # noqa: S608 - ours
                self._database.run(sql, (author,))
            self._database.run("DELETE FROM cable_author WHERE number = ?", (author,))
        return bool(rows)

    def _erase_rows(self, table: str, column: str, number: int) -> bool:
        keys = {
            "head": "hash",
            "delete": "community, target, post",
            "gone": "community, hash",
            "member": "author",
            "word": "about, channel, kind",
        }[table]
        self._database.run(
            f"DELETE FROM cable_{table} WHERE {column} = ?1 AND ({keys}) IN"  # noqa: S608 - ours
            f" (SELECT {keys} FROM cable_{table} WHERE {column} = ?1 LIMIT ?2)",
            (number, ERASED_ROWS),
        )
        return self._database.changes() > 0
