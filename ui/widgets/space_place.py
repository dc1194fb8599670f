"""What shows the spaces of one kind, where that is no channel: a feed, a shared folder."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from engine.model.ids import SpaceId


class SpacePlace(QWidget):
    """One widget shows all spaces of its kind, one at a time.

    ``back_wanted``: to the list, where the window is too narrow for both. ``done`` carries a
    sentence for the toast.
    """

    back_wanted = Signal()
    done = Signal(str)

    @property
    def space(self) -> SpaceId | None:
        """What is open in it."""
        raise NotImplementedError

    @property
    def main(self) -> QWidget:
        """What the keyboard comes to first."""
        raise NotImplementedError

    def open(self, space: SpaceId) -> None:
        """Shows a space, from its beginning or where the person was; the keyboard stays where it
        is.
        """
        raise NotImplementedError

    def enter(self) -> None:
        """The keyboard comes to ``main``."""
        self.main.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def close_space(self) -> None:
        """Shows nothing, and asks for nothing more."""
        raise NotImplementedError

    def show_back(self, *, shown: bool) -> None:
        """Whether there is a way back to the list of spaces."""
        raise NotImplementedError

    def escape(self) -> None:
        """Ends what was begun in it: a filter, a choice; else nothing."""
