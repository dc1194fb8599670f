"""The one application of a process, as every window of ours needs it."""

from __future__ import annotations

from PySide6.QtGui import QImageReader
from PySide6.QtWidgets import QApplication

from ui.announcing.notice import PROGRAM
from ui.look.application_icon import application_icon

PICTURE_MEBIBYTES_MAX = 64  # reliability.md G-2: Qt's own bound is four times that


def make_application(arguments: list[str]) -> QApplication:
    """The one application of this process: made at the first call, found at the others."""
    there = QApplication.instance()
    app = there if isinstance(there, QApplication) else QApplication(arguments or [PROGRAM])
    app.setApplicationName(PROGRAM)
    app.setApplicationDisplayName(PROGRAM)
    app.setDesktopFileName("tidings")
    app.setWindowIcon(application_icon())
    # Qt would stop the loop under the last coroutines; the window's end is awaited instead.
    app.setQuitOnLastWindowClosed(False)
    QImageReader.setAllocationLimit(PICTURE_MEBIBYTES_MAX)
    return app
