"""Which feed or folder is meant on the command line, and what lies in a folder."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated

import typer

from app.cli.arguments import space_of
from app.cli.failures import CommandFailed, ExitStatus, Failure
from engine.api import Engine
from engine.errors import Refusal
from engine.model.feed_queries import FolderListing, OneFeed, OneFolder
from engine.model.feeds import FeedView, FolderEntryView, FolderView
from engine.model.ids import SpaceId

FeedArgument = Annotated[str, typer.Argument(metavar="FEED", help="Name, or key in hex.")]
FolderArgument = Annotated[str, typer.Argument(metavar="FOLDER", help="Name, or key in hex.")]


async def feed_of(engine: Engine, text: str) -> FeedView:
    """The feed that a person means by its name or key. Refused for a space of another kind."""
    return await engine.ask(OneFeed((await space_of(engine, text)).id))


def demand_own(view: FeedView) -> None:
    """CommandFailed where only somebody else can append, or nobody ever."""
    if view.own and view.signed:
        return
    message = f"“{view.name}” is somebody else's feed: only its author can append to it."
    if not view.signed:
        message = f"“{view.name}” is a static feed: it never changes."
    hint = "“tidings feed new NAME” makes one of your own."
    raise CommandFailed(Failure(ExitStatus.REFUSED, str(Refusal.READ_ONLY), message, hint))


async def folder_of(engine: Engine, text: str) -> FolderView:
    """The same of a shared folder."""
    return await engine.ask(OneFolder((await space_of(engine, text)).id))


async def entries_of(engine: Engine, space: SpaceId, path: str) -> AsyncIterator[FolderEntryView]:
    """Every file below ``path``, by path, page by page."""
    after: str | None = None
    while True:
        page = await engine.ask(FolderListing(space, path, everything=True, after=after))
        for one in page:
            yield one
        if not page:
            return
        after = page[-1].path
