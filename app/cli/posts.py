"""``tidings channel post`` and ``tidings channel read``."""

from __future__ import annotations

import base64
import mimetypes
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from app.cli import shapes
from app.cli.arguments import post_of, read_file, space_of, text_of
from app.cli.failures import usage
from app.cli.printing import facts, moment, words
from app.cli.session import Call, run
from app.control.client import AnswerTooLong
from engine.api import Engine
from engine.errors import Refusal, Refused
from engine.model.commands import Command, Post
from engine.model.ids import OrderKey, PostKind
from engine.model.queries import Timeline
from engine.model.views import PostView, SpaceView, TimelinePage

if TYPE_CHECKING:
    from engine.protocols.tidings.bodies import AttachedFile

V = TypeVar("V")
CommandFor = Callable[[SpaceView], Command[V]]

PAGE_POSTS = 500  # ours: an answer of usual posts stays below a megabyte
_FIRST = OrderKey(b"")  # no post's order key is so low


def add_to(app: typer.Typer) -> None:
    """Puts both commands among the others of the noun."""
    app.command("post")(post)
    app.command("read")(read)


def post(
    context: typer.Context,
    space: Annotated[str, typer.Argument(metavar="SPACE", help="Name, or id or key in hex.")],
    text: Annotated[
        str | None, typer.Argument(help="What to post; “-” reads standard input.")
    ] = None,
    reply_to: Annotated[str | None, typer.Option(metavar="ID", help="The post answered.")] = None,
    react_to: Annotated[
        str | None, typer.Option(metavar="ID", help="The post that TEXT, an emoji, reacts to.")
    ] = None,
    edit: Annotated[
        str | None, typer.Option(metavar="ID", help="Your own post whose new text this is.")
    ] = None,
    file: Annotated[list[Path] | None, typer.Option(help="A file to put beside the text.")] = None,
    as_identity: Annotated[
        str | None, typer.Option("--as", metavar="IDENTITY", help="Which of yours posts.")
    ] = None,
) -> None:
    """Post to a channel. Returns once the post is stored for good."""
    if sum(option is not None for option in (reply_to, react_to, edit)) + bool(file) > 1:
        raise usage("Only one of --reply-to, --react-to, --edit and --file can be given.")
    if text is None and not file:
        raise usage("The text to post is missing; “-” reads it from standard input.")
    written = None if text is None else text_of(text)
    references = [r for r in (reply_to, react_to, edit) if r is not None]

    async def work(call: Call) -> None:
        view = await space_of(call.engine, space)
        target = await post_of(call.engine, view, references[0]) if references else None
        if target is not None and edit is not None and not target.ours:
            raise Refused(Refusal.POST_NOT_OURS, target.id.hex())
        body = (
            _files_body(written, file, view)
            if file
            else _text_body(
                written or "", target, is_reaction=react_to is not None, is_edit=edit is not None
            )
        )
        stored = await call.engine.perform(Post(view.id, body, as_identity))
        call.output.document(
            shapes.post(stored),
            lambda: facts([("posted", moment(stored.timestamp)), ("id", stored.id.hex())]),
        )

    run(context, work)


def _text_body(text: str, target: PostView | None, *, is_reaction: bool, is_edit: bool) -> str:
    from engine.protocols.tidings import bodies

    if not text.strip():
        raise Refused(Refusal.TEXT_EMPTY)
    if target is None:
        return bodies.compose_body(bodies.TextBody(text))
    if is_reaction:
        if len(text) > bodies.EMOJI_CHARACTERS_MAX:
            limit = f"{bodies.EMOJI_CHARACTERS_MAX} characters of a reaction"
            raise Refused(Refusal.TEXT_TOO_LONG, limit)
        return bodies.compose_body(bodies.ReactionBody(text, target.id))
    if is_edit:
        return bodies.compose_body(bodies.EditBody(text, target.id))
    return bodies.compose_body(bodies.ReplyBody(text, target.id))


def _files_body(text: str | None, files: Sequence[Path], space: SpaceView) -> str:
    """The published form: files as data URLs. Refused before anything is read that cannot fit."""
    from engine.protocols.tidings import bodies

    units_max = _units_max(space)
    if len(files) > bodies.FILES_MAX:
        raise Refused(Refusal.FILE_TOO_LARGE, f"more than {bodies.FILES_MAX} files")
    total = sum(_size_of(path) for path in files)
    if total * 4 // 3 > units_max:
        raise Refused(Refusal.FILE_TOO_LARGE, _limit_words(units_max))
    attached = tuple(_attached(path, units_max) for path in files)
    body = bodies.compose_body(bodies.FilesBody(attached, text))
    if len(body) > units_max:
        raise Refused(Refusal.FILE_TOO_LARGE, _limit_words(units_max))
    return body


def _units_max(space: SpaceView) -> int:
    """How long a body of ours may be, by how far from the owner we were invited."""
    from engine.protocols.peerlinks import limits

    links = len(space.own_path or ())
    return limits.JSON_UNITS_MAX.get(links, limits.OWN_JSON_BYTES_MAX)


def _limit_words(units_max: int) -> str:
    return f"your place in this channel allows about {units_max * 3 // 4 // 1000} kB of files"


def _size_of(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError as error:
        raise Refused(Refusal.FILE_UNREADABLE, f"{path} ({error.strerror})") from error


def _attached(path: Path, bytes_max: int) -> AttachedFile:
    from engine.protocols.tidings import bodies

    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    content = read_file(path, bytes_max)  # a device has no size, and perhaps no end
    data = f"data:{kind};base64,{base64.b64encode(content).decode('ascii')}"
    return bodies.AttachedFile(path.name, kind, data)


# ---- reading ------------------------------------------------------------------------------------


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
) -> None:
    """Read a channel in its own order, oldest first; the newest posts unless told otherwise."""
    if before is not None and after is not None:
        raise usage("Only one of --before and --after can be given.")

    async def work(call: Call) -> None:
        view = await space_of(call.engine, space)
        cursor = after if before is None else before
        at = None if cursor is None else (await post_of(call.engine, view, cursor)).order
        if everything:
            start = at if after is not None and at is not None else _FIRST
            stop = at if before is not None else None
            async for found in _forward(call.engine, view, start):
                if stop is not None and found.order >= stop:
                    break
                _tell(call, view, found)
            return
        posts = await _some(
            call.engine,
            view,
            limit,
            before=None if before is None else at,
            after=None if after is None else at,
        )
        call.output.document(
            [shapes.post(found) for found in posts],
            lambda: words("\n".join(shown(view, found) for found in posts) or "No posts yet."),
        )

    run(context, work)


def _tell(call: Call, space: SpaceView, found: PostView) -> None:
    call.output.line(shapes.post(found), lambda: shown(space, found))


_WITHOUT_TEXT = {PostKind.ROOT: "(made this channel)"}


def shown(space: SpaceView, found: PostView) -> str:
    """A post as people read it. An owner has no name that others signed, but the channel's."""
    name = found.author.path[-1] if found.author.path else space.name
    text = found.text or _WITHOUT_TEXT.get(found.kind, f"({found.kind})")
    return f"{moment(found.timestamp)}  {name}: {text}"


async def _forward(engine: Engine, space: SpaceView, start: OrderKey) -> AsyncIterator[PostView]:
    """All posts after ``start``, oldest first, page by page."""
    cursor = start
    while True:
        page = await _page(engine, Timeline(space.id, PAGE_POSTS, after=cursor))
        for found in page.posts:
            yield found
        if not page.posts:
            return
        cursor = page.posts[-1].order


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
        page = await _page(engine, Timeline(space.id, wanted, before=before, after=after))
        if not page.posts:
            break
        if after is not None:
            posts.extend(page.posts)
            after = page.posts[-1].order
        else:
            posts[:0] = page.posts
            before = page.posts[0].order
    return posts


async def _page(engine: Engine, query: Timeline) -> TimelinePage:
    """A page of the timeline, shorter where long posts would not fit one answer."""
    limit = query.limit
    while True:
        try:
            return await engine.ask(
                Timeline(query.space, limit, before=query.before, after=query.after)
            )
        except AnswerTooLong:
            if limit == 1:
                raise
            limit = max(1, limit // 4)
