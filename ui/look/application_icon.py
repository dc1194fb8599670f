"""The program's own icon, for title bars and task lists. Ours, not one of the Lucide icons.

``resources/application`` holds the drawing and its pictures; ``python -m tests.screenshots --icon``
draws the pictures anew.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QLabel, QWidget

NAME = "tidings"
PICTURE_SIDES = (16, 24, 32, 48, 64, 128, 256, 512)


@cache
def application_icon() -> QIcon:
    """The icon in all its sizes. Needs an application."""
    icon = QIcon()
    for side in PICTURE_SIDES:
        pixmap = QPixmap()
        pixmap.loadFromData(picture(side), "PNG")
        icon.addPixmap(pixmap)
    return icon


def icon_label(parent: QWidget, side: int = 40) -> QLabel:
    """The icon beside a title, ``side`` logical pixels wide."""
    label = QLabel(parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setFixedSize(side, side)
    label.setPixmap(application_icon().pixmap(QSize(side, side), parent.devicePixelRatioF()))
    return label


def drawing() -> bytes:
    """The icon as SVG."""
    return files("resources").joinpath("application", f"{NAME}.svg").read_bytes()


def picture(side: int) -> bytes:
    """The icon as PNG, ``side`` (one of ``PICTURE_SIDES``) pixels wide and high."""
    return files("resources").joinpath("application", f"{NAME}-{side}.png").read_bytes()
