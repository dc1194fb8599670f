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
    tell everybody what nobody had heard of (4.5.1). Not where another of ours was heard, and not
    its end: others believe it still.

    ``own``: what we did, the oldest first. ``kind``: what sets it. Where we did nothing in that
    very channel, what holds there by another word of ours counts: for the whole community, or
    (``channel`` empty) in any channel.
    """
    meant = [deed for deed in own if deed.undone is kind and deed.about == about]
    if kind not in OF_POSTS:
        there = [deed for deed in meant if deed.channel == channel]
        is_set_there = any(_sets(deed) for deed in there)
        meant = there if is_set_there else [one for one in meant if not channel or not one.channel]
    set_by_us = [deed for deed in meant if _sets(deed)]
    heard = [deed for deed in meant if not deed.private]
    is_believed = bool(heard) and _sets(heard[-1])
    return bool(set_by_us) and set_by_us[-1].private and not is_believed


def _sets(deed: Deed) -> bool:
    """Whether it takes nothing back."""
    return deed.kind is deed.undone and deed.role is not MemberRole.USER
