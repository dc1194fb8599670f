"""What somebody has written, to be read and selected in a column: plain text, never markup.

It takes the height that its words need. What does not fit breaks anywhere, so that it is never
wider than its column; of a long text the rest is folded away until ``unfold`` (reliability.md G-5).
"""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QTextLayout, QTextOption, QWheelEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy
from typing_extensions import override

from ui.text.markdown import FOLDED_LINES_MAX, utf16_length, utf16_slice

WIDTH_LEAST = 60  # ours: in narrower columns it is cut
_WIDTHS_KEPT_MAX = 8
_SCROLLING = frozenset({Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Space})
_CHANGING_SIZE = frozenset({QEvent.Type.FontChange, QEvent.Type.StyleChange})


class ReadText(QPlainTextEdit):
    """``folds``: something of it is folded away from now on, or nothing any more."""

    folds = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self._whole = ""
        self._is_folded = False
        self._lines_max: int | None = FOLDED_LINES_MAX
        self._measured: dict[int, tuple[int, int]] = {}
        self.setProperty("kind", "bare")
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(0)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._lean()

    def text(self) -> str:
        """All of it, also what is folded away."""
        return self._whole

    def show_text(self, text: str) -> None:
        """Another text. Of the same one what is selected and unfolded stays."""
        if text != self._whole:
            self._whole, self._lines_max = text, FOLDED_LINES_MAX
            self._grow()

    def unfold(self) -> None:
        """All of it is shown."""
        self._lines_max = None
        self._grow()

    def _grow(self) -> None:
        self._measured.clear()
        self._show_what_fits()
        self.updateGeometry()

    def _show_what_fits(self) -> None:
        end = self._measure(self.viewport().width())[1]
        shown = utf16_slice(self._whole, 0, end)
        if shown != self.toPlainText():
            self.setPlainText(shown)
        is_folded = end < utf16_length(self._whole)
        if is_folded is not self._is_folded:
            self._is_folded = is_folded
            self.folds.emit(is_folded)

    # ---- how high it is -------------------------------------------------------------------------

    def _measure(self, width: int) -> tuple[int, int]:
        """The height in a column of that width, and the offset at which what is shown ends."""
        if width not in self._measured:
            if len(self._measured) >= _WIDTHS_KEPT_MAX:
                self._measured.clear()
            self._measured[width] = self._laid_out(max(width, WIDTH_LEAST))
        return self._measured[width]

    def _laid_out(self, width: int) -> tuple[int, int]:
        """As ``QPlainTextDocumentLayout`` does it."""
        option, font = self.document().defaultTextOption(), self.document().defaultFont()
        top, lines, start = 0.0, 0, 0
        for paragraph in self._whole.split("\n"):
            layout = QTextLayout(paragraph, font)
            layout.setTextOption(option)
            layout.beginLayout()
            while (line := layout.createLine()).isValid():
                if lines == self._lines_max:
                    layout.endLayout()
                    # Of a paragraph that begins here its line end is left out, too.
                    return ceil(top) + 1, start + line.textStart() - (not line.textStart())
                line.setLeadingIncluded(True)
                line.setLineWidth(width)
                top += line.height()
                lines += 1
            layout.endLayout()
            start += utf16_length(paragraph) + 1
        return ceil(top) + 1, start - 1

    @override
    def heightForWidth(self, width: int) -> int:
        return self._measure(width)[0]

    @override
    def sizeHint(self) -> QSize:
        width = max(self.width(), WIDTH_LEAST)
        return QSize(width, self.heightForWidth(width))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(WIDTH_LEAST, self.fontMetrics().height())

    # ---- Qt's events ----------------------------------------------------------------------------

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_what_fits()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LayoutDirectionChange:
            self._lean()
        elif event.type() in _CHANGING_SIZE:
            self._grow()

    def _lean(self) -> None:
        """Its words stand where reading begins in the window, as those of a ``plain_label``."""
        right = self.isRightToLeft()
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        option = QTextOption(side | Qt.AlignmentFlag.AlignAbsolute)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setWordWrapMode(option.wrapMode())
        self.document().setDefaultTextOption(option)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # what it stands in scrolls

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _SCROLLING:
            event.ignore()
        else:
            super().keyPressEvent(event)
