"""``tidings feed continue``: a feed of ours goes on here, once a reader has said how far it is."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated

import typer

from app.cli.feed_keeping import tell
from app.cli.feeds import FeedArgument, feed_of
from app.cli.folder_follow import NoDiscoveryOption
from app.cli.session import Call, run, run_online
from app.cli.waiting import demand_patience, until
from engine.api import Engine
from engine.errors import Refusal, Refused
from engine.model.feed_commands import ContinueFeed
from engine.model.feeds import FeedView
from engine.model.ids import SpaceId

PATIENCE_SECONDS = 30.0  # ours: to meet a reader, and to fetch what it has
LOOK_SECONDS = 0.1  # ours
_COMES = {Refusal.NOT_HEARD, Refusal.NOT_SYNCED}
"""Refusals that a reader who is met puts an end to."""


def add_to(app: typer.Typer) -> None:
    """Puts the command among the others of the noun."""
    app.command("continue")(go_on)


def go_on(
    context: typer.Context,
    feed: FeedArgument,
    timeout: Annotated[
        float, typer.Option(metavar="S", help="Give up when no reader has said it for S seconds.")
    ] = PATIENCE_SECONDS,
    *,
    no_other_copy: Annotated[
        bool,
        typer.Option(
            "--no-other-copy",
            help="Of a restored feed: nothing was published after the backup, and no other copy"
            " of the profile exists. If that is not so, the feed is destroyed.",
        ),
    ] = False,
    no_discovery: NoDiscoveryOption = False,
) -> None:
    """Append here again to a feed of yours that was restored from a backup, or whose key was used
    elsewhere, once all of it is here: a reader of it is met, who says how far it is.
    """
    demand_patience(timeout)

    async def work(call: Call) -> None:
        space = (await feed_of(call.engine, feed)).space
        if no_other_copy:
            view = await call.engine.perform(ContinueFeed(space, alone=True))
        else:
            view = await _continued(call.engine, space, timeout)
        await tell(call, view)

    if no_other_copy:
        run(context, work)
    else:
        run_online(context, work, discovery=not no_discovery)


async def _continued(engine: Engine, space: SpaceId, seconds: float) -> FeedView:
    """Refused as the last attempt was."""
    try:
        async with asyncio.timeout(seconds):
            found = await until(
                engine, partial(_attempt, engine, space), lambda _: True, None, LOOK_SECONDS
            )
            assert found is not None, "it waits for ever"
            return found
    except TimeoutError:
        return await engine.perform(ContinueFeed(space))


async def _attempt(engine: Engine, space: SpaceId) -> FeedView | None:
    """None where a reader is still to be met."""
    try:
        return await engine.perform(ContinueFeed(space))
    except Refused as refused:
        if refused.reason not in _COMES:
            raise
        return None
