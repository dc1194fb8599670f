"""The fingerprint of a request: thirty digits in six groups, the same on both screens."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from ui.look.theme import Gap, Theme, Type
from ui.text.language import tr
from ui.widgets.labels import plain_label

GROUPS_A_LINE = (3, 2, 1)  # as many as have room
GROUP_GAP = "  "


class Fingerprint(QWidget):
    """The digits, large, in as few lines as have room; they can be selected and copied."""

    def __init__(self, theme: Theme, sentence: str) -> None:
        """``sentence`` says what to do with them."""
        super().__init__()
        self._theme = theme
        self._groups: list[str] = []
        self.heading = plain_label(tr("Fingerprint"), role="title")
        self.digits = plain_label()
        self.digits.setWordWrap(False)  # they are broken between groups (``_fit``)
        self.digits.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.digits.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Gap.XS)
        column.addWidget(self.heading)
        column.addWidget(self.digits)
        column.addWidget(plain_label(sentence, role="hint"))
        theme.changed.connect(self._dress)
        self._dress()

    def show_digits(self, fingerprint: str) -> None:
        """``fingerprint`` is six groups of five digits with blanks between."""
        self._groups = fingerprint.split()
        self._fit()
        spoken = ", ".join(" ".join(group) for group in self._groups)
        self.digits.setAccessibleName(tr("Fingerprint: {digits}").format(digits=spoken))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        advance = QFontMetrics(self.digits.font()).horizontalAdvance
        lines: list[str] = []
        for count in GROUPS_A_LINE:
            starts = range(0, len(self._groups), count)
            lines = [GROUP_GAP.join(self._groups[start : start + count]) for start in starts]
            if max(map(advance, lines), default=0) <= self.width():
                break
        self.digits.setText("\n".join(lines))

    def _dress(self) -> None:
        self.digits.setFont(self._theme.mono_font(Type.PAGE))
        self._fit()
