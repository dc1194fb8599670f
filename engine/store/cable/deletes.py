"""Which posts some delete names (``cable_delete``): of nearly all that come, none. Reads only.

A delete may name thousands: what is asked of its targets is asked of all together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.model.ids import PostId
from engine.protocols.cable.posts import Delete, Post
from engine.protocols.cable.records import Mark
from engine.store.database import Reading, array_of


def named_among(reading: Reading, community: int, posts: Sequence[Post]) -> frozenset[PostId]:
    """Those of ``posts`` that a stored delete names, or one among them, whoever wrote it."""
    if not posts:
        return frozenset()
    rows = reading.rows(
        "SELECT target FROM cable_delete WHERE community = ? AND target IN carray(?)",
        (community, array_of([post.hash for post in posts])),
    )
    named = {PostId(target) for (target,) in rows}
    for post in posts:
        if isinstance(post.content, Delete):
            named.update(post.content.hashes)
    return frozenset(named)


def channels_of_gone(
    reading: Reading, community: int, posts: Sequence[PostId]
) -> dict[PostId, int | None]:
    """Of those of ``posts`` that we held or saw, and do not keep; None: it was of none."""
    if not posts:
        return {}
    sql = "SELECT hash, channel FROM cable_gone WHERE community = ? AND hash IN carray(?)"
    return dict(reading.rows(sql, (community, array_of(posts))))


def deleted_in(
    reading: Reading, community: int, deletes: Sequence[PostId]
) -> Mapping[PostId, frozenset[str]]:
    """Of each of them that is held the names of the channels of what it deletes."""
    if not deletes:
        return {}
    rows = reading.rows(
        "SELECT DISTINCT p.hash, c.name FROM cable_post AS p"
        " JOIN cable_delete AS d ON d.post = p.number"
        " JOIN cable_channel AS c ON c.number = d.channel"
        " WHERE p.community = ? AND p.hash IN carray(?) AND NOT c.forgotten",
        (community, array_of(deletes)),
    )
    found: dict[PostId, frozenset[str]] = {}
    for hash_, name in rows:
        found[hash_] = found.get(hash_, frozenset()) | {name}
    return found


def deletes_of(reading: Reading, community: int, posts: Sequence[PostId]) -> Mapping[PostId, Mark]:
    """See ``Records.deletes_of``. None of the deletes is read itself: it may be long."""
    if not posts:
        return {}
    rows = reading.rows(
        "SELECT g.hash, max(d.timestamp), p.hash FROM cable_gone AS g"
        " JOIN cable_delete AS d ON d.community = g.community AND d.target = g.hash"
        " AND d.author = g.author JOIN cable_post AS p ON p.number = d.post"
        " WHERE g.community = ? AND g.hash IN carray(?) GROUP BY g.hash",
        (community, array_of(posts)),
    )
    return {PostId(post): Mark(timestamp, PostId(hash_)) for post, timestamp, hash_ in rows}


def is_deleted(reading: Reading, community: int, author: int, post: PostId) -> bool:
    """Whether ``author``, whose it is, has asked for it."""
    sql = "SELECT 1 FROM cable_delete WHERE community = ? AND target = ? AND author = ?"
    return reading.row(sql, (community, post, author)) is not None
