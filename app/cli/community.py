"""``tidings community``: making, joining, keeping communities. What is said in their channels is
under ``channel``, as ``COMMUNITY#CHANNEL``.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli import cautions, communities
from app.cli.arguments import KEY_DIGITS_SHOWN, NEW_NAME_HELP, wanted_in
from app.cli.cautions import Caution
from app.cli.codes import ReadOption, WriteOption, demand_picture, write_picture
from app.cli.communities import (
    CommunityArgument,
    called,
    community_of,
    link_of,
)
from app.cli.failures import not_confirmed, usage
from app.cli.printing import facts, moment, table, words
from app.cli.session import Call, run
from app.cli.shapes import warnings
from engine.model.communities import (
    ChannelView,
    CommunityMemberView,
    CommunityView,
    MemberRole,
    MemberStanding,
    SeededRole,
    WireVersion,
    cabal_link,
    moderators_of,
)
from engine.model.community_commands import (
    CreateCommunity,
    ForgetCommunity,
    JoinCommunity,
    LeaveCommunity,
    RenameCommunity,
)
from engine.model.community_queries import (
    Communities,
    CommunityChannels,
    CommunityMembers,
    OneCommunity,
)
from engine.model.ids import HOME_PROTOCOL
from engine.model.peer_commands import AddPeer
from ui.wording.wanted import COMMUNITY

if TYPE_CHECKING:
    from rich.console import RenderableType

app = typer.Typer(
    no_args_is_help=True, help="Communities: many open channels for all who hold one key."
)

_NONE_YET = "No community yet: “tidings community new NAME” makes one, “… join KEY|LINK” joins one."
_FORGETTING = "All that was received of it is erased, and your name in it cannot be had again."
_IN_ALREADY = "You are in it already: its name, yours, and who moderates stay as they are."
_ROLES_MEAN = (
    "What they hide, block or take out will count for you, until “tidings moderate role” takes the "
    "role back."
)
NickOption = Annotated[
    str, typer.Option("--nick", metavar="NAME", help="What you are called there.")
]
WireOption = Annotated[
    WireVersion | None,
    typer.Option("--wire", help="S: Tidings' own. M: what other programs of today speak."),
]


@app.command("new")
def new(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="What it is called here.")],
    wire: WireOption = None,
    nick: NickOption = "",
) -> None:
    """Make a community, with a channel “default”. Whoever has its key, or its link, is in."""

    async def work(call: Call) -> None:
        command = CreateCommunity(name, wire or WireVersion.S, nick)
        await _show(call, await call.engine.perform(command))

    run(context, work)


@app.command("join")
def join(
    context: typer.Context,
    key: Annotated[
        str | None, typer.Argument(metavar="KEY|LINK", help="The community's key or link.")
    ] = None,
    wire: WireOption = None,
    nick: NickOption = "",
    name: Annotated[str | None, typer.Option(help="What to call it here.")] = None,
    qr: ReadOption = None,
    *,
    yes: Annotated[
        bool, typer.Option("--yes", help="Do not ask, though the link says who moderates.")
    ] = False,
) -> None:
    """Take part in a community whose key or link you were given.

    A bare key is one of other programs (wire M) unless --wire says otherwise. The link of a
    community that you are in changes nothing there.
    """

    async def work(call: Call) -> None:
        found = wanted_in(key, qr, COMMUNITY)
        spoken = wire or found.wire
        if await _is_in(call, found.key, spoken):
            call.output.note(_IN_ALREADY)
        elif spoken is not WireVersion.S:
            _demand_roles(call, found.roles, sure=yes)
        command = JoinCommunity(found.key, name or found.name or None, spoken, nick, found.roles)
        view = await call.engine.perform(command)
        for address in found.addresses:
            await call.engine.perform(AddPeer(HOME_PROTOCOL, address))
        await _show(call, view)

    run(context, work)


async def _is_in(call: Call, key: bytes, wire: WireVersion) -> bool:
    known = [one for one in await call.engine.ask(Communities()) if one.key == key]
    return any(one.wire is wire and not one.left for one in known)


def _demand_roles(call: Call, roles: Sequence[SeededRole], *, sure: bool) -> None:
    """Says whom the link gives a role; at a terminal that is asked first."""
    for one in roles:
        call.output.note(f"The link makes {one.member.hex()[:KEY_DIGITS_SHOWN]} {one.role}.")
    if not roles:
        return
    call.output.note(_ROLES_MEAN)
    if not sure and call.output.is_at_terminal and not typer.confirm("Go on?"):
        raise not_confirmed()


@app.command("list")
def list_all(context: typer.Context) -> None:
    """Show your communities."""

    async def work(call: Call) -> None:
        views = await call.engine.ask(Communities())
        shapes = [communities.community(view, await link_of(call.engine, view)) for view in views]
        call.output.document(shapes, lambda: _table(views) if views else words(_NONE_YET))

    run(context, work)


@app.command("channels")
def channels(context: typer.Context, community: CommunityArgument) -> None:
    """Show the channels of a community, joined ones first."""

    async def work(call: Call) -> None:
        view = await community_of(call.engine, community)
        found = await call.engine.ask(CommunityChannels(view.id))
        call.output.document([communities.channel(one) for one in found], lambda: _channels(found))

    run(context, work)


@app.command("members")
def members(
    context: typer.Context,
    community: CommunityArgument,
    channel: Annotated[str | None, typer.Option(help="Of one channel alone.")] = None,
) -> None:
    """Show who takes part, those online first."""

    async def work(call: Call) -> None:
        view = await community_of(call.engine, community)
        named = channel if channel is None else channel.removeprefix("#")
        found = await call.engine.ask(CommunityMembers(view.id, named))
        call.output.document([communities.member(one) for one in found], lambda: _members(found))

    run(context, work)


@app.command("rename")
def rename(
    context: typer.Context,
    community: CommunityArgument,
    name: Annotated[str, typer.Argument(help=NEW_NAME_HELP)],
) -> None:
    """Call a community something else in this profile."""

    async def work(call: Call) -> None:
        view = await community_of(call.engine, community)
        await _show(call, await call.engine.perform(RenameCommunity(view.id, name)))

    run(context, work)


@app.command("link")
def link(
    context: typer.Context,
    community: CommunityArgument,
    qr: WriteOption = None,
    *,
    moderated: Annotated[
        bool,
        typer.Option(
            "--moderated",
            help="As a cabal link that makes you, and those with a role, moderate (wire M).",
        ),
    ] = False,
) -> None:
    """Show what lets others in. It holds the community's secret key."""
    if qr is not None:
        demand_picture(qr)

    async def work(call: Call) -> None:
        view = await community_of(call.engine, community)
        if moderated and view.wire is WireVersion.S:
            hint = "Without “--moderated” there is a link that lets others in."
            raise usage(f"“{view.name}” is of wire S, where nobody has a role.", hint)
        members = await call.engine.ask(CommunityMembers(view.id)) if moderated else ()
        cabal = cabal_link(view.key, moderators_of(members))
        text = cabal if moderated else await link_of(call.engine, view)
        if qr is not None:
            write_picture(Path(qr), text)
        document = {"link": text, "key": view.key.hex(), "wire": str(view.wire)}
        call.output.document(document, lambda: facts([("link", text), ("key", view.key.hex())]))

    run(context, work)


@app.command("leave")
def leave(context: typer.Context, community: CommunityArgument) -> None:
    """Leave all its channels, and connect for it no more; what was received stays readable.

    Those who are connected hear of it, the others from them.

    “join” takes it up again, in #default alone.
    """

    async def work(call: Call) -> None:
        view = await community_of(call.engine, community)
        told = cautions.of_leaving_community(view)
        left = await call.engine.perform(LeaveCommunity(view.id))
        for caution in told:
            call.output.note(caution.message)
        await _tell_parted(call, left, told)

    run(context, work)


@app.command("forget")
def forget(
    context: typer.Context,
    community: CommunityArgument,
    *,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Erase everything of a community, your key pair there too. Nobody is told: leave it first."""

    async def work(call: Call) -> None:
        view = await community_of(call.engine, community)
        told = cautions.of_forgetting_community(view)
        for sentence in (_FORGETTING, *(one.message for one in told)):
            call.output.note(sentence)
        if not yes and call.output.is_at_terminal and not typer.confirm("Go on?"):
            raise not_confirmed()
        text = await link_of(call.engine, view)
        forgotten = await call.engine.perform(ForgetCommunity(view.id))
        document = {**communities.community(forgotten, text), "warnings": warnings(told)}
        call.output.document(document, lambda: _facts(forgotten, ""))

    run(context, work)


# ---- what is shown ------------------------------------------------------------------------------


async def _show(call: Call, view: CommunityView) -> None:
    fresh = view
    if not view.left:
        fresh = await call.engine.ask(OneCommunity(view.id))
    text = await link_of(call.engine, fresh)
    call.output.document(communities.community(fresh, text), lambda: _facts(fresh, text))


async def _tell_parted(call: Call, view: CommunityView, told: Sequence[Caution]) -> None:
    text = await link_of(call.engine, view)
    document = {**communities.community(view, text), "warnings": warnings(told)}
    call.output.document(document, lambda: _facts(view, text))


def _facts(view: CommunityView, text: str) -> RenderableType:
    pairs = [
        ("name", view.name),
        ("you are", view.nickname or view.own_key.hex()[:KEY_DIGITS_SHOWN]),
        ("channels", f"{view.joined} of {view.channels} joined"),
        ("members", str(view.members)),
        ("wire", str(view.wire)),
        ("key", view.key.hex()),
    ]
    return facts([*pairs, ("link", text)] if text else pairs)


def _table(views: Sequence[CommunityView]) -> RenderableType:
    rows = [
        (
            view.name,
            f"{view.joined} of {view.channels}",
            str(view.members),
            str(view.online or ""),
            str(view.unread or ""),
            "left" if view.left else str(view.wire),
            view.id.hex()[:KEY_DIGITS_SHOWN],
        )
        for view in views
    ]
    return table(("Name", "Joined", "Members", "Online", "Unread", "Wire", "Id"), rows)


def _channels(views: Sequence[ChannelView]) -> RenderableType:
    rows = [
        (
            f"#{view.name}",
            "dropped" if view.dropped else "joined" if view.joined else "",
            _number(communities.counted(view, view.members)),
            _number(communities.counted(view, view.posts)),
            view.topic,
            "" if view.look_alike is None else f"looks like #{view.look_alike}",
        )
        for view in views
    ]
    return table(("Channel", "", "Members", "Posts", "Topic", ""), rows)


def _number(count: int | None) -> str:
    return "" if count is None else str(count)


def _members(views: Sequence[CommunityMemberView]) -> RenderableType:
    rows = [
        (
            "you" if view.ours else "online" if view.online else "",
            called(view),
            "" if view.role is MemberRole.USER else str(view.role),
            _standing(view),
            " ".join(f"#{name}" for name in view.channels),
            moment(view.last_post_at),
            view.public_key.hex()[:KEY_DIGITS_SHOWN],
        )
        for view in views
    ]
    return table(("", "Name", "Role", "", "Channels", "Last said", "Key"), rows)


def _standing(view: CommunityMemberView) -> str:
    if view.standing is MemberStanding.SHOWN:
        return "followed" if view.followed else ""
    reason = "" if view.judgement is None or not view.judgement.reason else view.judgement.reason
    return f"{view.standing}: {reason}" if reason else str(view.standing)
