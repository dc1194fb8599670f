"""A window's size at first: never larger than the screen it opens on, whatever the scaling."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

FRAME = QSize(16, 48)  # ours: what a desktop's title bar and edges take at most


def fit_to_screen(window: QWidget, wanted: QSize, least: QSize) -> None:
    """Gives ``window`` its first and its least size, both within what the screen has free."""
    room = window.screen().availableGeometry().size() - FRAME
    window.setMinimumSize(least.boundedTo(room))
    window.resize(wanted.boundedTo(room))
