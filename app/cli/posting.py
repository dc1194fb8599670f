"""``tidings channel post`` and ``tidings channel delete``: what a person says, and takes back."""

from __future__ import annotations

import mimetypes
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from app.cli import cautions, shapes
from app.cli.arguments import members_named, read_file, space_of, text_of
from app.cli.failures import usage
from app.cli.posts_meant import PostArgument, post_of
from app.cli.printing import facts, moment
from app.cli.session import Call, run
from app.exporting.naming import naming_in
from engine.errors import Refusal, Refused
from engine.model.commands import HidePost, Say
from engine.model.contents import (
    Attachment,
    Content,
    Edit,
    Files,
    Reaction,
    ReactionTakenBack,
    Retraction,
    Words,
)
from engine.model.ids import PostId, PublicKey
from engine.model.queries import Members
from engine.model.views import PostView, SpaceView

FILE_BYTES_MAX = 32 * 1024 * 1024  # ours: where a space sets no limit of its own
_URL_SHARE = 4 / 3  # what a file takes in a post, as text


def add_to(app: typer.Typer) -> None:
    """Puts both commands among the others of the noun."""
    app.command("post")(post)
    app.command("delete")(delete)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What was typed after ``channel post``: at most one of the references is given."""

    text: str | None
    reply_to: str | None
    react_to: str | None
    unreact: str | None
    edit: str | None
    retract: str | None
    files: Sequence[Path]
    mentions: Sequence[str]

    @property
    def goes_back_to_own(self) -> bool:
        """Whether a post or a reaction of our own is changed."""
        return any(one is not None for one in (self.edit, self.retract, self.unreact))

    @property
    def reference(self) -> str | None:
        marks = (self.react_to, self.unreact, self.edit, self.retract, self.reply_to)
        return next((one for one in marks if one is not None), None)


def post(
    context: typer.Context,
    space: Annotated[str, typer.Argument(metavar="SPACE", help="Name, or id or key in hex.")],
    text: Annotated[
        str | None, typer.Argument(help="What to post; “-” reads standard input.")
    ] = None,
    *,
    reply_to: Annotated[str | None, typer.Option(metavar="ID", help="The post answered.")] = None,
    react_to: Annotated[
        str | None, typer.Option(metavar="ID", help="The post that TEXT, an emoji, reacts to.")
    ] = None,
    unreact: Annotated[
        str | None, typer.Option(metavar="ID", help="The post to take the reaction TEXT back from.")
    ] = None,
    edit: Annotated[
        str | None, typer.Option(metavar="ID", help="Your own post whose new text this is.")
    ] = None,
    retract: Annotated[
        str | None, typer.Option(metavar="ID", help="Your own post, to be taken back.")
    ] = None,
    file: Annotated[list[Path] | None, typer.Option(help="A file to put beside the text.")] = None,
    mention: Annotated[
        list[str] | None, typer.Option(metavar="MEMBER", help="Whom it speaks to: name or key.")
    ] = None,
    as_identity: Annotated[
        str | None, typer.Option("--as", metavar="IDENTITY", help="Which of yours posts.")
    ] = None,
) -> None:
    """Post to a channel. Returns once the post is stored for good.

    A reaction, an edit or a retraction answers the post it is about, as it then looks. ID is a
    post's id, or its first 6 digits or more: “channel read SPACE --ids” shows them.
    """
    asked = _Asked(
        text, reply_to, react_to, unreact, edit, retract, tuple(file or ()), tuple(mention or ())
    )
    _demand_one_meaning(asked)
    written = "" if text is None else text_of(text)

    async def work(call: Call) -> None:
        view = await space_of(call.engine, space)
        reference = asked.reference
        target = None if reference is None else (await post_of(call.engine, view, reference)).id
        mentions = await _mentioned(call, view, asked.mentions) if asked.mentions else ()
        content = _content(asked, written, target, mentions, view)
        _tell(call, await call.engine.perform(Say(view.id, content, as_identity)))
        # A change is signed by whoever signed the post, or has reacted.
        for caution in () if asked.goes_back_to_own else cautions.of_acting(view, as_identity):
            call.output.note(caution.message)

    run(context, work)


async def _mentioned(call: Call, space: SpaceView, named: Sequence[str]) -> tuple[PublicKey, ...]:
    naming = await naming_in(call.engine, space)
    known = await call.engine.ask(Members(space.id))
    return tuple(one.public_key for one in members_named(naming, known, named))


def _demand_one_meaning(asked: _Asked) -> None:
    options = (asked.reply_to, asked.react_to, asked.unreact, asked.edit, asked.retract)
    if sum(option is not None for option in options) + bool(asked.files) > 1:
        raise usage(
            "Only one of --reply-to, --react-to, --unreact, --edit, --retract and --file can be"
            " given."
        )
    if asked.text is None and not asked.files and asked.retract is None:
        raise usage("The text to post is missing; “-” reads it from standard input.")
    if asked.text is not None and asked.retract is not None:
        raise usage("A post that is taken back needs no text.")
    marks = (asked.react_to, asked.unreact, asked.retract)
    if asked.mentions and any(mark is not None for mark in marks):
        raise usage("A reaction or a retraction mentions nobody.")


def _content(
    asked: _Asked,
    text: str,
    target: PostId | None,
    mentions: tuple[PublicKey, ...],
    space: SpaceView,
) -> Content:
    if target is None or asked.reply_to is not None:
        if asked.files:
            return Files(attachments_of(asked.files, space), text, mentions)
        return Words(text, target, mentions)
    if asked.react_to is not None:
        return Reaction(target, text)
    if asked.unreact is not None:
        return ReactionTakenBack(target, text)
    if asked.edit is not None:
        return Edit(target, text, mentions)
    return Retraction(target)


def attachments_of(files: Sequence[Path], space: SpaceView) -> tuple[Attachment, ...]:
    """The files that go beside a text. Refused before anything is read that cannot fit."""
    units_max = space.body_limit
    if units_max is None:
        return tuple(_attachment(path, None) for path in files)
    if sum(_size_of(path) for path in files) * _URL_SHARE > units_max:
        kilobytes = int(units_max / _URL_SHARE) // 1000
        allowed = f"your place in this channel allows about {kilobytes} kB of files"
        raise Refused(Refusal.FILE_TOO_LARGE, allowed)
    return tuple(_attachment(path, units_max) for path in files)


def _size_of(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError as error:
        raise Refused(Refusal.FILE_UNREADABLE, f"{path} ({error.strerror})") from error


def _attachment(path: Path, bytes_max: int | None) -> Attachment:
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    most = FILE_BYTES_MAX if bytes_max is None else bytes_max
    return Attachment(path.name, kind, read_file(path, most))  # a device may have no end


def delete(
    context: typer.Context,
    space: Annotated[str, typer.Argument(metavar="SPACE", help="Name, or id or key in hex.")],
    post: PostArgument,
    *,
    for_me: Annotated[
        bool, typer.Option("--for-me", help="Only here: whosever post it is, nobody hears of it.")
    ] = False,
    undo: Annotated[
        bool, typer.Option("--undo", help="Show a post again that was deleted for you.")
    ] = False,
) -> None:
    """Take back a post of yours: others are asked to hide it. It cannot be unsent.

    With --for-me any post is deleted for you alone.
    """

    async def work(call: Call) -> None:
        view = await space_of(call.engine, space)
        target = await post_of(call.engine, view, post)
        if for_me or undo:
            await call.engine.perform(HidePost(view.id, target.id, hidden=not undo))
            _tell(call, await post_of(call.engine, view, post))
            return
        _tell(call, await call.engine.perform(Say(view.id, Retraction(target.id))))
        call.output.note("Whoever has read it may still have it: it cannot be unsent.")

    run(context, work)


def _tell(call: Call, stored: PostView) -> None:
    call.output.document(
        shapes.post(stored),
        lambda: facts([("posted", moment(stored.timestamp)), ("id", stored.id.hex())]),
    )
