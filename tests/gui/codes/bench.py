"""A scanning panel that wants a request, in a test's hands."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.model.address import Address
from engine.model.found import Found
from engine.protocols.tidings.payloads import invite_of
from tests.code_scene import Scene, click
from ui.scanning.panel import ScanPanel
from ui.wording.wanted import REQUEST

REQUEST_BYTES = b"".join(tag + bytes(range(32)) for tag in (b"\x0a\x20", b"\x12\x20", b"\x1a\x20"))
INVITE_BYTES = invite_of(bytes(32), bytes(60))
HERE = (Address("192.168.1.20", 4711),)


class Bench:
    """A panel that wants a request, and what came of it."""

    def __init__(self, scene: Scene, qtbot: QtBot) -> None:
        self.scene = scene
        self.found: list[Found] = []
        self.panel = ScanPanel(scene.equipment, REQUEST)
        self.panel.found.connect(self.found.append)
        self.link = scene.equipment.links.of_request(REQUEST_BYTES, HERE)
        qtbot.addWidget(self.panel)
        self.panel.show()

    def turn_to(self, place: int) -> None:
        self.panel.tabs.setCurrentIndex(place)

    def press(self, button: QWidget) -> None:
        click(button)

    @property
    def said(self) -> str:
        return self.panel.problem.sentence.text()
