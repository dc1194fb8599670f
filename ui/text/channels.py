"""What a space is called in the window: a community's channel with its sign before it. No Qt."""

from __future__ import annotations

from engine.model.ids import SpaceKind
from engine.model.views import SpaceView
from ui.text.language import tr
from ui.text.names import plain_name

SIGN = "#"


def channel_name(name: str) -> str:
    """``#garden``, of a channel of a community; safe to show."""
    return f"{SIGN}{plain_name(name)}"


def channel_of(view: SpaceView, community: str = "") -> str:
    """A channel's own name: the engine puts that of its community before it (cli.md).

    ``community``: what that is called, where it is known; else its name ends at the first sign.
    """
    if community and view.name.startswith(f"{community}{SIGN}"):
        return view.name[len(community) + len(SIGN) :]
    return view.name.partition(SIGN)[2] or view.name


def space_name(view: SpaceView, community: str = "") -> str:
    """The name of a space as it stands in lists and over its timeline; ``community`` as above."""
    if view.kind is SpaceKind.COMMUNITY:
        return channel_name(channel_of(view, community))
    return plain_name(view.name)


def channel_title(name: str, community: str) -> str:
    """A channel where its community is not in sight; ``community`` may be unknown (empty)."""
    if not community:
        return channel_name(name)
    words = tr("{channel} - {community}", "a channel of a community")
    return words.format(channel=channel_name(name), community=plain_name(community))
