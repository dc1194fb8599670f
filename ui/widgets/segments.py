"""One of a few, all in sight: buttons side by side of which one is pressed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QWidget

from ui.look.theme import Theme
from ui.widgets.buttons import IconPushButton
from ui.widgets.flow import flow

Segment = tuple[str, str, str]
"""The value, its icon, and its words."""


class Segments(QWidget):
    """``chosen`` carries the value that the person pressed."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, name: str, segments: Sequence[Segment]) -> None:
        """``name`` says what is chosen, for whoever hears the window."""
        super().__init__()
        self.setAccessibleName(name)
        self._group = QButtonGroup(self)
        self.buttons: dict[str, IconPushButton] = {}
        for value, icon, words in segments:
            button = IconPushButton(theme, icon, words, "segment")
            button.setCheckable(True)
            button.setAccessibleDescription(name)
            button.clicked.connect(lambda _checked, v=value: self.chosen.emit(v))
            button.toggled.connect(self._guide_focus)
            self._group.addButton(button)
            self.buttons[value] = button
        self.setLayout(flow(*self.buttons.values()))

    def _guide_focus(self) -> None:
        """Tab comes to the one that is pressed, and arrows go on from there."""
        pressed = self._group.checkedButton()
        for button in self.buttons.values():
            is_stop = pressed is None or button is pressed
            policy = Qt.FocusPolicy.StrongFocus if is_stop else Qt.FocusPolicy.ClickFocus
            button.setFocusPolicy(policy)

    @property
    def value(self) -> str:
        """What is pressed, "" at first."""
        pressed = self._group.checkedButton()
        return next((value for value, one in self.buttons.items() if one is pressed), "")

    def show_value(self, value: str) -> None:
        """Presses that one, silently."""
        if value in self.buttons:
            self.buttons[value].setChecked(True)
