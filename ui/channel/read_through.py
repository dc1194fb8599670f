"""Whether all has been in sight that was unread, from the line above it to the newest post."""

from __future__ import annotations

from PySide6.QtCore import QObject

from engine.model.ids import OrderKey
from ui.timeline.view import TimelineView
from ui.widgets.looked_at import is_looked_at


class ReadThrough(QObject):
    """Follows what ``timeline`` has in sight while somebody looks. ``is_done`` until another line
    stands there, or unread posts come that are not come to: who follows the newest comes to each,
    who is further up to none before they have gone on from where they were.

    The mark of what was read is not enough: it moves to the newest post also of one who went there
    past all the others, and who is to be led back to them.
    """

    def __init__(self, timeline: TimelineView) -> None:
        super().__init__(timeline)
        self._timeline = timeline
        self._unread = 0
        self._line: OrderKey | None = None
        self._seen_to: OrderKey | None = None
        self._follows = False
        """Whether one who had come to all was at the end, and looked, the last time."""
        self.is_done = False
        timeline.settled.connect(self._look)
        timeline.seen.connect(self._look)  # what stands still was there before one came back

    def tell_unread(self, count: int) -> None:
        """So many posts of the open space are unread."""
        self._unread = count
        self._look()

    def _look(self, *_seen: object) -> None:
        line = self._timeline.reading.unread_from
        if line != self._line:
            self._line, self._seen_to, self._follows, self.is_done = line, None, False, False
        if line is None or not self._timeline.in_sight():
            return
        looks, at_end = is_looked_at(self._timeline), self._timeline.anchor.stuck
        if looks:
            self._see(line, follows=self._follows and at_end)
        is_seen = self._is_seen()
        self._follows = looks and at_end and is_seen
        if self._unread == 0:
            self.is_done = self.is_done or is_seen  # what came since is one's own
        else:
            self.is_done = self.is_done and is_seen

    def _see(self, line: OrderKey, *, follows: bool) -> None:
        """What is in sight joins what was seen, where nothing is left out between them."""
        run, seen = self._timeline.source.run, self._timeline.in_sight()
        first, last = (run.entries[seen[at][0]].post.order for at in (0, -1))
        joins = follows or (self._seen_to is not None and first <= self._seen_to)
        if joins or first <= line <= last:
            self._seen_to = max(last, self._seen_to or last)

    def _is_seen(self) -> bool:
        """With the newest first one comes to the line from the newest post on."""
        if self._seen_to is None or self._timeline.reading.newest_first:
            return self._seen_to is not None
        run = self._timeline.source.run
        return not run.after and self._seen_to >= run.last
