"""What can be done with the post under the pointer."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from ui.timeline.layout import Row


def post_menu(
    parent: QWidget, row: Row | None, link: str, copy_selection: Callable[[], None] | None
) -> QMenu:
    """Entries for ``row``, for the ``link`` there (may be empty), and for a selection if any."""
    menu = QMenu(parent)
    clipboard = QGuiApplication.clipboard()
    if copy_selection is not None:
        menu.addAction("Copy selection").triggered.connect(copy_selection)
    if link:
        menu.addAction("Copy link").triggered.connect(lambda: clipboard.setText(link))
    if row is not None and not row.is_system:
        text = row.entry.post.text
        menu.addAction("Copy message").triggered.connect(lambda: clipboard.setText(text))
    return menu
