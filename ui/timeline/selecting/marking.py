"""What stands out: the keyboard's row, a row that was just jumped to, words that were found."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from engine.model.ids import OrderKey, PostId
from ui.timeline.loading.run import Entry
from ui.timeline.selecting.matching import Matcher
from ui.timeline.selecting.selection import text_of

FLASH_MS = 1_600  # ours: long enough to be found by the eye, in one step: nothing blinks
KEPT_MAX = 600

Ranges = Sequence[tuple[int, int]]


class Marking(QObject):
    """``changed`` asks for a repaint."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.focused: OrderKey | None = None
        """The row that keys act on."""
        self.is_ringed = False
        """Whether it was keys that brought them there: who presses it sees it without a ring."""
        self.flashed: OrderKey | None = None
        self._matcher: Matcher | None = None
        self._found: dict[PostId, tuple[Entry, Ranges]] = {}
        self._timer = QTimer(self, singleShot=True, interval=FLASH_MS)
        self._timer.timeout.connect(self._end_flash)

    def clear(self) -> None:
        """Another space is shown: nothing stands out, what is looked for stays."""
        self.focused = self.flashed = None
        self.is_ringed = False
        self._timer.stop()
        self._found.clear()

    def focus(self, order: OrderKey | None, *, by_keys: bool = True) -> None:
        """Keys act on the row of that key (None: on none)."""
        is_ringed = by_keys and order is not None
        if (order, is_ringed) != (self.focused, self.is_ringed):
            self.focused, self.is_ringed = order, is_ringed
            self.changed.emit()

    def flash(self, order: OrderKey) -> None:
        """Shows for a moment which row is meant."""
        self.flashed = order
        self._timer.start()
        self.changed.emit()

    def look_for(self, words: str) -> None:
        """Marks these words wherever they stand; nothing for an empty text."""
        self._matcher = Matcher(words) if words.strip() else None
        self._found.clear()
        self.changed.emit()

    def found_in(self, entry: Entry) -> Ranges:
        """What of the entry's text is marked."""
        if self._matcher is None:
            return ()
        kept = self._found.get(entry.post.id)
        if kept is None or kept[0] is not entry:
            if len(self._found) >= KEPT_MAX:
                self._found.clear()
            kept = entry, self._matcher.ranges(text_of(entry.prose))
            self._found[entry.post.id] = kept
        return kept[1]

    def _end_flash(self) -> None:
        self.flashed = None
        self.changed.emit()
