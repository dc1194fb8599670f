"""A whole timeline, page by page, in memory that does not grow with it.

While one page is written the next one is already asked for. Posts are small or huge: the size of a
page follows what the last one held.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence

from app.control.client import AnswerTooLong
from engine.api import Engine
from engine.model.ids import OrderKey, SpaceId
from engine.model.queries import PAGE_POSTS_MAX, Timeline
from engine.model.views import PostView, TimelinePage

PAGE_POSTS_FIRST = 32  # ours: nobody knows yet how long they are
PAGE_CHARACTERS = 1_000_000  # ours: what a page is to hold
_FIRST = OrderKey(b"")  # no post's order key is so low


async def pages_of(
    engine: Engine, space: SpaceId, *, everything: bool
) -> AsyncGenerator[Sequence[PostView], None]:
    """All posts, oldest first; ``everything`` as in ``Timeline``. Raises what asking raises."""
    asked = asyncio.ensure_future(
        _page(engine, Timeline(space, PAGE_POSTS_FIRST, after=_FIRST, everything=everything))
    )
    try:
        while True:
            posts = (await asked).posts
            if not posts:
                return
            following = Timeline(
                space, _wanted(posts), after=posts[-1].order, everything=everything
            )
            asked = asyncio.ensure_future(_page(engine, following))
            yield posts
    finally:
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)


def _wanted(posts: Sequence[PostView]) -> int:
    """How many posts like these the next page may have."""
    characters = 1 + sum(len(post.text) + len(post.body or "") for post in posts)
    fitting = max(1, len(posts) * PAGE_CHARACTERS // characters)
    return min(fitting, 4 * len(posts), PAGE_POSTS_MAX)


async def _page(engine: Engine, query: Timeline) -> TimelinePage:
    """A page, shorter where long posts would not fit one answer."""
    limit = query.limit
    while True:
        asked = Timeline(query.space, limit, after=query.after, everything=query.everything)
        try:
            return await engine.ask(asked)
        except AnswerTooLong:
            if limit == 1:
                raise
            limit = max(1, limit // 4)
