"""The mark in a field that empties it, there while there is something to empty."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit

from ui.look.theme import Theme
from ui.text.language import tr


def let_clear(field: QLineEdit, theme: Theme) -> None:
    """Adds the mark at the field's end. Qt's own has a colour of its own in every scheme."""
    field.addAction(_Clear(field, theme), QLineEdit.ActionPosition.TrailingPosition)


class _Clear(QAction):
    def __init__(self, field: QLineEdit, theme: Theme) -> None:
        super().__init__(tr("Clear"), field)
        self._theme = theme
        self.triggered.connect(field.clear)
        field.textChanged.connect(self._follow)
        theme.changed.connect(self._dress)
        self._follow(field.text())
        self._dress()

    def _follow(self, text: str) -> None:
        self.setVisible(bool(text))

    def _dress(self) -> None:
        self.setIcon(self._theme.icon("x"))
