"""Labels that show text as text: never HTML, whatever it looks like (reliability.md G-1)."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget
from typing_extensions import override

WORD_PIXELS_MAX = 140  # ours: as wide as a word may be in a narrow column
_WORD = re.compile(r"\S+")


def plain_label(text: str = "", role: str = "", parent: QWidget | None = None) -> QLabel:
    """A label that wraps; ``role`` is one of the style sheet's."""
    label = _Leading(parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setText(text)
    if role:
        label.setProperty("role", role)
    return label


class _Leading(QLabel):
    """Its words stand where reading begins in the window.

    Qt's own puts them where reading begins in the words: a name alone in a window that is read from
    the right would stand at the left, and far from whose it is.
    """

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._lean()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LayoutDirectionChange:
            self._lean()

    def _lean(self) -> None:
        if self.alignment() & Qt.AlignmentFlag.AlignHCenter:
            return
        right = self.isRightToLeft()
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        upright = self.alignment() & Qt.AlignmentFlag.AlignVertical_Mask
        self.setAlignment(side | Qt.AlignmentFlag.AlignAbsolute | upright)


def change_role(label: QLabel, role: str) -> None:
    """The label looks as the style sheet has it for ``role`` from now on."""
    if label.property("role") != role:
        label.setProperty("role", role)
        label.style().unpolish(label)
        label.style().polish(label)


def plain_tip(text: str) -> str:
    """Text for a tool tip, which Qt would otherwise read as HTML if it looks like it."""
    return f"<p>{escape(text)}</p>" if text else ""


def show_tip(widget: QWidget, text: str) -> None:
    """The tool tip of ``widget``; empty: it has none. Readers of the screen are told the same
    words, where they are told nothing else: of a tip alone they would read the HTML.
    """
    was, described = widget.toolTip(), widget.accessibleDescription()
    widget.setToolTip(plain_tip(text))
    is_ours = not described or plain_tip(described) == was
    if is_ours and text != described:  # else they would be told at every repaint
        widget.setAccessibleDescription(text)


def menu_text(text: str) -> str:
    """Text for a menu entry or button, where ``&`` would become a mnemonic."""
    return text.replace("&", "&&")


def breaking(label: QLabel, text: str) -> str:
    """``text`` with places to break in words that are too wide: a label breaks at words alone.

    For what is not selected: the places, of no width, would be copied as well.
    """
    label.ensurePolished()
    advance = label.fontMetrics().horizontalAdvance
    return _WORD.sub(lambda found: _in_parts(found[0], advance), text)


def _in_parts(word: str, advance: Callable[[str], int]) -> str:
    if advance(word) <= WORD_PIXELS_MAX:
        return word
    parts = [""]
    for character in word:
        may_begin = character.isalnum() or "!" <= character <= "~"  # no mark, no half of an emoji
        if may_begin and advance(parts[-1] + character) > WORD_PIXELS_MAX:
            parts.append("")
        parts[-1] += character
    return "\u200b".join(parts)


class ElidedLabel(QLabel):
    """One line of plain text; what has no room becomes an ellipsis, and stands in the tool tip."""

    def __init__(
        self,
        text: str = "",
        role: str = "",
        parent: QWidget | None = None,
        *,
        elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        super().__init__(parent)
        self._elide = elide
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        if role:
            self.setProperty("role", role)
        self.setText(text)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance("…"), super().minimumSizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        metrics = self.fontMetrics()
        room = self.contentsRect()
        elided = metrics.elidedText(self.text(), self._elide, room.width())
        show_tip(self, self.text() if elided != self.text() else "")
        painter = QPainter(self)
        painter.setPen(self.palette().windowText().color())
        painter.drawText(room, int(self.alignment() | Qt.AlignmentFlag.AlignVCenter), elided)
        painter.end()
