"""How an entry will look: the Markdown of what is being written, laid out as the timeline does.

The same safe reading of text, the same fonts: nothing is fetched, and no link can be pressed.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from ui.look.theme import Gap, Theme
from ui.text.language import tr
from ui.text.markdown import CHARACTERS_MAX, parse
from ui.timeline.laying.prose import LaidProse, ProseLayouts
from ui.timeline.laying.prose_paint import Shown, paint_prose
from ui.widgets.labels import plain_label

HEIGHT_MAX = 260  # ours: what stays of the timeline above is still of use


class ProseSheet(QWidget):
    """Paints one text as wide as its room. ``laid_out``: it may be higher or lower than before."""

    laid_out = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._layouts = ProseLayouts(theme)
        self._text = ""
        self._laid = LaidProse([], 1.0, 0.0, False)  # noqa: FBT003 - nothing is folded
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._dress)

    def show_text(self, text: str) -> None:
        """Shows ``text``; of a very long one the beginning."""
        self._text = text[:CHARACTERS_MAX]
        self.setAccessibleName(self._text)
        self._lay_out()

    @property
    def height_of_text(self) -> int:
        """In pixels, at the present width."""
        return round(self._laid.height) + 2

    def _dress(self) -> None:
        self._layouts = ProseLayouts(self._theme)
        self._lay_out()

    def _lay_out(self) -> None:
        width = max(40.0, float(self.width()))
        self._laid = self._layouts.lay_out(parse(self._text), width, None)
        self.setFixedHeight(max(1, self.height_of_text))
        self.update()
        self.laid_out.emit()

    @override
    def sizeHint(self) -> QSize:
        return QSize(240, self.height_of_text)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._lay_out()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        paint_prose(painter, self._laid, self._theme, Shown())
        painter.end()


class Preview(QWidget):
    """A titled sheet over the field, as high as its text and at most a third of a small window."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("surface", "card")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(tr("Preview"))
        self.sheet = ProseSheet(theme)
        self.room = QScrollArea()
        self.room.setWidgetResizable(True)
        self.room.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.room.setWidget(self.sheet)
        self.room.setAccessibleName(tr("Preview"))
        self.nothing = plain_label(tr("Nothing is written yet."), "hint")
        column = QVBoxLayout(self)
        column.setContentsMargins(Gap.M, Gap.S, Gap.M, Gap.S)
        column.setSpacing(Gap.XS)
        column.addWidget(plain_label(tr("Preview"), "meta"))
        column.addWidget(self.room)
        column.addWidget(self.nothing)
        self.sheet.laid_out.connect(self._fit)
        self.hide()

    def show_text(self, text: str) -> None:
        """Shows how it will look."""
        is_empty = not text.strip()
        self.nothing.setVisible(is_empty)
        self.room.setVisible(not is_empty)
        self.sheet.show_text(text)

    def _fit(self) -> None:
        self.room.setFixedHeight(min(HEIGHT_MAX, self.sheet.height_of_text + 4))
