"""Which community, member or channel is meant on the command line, and their JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from app.cli.arguments import (
    CANDIDATES_MAX,
    KEY_DIGITS_SHOWN,
    channel_meant,
    own_addresses,
    space_of,
)
from app.cli.shapes import Shape, judgement, said
from app.links import TidingsLinks
from engine.api import Engine
from engine.errors import Refusal, Refused
from engine.model.communities import (
    ChannelView,
    CommunityMemberView,
    CommunityView,
    ModerationView,
)
from engine.model.community_queries import (
    CommunityChannels,
    CommunityMembers,
    FindCommunity,
    FormerMembers,
    OneCommunityMember,
)
from engine.model.ids import PublicKey, SpaceId
from engine.model.limits import PREFIX_DIGITS_MIN
from engine.model.views import MemberModerated

KEY_BYTES = 32
CommunityArgument = Annotated[
    str, typer.Argument(metavar="COMMUNITY", help="Name, or id or key in hex.")
]
MemberArgument = Annotated[
    str, typer.Argument(metavar="MEMBER", help="Name, or the key's first digits in hex.")
]


async def community_of(engine: Engine, text: str) -> CommunityView:
    """The community that a person means; of ``community#channel`` the one before the sign."""
    try:
        return await engine.ask(FindCommunity(text))
    except Refused as refused:
        if "#" not in text or refused.reason is not Refusal.COMMUNITY_UNKNOWN:
            raise
    return await engine.ask(FindCommunity(text.partition("#")[0]))


async def community_or_channel_of(engine: Engine, text: str) -> tuple[CommunityView, str]:
    """The community that a person means, and which channel of it (empty: none)."""
    try:
        return await engine.ask(FindCommunity(text)), ""
    except Refused as refused:
        if "#" not in text or refused.reason is not Refusal.COMMUNITY_UNKNOWN:
            raise
    return await channel_meant(engine, text)


async def spaces_meant(engine: Engine, texts: Sequence[str]) -> Sequence[SpaceId]:
    """The spaces that a person means, each once; a community means all its channels that we are in.

    Refused as ``space_of`` where a text means neither.
    """
    found = [space for text in texts for space in await _spaces_of(engine, text)]
    return list(dict.fromkeys(found))


async def _spaces_of(engine: Engine, text: str) -> Sequence[SpaceId]:
    try:
        return [(await space_of(engine, text)).id]
    except Refused as refused:
        if refused.reason not in {Refusal.SPACE_UNKNOWN, Refusal.COMMUNITY_UNKNOWN}:
            raise
        channels = await _joined_in(engine, text)
        if not channels:
            raise
        return channels


async def _joined_in(engine: Engine, text: str) -> Sequence[SpaceId]:
    """None of a community that is not known."""
    try:
        community = await engine.ask(FindCommunity(text))
    except Refused as refused:
        if refused.reason is not Refusal.COMMUNITY_UNKNOWN:
            raise
        return []
    channels = await engine.ask(CommunityChannels(community.id))
    return [one.space for one in channels if one.joined and one.space is not None]


async def community_member_of(
    engine: Engine, community: CommunityView, text: str
) -> CommunityMemberView:
    """The member meant by a name or the key's first digits, also one who has left: what they said
    is still here. Refused if none or several fit.
    """
    members = await engine.ask(CommunityMembers(community.id))
    members += await engine.ask(FormerMembers(community.id))
    meant = [one for one in members if _is_meant(one, text)]
    if not meant and len(text.strip()) == 2 * KEY_BYTES:
        return await engine.ask(OneCommunityMember(community.id, _key_in(text)))
    if not meant:
        raise Refused(Refusal.MEMBER_UNKNOWN, text)
    if len(meant) > 1:
        listed = [f"{one.name} {one.public_key.hex()[:KEY_DIGITS_SHOWN]}" for one in meant]
        raise Refused(Refusal.MEMBER_AMBIGUOUS, ", ".join(listed[:CANDIDATES_MAX]))
    return meant[0]


def _key_in(text: str) -> PublicKey:
    try:
        return PublicKey(bytes.fromhex(text.strip()))
    except ValueError as error:
        raise Refused(Refusal.MEMBER_UNKNOWN, text) from error


def _is_meant(member: CommunityMemberView, text: str) -> bool:
    digits = text.strip().lower()
    by_key = len(digits) >= PREFIX_DIGITS_MIN and member.public_key.hex().startswith(digits)
    return by_key or (bool(member.name) and member.name.casefold() == digits.casefold())


def called(member: CommunityMemberView) -> str:
    """What somebody is called, or how their key begins."""
    return member.name or member.public_key.hex()[:KEY_DIGITS_SHOWN]


async def link_of(engine: Engine, view: CommunityView) -> str:
    """What lets others in: the key, and where we can be reached now."""
    addresses = await own_addresses(engine)
    return TidingsLinks().of_community(view.key, view.wire, view.name, addresses)


# ---- shapes -------------------------------------------------------------------------------------


def community(view: CommunityView, link: str) -> Shape:
    """See design: ``{key, name, wire, link}`` and what else there is to tell."""
    return {
        "id": view.id.hex(),
        "key": view.key.hex(),
        "name": view.name,
        "wire": str(view.wire),
        "link": link,
        "public_key": view.own_key.hex(),
        "nickname": view.nickname,
        "channels": view.channels,
        "joined": view.joined,
        "members": view.members,
        "online": view.online,
        "peers": view.peers,
        "unread": view.unread,
        "mentions": view.mentions,
        "left": view.left,
    }


def counted(view: ChannelView, count: int) -> int | None:
    """How many there are; None where that is seen only once one joins."""
    return None if view.space is None and count == 0 else count


def channel(view: ChannelView) -> Shape:
    return {
        "name": view.name,
        "topic": view.topic,
        "topic_by": None if view.topic_by is None else view.topic_by.hex(),
        "members": counted(view, view.members),
        "joined": view.joined,
        "posts": counted(view, view.posts),
        "space": None if view.space is None else view.space.hex(),
        "dropped": view.dropped,
        "look_alike": view.look_alike,
    }


def member(view: CommunityMemberView) -> Shape:
    return {
        "public_key": view.public_key.hex(),
        "name": view.name,
        "online": view.online,
        "ours": view.ours,
        "channels": list(view.channels),
        "last_post_at": view.last_post_at,
        "standing": str(view.standing),
        "judgement": None if view.judgement is None else judgement(view.judgement),
        "followed": view.followed,
        "role": str(view.role),
        "verified": view.verified,
    }


def moderated(view: MemberModerated) -> Shape:
    """The post that says it, as the contract has it, and beside it how the member stands now."""
    return {**said(view.said), **member(view.member)}


def deed(view: ModerationView) -> Shape:
    return {
        "kind": str(view.kind),
        "by": view.by.hex(),
        "by_name": view.by_name,
        "about": view.about.hex(),
        "about_name": view.about_name,
        "channel": view.channel,
        "reason": view.reason,
        "at": view.at,
        "counts": view.counts,
        "private": view.private,
        "role": None if view.role is None else str(view.role),
    }
