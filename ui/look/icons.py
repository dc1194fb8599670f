"""Lucide icons from ``resources/icons``, drawn in any colour and kept. No names of colours here."""

from __future__ import annotations

import atexit
from functools import cache
from importlib.resources import files

from PySide6.QtCore import QByteArray, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

ICON_SIZES = (16, 20, 24)

_drawn: dict[tuple[str, int, int, int, float], QPixmap] = {}
"""By name, colour, size and pixel ratio: for all windows of the process, one after the other."""
atexit.register(_drawn.clear)  # no pixmap may outlive the application


class Icons:
    """Pixmaps and icons by name. They are made once for each (name, colour, size, ratio)."""

    def pixmap(self, name: str, colour: QColor, size: QSize, ratio: float = 1.0) -> QPixmap:
        """The icon ``name`` in ``colour``; ``size`` in logical pixels."""
        key = (name, colour.rgba(), size.width(), size.height(), ratio)
        if key not in _drawn:
            _drawn[key] = _draw(name, colour, size, ratio)
        return _drawn[key]

    def icon(self, name: str, colour: QColor, disabled: QColor) -> QIcon:
        """The icon for buttons, menus and rows, in the usual sizes, for the screens that there are.

        Ask again when there is another one. In a selected row it has its own colour: Qt would
        tint it with the row's, in which it is lost.
        """
        icon = QIcon()
        ratios = {screen.devicePixelRatio() for screen in QGuiApplication.screens()} or {1.0}
        for size in ICON_SIZES:
            for ratio in sorted(ratios):
                square = QSize(size, size)
                for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):
                    icon.addPixmap(self.pixmap(name, colour, square, ratio), mode)
                icon.addPixmap(self.pixmap(name, disabled, square, ratio), QIcon.Mode.Disabled)
        return icon


@cache
def _svg(name: str) -> bytes:
    return files("resources").joinpath("icons", f"{name}.svg").read_bytes()


def _draw(name: str, colour: QColor, size: QSize, ratio: float) -> QPixmap:
    pixmap = QPixmap(size * ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(QByteArray(_svg(name))).render(painter)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(pixmap.rect(), colour)
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap
