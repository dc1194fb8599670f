"""A community with people in it, and what is folded away there."""

from __future__ import annotations

from engine.model.communities import CommunityView, MemberRole
from engine.model.community_queries import CommunityMembers
from engine.model.ids import SpaceId
from engine.protocols.cable.posts import Moderation, Post, Role, Text
from tests.unit.cable.desk import NOW, Desk, key_of, said_by

ADMIN, MOD, USER = range(3)
HIDE, UNHIDE, HIDE_POST, UNHIDE_POST, DROP_POST, UNDROP_POST, DROP_CHANNEL, UNDROP_CHANNEL = range(
    8
)


def peopled(desk: Desk, view: CommunityView, wire: str) -> CommunityView:
    said = [said_by(n, Text("default", f"by {n}"), NOW + n, wire=wire) for n in (6, 7, 8, 9)]
    desk.receive(view, *said)
    return view


def folded(desk: Desk, space: SpaceId) -> dict[str, str]:
    """What is folded away, and why."""
    return {
        post.text: post.folded.reason or str(post.folded.standing)
        for post in desk.posts(space)
        if post.folded is not None
    }


def role(by: int, whom: int, number: int, at: float, channel: str = "") -> Post:
    """Version M."""
    return said_by(by, Role("", 0, channel, key_of(whom), number), at, wire="M")


def action(
    by: int, about: bytes, number: int, at: float, channel: str = "", reason: str = ""
) -> Post:
    """Version M. ``about``: a key or a hash; of nothing where a channel is meant."""
    about_all = () if number in {DROP_CHANNEL, UNDROP_CHANNEL} else (about,)
    return said_by(by, Moderation(reason, 0, channel, about_all, number), at, wire="M")


def roles_of(desk: Desk, view: CommunityView, channel: str | None = None) -> dict[int, str]:
    """Who is more than a user there: by the numbers of ``key_of``."""
    keys = {key_of(n): n for n in range(1, 20)}
    members = desk.ask(CommunityMembers(view.id, channel))
    return {
        keys[one.public_key]: str(one.role)
        for one in members
        if not one.ours and one.role is not MemberRole.USER
    }
