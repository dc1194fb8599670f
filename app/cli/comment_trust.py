"""``tidings comment key``, ``trust``, ``accept``, ``network``, ``shorten``: who may comment."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli import comment_shapes
from app.cli.arguments import moment_of, own_addresses, wanted_in
from app.cli.codes import ReadOption, WriteOption, demand_picture, write_picture
from app.cli.delivery import add_peers
from app.cli.feeds import FeedArgument, feed_of
from app.cli.printing import facts, moment, table, words
from app.cli.session import Call, run
from engine.errors import Refusal, Refused
from engine.model.comment_commands import (
    AcceptTrust,
    CheckTrust,
    CommentKey,
    GiveShorterChains,
    TrustCommenter,
)
from engine.model.comment_queries import Network
from engine.model.comments import TRUST_DAYS, NetworkView, TrusteeView
from engine.model.feed_commands import FollowFeed
from engine.model.feeds import FeedState, FeedView
from engine.model.found import FoundChannel
from engine.model.ids import PublicKey
from ui.wording.wanted import COMMENT_KEY, TRUST_LINK

if TYPE_CHECKING:
    from rich.console import RenderableType

_KEY_DIGITS = 12
_NEVER = "never"
FOLLOWED_AGAIN = "You had left this feed: it is followed again."
_NO_AUTHOR = "This feed has no author who could let anybody comment: it is named by what it holds."
_WHOM_TO_ASK = "Show it to the feed's author, or to somebody who may comment."


def add_to(app: typer.Typer) -> None:
    """Puts the commands among the others of the noun."""
    app.command("key")(key)
    app.command("trust")(trust)
    app.command("accept")(accept)
    app.command("network")(network)
    app.command("shorten")(shorten)


def key(context: typer.Context, feed: FeedArgument, qr: WriteOption = None) -> None:
    """Show the key under which you would comment: give it to whoever may let you."""
    if qr is not None:
        demand_picture(qr)

    async def work(call: Call) -> None:
        from app.links import TidingsLinks

        view = await feed_of(call.engine, feed)
        own = await call.engine.perform(CommentKey(view.space))
        link = TidingsLinks().of_comment_key(view.key, own, await own_addresses(call.engine))
        if qr is not None:
            write_picture(qr, link)
        there = await call.engine.ask(Network(view.space))
        may = there.may_comment
        document = {"feed": view.key.hex(), "key": own.hex(), "link": link, "may_comment": may}
        pairs = [("key", own.hex()), ("link", link)]
        call.output.document(document, lambda: facts(pairs))
        if not may:
            call.output.note(_NO_AUTHOR if there.authorless else _WHOM_TO_ASK)

    run(context, work)


def trust(
    context: typer.Context,
    feed: FeedArgument,
    public_key: Annotated[
        str | None,
        typer.Argument(metavar="KEY|LINK", help="Their key: what “comment key” shows them."),
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(
            metavar="DATE|never", help="To the end of that day, or for good; else for a year."
        ),
    ] = None,
    qr: ReadOption = None,
    out: Annotated[
        Path | None, typer.Option("--out-qr", metavar="FILE", help="Write the link's code.")
    ] = None,
) -> None:
    """Let somebody comment on a feed: gives a link for them to accept.

    They can trust others in turn, up to five links from the feed's author.
    """
    if out is not None:
        demand_picture(out)

    async def work(call: Call) -> None:
        from app.links import TidingsLinks

        view = await feed_of(call.engine, feed)
        theirs = _key_in(public_key, qr, view)
        given = await call.engine.perform(TrustCommenter(view.space, theirs, _valid_to(until)))
        addresses = await own_addresses(call.engine)
        link = TidingsLinks().of_trust(given.feed, given.links, addresses)
        if out is not None:
            write_picture(out, link)
        document = {
            "feed": given.feed.hex(),
            "public_key": given.holder.hex(),
            "link": link,
            "links": len(given.links),
            "valid_to": given.valid_to,
        }
        ends = "it does not end" if given.valid_to is None else moment(given.valid_to)
        pairs = [("for", given.holder.hex()), ("until", ends), ("link", link)]
        call.output.document(document, lambda: facts(pairs))

    run(context, work)


def _valid_to(until: str | None) -> float | None:
    """None: for as long as we may ourselves. Refused: VALIDITY_INVALID."""
    if until is None:
        last_day = datetime.now().astimezone().date() + timedelta(days=TRUST_DAYS)
        return moment_of(last_day.isoformat())
    return None if until == _NEVER else moment_of(until)


def _key_in(text: str | None, picture: Path | None, feed: FeedView) -> PublicKey:
    """Theirs, bare or in a link of this feed. Refused for a link of another."""
    bare = None if text is None else _bare_key(text)
    if bare is not None and picture is None:
        return bare
    found = wanted_in(text, picture, COMMENT_KEY)
    if found.feed != feed.key:
        raise Refused(Refusal.KEY_INVALID, "it is for another feed")
    return found.public_key


def _bare_key(text: str) -> PublicKey | None:
    from app.links import TidingsLinks

    try:
        found = TidingsLinks().read(text)
    except Refused:
        return None
    if isinstance(found, FoundChannel) and found.only_key:
        return found.public_key
    return None


def accept(
    context: typer.Context,
    feed: FeedArgument,
    link: Annotated[
        str | None, typer.Argument(metavar="LINK", help="What “comment trust” gave them.")
    ] = None,
    qr: ReadOption = None,
) -> None:
    """Take up somebody's permission to comment on a feed; one that was left is followed again."""

    async def work(call: Call) -> None:
        view = await feed_of(call.engine, feed)
        found = wanted_in(link, qr, TRUST_LINK)
        if found.feed != view.key:
            raise Refused(Refusal.TRUST_INVALID, "it is for another feed")
        if view.state is FeedState.LEFT:
            await call.engine.perform(CheckTrust(found.feed, found.links))
            await call.engine.perform(FollowFeed(found.feed, whole=view.whole))
            call.output.note(FOLLOWED_AGAIN)
        taken = await call.engine.perform(AcceptTrust(found.feed, found.links))
        await add_peers(call.engine, found.addresses)
        tell(call, taken)

    run(context, work)


def network(context: typer.Context, feed: FeedArgument) -> None:
    """Show who may comment on a feed: whom you let, and others as far as they have shown up."""

    async def work(call: Call) -> None:
        view = await feed_of(call.engine, feed)
        tell(call, await call.engine.ask(Network(view.space)))

    run(context, work)


def shorten(
    context: typer.Context,
    feed: FeedArgument,
    *,
    off: Annotated[bool, typer.Option("--off", help="Do so no more.")] = False,
) -> None:
    """Give peers who are further from a feed's author than under you a shorter way, unasked.

    It makes a network of trust grow faster, and harder to keep an eye on.
    """

    async def work(call: Call) -> None:
        view = await feed_of(call.engine, feed)
        tell(call, await call.engine.perform(GiveShorterChains(view.space, not off)))

    run(context, work)


def tell(call: Call, view: NetworkView) -> None:
    """A network, as the answer of a command."""
    call.output.document(comment_shapes.network(view), lambda: _shown(view))


def _shown(view: NetworkView) -> RenderableType:
    from rich.console import Group

    shown = facts(list(_pairs(view)))
    if not view.trustees:
        return shown
    rest = [words(f"And {view.further:,} more.")] if view.further else []
    return Group(shown, "", _table(view), *rest)


def _pairs(view: NetworkView) -> Iterable[tuple[str, str]]:
    yield "feed", view.feed.hex()
    if view.authorless:
        yield "note", _NO_AUTHOR
    if view.own_key is not None:
        yield "your key", view.own_key.hex()
    until = "" if view.expires_at is None else f" until {moment(view.expires_at)}"
    yield "you may", f"comment{until}" if view.may_comment else "read"
    if view.own_path is not None:
        yield "links", f"{len(view.own_path)} from the feed's author"
    yield "comments", f"{view.comments:,}"
    if view.issues:
        yield "shorter links", "given to peers unasked"
    if view.refused:
        yield (
            "dropped",
            f"{view.refused:,} since the start: invalid, of a later time than now, or too many",
        )


def _table(view: NetworkView) -> RenderableType:
    rows = [
        (
            "\n".join((_short(one.public_key), *_through(one))),
            str(len(one.path)),
            ("ended " if one.ended else "") + (moment(one.valid_to) or "no end"),
            str(one.comments or ""),
            ", ".join(_marks(one)),
        )
        for one in view.trustees
    ]
    return table(("Who", "Links", "Until", "Comments", ""), rows)


def _short(key: PublicKey) -> str:
    return key.hex()[:_KEY_DIGITS]


def _through(trustee: TrusteeView) -> tuple[str, ...]:
    """Those between the feed's author and them."""
    between = [_short(key) for key in trustee.path[:-1]]
    return ("through", *between) if between else ()


def _marks(trustee: TrusteeView) -> Iterable[str]:
    if trustee.by_us:
        yield "let in by you"
    if trustee.hidden:
        yield "hidden"
