"""Whether all has been in sight that was unread, from the line above it to the newest post."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from engine.model.ids import OrderKey
from ui.timeline.view import TimelineView
from ui.widgets.looked_at import is_looked_at


class ReadThrough(QObject):
    """Follows what ``timeline`` has in sight while somebody looks. ``is_done`` until another line
    stands there; where none stands, nothing is left to be gone through.

    ``outrun``: all was gone through, and by now unread posts are there that are not come to, so
    that the line belongs above the first of them. Who follows the newest comes to each, who is
    further away to none before they have gone on from where they were. It is said no more often
    than it is told that something is unread.

    The mark of what was read is not enough: it moves to the newest post also of one who went there
    past all the others, and who is to be led back to them.
    """

    outrun = Signal()

    def __init__(self, timeline: TimelineView) -> None:
        super().__init__(timeline)
        self._timeline = timeline
        self._unread = 0
        self._is_told = False
        self._begin(None)
        timeline.turned.connect(lambda: self._begin(None))
        timeline.settled.connect(self._look)
        timeline.seen.connect(self._look)  # what stands still was there before one came back

    def _begin(self, line: OrderKey | None) -> None:
        self._line = line
        self._seen: tuple[OrderKey, OrderKey] | None = None
        """The first and the last of what was in sight with nothing left out between them."""
        self._follows = False
        """Whether one who had come to all was at the end, and looked, the last time."""
        self.is_done = line is None

    def tell_unread(self, count: int) -> None:
        """So many posts of the open space are unread."""
        self._unread = count
        self._is_told = False
        self._look()

    def has_come_from(self, order: OrderKey) -> bool:
        """Whether all has been in sight from the post of that key to the newest."""
        return self._reaches(order) and self._reaches_newest()

    def _look(self, *_seen: object) -> None:
        line = self._timeline.reading.unread_from
        if line != self._line:
            self._begin(line)
        if not self._timeline.in_sight():
            return
        looks, at_end = is_looked_at(self._timeline), self._timeline.anchor.stuck
        if looks:
            self._see(follows=self._follows and at_end)
        is_seen = self._reaches_line() and self._reaches_newest()
        self._follows = looks and at_end and is_seen
        if self._unread == 0:
            self.is_done = self.is_done or is_seen  # what came since is one's own
        elif looks and self.is_done and not is_seen and not self._is_told:
            self._is_told = True
            self.outrun.emit()

    def _see(self, *, follows: bool) -> None:
        """What is in sight joins what was seen, where nothing is left out between them."""
        run, sight = self._timeline.source.run, self._timeline.in_sight()
        first, last = (run.entries[sight[at][0]].post.order for at in (0, -1))
        seen = self._seen
        if seen is not None and (follows or (first <= seen[1] and seen[0] <= last)):
            self._seen = min(first, seen[0]), max(last, seen[1])
        elif self._line is None or not self._reaches_line():
            self._seen = first, last

    def _reaches_line(self) -> bool:
        return self._seen is not None and (self._line is None or self._reaches(self._line))

    def _reaches(self, order: OrderKey) -> bool:
        return self._seen is not None and self._seen[0] <= order <= self._seen[1]

    def _reaches_newest(self) -> bool:
        run = self._timeline.source.run
        if self._seen is None:
            return False
        if self._timeline.reading.newest_first:
            return not run.before and self._seen[0] <= run.first
        return not run.after and self._seen[1] >= run.last
