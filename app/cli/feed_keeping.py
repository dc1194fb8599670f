"""``tidings feed pause``, ``resume``, ``limit``, ``whole``, ``sparse``, ``drop``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

import typer

from app.cli import feed_shapes
from app.cli.amounts import bytes_of, in_words
from app.cli.failures import CommandFailed, ExitStatus, Failure
from app.cli.feeds import FeedArgument, feed_of
from app.cli.printing import facts
from app.cli.session import Call, run
from app.cli.spans import Span, span_of
from engine.api import Engine
from engine.errors import Refusal
from engine.model.commands import Command
from engine.model.feed_commands import (
    DropBlocks,
    FetchWhole,
    LimitFeed,
    PauseFeed,
)
from engine.model.feed_queries import OneFeed, OneFolder
from engine.model.feeds import FeedView, FolderUse, FolderView
from engine.model.ids import SpaceId, SpaceKind
from engine.model.queries import Space
from ui.wording.sentences import one_line

AS_THE_PROFILE_SAYS = "none"
NO_LIMIT_BYTES = 1 << 60  # ours
NAMES_STAY = "Only the content of its files is erased: their names stay, and so do files on disk."
COMES_AGAIN = "Files in {place} are still wanted, and come again; “tidings folder stop” ends that."


def add_to(app: typer.Typer) -> None:
    """Puts the commands among the others of the noun."""
    app.command("pause")(pause)
    app.command("resume")(resume)
    app.command("limit")(limit)
    app.command("whole")(whole)
    app.command("sparse")(sparse)
    app.command("drop")(drop)


def pause(context: typer.Context, feed: FeedArgument) -> None:
    """Fetch nothing of a feed, and give nothing of it."""
    _change(context, feed, lambda view: PauseFeed(view.space))


def resume(context: typer.Context, feed: FeedArgument) -> None:
    """Fetch and give a feed again."""
    _change(context, feed, lambda view: PauseFeed(view.space, paused=False))


def limit(
    context: typer.Context,
    feed: FeedArgument,
    amount: Annotated[
        str,
        typer.Argument(metavar="BYTES", help="Such as “2 GiB”; “none”: as the profile says."),
    ],
) -> None:
    """Say how much of your disk a feed may take; what was read longest ago goes first."""
    most = None if amount.strip().lower() == AS_THE_PROFILE_SAYS else bytes_of(amount)
    _change(context, feed, lambda view: LimitFeed(view.space, most))


def whole(context: typer.Context, feed: FeedArgument) -> None:
    """Fetch all of a feed, as it comes."""
    _change(context, feed, lambda view: FetchWhole(view.space))


def sparse(context: typer.Context, feed: FeedArgument) -> None:
    """Fetch of a feed only what is read."""
    _change(context, feed, lambda view: FetchWhole(view.space, whole=False))


def drop(
    context: typer.Context,
    feed: FeedArgument,
    blocks: Annotated[
        str | None, typer.Argument(metavar="START[:END]", help="Which; without it: all.")
    ] = None,
) -> None:
    """Erase your copies of a feed's blocks; whoever has them can give them again.

    Of a feed that is dropped whole only what is read is fetched from then on. Of a shared folder
    it is the content of its files that is dropped; their names stay.
    """
    meant = Span(0, None) if blocks is None else span_of(blocks)

    async def work(call: Call) -> None:
        view = await feed_of(call.engine, feed)
        if view.own:
            raise _kept(view)
        there = await _blocks_of(call.engine, view)
        length = there.feed.length
        end = length if meant.end is None else meant.end
        if there.feed.whole and meant.start == 0 and end >= length:
            await call.engine.perform(FetchWhole(view.space, whole=False))
            again = f"“tidings feed whole {view.key.hex()}”"
            call.output.note(f"Only what you read is fetched from now on; {again} has it all come.")
        dropped = await call.engine.perform(DropBlocks(view.space, meant.start, end))
        _note_folder(call, there.folder)
        await tell(call, dropped)

    run(context, work)


def is_limited(view: FeedView) -> bool:
    """Whether a limit of its own says how much it may take; one that no disk reaches is none."""
    return view.limit_bytes is not None and view.limit_bytes < NO_LIMIT_BYTES


def _kept(view: FeedView) -> CommandFailed:
    message = f"“{view.name}” is your own feed: nobody else might have what you drop."
    hint = "“tidings feed unfollow --forget” erases all of it."
    return CommandFailed(Failure(ExitStatus.REFUSED, str(Refusal.READ_ONLY), message, hint))


def _change(
    context: typer.Context, feed: str, command_for: Callable[[FeedView], Command[FeedView]]
) -> None:
    async def work(call: Call) -> None:
        view = await call.engine.perform(command_for(await feed_of(call.engine, feed)))
        await tell(call, view)

    run(context, work)


@dataclass(frozen=True, slots=True)
class _Blocks:
    """``feed``: whose blocks are fetched and dropped; of a folder that of its content, once it is
    known.
    """

    feed: FeedView
    folder: FolderView | None = None

    @property
    def all_wanted(self) -> bool:
        is_mirrored = self.folder is not None and self.folder.use is FolderUse.MIRRORED
        return self.feed.whole or is_mirrored


async def _blocks_of(engine: Engine, view: FeedView) -> _Blocks:
    space = await engine.ask(Space(view.space))
    if space.kind is not SpaceKind.FOLDER:
        return _Blocks(view)
    folder = await engine.ask(OneFolder(view.space))
    if folder.content_key is None:
        return _Blocks(view, folder)
    return _Blocks(await engine.ask(OneFeed(SpaceId(folder.content_key))), folder)


def _note_folder(call: Call, folder: FolderView | None) -> None:
    """What is not erased, and what comes again."""
    if folder is None:
        return
    call.output.note(NAMES_STAY)
    if folder.directory is not None:
        call.output.note(COMES_AGAIN.format(place=one_line(folder.directory)))


async def tell(call: Call, view: FeedView) -> None:
    """How it stands with what is kept of that feed."""
    there = await _blocks_of(call.engine, view)
    most = in_words(view.limit_bytes or 0) if is_limited(view) else "as the profile says"
    pairs = [
        ("name", view.name),
        ("state", str(view.state)),
        ("here", f"{there.feed.downloaded:,} of {there.feed.length:,} blocks"),
        ("wanted", "all of it" if there.all_wanted else "what is read"),
        ("limit", most),
    ]
    call.output.document(feed_shapes.feed(view), lambda: facts(pairs))
