"""``tidings feed``: making, following, listing and leaving feeds.

Their blocks: see ``feed_append`` and ``feed_read``; what of them is kept: see ``feed_keeping``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli import (
    amounts,
    feed_append,
    feed_continuing,
    feed_keeping,
    feed_read,
    feed_shapes,
    shapes,
)
from app.cli.arguments import NEW_NAME_HELP, own_addresses, wanted_in
from app.cli.cautions import Caution
from app.cli.codes import ReadOption, WriteOption, demand_picture, write_picture
from app.cli.delivery import add_peers
from app.cli.failures import not_confirmed, usage
from app.cli.feed_append import pieces_of_files
from app.cli.feeds import FeedArgument, feed_of
from app.cli.printing import facts, moment, table, words
from app.cli.session import Call, run
from engine.api import Engine
from engine.model.commands import ForgetSpace, LeaveSpace, RenameSpace
from engine.model.comment_queries import Network
from engine.model.feed_commands import CreateFeed, FixFeed, FollowFeed
from engine.model.feed_queries import Feeds, OneFeed
from engine.model.feeds import FeedForm, FeedState, FeedView
from ui.feeds.fixed import fixed_feed
from ui.wording.wanted import FEED

if TYPE_CHECKING:
    from rich.console import RenderableType

app = typer.Typer(no_args_is_help=True, help="Feeds: what one person publishes and many follow.")

_NONE_YET = (
    "No feed yet: “tidings feed new NAME” makes one, “tidings feed follow LINK” follows one."
)
_KEY_DIGITS = 12


@app.command("new")
def new(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="What the feed is called.")],
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE", help="With --static: its blocks.")
    ] = None,
    *,
    static: Annotated[
        bool, typer.Option("--static", help="Of exactly these files; nobody can change it.")
    ] = False,
    cut: Annotated[
        str | None, typer.Option(metavar="BYTES", help="Cut files into blocks of that size.")
    ] = None,
    older: Annotated[
        bool, typer.Option("--older", help="As draft 1 has it, for older programs.")
    ] = False,
) -> None:
    """Make a feed of your own; with --static one that never changes, named by its hash."""
    if bool(files) != static:
        raise usage("“--static” and the files of a feed go together.")
    if static and older:
        raise usage("A static feed has one form: leave “--older” out.")

    async def work(call: Call) -> None:
        if static:
            view = await fixed_feed(call.engine, name, pieces_of_files(files or (), cut))
        else:
            view = await call.engine.perform(CreateFeed(name, older))
        await _show(call, view)

    run(context, work)


@app.command("fix")
def fix(
    context: typer.Context,
    feed: FeedArgument,
    name: Annotated[str, typer.Argument(help="What the static feed is called.")],
) -> None:
    """Make a static feed of all that a feed of the older form holds now, named by its hash."""

    async def work(call: Call) -> None:
        view = await feed_of(call.engine, feed)
        await _show(call, await call.engine.perform(FixFeed(view.space, name)))

    run(context, work)


@app.command("follow")
def follow(
    context: typer.Context,
    key: Annotated[
        str | None, typer.Argument(metavar="KEY|LINK", help="The feed's key or link.")
    ] = None,
    name: Annotated[str | None, typer.Option(help="What to call it here.")] = None,
    qr: ReadOption = None,
    *,
    sparse: Annotated[
        bool, typer.Option("--sparse", help="Fetch only what is read, not all of it.")
    ] = False,
    form: Annotated[
        FeedForm | None,
        typer.Option(
            help="How a bare key proves the feed: signed unless told otherwise. While nothing of it"
            " came, following it again changes this."
        ),
    ] = None,
) -> None:
    """Follow a feed: it is fetched, kept, and passed on to others who follow it."""

    async def work(call: Call) -> None:
        found = wanted_in(key, qr, FEED)
        wish = FollowFeed(
            found.public_key, name or found.name or None, form or found.form, whole=not sparse
        )
        view = await call.engine.perform(wish)
        await add_peers(call.engine, found.addresses)
        await _show(call, view)

    run(context, work)


@app.command("unfollow")
def unfollow(
    context: typer.Context,
    feed: FeedArgument,
    *,
    forget: Annotated[bool, typer.Option("--forget", help="Erase what was received, too.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Follow a feed no more; what was received stays readable."""

    async def work(call: Call) -> None:
        view = await feed_of(call.engine, feed)
        told = await _of_parting(call, view, forget=forget)
        for caution in told:
            call.output.note(caution.message)
        if told and not yes and call.output.is_at_terminal and not typer.confirm("Go on?"):
            raise not_confirmed()
        if forget:
            await call.engine.perform(ForgetSpace(view.space))
        else:
            await call.engine.perform(LeaveSpace(view.space))
            view = await call.engine.ask(OneFeed(view.space))
        document = {**feed_shapes.feed(view), "warnings": shapes.warnings(told)}
        call.output.document(document, lambda: _facts(view, None))

    run(context, work)


@app.command("list")
def list_all(context: typer.Context) -> None:
    """Show the feeds you publish and follow."""

    async def work(call: Call) -> None:
        views = await call.engine.ask(Feeds())
        call.output.document(
            [feed_shapes.feed(view) for view in views],
            lambda: _table(views) if views else words(_NONE_YET),
        )

    run(context, work)


@app.command("info")
def info(context: typer.Context, feed: FeedArgument, qr: WriteOption = None) -> None:
    """Show one feed: its link, how much of it is here, who holds it."""
    if qr is not None:
        demand_picture(qr)

    async def work(call: Call) -> None:
        view = await feed_of(call.engine, feed)
        if qr is not None:
            write_picture(qr, await _link_of(call.engine, view))
        await _show(call, view)

    run(context, work)


@app.command("rename")
def rename(
    context: typer.Context,
    feed: FeedArgument,
    name: Annotated[str, typer.Argument(help=NEW_NAME_HELP)],
) -> None:
    """Call a feed something else in this profile."""

    async def work(call: Call) -> None:
        view = await feed_of(call.engine, feed)
        await call.engine.perform(RenameSpace(view.space, name))
        await _show(call, await call.engine.ask(OneFeed(view.space)))

    run(context, work)


# ---- what is shown ------------------------------------------------------------------------------


async def _show(call: Call, view: FeedView) -> None:
    link = await _link_of(call.engine, view)
    call.output.document({**feed_shapes.feed(view), "link": link}, lambda: _facts(view, link))


async def _link_of(engine: Engine, view: FeedView) -> str:
    from app.links import TidingsLinks

    addresses = await own_addresses(engine)
    return TidingsLinks().of_feed(view.key, view.name, view.form, addresses)


async def _of_parting(call: Call, view: FeedView, *, forget: bool) -> Sequence[Caution]:
    if not view.own:
        return await _of_right(call, view) if forget and view.signed else ()
    if forget:
        message = f"“{view.name}” is your own feed: its key is erased, and it can never grow again."
    else:
        message = f"“{view.name}” is your own feed: others get nothing of it from you any more."
    return (Caution("feed_owned", message),)


async def _of_right(call: Call, view: FeedView) -> Sequence[Caution]:
    if not (await call.engine.ask(Network(view.space))).own_path:
        return ()
    message = (
        f"Your right to comment on “{view.name}” is erased, too: what you wrote stays with others, "
        "and you may not be able to change it or take it back any more."
    )
    return (Caution("comment_right_lost", message),)


def _facts(view: FeedView, link: str | None) -> RenderableType:
    return facts([*_pairs(view), *([] if link is None else [("link", link)])])


def _pairs(view: FeedView) -> Iterable[tuple[str, str]]:
    yield "name", view.name
    yield "key", view.key.hex()
    yield "state", _state(view)
    yield "blocks", f"{view.length:,} ({amounts.in_words(view.byte_length)})"
    if view.downloaded < view.length:
        here = amounts.in_words(view.downloaded_bytes)
        yield "here", f"{view.downloaded:,} ({here}), {_fetched(view)}"
    if view.form is not FeedForm.SIGNED:
        yield "form", str(view.form)
    yield "peers", f"{view.peers:,}, {view.holders:,} with all of it" if view.peers else "none"
    if view.limit_bytes is not None and feed_keeping.is_limited(view):
        yield "limit", amounts.in_words(view.limit_bytes)
    if not view.own and view.author_seen_at is not None:
        seen = "connected" if view.author_online else f"last seen {moment(view.author_seen_at)}"
        yield "author", seen
    if view.fork is not None:
        since = f"since block {view.fork.common:,}, noticed {moment(view.fork.noticed_at)}"
        yield "forked", f"{since}: its author signed two histories"


def _fetched(view: FeedView) -> str:
    return "all of it is wanted" if view.whole else "the rest when it is read"


def _state(view: FeedView) -> str:
    if view.state is FeedState.CURRENT and view.own:
        return "yours"
    return str(view.state)


def _table(views: Sequence[FeedView]) -> RenderableType:
    rows = [
        (
            view.name,
            _state(view),
            f"{view.downloaded:,} of {view.length:,}"
            if view.downloaded < view.length
            else f"{view.length:,}",
            amounts.in_words(view.byte_length),
            str(view.peers or ""),
            view.key.hex()[:_KEY_DIGITS],
        )
        for view in views
    ]
    return table(("Name", "State", "Blocks", "Size", "Peers", "Key"), rows)


feed_append.add_to(app)  # after those above, as help lists them in this order
feed_read.add_to(app)
feed_keeping.add_to(app)
feed_continuing.add_to(app)
