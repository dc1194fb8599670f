"""A report's PDF, to be read inside the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtPdf import QPdfDocument
from PySide6.QtPdfWidgets import QPdfView
from PySide6.QtWidgets import QWidget

from ui.text.language import tr

HEIGHT = 520


class PrintedReport(QPdfView):
    """Shows one file; what cannot be shown is an empty view, and ``can_show`` says so."""

    def __init__(self, parent: QWidget) -> None:
        # Beside the view, not in it: else it would tell a view that is half gone that it closes.
        document = QPdfDocument(parent)
        super().__init__(parent)
        self._document = document
        self.setDocument(self._document)
        self.setPageMode(QPdfView.PageMode.MultiPage)
        self.setZoomMode(QPdfView.ZoomMode.FitToWidth)
        self.setMinimumHeight(HEIGHT)
        self.setAccessibleName(tr("The report"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_file(self, file: Path) -> bool:
        """Whether it could be read."""
        self._document.close()
        return self._document.load(str(file)) == QPdfDocument.Error.None_

    @property
    def pages(self) -> int:
        """How many there are."""
        return self._document.pageCount()
