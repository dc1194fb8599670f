"""A line above the channel that leads back to the page from which a message was reached."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ui.look.theme import Gap, Theme
from ui.text.language import tr
from ui.widgets.buttons import IconButton, IconPushButton
from ui.widgets.page import Page


class WayBack(QWidget):
    """Hidden while there is nothing to go back to. ``pressed``: the person wants to."""

    pressed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._target: Page | None = None
        self.setProperty("surface", "sidebar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.button = IconPushButton(theme, "arrow-left", tr("Back to what was found"), "flat")
        self.button.clicked.connect(self.pressed)
        self.shut = IconButton(theme, "x", tr("Stay here"), size=16)
        self.shut.clicked.connect(self.forget)
        row = QHBoxLayout()
        row.setContentsMargins(Gap.S, Gap.XS, Gap.M, Gap.XS)
        row.addWidget(self.button)
        row.addStretch()
        row.addWidget(self.shut)
        line = QWidget()
        line.setProperty("surface", "line")
        line.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        line.setFixedHeight(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(line)
        self.hide()

    def offer(self, target: Page) -> None:
        """Leads to ``target`` until it was taken or is forgotten."""
        self._target = target
        self.show()

    def take(self) -> Page | None:
        """Where it leads, None if nowhere; it leads nowhere after that."""
        target = self._target
        self.forget()
        return target

    def forget(self) -> None:
        """Leads nowhere."""
        self._target = None
        self.hide()
