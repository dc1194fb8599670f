"""Where the news begin in a channel that is open.

When a space is opened the timeline itself finds its first unread post. What comes while another
window or page is looked at, or while one who had read all is further up, has a line of its own
above it.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject

from engine.errors import Refusal, Refused
from engine.model.ids import OrderKey
from engine.model.queries import Extent
from engine.model.views import SpaceView
from ui.channel.read_through import ReadThrough
from ui.timeline.view import TimelineView
from ui.widgets.looked_at import is_looked_at


class UnreadLine(QObject):
    """Moves the line of ``timeline`` to the first unread post: once for each time that one has
    looked away, and whenever ``through`` was outrun.
    """

    def __init__(self, timeline: TimelineView, through: ReadThrough) -> None:
        super().__init__(timeline)
        self._timeline = timeline
        self._through = through
        self._is_due = True
        timeline.seen.connect(self._looked)
        through.outrun.connect(self._on_outrun)

    def _looked(self, _newest: object, _oldest: object) -> None:
        self._is_due = True

    async def follow(self, view: SpaceView) -> None:
        """``view`` is the open space, as it is now. A feed's line says what was read before."""
        timeline = self._timeline
        is_due = self._is_due and view.unread > 0 and not timeline.source.facing.newest_first
        if not is_due or is_looked_at(timeline):
            return
        first = await self._first_unread()
        if first is not None and not is_looked_at(timeline):
            self._is_due = False
            self._put(first)

    def _on_outrun(self) -> None:
        self._timeline.source.bridge.start(self._pass_on())

    async def _pass_on(self) -> None:
        try:
            first = await self._first_unread()
        except Refused as refused:
            if refused.reason is not Refusal.SPACE_UNKNOWN:
                raise
            return  # forgotten meanwhile
        # None: all was read meanwhile, or came in below what was read.
        if first is not None and not self._through.has_come_from(first):
            self._put(first)

    async def _first_unread(self) -> OrderKey | None:
        """Of the open space. None also where it was left meanwhile, even if it is open again: what
        was unread before may have been read since, or stand the other way round.
        """
        source = self._timeline.source
        space, run = source.space, source.run
        if space is None:
            return None
        extent = await source.facing.ask(Extent(space))
        return extent.first_unread if source.run is run else None  # each visit has its own

    def _put(self, first: OrderKey) -> None:
        timeline = self._timeline
        timeline.read_as(replace(timeline.reading, unread_from=first))

    def take_away(self) -> None:
        """What stood below it is news no more."""
        timeline = self._timeline
        timeline.read_as(replace(timeline.reading, unread_from=None))
