"""Saves a file of a message where the person says, or all into a folder. Written, never opened."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from engine.errors import Refusal, Refused
from engine.model.feed_queries import Blocks
from engine.model.ids import SpaceId
from engine.model.queries import OneFile
from engine.model.views import PostView
from ui.bridge import Bridge
from ui.text.language import tr
from ui.text.numbers import number as in_figures
from ui.timeline.loading.rows import is_data
from ui.timeline.parts.file_words import file_name, saved_name
from ui.whole_file import write_new, write_whole

Bring = Callable[[SpaceId, PostView, int], Awaitable[bool]]
"""Whether a file that was not here came before the person gave up."""


class FileSaving(QObject):
    """``saved`` carries a sentence for the toast, ``brought`` the PostId of an entry of a feed of
    which a file is here now.
    """

    saved = Signal(str)
    brought = Signal(object)

    def __init__(self, bridge: Bridge, parent: QWidget, bring: Bring | None = None) -> None:
        """``bring`` fetches a file that is not here yet. None: none ever is."""
        super().__init__(parent)
        self._bridge = bridge
        self._parent = parent
        self._bring = bring

    def ask(self, space: SpaceId, post: PostView, number: int) -> QFileDialog:
        """Asks for a place, proposing the file's own name in the folder of downloads."""
        file = post.files[number]
        dialog = self._dialog(tr("Save the file"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        name = f"block-{post.height}.bin" if is_data(post) else saved_name(file.name)
        dialog.selectFile(name)
        dialog.fileSelected.connect(
            lambda path: self._bridge.start(self.save(space, post, number, Path(path)))
        )
        dialog.open()
        return dialog

    def ask_folder(self, space: SpaceId, post: PostView) -> QFileDialog:
        """Asks for a folder, that of downloads first."""
        dialog = self._dialog(tr("Save all files in"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, tr("Save here"))
        dialog.fileSelected.connect(
            lambda path: self._bridge.start(self.save_all(space, post, Path(path)))
        )
        dialog.open()
        return dialog

    def _dialog(self, title: str) -> QFileDialog:
        dialog = QFileDialog(self._parent.window(), title)
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DownloadLocation)
        if folder and Path(folder).is_dir():
            dialog.setDirectory(folder)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return dialog

    async def save(self, space: SpaceId, post: PostView, number: int, path: Path) -> None:
        """Writes it to ``path``, as ``write_whole`` does."""
        data = await self._data(space, post, number)
        if data is None:
            return  # the person did not wait for it
        await asyncio.to_thread(write_whole, path, data)
        self.saved.emit(tr("Saved as {name}").format(name=file_name(path.name)))

    async def _data(self, space: SpaceId, post: PostView, number: int) -> bytes | None:
        """The file's bytes, fetched first if need be; None: the person gave up waiting."""
        if is_data(post):
            blocks = await self._bridge.ask(Blocks(space, post.height, post.height + 1))
            if not blocks or blocks[0].data is None:
                raise Refused(Refusal.BLOCKS_MISSING)
            return blocks[0].data
        query = OneFile(space, post.id, number)
        try:
            return (await self._bridge.ask(query)).data
        except Refused as refused:
            if refused.reason is not Refusal.BLOCKS_MISSING or self._bring is None:
                raise
        if not await self._bring(space, post, number):
            return None
        self.brought.emit(post.id)
        return (await self._bridge.ask(query)).data

    async def save_all(self, space: SpaceId, post: PostView, folder: Path) -> None:
        """Writes them into ``folder``, over nothing that is there.

        What cannot be had is passed over, and told. Raises as ``write_new``; what was written
        before stays.
        """
        saved = 0
        for number, file in enumerate(post.files):
            try:
                data = await self._data(space, post, number)
            except Refused:
                continue  # its author attached something else
            if data is None:
                return
            await asyncio.to_thread(write_new, folder / saved_name(file.name), data)
            saved += 1
        self.saved.emit(_told(saved, len(post.files), file_name(folder.name)))


def _told(saved: int, count: int, folder: str) -> str:
    if saved == count:
        return tr("%n files saved in {folder}", "", saved).format(folder=folder)
    return tr("{saved} of {count} files saved in {folder}. The others could not be read.").format(
        saved=in_figures(saved), count=in_figures(count), folder=folder
    )
