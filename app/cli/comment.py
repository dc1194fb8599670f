"""``tidings comment``: what is said about a feed's entries. Who may: see ``comment_trust``."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli import comment_shapes, comment_trust
from app.cli.arguments import KEY_DIGITS_SHOWN, text_of
from app.cli.comments import comment_of, commenter_of
from app.cli.failures import CommandFailed, ExitStatus, Failure, usage
from app.cli.feeds import FeedArgument, feed_of
from app.cli.printing import facts, moment, table, words
from app.cli.session import Call, run
from engine.errors import Refusal
from engine.model.comment_commands import (
    ChangeComment,
    HideCommenter,
    RetractComment,
    WriteComment,
)
from engine.model.comment_queries import PAGE_COMMENTS_MAX, Comments, Network
from engine.model.comments import CommentView
from engine.model.feeds import FeedView
from engine.model.looks import is_blank

if TYPE_CHECKING:
    from rich.console import RenderableType

app = typer.Typer(no_args_is_help=True, help="Comments on feeds, and who may write them.")

_NONE_YET = "No comment yet. Who may write one: “tidings comment network FEED”."
_NONE_ON_ENTRY = "No comment on that entry yet."
_NONE_BEFORE = "None before that one."
_TAKEN_BACK = "(taken back)"
_HIDDEN = "(hidden)"
_SHOWS_HIDDEN = "“tidings comment unhide FEED KEY” shows what is hidden."
_OLDER = "There are older ones: “--before {id}” shows them."
_BEYOND = "This feed is known to have {length:,} entries; yours is about entry {entry:,}."
_PAUSED = "The feed is paused: others get this when it goes on (“tidings feed resume FEED”)."
_LIMIT = 50

CommentArgument = Annotated[
    str, typer.Argument(metavar="ID", help="The comment's id, or its first 6 digits or more.")
]
AuthorArgument = Annotated[
    str, typer.Argument(metavar="KEY", help="The author's key, or its first 6 digits or more.")
]


@app.command("add")
def add(
    context: typer.Context,
    feed: FeedArgument,
    text: Annotated[str, typer.Argument(help="What to say; “-” reads standard input.")],
    entry: Annotated[
        int | None,
        typer.Option(metavar="INDEX", min=0, help="About that entry; without it: the feed."),
    ] = None,
    reply_to: Annotated[
        str | None, typer.Option(metavar="ID", help="The comment that this one answers.")
    ] = None,
) -> None:
    """Comment on a feed, or on one of its entries. Returns once it is stored for good."""
    written = _words_of(text)

    async def work(call: Call) -> None:
        about = await feed_of(call.engine, feed)
        answered = None
        if reply_to is not None:
            answered = (await comment_of(call.engine, about.space, reply_to)).id
        said = WriteComment(about.space, written, entry, answered)
        _tell(call, about, await call.engine.perform(said))
        if entry is not None and entry >= about.length:  # it may not have come yet
            call.output.note(_BEYOND.format(length=about.length, entry=entry))

    run(context, work)


@app.command("list")
def list_all(
    context: typer.Context,
    feed: FeedArgument,
    entry: Annotated[
        int | None, typer.Option(metavar="INDEX", min=0, help="About that entry alone.")
    ] = None,
    limit: Annotated[
        int, typer.Option(metavar="N", min=1, max=PAGE_COMMENTS_MAX, help="The newest N.")
    ] = _LIMIT,
    before: Annotated[
        str | None, typer.Option(metavar="ID", help="Those that precede this comment.")
    ] = None,
    *,
    whole: Annotated[
        bool, typer.Option("--feed", help="About the feed as a whole, not its entries.")
    ] = False,
) -> None:
    """Show comments, oldest first."""
    if whole and entry is not None:
        raise usage("Give either “--entry” or “--feed”.")

    async def work(call: Call) -> None:
        space = (await feed_of(call.engine, feed)).space
        behind = None if before is None else (await comment_of(call.engine, space, before)).id
        everything = entry is None and not whole
        page = await call.engine.ask(Comments(space, entry, everything, behind, limit))
        call.output.document(
            [comment_shapes.comment(view) for view in page.comments],
            lambda: _table(page.comments) if page.comments else words(_none(entry, before)),
        )
        if page.has_older:
            call.output.note(_OLDER.format(id=_short(page.comments[0].id)))
        if any(one.hidden and not one.retracted for one in page.comments):
            call.output.note(_SHOWS_HIDDEN)

    run(context, work)


@app.command("edit")
def edit(
    context: typer.Context,
    feed: FeedArgument,
    comment: CommentArgument,
    text: Annotated[str, typer.Argument(help="The new text; “-” reads standard input.")],
) -> None:
    """Put another text in the place of your own comment's; everybody sees that it was edited."""
    written = _words_of(text)

    async def work(call: Call) -> None:
        about = await feed_of(call.engine, feed)
        target = await comment_of(call.engine, about.space, comment)
        said = ChangeComment(about.space, target.id, written)
        _tell(call, about, await call.engine.perform(said))

    run(context, work)


@app.command("retract")
def retract(context: typer.Context, feed: FeedArgument, comment: CommentArgument) -> None:
    """Ask everybody to hide your own comment. It cannot be unsent."""

    async def work(call: Call) -> None:
        about = await feed_of(call.engine, feed)
        target = await comment_of(call.engine, about.space, comment)
        _tell(call, about, await call.engine.perform(RetractComment(about.space, target.id)))

    run(context, work)


@app.command("hide")
def hide(context: typer.Context, feed: FeedArgument, author: AuthorArgument) -> None:
    """Fold away what somebody says about a feed, for yourself alone."""
    _hide(context, feed, author, hidden=True)


@app.command("unhide")
def unhide(context: typer.Context, feed: FeedArgument, author: AuthorArgument) -> None:
    """Show again what somebody says."""
    _hide(context, feed, author, hidden=False)


def _words_of(text: str) -> str:
    written = text_of(text)
    if is_blank(written):
        code = str(Refusal.TEXT_EMPTY)
        raise CommandFailed(Failure(ExitStatus.REFUSED, code, "A comment needs words.", ""))
    return written


def _hide(context: typer.Context, feed: str, author: str, *, hidden: bool) -> None:
    async def work(call: Call) -> None:
        space = (await feed_of(call.engine, feed)).space
        key = await commenter_of(call.engine, space, author)
        await call.engine.perform(HideCommenter(space, key, hidden))
        comment_trust.tell(call, await call.engine.ask(Network(space)))

    run(context, work)


# ---- what is shown ------------------------------------------------------------------------------


def _tell(call: Call, feed: FeedView, view: CommentView) -> None:
    """What came of it, and whether it stays here for now."""
    call.output.document(comment_shapes.comment(view), lambda: facts(list(_pairs(view))))
    if feed.paused:
        call.output.note(_PAUSED)


def _pairs(view: CommentView) -> Iterable[tuple[str, str]]:
    yield "id", view.id.hex()
    yield "about", _about(view)
    yield "at", moment(view.at)
    yield "author", view.author.hex()
    if view.path[:-1]:
        yield "through", ", ".join(key.hex() for key in view.path[:-1])
    yield "text", _text(view)
    if view.reply_to is not None:
        yield "answers", view.reply_to.hex()
    if view.expires_at is not None:
        yield "may comment until", moment(view.expires_at)


def _table(views: Sequence[CommentView]) -> RenderableType:
    now = time.time()
    rows = [
        (
            moment(view.at),
            "\n".join((_about(view), *_answered(view))),
            "\n".join((_author(view), *_through(view), *_until(view, now))),
            str(len(view.path)),
            _text(view),
            _short(view.id),
        )
        for view in views
    ]
    return table(("When", "About", "Author", "Links", "Text", "Id"), rows)


def _none(entry: int | None, before: str | None) -> str:
    if before is not None:
        return _NONE_BEFORE
    return _NONE_YET if entry is None else _NONE_ON_ENTRY


def _short(number: bytes) -> str:
    return number.hex()[:KEY_DIGITS_SHOWN]


def _answered(view: CommentView) -> tuple[str, ...]:
    return () if view.reply_to is None else ("answers", _short(view.reply_to))


def _author(view: CommentView) -> str:
    return "you" if view.ours else _short(view.author)


def _through(view: CommentView) -> tuple[str, ...]:
    """Those between the feed's author and the comment's."""
    between = [_short(key) for key in view.path[:-1]]
    return ("through", *between) if between else ()


def _until(view: CommentView, now: float) -> tuple[str, ...]:
    """When its author's right ends, if it does; one below the other, as cells are narrow."""
    ends = view.expires_at
    return () if ends is None else ("ended" if ends < now else "until", moment(ends))


def _about(view: CommentView) -> str:
    return "the feed" if view.entry is None else f"entry {view.entry:,}"


def _text(view: CommentView) -> str:
    if view.retracted:
        return _TAKEN_BACK
    if view.hidden:
        return _HIDDEN
    return f"{view.text} (edited)" if view.edited_at is not None else view.text


comment_trust.add_to(app)  # after those above, as help lists them in this order
