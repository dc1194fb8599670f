"""Whether somebody looks: what is shown behind another window or on another page nobody sees."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget


def is_looked_at(widget: QWidget) -> bool:
    """Whether ``widget`` is shown, in the window that is in front and is not put away."""
    is_open = widget.isVisible() and not widget.window().isMinimized()
    return is_open and widget.isActiveWindow()
