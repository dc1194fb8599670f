"""The place at the right of the open space: its members, or what its kind has there."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from engine.model.ids import SpaceKind
from engine.model.views import SpaceView
from ui.equipment import Equipment
from ui.people.members_pane import MembersPane
from ui.widgets.beside_pane import BesidePane


class Details(QWidget):
    """``people`` stands there for every kind of space that was offered nothing else.

    ``invite_wanted`` and ``closed`` are pressed, ``counted`` says how many members there are;
    ``member_wanted`` carries the SpaceView and the MemberView of who is to be shown.
    """

    invite_wanted = Signal()
    member_wanted = Signal(object, object)
    closed = Signal()
    counted = Signal(int)

    def __init__(self, equipment: Equipment, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "sidebar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._panes: dict[SpaceKind, BesidePane] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.people = MembersPane(equipment)
        self.people.invite_wanted.connect(self.invite_wanted)
        self.people.member_wanted.connect(self.member_wanted)
        self.people.counted.connect(self.counted)
        self._add(self.people)
        self._shown: BesidePane = self.people

    def offer(self, kind: SpaceKind, pane: BesidePane) -> None:
        """What stands beside spaces of that kind is ``pane`` from now on."""
        self._panes[kind] = pane
        self._add(pane)
        pane.hide()

    def _add(self, pane: BesidePane) -> None:
        self._column.addWidget(pane)
        pane.closed.connect(self.closed)

    @override
    def sizeHint(self) -> QSize:
        """As wide as members need it: it is not another width for each kind of space."""
        hint = super().sizeHint()
        return QSize(max(hint.width(), self.people.sizeHint().width()), hint.height())

    @property
    def main(self) -> QWidget:
        """What the keyboard comes to first."""
        return self._shown.main

    def show_space(self, view: SpaceView) -> None:
        """Shows what stands beside that space, or that the space has changed."""
        pane = self._panes.get(view.kind, self.people)
        if pane is not self._shown:
            self.forget_space()
            self._shown.hide()
            self._shown = pane
            pane.show()
        pane.show_space(view)

    def forget_space(self) -> None:
        """The space is gone: nothing is asked of it any more."""
        self._shown.forget_space()
