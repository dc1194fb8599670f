"""Which posts some delete names (``cable_delete``): of nearly all that come, none. Reads only."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.ids import PostId
from engine.protocols.cable.posts import Delete, Post
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


def is_deleted(reading: Reading, community: int, author: int, post: PostId) -> bool:
    """Whether ``author``, whose it is, has asked for it."""
    sql = "SELECT 1 FROM cable_delete WHERE community = ? AND target = ? AND author = ?"
    return reading.row(sql, (community, post, author)) is not None
