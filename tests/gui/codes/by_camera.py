"""What a person's camera sees of another screen: frames through the sink that a camera fills."""

from __future__ import annotations

from PySide6.QtGui import QImage

from tests.code_scene import FakeCamera, click
from tests.gui.conftest import until
from ui.codes.code_view import CodeView
from ui.frames.source import SourceState
from ui.scanning.panel import ScanPanel


async def screen_of(code: CodeView) -> QImage:
    """The code as it stands on somebody's screen."""
    await until(code.picture.isVisible)
    return code.picture.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


async def look_at(image: QImage, camera: FakeCamera, panel: ScanPanel) -> None:
    """The person turns the camera on and holds it before that."""
    click(panel.camera.switch)
    await until(lambda: camera.state is SourceState.STARTING)
    camera.show(image)
