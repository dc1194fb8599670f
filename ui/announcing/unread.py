"""How much is unread, from what the engine says of the spaces: nothing is counted here by hand.

Title, badge, tray and sidebar go by the same ``SpaceView``s. A space counts by its own level: all
posts, those that speak to us, or none; one that was left or archived never does. Pure; no Qt.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from engine.model.ids import NotificationLevel
from engine.model.views import SpaceView


@dataclass(frozen=True, slots=True)
class Unread:
    """``posts`` is the number for badge and title; ``mentions``: of them those that speak to us."""

    posts: int = 0
    mentions: int = 0


def unread_of(views: Iterable[SpaceView]) -> Unread:
    """Of all spaces together."""
    counted = [_of_one(view) for view in views]
    return Unread(sum(one.posts for one in counted), sum(one.mentions for one in counted))


def _of_one(view: SpaceView) -> Unread:
    if view.left or view.archived:
        return Unread()
    match view.notifications:
        case NotificationLevel.ALL:
            return Unread(view.unread, view.mentions)
        case NotificationLevel.MENTIONS:
            return Unread(view.mentions, view.mentions)
        case NotificationLevel.NONE:
            return Unread()
        case _:
            assert_never(view.notifications)


def title_of(program: str, unread: Unread) -> str:
    """The window's title. Counts only: a name could pretend to be another program (G-6)."""
    return f"({unread.posts}) {program}" if unread.posts else program
