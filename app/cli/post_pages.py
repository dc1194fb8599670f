"""A timeline page by page, as few posts at a time as one answer takes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

from app.control.client import AnswerTooLong
from engine.api import Engine
from engine.model.ids import OrderKey, SpaceId
from engine.model.queries import Timeline
from engine.model.views import PostView, TimelinePage

PAGE_POSTS = 500  # ours: an answer of usual posts stays below a megabyte


async def page(engine: Engine, query: Timeline) -> TimelinePage:
    """What ``query`` answers, shorter where long posts would not fit one answer."""
    limit = query.limit
    while True:
        try:
            return await engine.ask(replace(query, limit=limit))
        except AnswerTooLong:
            if limit == 1:
                raise
            limit = max(1, limit // 4)


async def newest_first(engine: Engine, space: SpaceId) -> AsyncIterator[PostView]:
    """Everything of a timeline, with marks and what we hid."""
    before: OrderKey | None = None
    while True:
        found = await page(engine, Timeline(space, PAGE_POSTS, before=before, everything=True))
        for post in reversed(found.posts):
            yield post
        if not found.posts:
            return
        before = found.posts[0].order
