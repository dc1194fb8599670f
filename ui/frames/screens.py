"""A picture of each screen, where the desktop lets a program take one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QGuiApplication, QImage


class ScreensRefused(Exception):  # noqa: N818 - the desktop's right
    """The desktop gives no picture. ``wayland``: that is its rule, not chance."""

    def __init__(self, *, wayland: bool) -> None:
        super().__init__("the desktop gave no picture of the screen")
        self.wayland = wayland


def grab_screens() -> Sequence[QImage]:
    """What every screen shows now. Raises ScreensRefused if none can be had."""
    images = [screen.grabWindow(0).toImage() for screen in QGuiApplication.screens()]
    given = [image for image in images if not image.isNull()]
    if not given:
        raise ScreensRefused(wayland=QGuiApplication.platformName().startswith("wayland"))
    return given
