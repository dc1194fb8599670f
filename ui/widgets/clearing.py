"""The mark in a field that empties it, there while there is something to empty."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit

from ui.look.theme import Theme
from ui.text.language import tr


def let_clear(field: QLineEdit, theme: Theme) -> None:
    """Adds the mark at the field's end. Qt's own has a colour of its own in every scheme."""
    mark = _Clear(field, theme)
    field.addAction(mark, QLineEdit.ActionPosition.TrailingPosition)
    mark.follow(field.text())  # not before: Qt shows what is added, whether it is visible or not


class _Clear(QAction):
    def __init__(self, field: QLineEdit, theme: Theme) -> None:
        super().__init__(tr("Clear"), field)
        self._theme = theme
        self.triggered.connect(field.clear)
        field.textChanged.connect(self.follow)
        theme.changed.connect(self._dress)
        self._dress()

    def follow(self, text: str) -> None:
        """There is ``text`` in the field now."""
        self.setVisible(bool(text))

    def _dress(self) -> None:
        self.setIcon(self._theme.icon("x"))
