"""Which feed or folder is meant on the command line, and what lies in a folder."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Annotated

import typer

from app.cli.arguments import space_of
from app.cli.failures import CommandFailed, ExitStatus, Failure
from engine.api import Engine
from engine.errors import Refusal, Refused
from engine.model.feed_queries import FolderListing, OneFeed, OneFolder
from engine.model.feeds import FeedView, FolderEntryView, FolderView
from engine.model.ids import SpaceId
from engine.model.views import SpaceView
from ui.wording.sentences import one_line

FeedArgument = Annotated[str, typer.Argument(metavar="FEED", help="Name, or key in hex.")]
FolderArgument = Annotated[str, typer.Argument(metavar="FOLDER", help="Name, or key in hex.")]


async def feed_of(engine: Engine, text: str) -> FeedView:
    """The feed that a person means by its name or key. Refused for a space of another kind."""
    return await engine.ask(OneFeed((await _meant(engine, text, "feed")).id))


def demand_own(view: FeedView) -> None:
    """CommandFailed where only somebody else can append, or nobody ever."""
    if view.own and view.signed:
        return
    message = f"“{view.name}” is somebody else's feed: only its author can append to it."
    if not view.signed:
        message = f"“{view.name}” is a static feed: it never changes."
    hint = "“tidings feed new NAME” makes one of your own."
    raise CommandFailed(Failure(ExitStatus.REFUSED, str(Refusal.READ_ONLY), message, hint))


async def _meant(engine: Engine, text: str, noun: str) -> SpaceView:
    """As ``space_of``; that there is none is said of the kind that was asked for."""
    try:
        return await space_of(engine, text)
    except Refused as refused:
        if refused.reason is not Refusal.SPACE_UNKNOWN:
            raise
        message = f"There is no {noun} “{one_line(text)}”."
        hint = f"“tidings {noun} list” shows those you have."
        failure = Failure(ExitStatus.REFUSED, str(refused.reason), message, hint)
        raise CommandFailed(failure) from refused


async def folder_of(engine: Engine, text: str) -> FolderView:
    """The same of a shared folder."""
    return await engine.ask(OneFolder((await _meant(engine, text, "folder")).id))


async def entries_of(
    engine: Engine, space: SpaceId, path: str, then: int | None = None
) -> AsyncIterator[FolderEntryView]:
    """Every file below ``path``, by path, page by page; ``then``: as of ``FolderListing``."""
    after: str | None = None
    while True:
        asked = FolderListing(space, path, everything=True, version=then, after=after)
        page = await engine.ask(asked)
        for one in page:
            yield one
        if not page:
            return
        after = page[-1].path


async def files_at(
    engine: Engine, space: SpaceId, paths: Sequence[str], then: int | None = None
) -> list[FolderEntryView]:
    """The files of those paths and below them, or all (no path), that a computer may write.

    ``then``: as of ``FolderListing``. CommandFailed for a path of none.
    """
    found = []
    for path in paths or ("",):
        found += await listed_at(engine, space, path, then)
    return [one for one in found if one.refusal is None]


async def listed_at(
    engine: Engine, space: SpaceId, path: str, then: int | None = None
) -> list[FolderEntryView]:
    """Every file of that path and below it; ``then``: as of ``FolderListing``.

    CommandFailed where there is none, unless all of the folder is meant ("").
    """
    below = [one async for one in entries_of(engine, space, path, then)]
    meant = below or await _file_at(engine, space, path, then)
    if path and not meant:
        raise no_such_path(path)
    return meant


def no_such_path(path: str) -> CommandFailed:
    """Nothing in the folder has that path."""
    message = f"There is no “{one_line(path)}” in this folder."
    hint = "“tidings folder list FOLDER” shows what is in it; its paths begin there."
    return CommandFailed(Failure(ExitStatus.REFUSED, str(Refusal.FILE_UNKNOWN), message, hint))


async def _file_at(
    engine: Engine, space: SpaceId, path: str, then: int | None
) -> list[FolderEntryView]:
    """The file of that path alone."""
    folder, _, _ = path.rpartition("/")
    return [one async for one in entries_of(engine, space, folder, then) if one.path == path]
