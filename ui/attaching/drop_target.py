"""Lies over a part of the window while files are dragged across it, and takes them when dropped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ui.look.theme import Gap, Theme, Type
from ui.text.language import tr

VEIL_ALPHA = 235  # what lies below is barely seen: the words are readable on it


def files_of(source: QMimeData) -> Sequence[Path]:
    """The files of this computer that a drop or the clipboard names; empty if it holds others.

    A share of another computer is such another: to look at it would greet that computer.
    """
    urls = source.urls()
    if not urls or not all(url.isLocalFile() and not url.host() for url in urls):
        return ()
    return [Path(url.toLocalFile()) for url in urls]


class DropTarget(QWidget):
    """``dropped`` carries the paths. It is only seen while something that it takes is dragged."""

    dropped = Signal(object)

    def __init__(self, theme: Theme, area: QWidget, takes: Callable[[], bool]) -> None:
        """``takes`` says whether files can be attached now."""
        super().__init__(area)
        self._theme = theme
        self._area = area
        self._takes = takes
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        area.setAcceptDrops(True)
        area.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDropEvent) and event.type() == QEvent.Type.Drop:
            self.hide()
            self.dropped.emit(files_of(event.mimeData()))
            event.acceptProposedAction()
            return True
        if isinstance(event, QDragEnterEvent):
            if not files_of(event.mimeData()) or not self._takes():
                return False
            self.setGeometry(self._area.rect())
            self.raise_()
            self.show()
            event.acceptProposedAction()
            return True
        if event.type() == QEvent.Type.DragLeave:
            self.hide()
        return False

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.colours
        veil = QColor(colours.bg)
        veil.setAlpha(VEIL_ALPHA)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), veil)
        frame = QRectF(self.rect()).adjusted(Gap.M, Gap.M, -Gap.M, -Gap.M)
        painter.setPen(QPen(colours.accent, 2, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(frame, self._theme.card_radius, self._theme.card_radius)
        painter.setFont(self._theme.font(Type.TITLE))
        painter.setPen(colours.text)
        centred = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(frame, int(centred), tr("Drop the files to attach them"))
        painter.end()
