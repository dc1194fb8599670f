"""What a search finds."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.ids import OrderKey, PostId, SpaceId
from engine.model.views import AuthorView


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A post that matches; ``snippet`` is plain text around the first match.

    Or a ``comment`` on a feed: ``at``, ``author`` (whose path names nobody) and ``snippet`` are its
    own then, ``id`` and ``order`` those of the entry it is about, if it is there; else ``id`` is
    the comment's, and ``order`` empty. ``entry`` is the number of that entry's block, None: it is
    about the feed as a whole.
    """

    space: SpaceId
    id: PostId
    at: float
    author: AuthorView
    snippet: str
    order: OrderKey
    comment: PostId | None = None
    entry: int | None = None


@dataclass(frozen=True, slots=True)
class FoundPosts:
    """The posts that match, as many as were wanted.

    ``is_cut``: the time was up before all was looked through. Any may be missing then, and the same
    search with more patience finds them.
    """

    hits: tuple[SearchHit, ...] = ()
    is_cut: bool = False
