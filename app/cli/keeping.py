"""``tidings channel pin``, ``archive``, ``notify``, ``arrange``: how one keeps one's own list; and
``code`` and ``verify``: whether a member is who they seem to be; ``hide``: whom one reads no more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from app.cli import shapes
from app.cli.arguments import member_of, space_of
from app.cli.failures import usage
from app.cli.printing import facts, words
from app.cli.session import Call, run
from app.exporting.naming import Naming, naming_in
from engine.model.commands import (
    ArchiveSpace,
    ArrangeSpaces,
    Command,
    HideAuthor,
    PinSpace,
    SetNotifications,
    VerifyMember,
)
from engine.model.ids import NotificationLevel, SpaceKind
from engine.model.queries import Members, SafetyCode, Spaces
from engine.model.views import MemberView, SpaceView

SpaceArgument = Annotated[str, typer.Argument(metavar="SPACE", help="Name, or id or key in hex.")]
MemberArgument = Annotated[
    str, typer.Argument(metavar="MEMBER", help="Name, or the key's first digits in hex.")
]
AsOption = Annotated[
    str | None, typer.Option("--as", metavar="IDENTITY", help="Which of yours they know.")
]

CommandFor = Callable[[SpaceView], Command[SpaceView]]

_ELSEWHERE = "In communities members are hidden by “tidings moderate hide”."
_NOWHERE = "Only members of private channels can be hidden."


def add_to(app: typer.Typer) -> None:
    """Puts the commands among the others of the noun."""
    for command in (pin, archive, notify, arrange, code, verify, hide):
        app.command(command.__name__)(command)


def pin(
    context: typer.Context,
    space: SpaceArgument,
    *,
    off: Annotated[bool, typer.Option("--off", help="Pin it no more.")] = False,
) -> None:
    """Keep a channel at the head of the list."""
    _change(context, space, lambda view: PinSpace(view.id, not off))


def archive(
    context: typer.Context,
    space: SpaceArgument,
    *,
    off: Annotated[bool, typer.Option("--off", help="Take it out of the archive.")] = False,
) -> None:
    """Keep a channel out of the list, and silent; its messages still arrive."""
    _change(context, space, lambda view: ArchiveSpace(view.id, not off))


def notify(
    context: typer.Context,
    space: SpaceArgument,
    level: Annotated[NotificationLevel, typer.Argument(help="What of it is announced.")],
) -> None:
    """Choose which messages of a channel are announced."""
    _change(context, space, lambda view: SetNotifications(view.id, level))


def _change(context: typer.Context, space: str, command_for: CommandFor) -> None:
    async def work(call: Call) -> None:
        command: Command[SpaceView] = command_for(await space_of(call.engine, space))
        view = await call.engine.perform(command)
        call.output.document(shapes.space(view), lambda: facts([("name", view.name)]))

    run(context, work)


def arrange(
    context: typer.Context,
    spaces: Annotated[
        list[str] | None, typer.Argument(metavar="[SPACE]...", help="The first ones, in order.")
    ] = None,
) -> None:
    """Put the list in order: these first, the others by name; without any, all by name."""

    async def work(call: Call) -> None:
        meant = [(await space_of(call.engine, one)).id for one in spaces or ()]
        await call.engine.perform(ArrangeSpaces(tuple(meant)))
        views = await call.engine.ask(Spaces())
        call.output.document(
            [shapes.space(view) for view in views],
            lambda: words("\n".join(view.name for view in views)),
        )

    run(context, work)


def code(
    context: typer.Context,
    space: SpaceArgument,
    member: MemberArgument,
    as_identity: AsOption = None,
) -> None:
    """Show the safety code to compare with a member: both of you must see the same digits."""

    async def work(call: Call) -> None:
        view = await space_of(call.engine, space)
        naming, found = await _member_in(call, view, member)
        answer = await call.engine.ask(SafetyCode(view.id, found.public_key, as_identity))
        document = {
            "public_key": found.public_key.hex(),
            "digits": answer.digits,
            "payload": answer.payload,
            "verified": answer.verified,
        }
        compared = "compared before" if answer.verified else "not compared yet"
        pairs = [
            ("member", naming.member(found)),
            ("safety code", answer.digits),
            ("state", compared),
        ]
        call.output.document(document, lambda: facts(pairs))

    run(context, work)


def verify(
    context: typer.Context,
    space: SpaceArgument,
    member: MemberArgument,
    *,
    off: Annotated[bool, typer.Option("--off", help="Take the mark back.")] = False,
) -> None:
    """Say that you compared safety codes with a member, and that they were equal."""

    async def work(call: Call) -> None:
        view = await space_of(call.engine, space)
        naming, found = await _member_in(call, view, member)
        await call.engine.perform(VerifyMember(found.public_key, not off))
        await _show(call, naming, found, "not verified" if off else "verified")

    run(context, work)


def hide(
    context: typer.Context,
    space: SpaceArgument,
    member: MemberArgument,
    *,
    off: Annotated[bool, typer.Option("--off", help="Show it again.")] = False,
) -> None:
    """Fold away what a member of a private channel writes, for you alone: nobody hears of it."""

    async def work(call: Call) -> None:
        view = await space_of(call.engine, space)
        if view.kind is not SpaceKind.PRIVATE:
            raise usage(_ELSEWHERE if view.kind is SpaceKind.COMMUNITY else _NOWHERE)
        naming, found = await _member_in(call, view, member)
        await call.engine.perform(HideAuthor(view.id, found.public_key, not off))
        await _show(call, naming, found, "shown" if off else "hidden")

    run(context, work)


async def _member_in(call: Call, space: SpaceView, text: str) -> tuple[Naming, MemberView]:
    naming = await naming_in(call.engine, space)
    found = member_of(naming, await call.engine.ask(Members(space.id)), text)
    if found.ours:
        raise usage("That is you.")
    return naming, found


async def _show(call: Call, naming: Naming, member: MemberView, state: str) -> None:
    """As they are now, and called as the list calls them."""
    members = await call.engine.ask(Members(naming.space.id))
    (changed,) = [one for one in members if one.public_key == member.public_key]
    called = naming.member(changed)
    call.output.document(
        shapes.member(changed), lambda: facts([("member", called), ("state", state)])
    )
