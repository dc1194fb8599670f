"""A community with people in it, and what is folded away there."""

from __future__ import annotations

from engine.model.communities import (
    CommunityView,
)
from engine.model.ids import SpaceId
from engine.protocols.cable.posts import (
    Text,
)
from tests.unit.cable.desk import NOW, Desk, said_by


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
