"""What has to go though nobody deletes it: what is older than its author wants, what was dropped.
And what a late post has yet to move.

A bounded part at a time. Our own posts never go because of our own ``max_age`` (A20), nor because
somebody else has dropped their channel.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.ids import PostId, PublicKey
from engine.protocols.cable.posts import Info, Post
from engine.protocols.cable.records import Reason
from engine.store.cable.infos import MAX_AGE
from engine.store.cable.places import Places, stored_time
from engine.store.cable.posts import Posts
from engine.store.cable.rows import AuthorRow, CommunityRow, Rows
from engine.store.cable.rulings import Rulings
from engine.store.database import Database

TIDIED_AT_ONCE = 128  # ours: posts, some 20 ms

_OLD = (
    "SELECT hash FROM cable_post WHERE author = ?1 AND timestamp < ?2 AND type <> 1"
    " AND number NOT IN (SELECT post FROM cable_info WHERE author = ?1 AND key = 'max_age')"
    " LIMIT ?3"
)


class Tidying:
    """Writes need an open transaction."""

    def __init__(
        self, database: Database, rows: Rows, rulings: Rulings, places: Places, posts: Posts
    ) -> None:
        """Borrows all."""
        self._places = places
        self._database = database
        self._rows = rows
        self._rulings = rulings
        self._posts = posts

    def is_due(self, row: CommunityRow, now: float) -> bool:
        """Whether ``tidy`` would find something."""
        if self._places.waits(row.number):
            return True
        return next(self._found(row, now, 1), None) is not None

    def tidy(self, row: CommunityRow, now: float) -> None:
        """A bounded part of it."""
        self._posts.settle_waiting()
        for post, why in list(self._found(row, now, TIDIED_AT_ONCE)):
            self._posts.remove(row, post, why)

    def drop_author(self, row: CommunityRow, author: AuthorRow) -> bool:
        """A part of all that we hold of theirs but what they say of themselves; whether there was
        any. It may come again.
        """
        posts = self._of_author(author, TIDIED_AT_ONCE)
        for post in posts:
            self._posts.remove(row, post, None)
        return bool(posts)

    def has_posts(self, author: AuthorRow) -> bool:
        """Whether there is anything to drop."""
        return bool(self._of_author(author, 1))

    def _of_author(self, author: AuthorRow, limit: int) -> list[PostId]:
        rows = self._database.rows(
            "SELECT hash FROM cable_post WHERE author = ? AND type IN (0, 3, 4, 5) LIMIT ?",
            (author.number, limit),
        )
        return [PostId(hash_) for (hash_,) in rows]

    # ---- what is found ----------------------------------------------------------------------

    def _found(self, row: CommunityRow, now: float, limit: int) -> Iterator[tuple[PostId, str]]:
        left = limit
        for found in (self._expired(row, now, limit), self._ruled(row, limit)):
            for one in found:
                if left == 0:
                    return
                left -= 1
                yield one

    def _expired(self, row: CommunityRow, now: float, limit: int) -> Iterator[tuple[PostId, str]]:
        if row.version.knows_moderation:
            return  # there ``max_age`` is a key like any other
        authors = self._database.rows(
            "SELECT a.number, a.public_key, a.max_age FROM cable_author AS a"
            " WHERE a.community = ? AND a.max_age IS NOT NULL"
            " AND (SELECT min(timestamp) FROM cable_post WHERE author = a.number) <"
            " iif(a.max_age = 0, 1 << 62, CAST((? - a.max_age) * ? AS INTEGER))",
            (row.number, now, row.version.units_a_second),
        )
        for number, key, max_age in authors:
            if key == row.kept.own.public_key:
                continue
            before = oldest_kept(row, max_age, now)
            for (hash_,) in self._database.rows(_OLD, (number, before, limit)):
                yield PostId(hash_), str(Reason.EXPIRED)

    def _ruled(self, row: CommunityRow, limit: int) -> Iterator[tuple[PostId, str]]:
        ruling = self._rulings.of(row)
        own = self._rows.author(row.number, ruling.reader)
        for name in ruling.dropped_channels:
            channel = self._rows.channel(row.number, name)
            if channel is None:
                continue
            spared = None if own is None or ruling.is_erased_with(name, own.key) else own.number
            rows = self._database.rows(
                "SELECT hash FROM cable_post WHERE channel = ? AND author IS NOT ? LIMIT ?",
                (channel.number, spared, limit),
            )
            for (hash_,) in rows:
                yield PostId(hash_), str(Reason.DROPPED)
        for key, deed in ruling.blocked.items():
            author = self._rows.author(row.number, PublicKey(key)) if deed.drops else None
            if author is not None:
                for post in self._of_author(author, limit):
                    yield post, str(Reason.BLOCKED)


def oldest_kept(row: CommunityRow, max_age: int, now: float) -> int:
    """Before which an author wants nothing to be kept, in the units of the version."""
    if max_age == 0:
        return 1 << 62
    return max(0, int((now - max_age) * row.version.units_a_second))


def is_expired(row: CommunityRow, author: AuthorRow, post: Post, now: float) -> bool:
    """Whether it is older than its author, another than we are, wants to have kept."""
    if row.version.knows_moderation or author.max_age is None or _says_max_age(post):
        return False
    return stored_time(post) < oldest_kept(row, author.max_age, now)


def _says_max_age(post: Post) -> bool:
    match post.content:
        case Info(pairs):
            return any(key == MAX_AGE for key, _ in pairs)
        case _:
            return False
