"""A feed's comments, page by page, in memory that does not grow with them.

Pages are to be had from the newest back alone, so where each begins is found first.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence

from engine.api import Engine
from engine.model.comment_queries import PAGE_COMMENTS_MAX, Comments
from engine.model.comments import CommentPage, CommentView
from engine.model.ids import PostId, SpaceId


async def comments_of(
    engine: Engine, space: SpaceId
) -> AsyncGenerator[Sequence[CommentView], None]:
    """All of them, oldest first. Raises what asking raises."""
    borders: list[PostId | None] = [None]
    while (page := await _page(engine, space, borders[-1])).has_older:
        borders.append(page.comments[0].id)
    first: PostId | None = None
    for end in reversed(borders):
        yield await _between(engine, space, first, end)
        first = end


async def _between(
    engine: Engine, space: SpaceId, first: PostId | None, end: PostId | None
) -> Sequence[CommentView]:
    """From ``first`` on (None: all), those before ``end``; more may have come than fit a page."""
    views: list[CommentView] = []
    while True:
        page = await _page(engine, space, end)
        views[:0] = page.comments
        place = next((place for place, one in enumerate(views) if one.id == first), None)
        if place is not None or not page.has_older:
            return views[place:]
        end = views[0].id


async def _page(engine: Engine, space: SpaceId, before: PostId | None) -> CommentPage:
    query = Comments(space, everything=True, before=before, limit=PAGE_COMMENTS_MAX)
    return await engine.ask(query)
