"""A directory of this computer: shown, and chosen in the desktop's own dialog."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QSizePolicy, QWidget

from engine.model.joiners import printable
from ui.look.theme import Gap, Theme
from ui.text.language import tr
from ui.widgets.buttons import IconPushButton
from ui.widgets.labels import ElidedLabel


class DirectoryField(QWidget):
    """``chosen`` carries a Path. The directory that is proposed need not exist yet."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, title: str) -> None:
        """``title`` is the dialog's."""
        super().__init__()
        self._title = title
        self.directory: Path | None = None
        self.words = ElidedLabel(elide=Qt.TextElideMode.ElideMiddle)
        self.words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.choose = IconPushButton(theme, "folder-open", tr("Choose…"))
        self.choose.setAccessibleName(title)
        self.choose.clicked.connect(self.ask)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(Gap.S)
        line.addWidget(self.choose)
        line.addWidget(self.words, 1)
        self.show_directory(None)

    def show_directory(self, directory: Path | None) -> None:
        """This one, silently."""
        self.directory = directory
        words = tr("No directory is chosen.") if directory is None else str(directory)
        self.words.setText(printable(words, "\N{REPLACEMENT CHARACTER}"))
        self.choose.setAccessibleDescription(self.words.text())

    def ask(self) -> QFileDialog:
        """Lets the person choose."""
        dialog = QFileDialog(self.window(), self._title)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, tr("Choose"))
        if self.directory is not None and self.directory.is_dir():
            dialog.setDirectory(str(self.directory))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self.take(Path(name)))
        dialog.open()
        return dialog

    def take(self, directory: Path) -> None:
        """The person has chosen this one."""
        self.show_directory(directory)
        self.chosen.emit(directory)


async def without_links(directory: Path) -> str:
    """Where it really lies: the same directory is the same, however one came to it."""
    return await asyncio.to_thread(os.path.realpath, directory)
