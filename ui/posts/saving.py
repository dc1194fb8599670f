"""Saves a file of a message where the person says. It is written, never opened."""

from __future__ import annotations

import asyncio
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from engine.errors import Refusal, Refused
from engine.model.ids import SpaceId
from engine.model.queries import OneFile
from engine.model.views import PostView
from ui.bridge import Bridge
from ui.text.language import tr
from ui.timeline.parts.file_words import file_name, saved_name


class FileSaving(QObject):
    """``saved`` carries a sentence for the toast."""

    saved = Signal(str)

    def __init__(self, bridge: Bridge, parent: QWidget) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._parent = parent

    def ask(self, space: SpaceId, post: PostView, number: int) -> QFileDialog:
        """Asks for a place, proposing the file's own name in the folder of downloads."""
        file = post.files[number]
        dialog = QFileDialog(self._parent.window(), tr("Save the file"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DownloadLocation)
        if folder and Path(folder).is_dir():
            dialog.setDirectory(folder)
        dialog.selectFile(saved_name(file.name))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(
            lambda path: self._bridge.start(self.save(space, post, number, Path(path)))
        )
        dialog.open()
        return dialog

    async def save(self, space: SpaceId, post: PostView, number: int, path: Path) -> None:
        """Writes it to ``path``. Refused with FILE_UNWRITABLE where that cannot be."""
        content = await self._bridge.ask(OneFile(space, post.id, number))
        await asyncio.to_thread(_write, path, content.data)
        self.saved.emit(tr("Saved as {name}").format(name=file_name(path.name)))


def _write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise Refused(Refusal.FILE_UNWRITABLE, path.name) from error
