"""The camera tab: what the camera sees, why it sees nothing, and the codes in it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from ui.equipment import Equipment
from ui.frames.source import FrameSource, SourceState
from ui.look.theme import Gap
from ui.scanning.reading import texts_in
from ui.text.language import QT_TR_NOOP, tr
from ui.widgets.busy import Busy
from ui.widgets.buttons import IconPushButton, push_button
from ui.widgets.labels import plain_label

PREVIEW_SIZE = QSize(480, 270)
PREVIEW_SIZE_MIN = QSize(240, 160)

_INSTEAD = QT_TR_NOOP("Use a picture of the code, the screen, or the text instead.")
_WORDS = {
    SourceState.OFF: (
        QT_TR_NOOP("The camera is off."),
        QT_TR_NOOP("Nothing is recorded or sent; it only looks for a code."),
    ),
    SourceState.STARTING: (QT_TR_NOOP("The camera is starting…"), ""),
    SourceState.LOOKING: (QT_TR_NOOP("Hold the code in front of the camera."), ""),
    SourceState.NOT_INSTALLED: (
        QT_TR_NOOP("The camera cannot be used in this installation."),
        _INSTEAD,
    ),
    SourceState.NO_CAMERA: (
        QT_TR_NOOP("This computer has no camera that Tidings can see."),
        _INSTEAD,
    ),
    SourceState.DENIED: (
        QT_TR_NOOP("The system does not let Tidings use the camera."),
        QT_TR_NOOP(
            "Allow it in the system's privacy settings. Or use a picture of the code, the screen, "
            "or the text instead."
        ),
    ),
    SourceState.BUSY: (
        QT_TR_NOOP("The camera gives no picture; another program may be using it."),
        QT_TR_NOOP(
            "Close that program and try again. Or use a picture of the code, the screen, or the "
            "text instead."
        ),
    ),
}
_RUNNING = frozenset({SourceState.STARTING, SourceState.LOOKING})


class Preview(QWidget):
    """The last picture, as large as there is room, with nothing kept."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._image = QImage()
        self.setMinimumSize(PREVIEW_SIZE_MIN)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(tr("What the camera sees"))

    @override
    def sizeHint(self) -> QSize:
        return PREVIEW_SIZE

    def show_image(self, image: QImage) -> None:
        """Shows it; a null image clears."""
        self._image = image
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(Qt.GlobalColor.black))
        if not self._image.isNull():
            size = self._image.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
            room = QRect((self.width() - size.width()) // 2, 0, size.width(), size.height())
            room.moveTop((self.height() - size.height()) // 2)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(room, self._image)
        painter.end()


class CameraTab(QWidget):
    """Off until its button is pressed, and off again as soon as nobody sees it."""

    seen = Signal(object)
    other_way = Signal()

    def __init__(self, equipment: Equipment, parent: QWidget | None = None) -> None:
        """``seen`` carries the texts of a picture's codes; ``other_way`` asks for the next tab."""
        super().__init__(parent)
        self._equipment = equipment
        self._source: FrameSource | None = None
        self._is_looking = False
        self._wants_on = False
        self.preview = Preview()
        self.preview.hide()
        self.state_label = plain_label(role="title")
        self.hint = plain_label(role="hint")
        self.switch = IconPushButton(equipment.theme, "camera", tr("Start camera"), "primary")
        self.switch.clicked.connect(self._pressed)
        self.instead = push_button(tr("Use a picture instead"), "")
        self.instead.clicked.connect(self.other_way)
        self._lay_out()
        self._show_state(SourceState.OFF)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(Gap.S)
        row.addWidget(self.switch)
        row.addWidget(self.instead)
        row.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, Gap.M, 0, 0)
        column.setSpacing(Gap.S)
        column.addWidget(self.preview, 1)
        column.addWidget(self.state_label)
        column.addWidget(self.hint)
        column.addLayout(row)
        column.addStretch()

    def stop(self) -> None:
        """Turns the camera off, if it is on."""
        self._wants_on = False
        if self._source is not None:
            self._source.stop()

    def _pressed(self) -> None:
        if self._source is not None and self._source.state in _RUNNING:
            self.stop()
            return
        self._wants_on = True
        self._equipment.bridge.start(self._start())

    async def _start(self) -> None:
        if self._source is None:
            self._show_state(SourceState.STARTING)
            busy = Busy(self.switch)  # loading it twice would make two cameras
            try:
                source = self._source = await self._equipment.camera()
            finally:
                busy.end()
                if self._source is None:
                    self._show_state(SourceState.OFF)
            source.setParent(self)
            source.frame.connect(self._look)
            source.state_changed.connect(self._show_state)
        if self._wants_on:
            self._source.start()
        self._show_state(self._source.state)

    def _show_state(self, state: SourceState) -> None:
        message, hint = _WORDS[state]
        self.state_label.setText(tr(message))
        self.hint.setText(tr(hint) if hint else "")
        self.hint.setVisible(bool(hint))
        self.preview.setVisible(state is SourceState.LOOKING)
        self.instead.setVisible(state not in {*_RUNNING, SourceState.OFF})
        label = tr("Stop camera") if state in _RUNNING else tr("Start camera")
        if self.instead.isVisibleTo(self):
            label = tr("Try again")
        self.switch.setText(label)
        self.switch.setAccessibleName(label)
        if state is not SourceState.LOOKING:
            self.preview.show_image(QImage())

    def _look(self, image: QImage) -> None:
        self.preview.show_image(image)
        if not self._is_looking:  # one picture at a time: the others are shown only
            self._is_looking = True
            self._equipment.bridge.start(self._read(image))

    async def _read(self, image: QImage) -> None:
        try:
            texts: Sequence[str] = await texts_in(self._equipment.codes, image)
        finally:
            self._is_looking = False
        if texts and self._wants_on:
            self.seen.emit(tuple(texts))
