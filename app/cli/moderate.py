"""``tidings moderate``: whom and what you hide, block and drop, and whom you let decide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli import communities, shapes
from app.cli.arguments import KEY_DIGITS_SHOWN, channel_meant, space_of
from app.cli.communities import (
    CommunityArgument,
    MemberArgument,
    called,
    community_member_of,
    community_of,
    community_or_channel_of,
)
from app.cli.failures import usage
from app.cli.posts_meant import PostArgument, post_id_of, post_of
from app.cli.printing import facts, moment, table, words
from app.cli.session import Call, run
from engine.model.commands import Command
from engine.model.communities import (
    CommunityMemberView,
    CommunityView,
    MemberRole,
    ModerationView,
)
from engine.model.community_commands import (
    BlockMember,
    DropChannel,
    FollowModeration,
    GiveRole,
    HideMember,
    ModeratePost,
)
from engine.model.community_queries import CommunityMembers, ModerationLog
from engine.model.ids import PublicKey
from engine.model.views import MemberModerated, PostView
from ui.text.namesakes import Bearers, bearers_of, told_apart

if TYPE_CHECKING:
    from rich.console import RenderableType

app = typer.Typer(no_args_is_help=True, help="Hiding, blocking and roles in communities.")

ReasonOption = Annotated[str, typer.Option(help="Why, for everybody to read.")]
PrivateOption = Annotated[
    bool, typer.Option("--private", help="For yourself alone; nobody hears of it.")
]
ChannelOption = Annotated[str, typer.Option(help="In that channel alone (wire M).")]
SpaceArgument = Annotated[str, typer.Argument(metavar="COMMUNITY#CHANNEL")]
WhereArgument = Annotated[
    str,
    typer.Argument(metavar="COMMUNITY[#CHANNEL]", help="With a channel: there alone (wire M)."),
]


@dataclass(frozen=True, slots=True)
class Meant:
    """Whom a command is about, and where; ``channel`` empty: everywhere."""

    there: CommunityView
    key: PublicKey
    channel: str


CommandFor = Callable[[Meant], Command[MemberModerated]]


# ---- members ------------------------------------------------------------------------------------


@app.command("hide")
def hide(
    context: typer.Context,
    community: WhereArgument,
    member: MemberArgument,
    reason: ReasonOption = "",
    channel: ChannelOption = "",
    *,
    private: PrivateOption = False,
) -> None:
    """Fold away what somebody says. It is still stored and passed on."""
    _member(
        context,
        community,
        member,
        channel,
        lambda one: HideMember(
            one.there.id, one.key, reason=reason, channel=one.channel, private=private
        ),
    )


@app.command("unhide")
def unhide(
    context: typer.Context,
    community: WhereArgument,
    member: MemberArgument,
    reason: ReasonOption = "",
    channel: ChannelOption = "",
    *,
    private: PrivateOption = False,
) -> None:
    """Show somebody again, whatever those whom you follow say."""
    _member(
        context,
        community,
        member,
        channel,
        lambda one: HideMember(
            one.there.id,
            one.key,
            hidden=False,
            reason=reason,
            channel=one.channel,
            private=private,
        ),
    )


@app.command("block")
def block(
    context: typer.Context,
    community: CommunityArgument,
    member: MemberArgument,
    reason: ReasonOption = "",
    *,
    private: PrivateOption = False,
    drop: Annotated[bool, typer.Option("--drop", help="Erase what you hold of theirs.")] = False,
    notify: Annotated[bool, typer.Option("--notify", help="Tell them (wire M).")] = False,
) -> None:
    """Neither ask for, store nor pass on what somebody says."""
    _member(
        context,
        community,
        member,
        None,
        lambda one: BlockMember(
            one.there.id, one.key, reason=reason, drop=drop, notify=notify, private=private
        ),
    )


@app.command("unblock")
def unblock(
    context: typer.Context,
    community: CommunityArgument,
    member: MemberArgument,
    reason: ReasonOption = "",
    *,
    private: PrivateOption = False,
) -> None:
    """Take a block back."""
    _member(
        context,
        community,
        member,
        None,
        lambda one: BlockMember(
            one.there.id, one.key, blocked=False, reason=reason, private=private
        ),
    )


@app.command("follow")
def follow(
    context: typer.Context,
    community: CommunityArgument,
    member: MemberArgument,
    *,
    off: Annotated[bool, typer.Option("--off", help="Follow them no more.")] = False,
) -> None:
    """Let somebody's hides and blocks count for you too (wire S). Nobody hears of it."""

    async def work(call: Call) -> None:
        meant = await _meant(call, community, member, None)
        command = FollowModeration(meant.there.id, meant.key, not off)
        changed = await call.engine.perform(command)
        call.output.document(communities.member(changed), lambda: _how_they_stand(changed))

    run(context, work)


@app.command("role")
def role(
    context: typer.Context,
    community: WhereArgument,
    member: MemberArgument,
    what: Annotated[MemberRole, typer.Argument(metavar="admin|mod|user")],
    channel: ChannelOption = "",
    reason: ReasonOption = "",
    *,
    private: PrivateOption = False,
) -> None:
    """Let somebody moderate for you and for those who trust you (wire M)."""
    _member(
        context,
        community,
        member,
        channel,
        lambda one: GiveRole(one.there.id, one.key, what, one.channel, reason, private),
    )


def _member(
    context: typer.Context,
    community: str,
    member: str,
    channel: str | None,
    command_for: CommandFor,
) -> None:
    """``channel`` None: it is done in the whole community, and nowhere else."""

    async def work(call: Call) -> None:
        command = command_for(await _meant(call, community, member, channel))
        changed = await call.engine.perform(command)
        call.output.document(
            communities.moderated(changed), lambda: _how_they_stand(changed.member)
        )

    run(context, work)


async def _meant(call: Call, community: str, member: str, channel: str | None) -> Meant:
    there, only_in = await community_or_channel_of(call.engine, community)
    if only_in and channel is None:
        raise usage("That is done in the whole community.", "Leave out the channel.")
    if only_in and channel and channel != only_in:
        raise usage(f"“{only_in}” and “{channel}” are two channels.", "Name one.")
    meant = await community_member_of(call.engine, there, member)
    if meant.ours:
        raise usage(f"“{member}” is you.", "Name another member.")
    return Meant(there, meant.public_key, only_in or channel or "")


def _how_they_stand(member: CommunityMemberView) -> RenderableType:
    pairs = [("member", called(member)), ("is", str(member.standing))]
    if member.role is not MemberRole.USER:
        pairs.append(("role", str(member.role)))
    return facts(pairs)


# ---- posts and channels -------------------------------------------------------------------------


@app.command("hide-post")
def hide_post(
    context: typer.Context,
    space: SpaceArgument,
    post: PostArgument,
    reason: ReasonOption = "",
    *,
    private: PrivateOption = False,
    drop: Annotated[bool, typer.Option("--drop", help="Its content goes as well.")] = False,
) -> None:
    """Fold away one post, for those who let you moderate; in wire S for yourself alone."""

    async def work(call: Call) -> None:
        view = await space_of(call.engine, space)
        target = await post_of(call.engine, view, post)
        command = ModeratePost(view.id, target.id, drop=drop, reason=reason, private=private)
        _tell_post(call, await call.engine.perform(command), dropped=drop)

    run(context, work)


@app.command("show-post")
def show_post(
    context: typer.Context,
    space: SpaceArgument,
    post: PostArgument,
    reason: ReasonOption = "",
    *,
    private: PrivateOption = False,
) -> None:
    """Show one post again. One that was dropped is named by its whole id, and comes again from
    whoever still has it.
    """

    async def work(call: Call) -> None:
        view = await space_of(call.engine, space)
        target = await post_id_of(call.engine, view, post)
        command = ModeratePost(view.id, target, hidden=False, reason=reason, private=private)
        _tell_post(call, await call.engine.perform(command), dropped=False)

    run(context, work)


def _tell_post(call: Call, post: PostView, *, dropped: bool) -> None:
    """A post whose content was dropped is answered as it was before that."""
    state = "dropped" if dropped else "shown" if post.folded is None else "folded away"
    shape = {**shapes.post(post), "dropped": dropped}
    call.output.document(shape, lambda: facts([("post", post.id.hex()), ("is", state)]))


@app.command("drop-channel")
def drop_channel(
    context: typer.Context,
    space: SpaceArgument,
    reason: ReasonOption = "",
    *,
    private: PrivateOption = False,
    off: Annotated[bool, typer.Option("--off", help="Take it back.")] = False,
) -> None:
    """Take a channel out of the list, and store nothing of it."""

    async def work(call: Call) -> None:
        there, channel = await channel_meant(call.engine, space)
        command = DropChannel(there.id, channel, not off, reason, private)
        view = await call.engine.perform(command)
        state = "dropped" if view.dropped else "listed"
        call.output.document(
            communities.channel(view), lambda: facts([("channel", view.name), ("is", state)])
        )

    run(context, work)


@app.command("log")
def log(
    context: typer.Context,
    community: CommunityArgument,
    limit: Annotated[int, typer.Option(min=1, max=500, help="The newest so many.")] = 100,
) -> None:
    """Show what anybody did to moderate, the newest first."""

    async def work(call: Call) -> None:
        there = await community_of(call.engine, community)
        found = await call.engine.ask(ModerationLog(there.id, limit))
        members = await call.engine.ask(CommunityMembers(there.id))
        bearers = bearers_of((one.public_key, one.name) for one in members)
        call.output.document(
            [communities.deed(one) for one in found],
            lambda: _log(found, bearers) if found else words("Nobody did anything yet."),
        )

    run(context, work)


def _log(views: Sequence[ModerationView], bearers: Bearers) -> RenderableType:
    rows = [
        (
            moment(view.at),
            view.by_name + told_apart(view.by_name, view.by, bearers),
            str(view.kind) if view.role is None else f"{view.kind} {view.role}",
            _about(view, bearers),
            f"#{view.channel}" if view.channel else "",
            view.reason,
            "counts" if view.counts else "",
            "private" if view.private else "",
        )
        for view in views
    ]
    return table(("When", "Who", "Did", "To", "In", "Why", "", ""), rows)


def _about(view: ModerationView, bearers: Bearers) -> str:
    """The member, the post or the channel; a channel has no key."""
    if not view.about:
        return view.about_name
    if not view.about_name:
        return view.about.hex()[:KEY_DIGITS_SHOWN]
    return view.about_name + told_apart(view.about_name, PublicKey(view.about), bearers)
