"""What was in sight counts as read: moves the mark of the open channel.

Posts that came in below the mark were seen where they themselves were in sight, and nowhere else.
"""

from __future__ import annotations

from PySide6.QtCore import QObject

from engine.errors import Fault, Refusal, Refused
from engine.model.commands import MarkRead
from engine.model.ids import OrderKey, SpaceId
from engine.model.views import LateView, SpaceView
from ui.timeline.view import TimelineView


class ReadMark(QObject):
    """Hears what ``timeline`` had in sight. A mark that could not be moved is moved with the next
    sight, or the next change of the space; that it failed is told once, until it succeeds.
    """

    def __init__(self, timeline: TimelineView) -> None:
        super().__init__(timeline)
        self._timeline = timeline
        self._space: SpaceId | None = None
        self._marked: OrderKey | None = None
        self._late: LateView | None = None
        self._told: object = None
        self._has_failed = False
        timeline.seen.connect(self._saw)

    def follow(self, view: SpaceView) -> None:
        """``view`` is the open space as it is now: what came in late may be in sight already, and
        so may what was not marked.
        """
        self._late = view.late
        if view.late is not None or self._marked is None:
            self._timeline.tell_seen()

    def _saw(self, newest: OrderKey, oldest: OrderKey) -> None:
        """Not only where something is said to be unread: the view may be older than the post."""
        space = self._timeline.source.space
        if space is None or self._timeline.window().isMinimized():
            return
        if space != self._space:
            self._space, self._marked, self._told = space, None, None
        sight = (oldest, newest, self._late)
        is_further = self._marked is None or newest > self._marked
        if not is_further and (self._told == sight or not self._holds_late(oldest, newest)):
            return
        self._told = sight
        if is_further:
            self._marked = newest
        self._timeline.source.bridge.start(self._mark(MarkRead(space, newest, oldest)))

    async def _mark(self, command: MarkRead) -> None:
        try:
            await self._timeline.source.bridge.perform(command)
        except Refused as refused:
            # One that was forgotten meanwhile needs no mark.
            if refused.reason is not Refusal.SPACE_UNKNOWN:
                raise
        except Fault:
            if command.space == self._space:
                self._marked = self._told = None
            if not self._has_failed:
                self._has_failed = True
                raise
        else:
            self._has_failed = False

    def _holds_late(self, oldest: OrderKey, newest: OrderKey) -> bool:
        """Whether one that came in late may stand there."""
        late = self._late
        return late is not None and oldest <= late.last and late.first <= newest
