"""A picture of a message, large: as large as its own pixels, at most as the screen has room."""

from __future__ import annotations

import asyncio
from functools import partial

from PySide6.QtCore import QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QDialog, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from shiboken6 import isValid
from typing_extensions import override

from engine.errors import Fault, Refusal, Refused
from engine.model.events import BlocksArrived
from engine.model.ids import SpaceId
from engine.model.queries import OneFile
from engine.model.views import PostView
from ui.bridge import Bridge
from ui.look.theme import Gap, Theme
from ui.posts.saving import FileSaving
from ui.refresh import Refresh
from ui.text.language import tr
from ui.text.numbers import size_words
from ui.timeline.parts.decoding import decode
from ui.timeline.parts.file_words import file_name
from ui.widgets.buttons import IconPushButton, push_button
from ui.widgets.labels import ElidedLabel, plain_label
from ui.widgets.placing import free_of_screen, grow_in_place

SHARE_OF_SCREEN = 0.8
SIZE_LEAST = QSize(320, 200)
PAUSE_MS = 500  # while a feed comes in, what is not here yet is looked for so often


class PictureCanvas(QWidget):
    """Paints one picture in the middle of its room, never larger than it is."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._pixmap = QPixmap()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_image(self, image: QImage) -> None:
        """Takes the picture over."""
        self._pixmap = QPixmap.fromImage(image)
        self._pixmap.setDevicePixelRatio(self.devicePixelRatioF())
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return self._pixmap.deviceIndependentSize().toSize().expandedTo(SIZE_LEAST)

    @override
    def minimumSizeHint(self) -> QSize:
        return SIZE_LEAST

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colours.code)
        if not self._pixmap.isNull():
            fitted = QSizeF(self._pixmap.deviceIndependentSize())
            if fitted.width() > self.width() or fitted.height() > self.height():
                fitted.scale(QSizeF(self.size()), Qt.AspectRatioMode.KeepAspectRatio)
            room = QRectF(0, 0, fitted.width(), fitted.height())
            room.moveCenter(QRectF(self.rect()).center())
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawPixmap(room, self._pixmap, QRectF(self._pixmap.rect()))
        painter.end()


class PictureDialog(QDialog):
    """``Escape`` closes it."""

    def __init__(self, parent: QWidget, theme: Theme, saving: FileSaving) -> None:
        super().__init__(parent)
        self.canvas = PictureCanvas(theme)
        self.told = plain_label(role="hint")
        self.told.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.name = ElidedLabel(role="meta", elide=Qt.TextElideMode.ElideMiddle)
        self.save = IconPushButton(theme, "download", tr("Save as…"))
        self.shut = push_button(tr("Close"), "primary")
        self.shut.clicked.connect(self.accept)
        self._saving = saving
        self._space: SpaceId | None = None
        self._looking: Refresh | None = None  # None: nothing is to be shown, or it is known what
        foot = QHBoxLayout()
        foot.setSpacing(Gap.S)
        foot.addWidget(self.name, 1)
        foot.addWidget(self.save)
        foot.addWidget(self.shut)
        column = QVBoxLayout(self)
        column.setContentsMargins(Gap.M, Gap.M, Gap.M, Gap.M)
        column.setSpacing(Gap.S)
        column.addWidget(self.told)
        column.addWidget(self.canvas, 1)
        column.addLayout(foot)
        self.shut.setFocus()

    def show_file(self, bridge: Bridge, space: SpaceId, post: PostView, number: int) -> None:
        """Fetches and decodes it; says so meanwhile. What is not here yet is shown once it is."""
        file = post.files[number]
        name = file_name(file.name)
        self.setWindowTitle(tr("Picture"))
        self.setAccessibleName(name)
        self.canvas.setAccessibleName(tr("Picture {name}").format(name=name))
        self.name.setText(f"{name}, {size_words(file.size)}")
        self.told.setText(tr("Opening the picture…"))
        self.save.clicked.connect(lambda: self._saving.ask(space, post, number))
        room = free_of_screen(self) * SHARE_OF_SCREEN
        show = partial(self._show, bridge, OneFile(space, post.id, number), room)
        self._space, self._looking = space, Refresh(bridge, show, PAUSE_MS, self)
        bridge.blocks_arrived.connect(self._on_blocks)
        self._looking.ask()

    def _on_blocks(self, event: BlocksArrived) -> None:
        if event.space == self._space and self._looking is not None:
            self._looking.ask()

    async def _show(self, bridge: Bridge, query: OneFile, room: QSize) -> None:
        if self._looking is None:
            return  # blocks came while it was being answered
        try:
            content = await bridge.ask(query)
        except (Refused, Fault) as problem:
            if isValid(self):
                self._tell_why_not(problem)
            if isinstance(problem, Fault):
                raise  # why, is told by the window
            return
        if not isValid(self):
            return  # it was closed meanwhile
        self._looking = None
        wanted = room * self.devicePixelRatioF()
        decoded = await asyncio.get_running_loop().run_in_executor(
            None, decode, content.data, wanted
        )
        if not isValid(self):
            return
        if decoded is None:
            self.told.setText(
                tr("This is no picture that can be shown safely. You can still save it.")
            )
            return
        self.told.hide()
        self.canvas.show_image(decoded.image)
        grow_in_place(self, self.sizeHint())

    def _tell_why_not(self, problem: Refused | Fault) -> None:
        if problem.reason is Refusal.BLOCKS_MISSING:
            words = tr("Not all of this picture has been downloaded yet. To download it, save it.")
        else:
            words = tr("This file cannot be read.")
            self._looking = None
        self.told.setText(words)
