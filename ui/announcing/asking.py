"""What the engine is asked for before something is announced. No Qt."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress

from engine.errors import Refused
from engine.model.events import PostsArrived, PostsChanged
from engine.model.ids import OrderKey
from engine.model.queries import OnePost, Timeline
from engine.model.views import PostView, TimelinePage

LOOKED_AT_MAX = 50  # ours: of what came in at once, the newest
EDITED_LOOKED_AT_MAX = 8  # ours: each is a question of its own
RECEIVED_LATELY_SECONDS = 60.0  # ours: what was stored before that did not come in just now


async def came_just_now(
    ask: Callable[[Timeline], Awaitable[TimelinePage]], event: PostsArrived, now: float
) -> list[PostView]:
    """The newest of what came in just now."""
    behind = OrderKey(event.last + b"\0")
    page = await ask(Timeline(event.space, limit=min(event.count, LOOKED_AT_MAX), before=behind))
    since = now - RECEIVED_LATELY_SECONDS
    return [post for post in page.posts if post.order >= event.first and post.received_at >= since]


async def called_by_edit(
    ask: Callable[[OnePost], Awaitable[PostView]], event: PostsChanged
) -> list[PostView]:
    """Those that call by an edit, the latest of them."""
    found = []
    for post in event.calling[-EDITED_LOOKED_AT_MAX:]:
        with suppress(Refused):  # gone meanwhile
            found.append(await ask(OnePost(event.space, post)))
    return found
