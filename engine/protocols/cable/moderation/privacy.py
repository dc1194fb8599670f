"""What of moderation nobody else may hear of (moderation.md 4.5). Pure."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.communities import MemberRole, ModerationKind
from engine.protocols.cable.moderation.deeds import OF_POSTS, Deed
from engine.protocols.cable.posts import Block, Content, Moderation, Role, Unblock

PRIVATE = 1


def is_private(content: Content) -> bool:
    """Whether a post never leaves this computer, nor its hash."""
    match content:
        case Role() | Moderation() | Block() | Unblock():
            return content.privacy == PRIVATE
        case _:
            return False


def is_told_to_nobody(
    own: Sequence[Deed], kind: ModerationKind, about: bytes, channel: str
) -> bool:
    """Whether our last deed of that kind was private, so that its undoing has to be, too: it would
    tell everybody what nobody had heard of (4.5.1).

    ``own``: what we did, the oldest first. ``kind``: what sets it. Where we did nothing in that
    very channel, what holds there by another word of ours counts: for the whole community, or
    (``channel`` empty) in any channel.
    """
    set_by_us = [
        deed
        for deed in own
        if deed.kind is kind and deed.about == about and deed.role is not MemberRole.USER
    ]
    if kind in OF_POSTS:
        meant = set_by_us
    else:
        there = [deed for deed in set_by_us if deed.channel == channel]
        meant = there or [one for one in set_by_us if not channel or not one.channel]
    return bool(meant) and meant[-1].private
