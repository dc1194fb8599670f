"""Widgets that cannot be used while something of theirs is under way; the focus waits for them.

Qt gives the focus of whatever is disabled to the next widget in the window, however far away.
"""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from shiboken6 import isValid


class Busy:
    """Disables ``widgets`` until ``end``. Who had the focus among them has it again then.

    Unless it was moved meanwhile: by the person, or by what was done.
    """

    def __init__(self, *widgets: QWidget) -> None:
        self._widgets = widgets
        self._had = next((w for w in widgets if w.window().focusWidget() is w), None)
        self._holder = None if self._had is None else self._had.parentWidget()
        if self._holder is not None:
            # What they lie in holds it, so that Escape and Tab go on from there.
            self._holder.setFocus()
        for widget in widgets:
            widget.setEnabled(False)

    def end(self) -> None:
        """They can be used again, those that are still there."""
        for widget in filter(isValid, self._widgets):
            widget.setEnabled(True)
        had, holder = self._had, self._holder
        if had is None or holder is None or not isValid(had) or not isValid(holder):
            return
        if had.isVisibleTo(had.window()) and had.window().focusWidget() in {holder, None}:
            had.setFocus()
