"""The bodies of posts, as they were signed, for whoever hands them on."""

from __future__ import annotations

from dataclasses import replace

from engine.api import Engine
from engine.errors import Refusal, Refused
from engine.model.ids import SpaceId
from engine.model.queries import OnePost
from engine.model.views import PostView


async def with_body(engine: Engine, space: SpaceId, post: PostView) -> PostView:
    """``post`` with its body, which a page leaves out where it is long.

    Without, if it was taken away meanwhile. All else is as it was given: asked for alone, a post
    that was edited has another text.
    """
    if post.body is not None:
        return post
    try:
        return replace(post, body=(await engine.ask(OnePost(space, post.id))).body)
    except Refused as refused:
        if refused.reason is not Refusal.POST_UNKNOWN:
            raise
        return post
