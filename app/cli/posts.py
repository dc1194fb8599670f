"""``tidings channel read``."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from typing import Annotated, TypeVar

import typer

from app.bodies import with_body
from app.cli import shapes
from app.cli.arguments import KEY_DIGITS_SHOWN, space_of
from app.cli.failures import usage
from app.cli.post_lines import shown
from app.cli.post_pages import PAGE_POSTS, page
from app.cli.posts_meant import post_of
from app.cli.printing import words
from app.cli.session import Call, run
from app.exporting.naming import Naming, naming_in
from engine.api import Engine
from engine.model.commands import Command
from engine.model.community_queries import CommunityMembers
from engine.model.ids import OrderKey, PostKind
from engine.model.queries import Timeline
from engine.model.views import PostView, SpaceView
from ui.text.namesakes import NOBODY, Bearers, bearers_of

V = TypeVar("V")
CommandFor = Callable[[SpaceView], Command[V]]

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
    ids: Annotated[
        bool, typer.Option("--ids", help="Begin each post with the first digits of its id.")
    ] = False,
) -> None:
    """Read a channel in its own order, oldest first; the newest posts unless told otherwise.

    ID is a post's id, or its first 6 digits or more.
    """
    if before is not None and after is not None:
        raise usage("Only one of --before and --after can be given.")

    async def work(call: Call) -> None:
        view = await space_of(call.engine, space)
        cursor = after if before is None else before
        at = None if cursor is None else (await post_of(call.engine, view, cursor)).order
        bearers = await _bearers_in(call.engine, view)
        naming = await naming_in(call.engine, view)
        if everything:
            start = at if after is not None and at is not None else _FIRST
            stop = at if before is not None else None
            async for found in _forward(call.engine, view, start):
                if stop is not None and found.order >= stop:
                    break
                whole = await _whole(call, view, found)
                call.output.line(
                    shapes.post(whole), partial(_line, naming, whole, bearers, ids=ids)
                )
            return
        posts = await _some(
            call.engine,
            view,
            limit,
            before=None if before is None else at,
            after=None if after is None else at,
        )
        shaped = [shapes.post(await _whole(call, view, found)) for found in posts]
        call.output.document(
            shaped,
            lambda: words(
                "\n".join(_line(naming, found, bearers, ids=ids) for found in posts)
                or "No posts yet."
            ),
        )

    run(context, work)


async def _whole(call: Call, space: SpaceView, found: PostView) -> PostView:
    """With its body, which only programs want."""
    is_bare = found.kind is PostKind.ROOT or found.retracted
    if not call.output.as_json or is_bare:
        return found
    return await with_body(call.engine, space.id, found)


def _line(naming: Naming, found: PostView, bearers: Bearers, *, ids: bool) -> str:
    """Entries of a feed have ids that all begin alike."""
    digits = found.id.hex()
    if found.kind is not PostKind.BLOCK:
        digits = digits[:KEY_DIGITS_SHOWN]
    line = shown(naming, found, bearers)
    return f"{digits}  {line}" if ids else line


async def _bearers_in(engine: Engine, space: SpaceView) -> Bearers:
    """Who bears which name there; in a community all of its members are meant."""
    if space.community is not None:
        listed = await engine.ask(CommunityMembers(space.community))
        return bearers_of((one.public_key, one.name) for one in listed)
    return NOBODY


async def _forward(engine: Engine, space: SpaceView, start: OrderKey) -> AsyncIterator[PostView]:
    """All posts after ``start``, oldest first, page by page."""
    cursor = start
    while True:
        found = await page(engine, Timeline(space.id, PAGE_POSTS, after=cursor))
        for one in found.posts:
            yield one
        if not found.posts:
            return
        cursor = found.posts[-1].order


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
        found = await page(engine, Timeline(space.id, wanted, before=before, after=after))
        if not found.posts:
            break
        if after is not None:
            posts.extend(found.posts)
            after = found.posts[-1].order
        else:
            posts[:0] = found.posts
            before = found.posts[0].order
    return posts
