"""Who wants to write in a channel that is still being opened. Opening it moves no keyboard."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


class Entering:
    """For one page. The keyboard comes to ``field``; where nothing may be written, to ``read``."""

    def __init__(self, page: QWidget, field: QWidget, read: QWidget) -> None:
        self._page, self._field, self._read = page, field, read
        self._is_there = self._is_wanted = False

    def begin(self) -> None:
        """A channel is being opened, or none is open: nobody has asked to go into it."""
        self._is_there = self._is_wanted = False

    def arrive(self) -> None:
        """The channel is there, and whether one may write in it is shown."""
        self._is_there = True
        if self._is_wanted:
            self.enter()

    def enter(self) -> None:
        """The keyboard goes into the channel: now, or as soon as it is there."""
        self._is_wanted = not self._is_there
        if self._is_there:
            writes = self._field.isVisibleTo(self._page)
            (self._field if writes else self._read).setFocus(Qt.FocusReason.ShortcutFocusReason)
