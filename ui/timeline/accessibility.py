"""What a screen reader is told: posts in sight as the description, live ones as announcements.

A post is spoken as "author, time: text. state" (ux.md 3.3). Nothing is done while nobody listens.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from engine.model.ids import OrderKey, PostKind
from ui.text.times import clock
from ui.timeline.rows import Reading, author_name
from ui.timeline.run import Entry, PostRun
from ui.timeline.selection import text_of

SPOKEN_CHARACTERS_MAX = 500  # ours: what is longer is read by moving to it
ANNOUNCED_MAX = 3  # more at once are only counted


class Speaker(QObject):
    """Speaks for one timeline. ``listening`` and ``announce`` are a test's to replace."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._last: OrderKey | None = None
        self.listening: Callable[[], bool] = QAccessible.isActive
        self.announce: Callable[[str], object] = self._announce

    def forget(self) -> None:
        """Another space is shown: what it holds is not news."""
        self._last = None

    def describe(self, entries: list[Entry], reading: Reading) -> None:
        """These posts are in sight."""
        if self.listening():
            spoken = "\n".join(spoken_post(entry, reading) for entry in entries)
            if spoken != self._widget.accessibleDescription():
                self._widget.setAccessibleDescription(spoken)

    def tell_new(self, run: PostRun, reading: Reading) -> None:
        """Announces posts of others behind the last one that was there."""
        known, self._last = self._last, run.last if len(run) and not run.after else self._last
        if known is None or run.after or not self.listening():
            return
        new = [entry for entry in run.entries_after(known) if not entry.post.ours]
        if len(new) > ANNOUNCED_MAX:
            self.announce(f"{len(new)} new messages")
        else:
            for entry in new:
                self.announce(spoken_post(entry, reading))

    def _announce(self, text: str) -> None:
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._widget, text))


def spoken_post(entry: Entry, reading: Reading) -> str:
    """A post as it is read aloud."""
    post = entry.post
    who = author_name(post, reading)
    if post.kind == PostKind.ROOT:
        return f"The beginning of {reading.space_name}"
    text = text_of(entry.prose)[:SPOKEN_CHARACTERS_MAX]
    state = ". Saved" if post.ours else ""
    return f"{who}, {clock(post.timestamp, reading.zone)}: {text}{state}"
