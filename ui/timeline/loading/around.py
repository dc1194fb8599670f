"""Asks for a stretch of the timeline, whatever of it is loaded. Keeps nothing."""

from __future__ import annotations

from engine.model.ids import OrderKey, SpaceId
from engine.model.queries import Timeline
from engine.model.views import TimelinePage
from ui.timeline.loading.seek import Asks

AROUND_POSTS = 100  # on either side of a place that is jumped to or read anew


async def page_at(asked: Asks, space: SpaceId, at: OrderKey | None) -> TimelinePage:
    """The posts on either side of ``at``, or the newest ones (None), without a gap."""
    if at is None:
        return await asked.ask(Timeline(space, limit=AROUND_POSTS))
    older = await asked.ask(Timeline(space, limit=AROUND_POSTS, before=at))
    # Asked after the last older one, so that no post can fall between the two pages.
    joint = older.posts[-1].order if older.posts else OrderKey(b"")
    newer = await asked.ask(Timeline(space, limit=AROUND_POSTS, after=joint))
    before = max(0, newer.before - len(older.posts))
    return TimelinePage((*older.posts, *newer.posts), before, newer.after)
