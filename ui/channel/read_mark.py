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
    """Hears what ``timeline`` had in sight. A mark that could not be moved is moved as far with the
    next sight, wherever that is, or the next change of what is open; that it failed is told once,
    until it succeeds.
    """

    def __init__(self, timeline: TimelineView) -> None:
        super().__init__(timeline)
        self._timeline = timeline
        self._space: SpaceId | None = None
        self._marked: OrderKey | None = None
        self._late: LateView | None = None
        self._told: object = None
        self._failed: dict[SpaceId, MarkRead] = {}
        """The furthest of each space that could not be moved."""
        self._has_failed = False
        timeline.seen.connect(self._saw)

    def follow(self, view: SpaceView) -> None:
        """``view`` is the open space as it is now: what came in late may be in sight already, and
        so may what was not marked.
        """
        self._late = view.late
        if view.late is not None or self._marked is None or self._failed:
            self._timeline.tell_seen()

    def _saw(self, newest: OrderKey, oldest: OrderKey) -> None:
        """Not only where something is said to be unread: the view may be older than the post."""
        space = self._timeline.source.space
        if space is None:
            return
        self._try_again()
        if space != self._space:
            self._space, self._marked, self._told = space, None, None
        sight = (oldest, newest, self._late)
        is_further = self._marked is None or newest > self._marked
        if not is_further and (self._told == sight or not self._holds_late(oldest, newest)):
            return
        self._told = sight
        if is_further:
            self._marked = newest
        self._start(MarkRead(space, newest, oldest))

    def _try_again(self) -> None:
        """What is in sight by now may be older than what was."""
        failed, self._failed = self._failed, {}
        for command in failed.values():
            self._start(command)

    def _start(self, command: MarkRead) -> None:
        self._timeline.source.bridge.start(self._mark(command))

    async def _mark(self, command: MarkRead) -> None:
        try:
            await self._timeline.source.bridge.perform(command)
        except Refused as refused:
            # One that was forgotten meanwhile needs no mark.
            if refused.reason is not Refusal.SPACE_UNKNOWN:
                raise
        except Fault:
            before = self._failed.get(command.space)
            if before is None or command.up_to > before.up_to:
                self._failed[command.space] = command
            self._told = None
            if not self._has_failed:
                self._has_failed = True
                raise
        else:
            self._has_failed = False

    def _holds_late(self, oldest: OrderKey, newest: OrderKey) -> bool:
        """Whether one that came in late may stand there."""
        late = self._late
        return late is not None and oldest <= late.last and late.first <= newest
