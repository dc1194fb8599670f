"""What posts that moderate did, read from the store within bounds.

Bounds are counted in deeds and bytes, not in posts: one post may be about thousands. Each reading
is of what one member said, or for display alone: nobody's words push out those of another. What our
own user did has no bound: it holds until they take it back, however long ago it was.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from itertools import islice

from engine.protocols.cable.moderation.deeds import Deed, deeds_of_post
from engine.protocols.cable.posts import Post
from engine.protocols.cable.wire.posts import read_post
from engine.store.cable.places import stored_time
from engine.store.cable.rows import CommunityRow
from engine.store.database import Reading, Values

DEEDS_BYTES_MAX = 4 << 20  # ours: of the posts that are read for it


def read_deeds(
    reading: Reading, row: CommunityRow, sql: str, values: Values, limit: int | None
) -> list[Deed]:
    """Of the posts of a query (encoded) in its order, as many as fit: at most ``limit`` deeds, of
    at most DEEDS_BYTES_MAX bytes; None: all of them.
    """
    deeds: list[Deed] = []
    with closing(read_posts(reading, row, sql, values, is_bounded=limit is not None)) as posts:
        for post in posts:
            at = stored_time(post) / row.version.units_a_second
            done = deeds_of_post(post.author, post.content, at, post.hash)
            deeds += done if limit is None else islice(done, limit - len(deeds))
            if limit is not None and len(deeds) >= limit:
                break
    return deeds


def read_posts(
    reading: Reading, row: CommunityRow, sql: str, values: Values, *, is_bounded: bool = True
) -> Generator[Post, None, None]:
    """The posts of a query (encoded) in its order, one by one, as many as fit into
    DEEDS_BYTES_MAX. To be closed.
    """
    size = 0
    with closing(reading.each(sql, values)) as rows:
        for (encoded,) in rows:
            size += len(encoded)
            if is_bounded and size > DEEDS_BYTES_MAX:
                return
            yield read_post(row.version, encoded)[0]
