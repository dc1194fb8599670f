"""Where moving pictures come from. A camera is one source; tests have others."""

from __future__ import annotations

import asyncio
from enum import StrEnum
from importlib import import_module

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage
from typing_extensions import override

FRAMES_A_SECOND_MAX = 15  # libraries.md 4.2: more only heats the machine


class SourceState(StrEnum):
    """What a source is doing, or why it cannot."""

    OFF = "off"
    STARTING = "starting"
    LOOKING = "looking"
    NOT_INSTALLED = "not_installed"
    NO_CAMERA = "no_camera"
    DENIED = "denied"
    BUSY = "busy"


class FrameSource(QObject):
    """Gives pictures from ``start`` to ``stop``, at most ``FRAMES_A_SECOND_MAX`` a second."""

    frame = Signal(QImage)
    state_changed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = SourceState.OFF

    def start(self) -> None:
        """Begins; ``state_changed`` says how it went. Without effect while it runs."""

    def stop(self) -> None:
        """Ends and lets the device go."""
        self.enter(SourceState.OFF)

    def enter(self, state: SourceState) -> None:
        """Takes on ``state`` and tells it if it is new."""
        if state != self.state:
            self.state = state
            self.state_changed.emit(state)


class NoFrames(FrameSource):
    """Stands for a camera that this installation cannot use."""

    @override
    def start(self) -> None:
        self.enter(SourceState.NOT_INSTALLED)


async def open_camera() -> FrameSource:
    """The camera, off. Qt's multimedia part is large and may be missing: it is loaded aside."""
    try:
        module = await asyncio.to_thread(import_module, "ui.frames.camera")
    except ImportError:  # the system library it needs (libpulse) is not there
        return NoFrames()
    camera = module.Camera()
    assert isinstance(camera, FrameSource)
    return camera
