"""``tidings channel read``."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from typing import Annotated, TypeVar

import typer

from app.cli import shapes
from app.cli.arguments import post_of, space_of
from app.cli.failures import usage
from app.cli.post_lines import shown
from app.cli.printing import words
from app.cli.session import Call, run
from app.control.client import AnswerTooLong
from engine.api import Engine
from engine.errors import Refusal, Refused
from engine.model.commands import Command
from engine.model.ids import OrderKey, PostKind
from engine.model.queries import OnePost, Timeline
from engine.model.views import PostView, SpaceView, TimelinePage

V = TypeVar("V")
CommandFor = Callable[[SpaceView], Command[V]]

PAGE_POSTS = 500  # ours: an answer of usual posts stays below a megabyte
_FIRST = OrderKey(b"")  # no post's order key is so low


def add_to(app: typer.Typer) -> None:
    """Puts the command among the others of the noun."""
    app.command("read")(read)


def read(
    context: typer.Context,
    space: Annotated[str, typer.Argument(metavar="SPACE", help="Name, or id or key in hex.")],
    limit: Annotated[int, typer.Option(min=1, help="How many posts at most.")] = 50,
    before: Annotated[str | None, typer.Option(metavar="ID", help="Those before it.")] = None,
    after: Annotated[str | None, typer.Option(metavar="ID", help="Those after it.")] = None,
    *,
    everything: Annotated[
        bool, typer.Option("--all", help="Everything, as a stream: one post a line.")
    ] = False,
) -> None:
    """Read a channel in its own order, oldest first; the newest posts unless told otherwise."""
    if before is not None and after is not None:
        raise usage("Only one of --before and --after can be given.")

    async def work(call: Call) -> None:
        view = await space_of(call.engine, space)
        cursor = after if before is None else before
        at = None if cursor is None else (await post_of(call.engine, view, cursor)).order
        if everything:
            start = at if after is not None and at is not None else _FIRST
            stop = at if before is not None else None
            async for found in _forward(call.engine, view, start):
                if stop is not None and found.order >= stop:
                    break
                _tell(call, view, await _whole(call, view, found))
            return
        posts = await _some(
            call.engine,
            view,
            limit,
            before=None if before is None else at,
            after=None if after is None else at,
        )
        whole = [await _whole(call, view, found) for found in posts]
        call.output.document(
            [shapes.post(found) for found in whole],
            lambda: words("\n".join(shown(view, found) for found in posts) or "No posts yet."),
        )

    run(context, work)


async def _whole(call: Call, space: SpaceView, found: PostView) -> PostView:
    """With its body, which a page leaves out where it is long; only programs want it.

    Without, if the post was taken away meanwhile.
    """
    if not call.output.as_json or found.body is not None or found.kind is PostKind.ROOT:
        return found
    try:
        return replace(found, body=(await call.engine.ask(OnePost(space.id, found.id))).body)
    except Refused as refused:
        if refused.reason is not Refusal.POST_UNKNOWN:
            raise
        return found


def _tell(call: Call, space: SpaceView, found: PostView) -> None:
    call.output.line(shapes.post(found), lambda: shown(space, found))


async def _forward(engine: Engine, space: SpaceView, start: OrderKey) -> AsyncIterator[PostView]:
    """All posts after ``start``, oldest first, page by page."""
    cursor = start
    while True:
        page = await _page(engine, Timeline(space.id, PAGE_POSTS, after=cursor))
        for found in page.posts:
            yield found
        if not page.posts:
            return
        cursor = page.posts[-1].order


async def _some(
    engine: Engine,
    space: SpaceView,
    limit: int,
    *,
    before: OrderKey | None,
    after: OrderKey | None,
) -> Sequence[PostView]:
    """Up to ``limit`` posts, oldest first: the first after a cursor, else the last before one."""
    posts: list[PostView] = []
    while len(posts) < limit:
        wanted = min(limit - len(posts), PAGE_POSTS)
        page = await _page(engine, Timeline(space.id, wanted, before=before, after=after))
        if not page.posts:
            break
        if after is not None:
            posts.extend(page.posts)
            after = page.posts[-1].order
        else:
            posts[:0] = page.posts
            before = page.posts[0].order
    return posts


async def _page(engine: Engine, query: Timeline) -> TimelinePage:
    """A page of the timeline, shorter where long posts would not fit one answer."""
    limit = query.limit
    while True:
        try:
            return await engine.ask(
                Timeline(query.space, limit, before=query.before, after=query.after)
            )
        except AnswerTooLong:
            if limit == 1:
                raise
            limit = max(1, limit // 4)
