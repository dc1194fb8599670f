"""The scene for pages of codes: a fake engine with codes of their real shapes, a fake camera."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtMultimedia import QVideoFrame
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.links import TidingsLinks
from app.qr import QrCodes
from engine.model import commands, views
from engine.model.address import Address
from engine.model.ids import ProtocolName
from engine.model.peers import ListenerView
from engine.protocols.tidings.payloads import invite_of
from tests.fake_admission import FakeAdmission
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH
from tests.fake_settings import FakeSettings
from ui.bridge import Bridge
from ui.equipment import Equipment
from ui.frames.camera import SinkFrames
from ui.look.theme import Theme

OWN_ADDRESS = Address("192.168.1.7", 4711)


class CodeAdmission(FakeAdmission):
    """Requests of 102 bytes and invites as PeerLinks writes them; the boxes hold nothing."""

    @override
    def made_bytes(self, label: str, length: int) -> bytes:
        raw = super().made_bytes(label, length)
        if label != "request":
            return raw
        tags = (b"\x0a\x20", b"\x12\x20", b"\x1a\x20")
        return b"".join(tag + raw[at * 32 :][:32] for at, tag in enumerate(tags))

    @override
    def issue(self, command: commands.IssueInvite) -> views.IssuedInviteView:
        issued = super().issue(command)
        return replace(issued, invite=invite_of(command.request[:32], issued.invite[32:]))

    @override
    def accept(self, invite: bytes) -> views.AcceptedInviteView:
        return super().accept(invite[2:34])


class CodeEngine(FakeEngine):
    """Requests and invites have their real shapes."""

    @override
    def __post_init__(self) -> None:
        super().__post_init__()
        self.admission = CodeAdmission(self)


def listening_at(*addresses: Address) -> tuple[ListenerView, ...]:
    """Own listeners for the scene."""
    return tuple(ListenerView(ProtocolName.TIDINGS, address, (address,)) for address in addresses)


class FakeCamera(SinkFrames):
    """A camera that shows what a test holds before it. Every frame is due."""

    def __init__(self) -> None:
        super().__init__(monotonic=self._next)
        self._at = 0.0

    def _next(self) -> float:
        self._at += 1.0
        return self._at

    def show(self, image: QImage) -> None:
        self.sink.setVideoFrame(QVideoFrame(image))


@dataclass
class Clock:
    """A clock that a test moves."""

    now: float = EPOCH

    def __call__(self) -> float:
        return self.now


@dataclass
class Scene:
    """One person's side: an engine, its bridge, and what pages need."""

    engine: CodeEngine
    bridge: Bridge
    theme: Theme
    clock: Clock = field(default_factory=Clock)
    settings: FakeSettings = field(default_factory=FakeSettings)
    camera: FakeCamera = field(default_factory=FakeCamera)
    grab: Callable[[], Sequence[QImage]] = list

    @property
    def equipment(self) -> Equipment:
        return Equipment(
            self.bridge,
            self.theme,
            QrCodes(),
            TidingsLinks(),
            self.settings,
            now=self.clock,
            camera=self._camera,
            screens=self._screens,
        )

    def _screens(self) -> Sequence[QImage]:
        return self.grab()

    async def _camera(self) -> FakeCamera:
        return self.camera


def code_image(text: str, pixels_a_module: int = 6) -> QImage:
    """A picture of ``text`` as a code."""
    return QImage.fromData(QrCodes().picture(text.upper(), ".png", pixels_a_module))


def write_code(path: Path, text: str) -> Path:
    path.write_bytes(QrCodes().picture(text.upper(), ".png", 6))
    return path


def click(widget: QWidget) -> None:
    """What a person does with the mouse; only what can be seen and used is clicked."""
    assert widget.isVisible()
    assert widget.isEnabled()
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def strike(widget: QWidget, key: Qt.Key) -> None:
    """What a person does with a key."""
    assert widget.isVisible()
    QTest.keyClick(widget, key)


def type_text(widget: QWidget, text: str) -> None:
    """What a person writes."""
    assert widget.isVisible()
    QTest.keyClicks(widget, text)
