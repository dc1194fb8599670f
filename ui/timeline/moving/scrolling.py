"""Where the reader stands: a row and a pixel offset, never a total height. Pure but for the timer.

Heights are only known of rows that were laid out, so nothing here adds up a whole timeline: the
anchor walks from row to row. Insertion above the anchor cannot move what is seen.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer, Signal

BOTTOM_PADDING = 12.0
STEP_SHARE = 0.34  # of the way left, each frame: a notch takes about a tenth of a second
FRAME_MS = 16

HeightOf = Callable[[int], float]


class Anchor:
    """The topmost row in sight and the y of its top (<= 0), or the end, if ``stuck`` to it."""

    def __init__(self) -> None:
        self.index = 0
        self.top = 0.0
        self.stuck = True

    def place(self, index: int, top: float) -> None:
        """Puts the top of row ``index`` at ``top``."""
        self.index, self.top, self.stuck = index, top, False

    def stick(self) -> None:
        """Goes to the end and stays there."""
        self.stuck = True

    def stay(self) -> None:
        """Stays where it is, also at the end: that is about to move."""
        self.stuck = False

    def scroll_by(self, pixels: float) -> None:
        """Moves towards newer rows (pixels > 0) or older ones."""
        self.top -= pixels
        self.stuck = self.stuck and pixels >= 0

    def settle(self, count: int, room: float, height_of: HeightOf, *, at_end: bool) -> None:
        """Brings the anchor within ``count`` rows and a viewport ``room`` pixels high.

        ``at_end``: the last row is the timeline's last, so that resting there means to stick.
        """
        if count == 0:
            self.index, self.top = 0, 0.0
            return
        self.index = min(self.index, count - 1)
        floor = room - BOTTOM_PADDING
        if self.stuck:
            self.index = count - 1
            self.top = floor - height_of(self.index)
        self._walk(count, height_of)
        if self.index == 0 and self.top > 0:
            self.top = 0.0
        bottom = self._bottom(count, room, height_of)
        if bottom is not None and bottom <= floor:
            self.top += floor - bottom
            self.stuck = at_end
            self._walk(count, height_of)

    def _walk(self, count: int, height_of: HeightOf) -> None:
        """Makes the anchor the topmost row in sight without moving anything."""
        while self.top > 0 and self.index > 0:
            self.index -= 1
            self.top -= height_of(self.index)
        while self.index < count - 1 and self.top + height_of(self.index) <= 0:
            self.top += height_of(self.index)
            self.index += 1

    def _bottom(self, count: int, room: float, height_of: HeightOf) -> float | None:
        """Where the last row ends, None if that is out of sight."""
        y = self.top
        for index in range(self.index, count):
            y += height_of(index)
            if y > room:
                return None
        return y

    def rows(self, count: int, room: float, height_of: HeightOf) -> list[tuple[int, float]]:
        """Rows in sight, from the top, with the y of each."""
        seen: list[tuple[int, float]] = []
        y = self.top
        for index in range(self.index, count):
            if y >= room:
                break
            seen.append((index, y))
            y += height_of(index)
        return seen


class Glide(QObject):
    """Spreads the notches of a wheel over some frames. No timer runs while nothing moves."""

    moved = Signal(float)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._left = 0.0
        self._timer = QTimer(self, interval=FRAME_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._step)

    @property
    def is_moving(self) -> bool:
        """Whether there is a way left."""
        return self._timer.isActive()

    def push(self, pixels: float) -> None:
        """Adds to the way that is left; a push against it starts anew."""
        self._left = pixels if self._left * pixels < 0 else self._left + pixels
        if not self._timer.isActive():
            self._timer.start()
            self._step()

    def stop(self) -> None:
        """Stays where it is."""
        self._left = 0.0
        self._timer.stop()

    def _step(self) -> None:
        step = self._left if abs(self._left) < 2 else self._left * STEP_SHARE
        self._left -= step
        if abs(self._left) < 1:
            self._timer.stop()
            self._left = 0.0
        self.moved.emit(step)
