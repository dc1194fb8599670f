"""What a person can ask the engine to show of comments. ``space`` is the feed's."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.comments import CommentCount, CommentPage, CommentView, NetworkView
from engine.model.ids import PostId, SpaceId
from engine.model.queries import Query

PAGE_COMMENTS_MAX = 500  # ours
COUNTS_MAX = 4_096  # ours: a comment may name any block, also one that its feed will never have


@dataclass(frozen=True, slots=True)
class Comments(Query[CommentPage]):
    """The newest comments, at most ``limit``, or those that precede ``before``; oldest first.

    ``entry``: of that block alone; ``everything``: of all blocks and of the feed as a whole, else,
    without an entry, of the feed as a whole alone.
    """

    space: SpaceId
    entry: int | None = None
    everything: bool = False
    before: PostId | None = None
    limit: int = 100


@dataclass(frozen=True, slots=True)
class OneComment(Query[CommentView]):
    """The comment of that id. Refused with COMMENT_UNKNOWN."""

    space: SpaceId
    id: PostId


@dataclass(frozen=True, slots=True)
class CommentCounts(Query[tuple[CommentCount, ...]]):
    """Of blocks from ``start`` to before ``end`` those that have comments, in order; of more than
    COUNTS_MAX the first.
    """

    space: SpaceId
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Network(Query[NetworkView]):
    """Who may comment, and whether we may."""

    space: SpaceId


CommentQuery = Comments | OneComment | CommentCounts | Network
