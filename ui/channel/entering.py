"""Who wants to write in a channel that is still being opened. Opening it moves no keyboard."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


class Entering:
    """For one page. The keyboard comes to ``field``; where nothing may be written, to ``read``.

    Whoever goes elsewhere with it meanwhile, or turns to another page, stays there: what they type
    is not for the channel.
    """

    def __init__(self, page: QWidget, field: QWidget, read: QWidget) -> None:
        self._page, self._field, self._read = page, field, read
        self._is_there = self._is_wanted = False
        self._left_at: QWidget | None = None
        """Where in its window the keyboard was when somebody asked to go in."""

    def begin(self) -> None:
        """A channel is being opened, or none is open: nobody has asked to go into it."""
        self._is_there = self._is_wanted = False

    def arrive(self) -> None:
        """The channel is there, and whether one may write in it is shown."""
        self._is_there = True
        if self._is_wanted and self._left_at in {None, self._page.window().focusWidget()}:
            self.enter()

    def enter(self) -> None:
        """The keyboard goes into the channel: now, or as soon as it is there."""
        self._is_wanted = not self._is_there
        self._left_at = self._page.window().focusWidget()
        if self._is_there and self._page.isVisible():
            writes = self._field.isVisibleTo(self._page)
            (self._field if writes else self._read).setFocus(Qt.FocusReason.ShortcutFocusReason)
