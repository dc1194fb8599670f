"""What a press brought to light is put in sight, where the page that it lies in is scrolled."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QScrollArea, QWidget


def bring_into_sight(*widgets: QWidget) -> None:
    """Scrolls the area round each up or down: where not all have room, the last of them has.

    What is hidden is passed over. What was shown only now has no place before its layout is done,
    so that is done here, at once.
    """
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    for widget in widgets:
        room = _room_round(widget)
        if room is not None and widget.isVisible():
            across = room.horizontalScrollBar()
            beginning = across.value()
            room.ensureWidgetVisible(widget)
            across.setValue(beginning)  # what is too wide goes on being read from where lines begin


def _room_round(widget: QWidget) -> QScrollArea | None:
    above = widget.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    return above
