"""Where the news begin while a channel is open and nobody looks at it.

When a space is opened the timeline itself finds its first unread post. What comes while another
window or page is looked at has a line of its own above it when one returns.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject

from engine.model.queries import Extent
from engine.model.views import SpaceView
from ui.timeline.view import TimelineView
from ui.widgets.looked_at import is_looked_at


class UnreadLine(QObject):
    """Moves the line of ``timeline``, once for each time that one has looked away."""

    def __init__(self, timeline: TimelineView) -> None:
        super().__init__(timeline)
        self._timeline = timeline
        self._is_due = True
        timeline.seen.connect(self._looked)

    def _looked(self, _newest: object, _oldest: object) -> None:
        self._is_due = True

    async def follow(self, view: SpaceView) -> None:
        """``view`` is the open space, as it is now. A feed's line says what was read before."""
        timeline = self._timeline
        source = timeline.source
        is_due = self._is_due and view.unread > 0 and not source.facing.newest_first
        if not is_due or is_looked_at(timeline):
            return
        extent = await source.facing.ask(Extent(view.id))
        if source.space == view.id and extent.first_unread and not is_looked_at(timeline):
            self._is_due = False
            timeline.read_as(replace(timeline.reading, unread_from=extent.first_unread))

    def take_away(self) -> None:
        """What stood below it is news no more."""
        timeline = self._timeline
        timeline.read_as(replace(timeline.reading, unread_from=None))
