"""A text field of several lines that says what belongs there while it is empty."""

from __future__ import annotations

from PySide6.QtWidgets import QPlainTextEdit
from typing_extensions import override


class HintedText(QPlainTextEdit):
    """Its placeholder may change at any time: what is seen is what it says."""

    @override
    def setPlaceholderText(self, placeholderText: str, /) -> None:
        """Painted anew: Qt itself does so only where a placeholder comes or goes."""
        if placeholderText != self.placeholderText():
            super().setPlaceholderText(placeholderText)
            self.viewport().update()
