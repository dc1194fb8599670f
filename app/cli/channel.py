"""``tidings channel``: making, following, listing and leaving channels. Posts: see ``posts``."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli import cautions, files, keeping, posting, posts, shapes
from app.cli.arguments import NEW_CHANNEL_NAME_HELP, channel_meant, space_of, wanted_in
from app.cli.cautions import Caution
from app.cli.failures import not_confirmed
from app.cli.printing import facts, moment, table, words
from app.cli.session import Call, run
from app.exporting.naming import Naming, naming_in
from engine.errors import Refusal, Refused
from engine.model.commands import (
    Command,
    CreateChannel,
    FollowChannel,
    ForgetSpace,
    LeaveSpace,
    RenameSpace,
    RenewChain,
    SetNotifications,
)
from engine.model.community_commands import JoinChannel, SetTopic
from engine.model.community_queries import CommunityChannels
from engine.model.ids import HOME_PROTOCOL, NotificationLevel, SpaceKind
from engine.model.peer_commands import AddPeer
from engine.model.queries import Identities, InviteRequests, Members, Spaces
from engine.model.views import InviteRequestView, MemberView, SpaceView
from ui.wording import endings
from ui.wording.wanted import CHANNEL

if TYPE_CHECKING:
    from rich.console import RenderableType

app = typer.Typer(no_args_is_help=True, help="Private and public channels, and their posts.")
posting.add_to(app)
posts.add_to(app)
files.add_to(app)
keeping.add_to(app)

_BEGINNING = {
    False: "No channel yet: “tidings identity new NAME” makes the first one.",
    True: "No channel: “tidings channel new NAME” makes one, “tidings invite” joins one.",
}
_CHANNELS = frozenset({SpaceKind.PRIVATE, SpaceKind.COMMUNITY})
"""The others have nouns of their own: ``feed`` and ``folder``."""
YesOption = Annotated[bool, typer.Option("--yes", help="Do not ask, though the channel is yours.")]
SpaceArgument = Annotated[str, typer.Argument(metavar="SPACE", help="Name, or id or key in hex.")]


@app.command("new")
def new(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="What the channel is called.")],
    *,
    public: Annotated[
        bool, typer.Option("--public", help="Whoever has the channel's key may read it.")
    ] = False,
    as_identity: Annotated[
        str | None, typer.Option("--as", metavar="IDENTITY", help="Which of yours owns it.")
    ] = None,
) -> None:
    """Make a further channel of your own."""

    async def work(call: Call) -> None:
        _show(call, await call.engine.perform(CreateChannel(name, public, as_identity)))

    run(context, work)


@app.command("follow")
def follow(
    context: typer.Context,
    key: Annotated[str, typer.Argument(metavar="KEY|LINK", help="The channel's key or link.")],
    name: Annotated[str | None, typer.Option(help="What to call it here.")] = None,
) -> None:
    """Read a public channel."""

    async def work(call: Call) -> None:
        found = wanted_in(key, None, CHANNEL)
        called = name or found.name or found.public_key.hex()[:8]
        view = await call.engine.perform(FollowChannel(found.public_key, called, found.name))
        for address in found.addresses:
            await call.engine.perform(AddPeer(HOME_PROTOCOL, address))
        _show(call, view)

    run(context, work)


@app.command("list")
def list_all(context: typer.Context) -> None:
    """Show your channels."""

    async def work(call: Call) -> None:
        views = tuple(view for view in await call.engine.ask(Spaces()) if view.kind in _CHANNELS)
        has_identity = bool(views or await call.engine.ask(Identities()))
        call.output.document(
            [shapes.space(view) for view in views],
            lambda: _table(views) if views else words(_BEGINNING[has_identity]),
        )
        for view in views:
            for caution in cautions.of_ending(view, time.time()):
                call.output.note(f"{view.name}: {caution.message}")

    run(context, work)


@app.command("members")
def members(context: typer.Context, space: SpaceArgument) -> None:
    """Show who is in a channel, as far as their posts and connections have shown."""

    async def work(call: Call) -> None:
        view = await space_of(call.engine, space)
        naming = await naming_in(call.engine, view)
        found = [naming.ours(one) for one in await call.engine.ask(Members(view.id))]
        now = time.time()
        rows = [
            (
                "you" if member.ours else "online" if member.online else "",
                _named(naming, member),
                " / ".join(member.path),
                _until(member, now),
                member.public_key.hex(),
            )
            for member in found
        ]
        columns = ("", "Name", "Invited as", "Until", "Key")
        call.output.document(
            [shapes.member(member) for member in found], lambda: table(columns, rows)
        )
        for caution in (*cautions.of_ending(view, now), *cautions.of_members(found)):
            call.output.note(caution.message)

    run(context, work)


@app.command("renew")
def renew(
    context: typer.Context,
    space: SpaceArgument,
    as_identity: Annotated[
        str | None, typer.Option("--as", metavar="IDENTITY", help="Whose right is renewed.")
    ] = None,
) -> None:
    """Ask whoever invited you for a fresh link; near its end that happens by itself.

    Of several identities of yours the one is meant whose right ends first.
    """

    async def work(call: Call) -> None:
        view = await space_of(call.engine, space)
        before = await _renewing(call, view)
        found = await call.engine.perform(RenewChain(view.id, as_identity))
        asked = [one for one in await _renewing(call, view) if one not in before]
        waiting = [one for one in before if as_identity in {None, one.identity}]
        names = [one.identity for one in asked or waiting]
        call.output.document({**shapes.space(found), "asked_as": names}, lambda: _facts(found))
        asked_as = " and ".join(f"“{name}”" for name in names)
        call.output.note(
            f"Asked as {asked_as}. "
            "It reaches their Tidings when you are both online, and they confirm it once: "
            "“tidings invite renew”. Somebody with another program is shown a request: "
            "“tidings invite request”."
        )

    run(context, work)


async def _renewing(call: Call, view: SpaceView) -> Sequence[InviteRequestView]:
    """The requests for a fresh link that wait there."""
    return [one for one in await call.engine.ask(InviteRequests()) if one.renews == view.id]


@app.command("join")
def join(context: typer.Context, space: SpaceArgument) -> None:
    """Take part again in a channel that was left, as far as your right there still holds.

    COMMUNITY#CHANNEL joins a channel of a community, new or not.
    """

    async def work(call: Call) -> None:
        _show(call, await _join(call, space))

    run(context, work)


async def _join(call: Call, text: str) -> SpaceView:
    try:
        view = await space_of(call.engine, text)
    except Refused as refused:
        if "#" not in text or refused.reason is not Refusal.SPACE_UNKNOWN:
            raise
        community, channel = await channel_meant(call.engine, text)
        return await call.engine.perform(JoinChannel(community.id, channel))
    if view.community is None:
        return await call.engine.perform(FollowChannel(view.public_key, view.name, view.given_name))
    again = await call.engine.ask(CommunityChannels(view.community))
    (name,) = [one.name for one in again if one.space == view.id]
    return await call.engine.perform(JoinChannel(view.community, name))


@app.command("topic")
def topic(
    context: typer.Context,
    space: SpaceArgument,
    text: Annotated[
        str | None, typer.Argument(help="What it is about from now on; empty: nothing.")
    ] = None,
) -> None:
    """Show what a community's channel is about, or say it."""

    async def work(call: Call) -> None:
        view = await space_of(call.engine, space)
        if text is None:
            call.output.document(
                shapes.space(view), lambda: facts([("name", view.name), ("topic", view.topic)])
            )
            return
        if view.kind is not SpaceKind.COMMUNITY:
            raise Refused(Refusal.CONTENT_UNSUPPORTED, view.name)
        made = await call.engine.perform(SetTopic(view.id, text))
        call.output.document(
            shapes.post(made), lambda: facts([("topic", made.text), ("id", made.id.hex())])
        )

    run(context, work)


@app.command("leave")
def leave(context: typer.Context, space: SpaceArgument, *, yes: YesOption = False) -> None:
    """Stop posting to and receiving from a channel; what was received stays readable."""
    _part(context, space, lambda view: LeaveSpace(view.id), cautions.of_leaving, sure=yes)


@app.command("forget")
def forget(context: typer.Context, space: SpaceArgument, *, yes: YesOption = False) -> None:
    """Leave a channel and erase everything that was received from it."""
    _part(context, space, lambda view: ForgetSpace(view.id), cautions.of_forgetting, sure=yes)


@app.command("rename")
def rename(
    context: typer.Context,
    space: SpaceArgument,
    name: Annotated[str, typer.Argument(help=NEW_CHANNEL_NAME_HELP)],
) -> None:
    """Call a channel something else in this profile."""
    _change(context, space, lambda view: RenameSpace(view.id, name))


@app.command("mute")
def mute(
    context: typer.Context,
    space: SpaceArgument,
    *,
    off: Annotated[bool, typer.Option("--off", help="Notify again.")] = False,
) -> None:
    """Have no notifications from a channel."""
    level = NotificationLevel.ALL if off else NotificationLevel.NONE
    _change(context, space, lambda view: SetNotifications(view.id, level))


def _change(context: typer.Context, space: str, command_for: posts.CommandFor[SpaceView]) -> None:
    async def work(call: Call) -> None:
        command: Command[SpaceView] = command_for(await space_of(call.engine, space))
        _show(call, await call.engine.perform(command))

    run(context, work)


def _part(
    context: typer.Context,
    space: str,
    command_for: posts.CommandFor[SpaceView],
    cautions_for: Callable[[SpaceView, Sequence[MemberView]], Sequence[Caution]],
    *,
    sure: bool,
) -> None:
    """The same for what cannot be taken back: an owner is warned, and asked at a terminal."""

    async def work(call: Call) -> None:
        view = await space_of(call.engine, space)
        told = cautions_for(view, await call.engine.ask(Members(view.id)))
        for caution in told:
            call.output.note(caution.message)
        if told and not sure and call.output.is_at_terminal and not typer.confirm("Go on?"):
            raise not_confirmed()
        parted: SpaceView = await call.engine.perform(command_for(view))
        call.output.document(
            {**shapes.space(parted), "warnings": shapes.warnings(told)}, lambda: _facts(parted)
        )

    run(context, work)


def _show(call: Call, view: SpaceView) -> None:
    call.output.document(shapes.space(view), lambda: _facts(view))


def _facts(view: SpaceView) -> RenderableType:
    return facts(
        [
            ("name", view.name),
            ("id", view.id.hex()),
            ("key", view.public_key.hex()),
            ("posts", str(view.posts)),
            ("rights", _rights(view)),
        ]
    )


def _table(views: tuple[SpaceView, ...]) -> RenderableType:
    rows = [
        (
            view.name,
            str(view.kind),
            str(view.posts),
            str(view.unread or ""),
            str(view.peers or ""),
            _rights(view),
            view.id.hex()[:12],
        )
        for view in views
    ]
    return table(("Name", "Kind", "Posts", "Unread", "Peers", "Rights", "Id"), rows)


def _named(naming: Naming, member: MemberView) -> str:
    marks = [
        word for word, holds in (("verified", member.verified), ("hidden", member.hidden)) if holds
    ]
    name = naming.member(member)
    return f"{name} ({', '.join(marks)})" if marks else name


def _until(member: MemberView, now: float) -> str:
    if member.valid_to is None:
        return ""
    words = endings.until_words(member.valid_to, now).removeprefix("until ")
    waits = member.ending is not None and member.ending.asked and member.let_in_by_us
    return f"{words}; asks for a fresh link" if waits else words


def _ends_soon(view: SpaceView) -> str:
    if view.ending is None or view.ending.ended:  # then another of ours writes
        return ""
    return " (fresh link asked for)" if view.ending.asked else " (ends soon)"


def _rights(view: SpaceView) -> str:
    if view.left:
        return "left"
    if view.dropped:
        return "taken out of the list"
    if view.ending is not None and view.ending.ended and not view.can_post:
        return f"ended {moment(view.ending.at)}"
    rights = "post, invite" if view.can_invite else "post" if view.can_post else "read"
    parts = [rights]
    if view.expires_at is not None:
        parts.append(f"until {moment(view.expires_at)}{_ends_soon(view)}")
    if view.public:
        parts.append("public")
    parts += ["muted"] if view.muted else []
    parts += ["pinned"] if view.pinned else []
    parts += ["archived"] if view.archived else []
    return ", ".join(parts)
