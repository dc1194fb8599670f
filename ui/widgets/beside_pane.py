"""What stands at the right of an open space whose kind has something of its own there."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.model.views import SpaceView


class BesidePane(QWidget):
    """One widget for all spaces of its kind, one at a time. ``closed``: its button was pressed."""

    closed = Signal()

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
