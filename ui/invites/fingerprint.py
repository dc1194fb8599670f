"""The fingerprint of a request: thirty digits in six groups, the same on both screens."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from ui.look.theme import Space, Theme, Type
from ui.widgets.labels import plain_label

GROUPS_A_LINE = 3


class Fingerprint(QWidget):
    """The digits, large, in two lines; they can be selected and copied."""

    def __init__(self, theme: Theme, sentence: str) -> None:
        """``sentence`` says what to do with them."""
        super().__init__()
        self._theme = theme
        self.heading = plain_label("Fingerprint", role="title")
        self.digits = QLabel()
        self.digits.setTextFormat(Qt.TextFormat.PlainText)
        self.digits.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.XS)
        column.addWidget(self.heading)
        column.addWidget(self.digits)
        column.addWidget(plain_label(sentence, role="hint"))
        theme.changed.connect(self._dress)
        self._dress()

    def show_digits(self, fingerprint: str) -> None:
        """``fingerprint`` is six groups of five digits with blanks between."""
        groups = fingerprint.split()
        starts = range(0, len(groups), GROUPS_A_LINE)
        lines = ["  ".join(groups[start : start + GROUPS_A_LINE]) for start in starts]
        self.digits.setText("\n".join(lines))
        spoken = ", ".join(" ".join(group) for group in groups)
        self.digits.setAccessibleName(f"Fingerprint: {spoken}")

    def _dress(self) -> None:
        self.digits.setFont(self._theme.mono_font(Type.PAGE))
