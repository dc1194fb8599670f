"""Where somebody else's folder shall lie on this computer: all of it, what is chosen, or nowhere.

Nothing is done by choosing; ``prepared`` makes the directory and looks at what is in it.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from PySide6.QtCore import QStandardPaths, Signal
from PySide6.QtWidgets import QButtonGroup, QRadioButton, QVBoxLayout, QWidget

from engine.errors import Refusal, Refused
from engine.model.feeds import FolderUse, FolderView
from ui.folders.directory_field import DirectoryField
from ui.look.theme import Gap, Theme
from ui.text.language import QT_TR_NOOP, tr
from ui.timeline.parts.file_words import saved_name
from ui.widgets.dialogs import answer
from ui.widgets.labels import plain_label
from ui.widgets.late_question import LateQuestion

USES: dict[FolderUse | None, tuple[str, str]] = {
    FolderUse.MIRRORED: (
        QT_TR_NOOP("Everything, in a directory"),
        QT_TR_NOOP("All files are fetched, and changes follow as they come."),
    ),
    FolderUse.CHOSEN: (
        QT_TR_NOOP("Only what I choose, in a directory"),
        QT_TR_NOOP("Files that you fetch are written there, and follow their changes."),
    ),
    None: (
        QT_TR_NOOP("Nothing on the disk"),
        QT_TR_NOOP("You look at the list, fetch single files, and save copies where you like."),
    ),
}


class PlaceChoice(QWidget):
    """``changed``: something else is chosen."""

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._group = QButtonGroup(self)
        self.buttons: dict[FolderUse | None, QRadioButton] = {}
        self.field = DirectoryField(theme, tr("Choose a directory for the files"))
        self.field.chosen.connect(lambda _directory: self.changed.emit())
        self.warning = plain_label(role="hint")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Gap.XS)
        for use, (words, meaning) in USES.items():
            button = QRadioButton(tr(words))
            button.setAccessibleName(tr(words))
            button.setAccessibleDescription(tr(meaning))
            button.toggled.connect(self._changed)
            self._group.addButton(button)
            self.buttons[use] = button
            hint = plain_label(tr(meaning), role="hint")
            hint.setIndent(Gap.XL)
            column.addWidget(button)
            column.addWidget(hint)
        column.addSpacing(Gap.XS)
        column.addWidget(self.field)
        self.buttons[FolderUse.MIRRORED].setChecked(True)

    @property
    def use(self) -> FolderUse | None:
        """What is chosen; None: nothing on the disk."""
        return next(use for use, button in self.buttons.items() if button.isChecked())

    @property
    def directory(self) -> Path | None:
        """Where to; None for nothing on the disk, or if none is chosen yet."""
        return None if self.use is None else self.field.directory

    @property
    def is_complete(self) -> bool:
        """Whether it can be done as it is chosen."""
        return self.use is None or self.field.directory is not None

    def propose(self, name: str) -> None:
        """A directory of its own for a folder of that name, where none is chosen yet."""
        self.field.show_directory(proposed_directory(name))
        self.changed.emit()

    def show_folder(self, view: FolderView) -> None:
        """As it is now."""
        self.buttons[view.use if view.directory is not None else None].setChecked(True)
        if view.directory is not None:
            self.field.show_directory(Path(view.directory))
        elif self.field.directory is None:
            self.propose(view.feed.name)

    def _changed(self) -> None:
        self.field.setVisible(self.use is not None)
        self.changed.emit()


def proposed_directory(name: str) -> Path | None:
    """Among the documents, under the folder's name, or the next one that is free."""
    kind = QStandardPaths.StandardLocation.DocumentsLocation
    place = QStandardPaths.writableLocation(kind) or QStandardPaths.writableLocation(
        QStandardPaths.StandardLocation.HomeLocation
    )
    if not place:
        return None
    wanted = Path(place) / saved_name(name)
    free, count = wanted, 2
    while os.path.lexists(free):
        free, count = wanted.with_name(f"{wanted.name} ({count})"), count + 1
    return free


async def prepared(parent: QWidget, directory: Path) -> bool:
    """Makes the directory if need be; asks where there is something in it. Whether to go on.

    Refused with FILE_UNWRITABLE where it cannot be made or looked into.
    """
    if not await asyncio.to_thread(_holds_something, directory):
        return True
    sentence = tr(
        "There are files in {directory} already. None of yours is lost: one that is in the way of "
        "a file of the folder is moved aside. The others stay, and are not shared."
    )
    question = LateQuestion(
        parent.window(),
        tr("This directory is not empty"),
        sentence.format(directory=directory.name),
        tr("Use it all the same"),
    )
    return await answer(question)


def _holds_something(directory: Path) -> bool:
    try:
        directory.mkdir(parents=True, exist_ok=True)
        return any(directory.iterdir())
    except OSError as error:
        raise Refused(Refusal.FILE_UNWRITABLE, directory.name) from error
