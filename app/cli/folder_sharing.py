"""``tidings folder share``: a directory that becomes a shared folder, and its files, published.

It is the program that runs which publishes them: here that is only waited for.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.folder_follow import LOOK_SECONDS, news_of
from app.cli.waiting import until
from app.folders.inside import OfProfile, demand_no_profile
from engine.api import Engine
from engine.errors import Refusal, Refused
from engine.model.commands import ForgetSpace
from engine.model.feed_commands import UseDirectory
from engine.model.feed_queries import OneFolder
from engine.model.feeds import FeedState, FolderUse, FolderView
from engine.model.ids import SpaceId
from engine.model.limits import NAME_UNITS_MAX
from engine.wire.text import cut_to_units
from ui.folders.words import refusal_words
from ui.wording.sentences import one_line

if TYPE_CHECKING:
    from ui.services import Survey

NAMED_MAX = 5  # ours: of what is left out
_SPLIT = frozenset({FeedState.FORKED, FeedState.ELSEWHERE})  # it takes no files


def folder_there(directory: Path) -> Path:
    """Its absolute path, without links: a running engine has another working folder than we, and
    the same directory is not shared twice.
    """
    place = Path(os.path.realpath(directory.expanduser()))
    if not os.path.isdir(place):  # noqa: PTH112 - also of names that no folder can have
        what = "it is no folder" if os.path.lexists(place) else "there is no such folder"
        raise Refused(Refusal.FILE_UNREADABLE, f"{place} ({what})")
    try:
        demand_no_profile(place)
    except OfProfile as error:
        raise Refused(Refusal.FILE_UNREADABLE, f"{place} ({error.strerror})") from error
    return place


def name_of(directory: Path) -> str:
    """What a folder can be called after it: printable, on one line, and not too long."""
    spread = "".join(" " if one.isspace() else one for one in directory.name)
    printable = "".join(one for one in spread if one.isprintable())
    return cut_to_units(" ".join(printable.split()), NAME_UNITS_MAX).rstrip()


def left_out_words(survey: Survey) -> str:
    """What of a directory is not shared, as some of it is not: a sentence."""
    named = "; ".join(
        f"{one_line(one.path)} ({refusal_words(one.reason)})" for one in survey.left_out[:NAMED_MAX]
    )
    more = ", and others" if survey.left_out_count > NAMED_MAX else ""
    return f"Not shared: {named}{more}."


async def used(engine: Engine, view: FolderView, place: Path, *, is_new: bool) -> FolderView:
    """``view`` tied to ``place``. A folder made for it goes again where that is refused."""
    try:
        return await engine.perform(UseDirectory(view.feed.space, str(place), FolderUse.SHARED))
    except Refused:
        if is_new:
            await engine.perform(ForgetSpace(view.feed.space))
        raise


async def published(
    engine: Engine, space: SpaceId, survey: Survey, patience_seconds: float
) -> FolderView:
    """The folder, once all its files are published, something is in the way of it, or nothing was
    published for that long. ``engine`` runs, and keeps the folder's directory.
    """

    async def look() -> FolderView | None:
        view = await engine.ask(OneFolder(space))
        is_hindered = view.trouble is not None or view.feed.state in _SPLIT
        return view if _is_published(view, survey) or is_hindered else None

    await until(engine, look, news_of(space), patience_seconds, LOOK_SECONDS)
    return await engine.ask(OneFolder(space))


def told_of(view: FolderView, survey: Survey) -> str:
    """When others get the files of that directory, and its changes: a sentence."""
    when = "published while Tidings runs: “tidings serve”, or the window."
    if _is_published(view, survey):
        return f"Its changes are {when}"
    return f"{view.files:,} of its {survey.files:,} files are published. The others are {when}"


def _is_published(view: FolderView, survey: Survey) -> bool:
    """Also what is refused for another one's name: which of them came first may be of old."""
    return view.files + view.refused >= survey.files + survey.clashing
