"""What stands at the right of an open space whose kind has something of its own there."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from engine.model.views import SpaceView


class BesidePane(QWidget):
    """One widget for all spaces of its kind, one at a time. ``closed``: its button was pressed."""

    closed = Signal()
    _is_behind = False

    @property
    def main(self) -> QWidget:
        """What the keyboard comes to first."""
        raise NotImplementedError

    def show_space(self, view: SpaceView) -> None:
        """That space is open, or has changed."""
        raise NotImplementedError

    def forget_space(self) -> None:
        """It is open no more: nothing is asked of it."""
        raise NotImplementedError

    def _can_wait(self) -> bool:
        """Whether nobody sees it now: then what costs much is left, and ``_catch_up`` is called
        once it comes into sight. A pane that is shut asks all the same what others say of its
        space, as how many members there are.
        """
        self._is_behind = not self.isVisible()
        return self._is_behind

    def _catch_up(self) -> None:
        """Asks for what was left."""
        raise NotImplementedError

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_behind:
            self._is_behind = False
            self._catch_up()
