"""Whether there is a screen to open a window on, looked at without Qt.

Qt itself ends the process with words of its own where it finds none, so it is asked for first.
"""

from __future__ import annotations

import ctypes
import os
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

DISPLAY_VARIABLES = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
ANSWER_SECONDS = 5.0  # ours: a compositor on this computer answers at once
_XCB_LIBRARY = "libxcb.so.1"


def screen_trouble(variables: Mapping[str, str] = os.environ) -> str:
    """Why no window can be opened, as a part of a sentence; empty if one can be.

    Of the platforms of ``QT_QPA_PLATFORM`` only those that need a server are looked at.
    """
    if sys.platform != "linux":
        return ""
    wished = variables.get("QT_QPA_PLATFORM", "")
    platforms = [one.partition(":")[0] for one in wished.split(";") if one]
    troubles = [
        _TROUBLES[name](variables) if name in _TROUBLES else ""
        for name in platforms or ["wayland", "xcb"]
    ]
    if not all(troubles):
        return ""
    # The one that is there but cannot be used says more than the one that is not.
    named = [trouble for trouble in troubles if trouble != NO_SCREEN]
    return named[0] if named else NO_SCREEN


NO_SCREEN = "there is none"


def _x_trouble(variables: Mapping[str, str]) -> str:
    display = variables.get("DISPLAY", "")
    if not display:
        return NO_SCREEN
    try:
        xcb = ctypes.CDLL(_XCB_LIBRARY)
    except OSError:
        return ""  # Qt's own library is missing: that is another trouble, and is told as such
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = (ctypes.c_char_p, ctypes.POINTER(ctypes.c_int))
    xcb.xcb_connection_has_error.argtypes = (ctypes.c_void_p,)
    xcb.xcb_disconnect.argtypes = (ctypes.c_void_p,)
    connection = xcb.xcb_connect(os.fsencode(display), None)
    refused = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return f"the one that DISPLAY names, “{display}”, does not answer" if refused else ""


def _wayland_trouble(variables: Mapping[str, str]) -> str:
    name = variables.get("WAYLAND_DISPLAY", "")
    if not name:
        return NO_SCREEN
    path = Path(variables.get("XDG_RUNTIME_DIR", ""), name)
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(ANSWER_SECONDS)
        try:
            probe.connect(str(path))
        except OSError:
            return f"the one that WAYLAND_DISPLAY names, “{name}”, does not answer"
    return ""


_TROUBLES = {"xcb": _x_trouble, "wayland": _wayland_trouble, "wayland-egl": _wayland_trouble}
