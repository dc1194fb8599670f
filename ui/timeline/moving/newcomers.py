"""Counts posts that came in behind the reader's back: below while they read above, or above."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from engine.model.events import PostsArrived
from engine.model.ids import QUIET_KINDS, OrderKey
from ui.timeline.loading.run import PostRun
from ui.timeline.moving.scrolling import Anchor


class Newcomers(QObject):
    """``count`` posts of others came in below since the end was left, ``mentions`` of them speak
    to the person. What is folded away or nobody waits for is none of them, as in ``PostsArrived``.

    ``older_arrived`` carries the events of posts that came in above.
    """

    changed = Signal()
    older_arrived = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.count = 0
        self.mentions = 0
        self._end_known: OrderKey | None = None

    def forget(self) -> None:
        """Another space is shown."""
        self._end_known = None
        self._set(0, 0)

    def know_end(self, run: PostRun) -> None:
        """All that is loaded counts as known."""
        self._end_known = run.last if len(run) and not run.after else None

    def arrived(self, event: PostsArrived, run: PostRun, top: OrderKey | None) -> None:
        """Posts came in while the reader is away from the end; ``top`` is the topmost in sight."""
        if top is not None and event.last < top:
            self.older_arrived.emit(event)
        elif len(run) and event.first > run.last and (run.after or self._end_known is None):
            # What is not loaded, or has no known beginning, can only be counted as it comes.
            self._set(self.count + event.count - event.own, self.mentions + event.mentions)

    def recount(self, run: PostRun, anchor: Anchor) -> None:
        """The run holds other posts than before."""
        if anchor.stuck:
            self.know_end(run)
            self._set(0, 0)
        elif self._end_known is not None and not run.after:
            posts = [one.post for one in run.entries_after(self._end_known)]
            newer = [
                post for post in posts if not (post.ours or post.folded or post.kind in QUIET_KINDS)
            ]
            self._set(len(newer), sum(post.speaks_to_us for post in newer))

    def reached_end(self) -> None:
        """The reader is at the end again."""
        self._set(0, 0)

    def _set(self, count: int, mentions: int) -> None:
        if (count, mentions) != (self.count, self.mentions):
            self.count, self.mentions = count, mentions
            self.changed.emit()
