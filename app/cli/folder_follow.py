"""``tidings folder follow``: a shared folder is known here, with the names in it, and not fetched.

Which folder is meant where somebody's is asked for: by its name here, key, link or picture.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from app.cli import amounts, feed_shapes
from app.cli.arguments import wanted_in
from app.cli.codes import ReadOption
from app.cli.delivery import add_peers
from app.cli.failures import CommandFailed, ExitStatus, Failure
from app.cli.printing import facts
from app.cli.session import Call, run_online
from app.cli.waiting import demand_patience, nothing_came, until
from engine.api import Engine
from engine.model.events import BlocksArrived, Event, FolderChanged, SpaceChanged
from engine.model.feed_commands import FollowFolder
from engine.model.feed_queries import Folders, OneFolder
from engine.model.feeds import FeedState, FolderView
from engine.model.found import FoundFolder
from engine.model.ids import SpaceId
from engine.model.limits import PREFIX_DIGITS_MIN
from ui.wording.wanted import FOLDER

PATIENCE_SECONDS = 60.0  # ours
LOOK_SECONDS = 0.1  # ours: a listing may be long

TimeoutOption = Annotated[
    float, typer.Option(metavar="S", help="Give up when nothing came for S seconds.")
]
NoDiscoveryOption = Annotated[
    bool, typer.Option("--no-discovery", help="Only dial: open no port, announce nothing.")
]


@dataclass(frozen=True, slots=True)
class Meant:
    """The folder that somebody asks for; ``known``: as it is here already."""

    found: FoundFolder
    known: FolderView | None


def add_to(app: typer.Typer) -> None:
    """Puts the command among the others of the noun."""
    app.command("follow")(follow)


def follow(
    context: typer.Context,
    key: Annotated[
        str | None, typer.Argument(metavar="KEY|LINK", help="The folder's key or link.")
    ] = None,
    name: Annotated[str | None, typer.Option(help="What to call it here.")] = None,
    qr: ReadOption = None,
    timeout: TimeoutOption = PATIENCE_SECONDS,
    *,
    no_wait: Annotated[
        bool, typer.Option("--no-wait", help="Return at once; it comes while Tidings runs.")
    ] = False,
    no_discovery: NoDiscoveryOption = False,
) -> None:
    """Follow a shared folder without fetching it: “tidings folder list” shows what is in it."""
    demand_patience(timeout)

    async def work(call: Call) -> None:
        view = await followed(call.engine, await folder_meant(call.engine, key, qr), name)
        if not no_wait:
            view = await names_of(call.engine, view.feed.space, timeout)
        pairs = [
            ("name", view.feed.name),
            ("key", view.feed.key.hex()),
            ("files", f"{view.files:,} ({amounts.in_words(view.bytes)})"),
        ]
        call.output.document(feed_shapes.folder(view), lambda: facts(pairs))

    run_online(context, work, discovery=not no_discovery)


async def folder_meant(engine: Engine, text: str | None, picture: Path | None) -> Meant:
    """The folder of that key, link, picture or name; CommandFailed where it is none."""
    known = await engine.ask(Folders())
    for view in known:
        if text is not None and picture is None and _is_named(view, text):
            return Meant(FoundFolder(view.feed.key), view)
    found = wanted_in(text, picture, FOLDER)
    return Meant(found, next((one for one in known if one.feed.key == found.public_key), None))


def _is_named(view: FolderView, text: str) -> bool:
    """By its name, or the beginning of its key."""
    meant = text.strip().lower()
    begins = len(meant) >= PREFIX_DIGITS_MIN and view.feed.key.hex().startswith(meant)
    return begins or view.feed.name == text


async def followed(engine: Engine, meant: Meant, name: str | None) -> FolderView:
    """That folder, followed again where it was left; its link's addresses are dialled."""
    found, known = meant.found, meant.known
    await add_peers(engine, found.addresses)
    if known is not None and known.feed.state is not FeedState.LEFT:
        return known
    return await engine.perform(FollowFolder(found.public_key, name or found.name or None))


STOPPED = {
    FeedState.PAUSED: ("it is paused", "“tidings feed resume {key}” goes on with it."),
    FeedState.FORKED: ("its owner signed two histories", "What came first stays readable."),
    FeedState.FULL: (
        "it has used the room that it may take",
        "“tidings feed limit {key} BYTES” gives it more.",
    ),
}


def demand_coming(view: FolderView) -> None:
    """CommandFailed where what is missing of it does not come, however long one waits."""
    if view.feed.state in STOPPED:
        why, hint = STOPPED[view.feed.state]
        message = f"Not all of it is here, and it does not come: {why}."
        hint = hint.format(key=view.feed.key.hex())
        raise CommandFailed(Failure(ExitStatus.NO_PEER, "blocks_missing", message, hint))


def knows_names(view: FolderView) -> bool:
    """Whether it is known what is in it, as far as anybody here has heard."""
    return view.feed.own or 0 < view.feed.length <= view.feed.downloaded


async def names_of(engine: Engine, space: SpaceId, patience_seconds: float) -> FolderView:
    """The folder, once its names are here. CommandFailed if nothing came for that long."""

    async def look() -> FolderView | None:
        view = await engine.ask(OneFolder(space))
        if knows_names(view):
            return view
        demand_coming(view)
        return None

    view = await until(engine, look, news_of(space), patience_seconds, LOOK_SECONDS)
    if view is None:
        raise nothing_came("What is in it is", patience_seconds)
    return view


def news_of(space: SpaceId) -> Callable[[Event], bool]:
    """Whether an event tells that more of that folder may be here."""

    def is_news(event: Event) -> bool:
        match event:
            case BlocksArrived(of) | FolderChanged(of) | SpaceChanged(of):
                return of == space
            case _:
                return False

    return is_news
