"""Makes a backup, and restores one: asks for the file, then for its passphrase, and says the rest.

``done`` carries a sentence. ``restored``: a backup took the place of this profile, which held
nothing; the program has to start again, for which the window is to be ended.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from engine.errors import Refusal, Refused
from engine.model.backup_commands import BackupView, WriteBackup
from engine.model.queries import Spaces
from ui.backups.question import BackupQuestion
from ui.equipment import Equipment
from ui.exporting.place import keeping_place, place_dialog
from ui.moving.taking import TakingDialog
from ui.people.secret_dialog import SecretQuestion
from ui.services import Restores
from ui.text.language import QT_TR_NOOP, tr
from ui.text.numbers import size_words
from ui.widgets.dialogs import answer
from ui.widgets.labels import plain_label

FILE_SUFFIX = ".tidings-backup"
FILE_NAME = "tidings"
HOLDS = QT_TR_NOOP(
    "The file holds everything of this profile: identities, channels, communities, feeds, folders' "
    "keys, comments and settings. It is encrypted with a passphrase of its own; whoever has both "
    "is you. A forgotten passphrase cannot be recovered."
)
ASKED = QT_TR_NOOP(
    "This is the passphrase that was chosen when the backup was made. It opens the restored "
    "profile, too."
)
ONE_COMPUTER = QT_TR_NOOP(
    "Use the restored profile on one computer only. Your own feeds and folders wait there until "
    "somebody who has them is connected and says how far they have come."
)


class BackupActs(QObject):
    """``window``: over which it asks."""

    done = Signal(str)
    restored = Signal()

    def __init__(self, equipment: Equipment, window: QWidget) -> None:
        super().__init__(window)
        self._equipment = equipment
        self._window = window

    # ---- making one -------------------------------------------------------------------------

    def choose_place(self) -> None:
        """Asks where to, and goes on."""
        proposed = keeping_place() / f"{FILE_NAME}{FILE_SUFFIX}"
        title = tr("Back up the profile")
        dialog = place_dialog(self._window, title, proposed, self.back_up_to, self._refuse)
        dialog.setNameFilters([f"*{FILE_SUFFIX}"])
        dialog.setDefaultSuffix(FILE_SUFFIX.removeprefix("."))
        dialog.open()

    def _refuse(self, sentence: str, step: str) -> None:
        self.done.emit(f"{sentence} {step}")

    def back_up_to(self, file: Path) -> None:
        """Asks for a passphrase, and writes the backup; the person may call it off."""
        self._equipment.bridge.start(self._back_up(file.absolute()))

    async def _back_up(self, file: Path) -> None:
        has = self._equipment
        words = (tr("Back up the profile"), tr(HOLDS), tr("Back up"))
        question = BackupQuestion(self._window, has, words, file)
        written: list[BackupView] = []

        async def write(passphrase: str) -> None:
            written.append(await has.bridge.perform(WriteBackup(str(file), passphrase)))

        question.uses(write, has.bridge)
        if await answer(question):
            told = tr("The backup is in {file} ({size}). It was read again and is whole.")
            size = size_words(written[-1].bytes)
            self.done.emit(told.format(file=file.name, size=size))

    # ---- bringing one back ------------------------------------------------------------------

    def choose_backup(self) -> None:
        """Asks which, and goes on."""
        dialog = QFileDialog(self._window, tr("Restore a backup"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([f"*{FILE_SUFFIX}", "*"])
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda path: self.restore_from(Path(path)))
        dialog.open()

    def restore_from(self, file: Path) -> None:
        """Asks for the passphrase; here where this profile holds nothing, else beside it."""
        self._equipment.bridge.start(self._restore(file))

    async def _restore(self, file: Path) -> None:
        has = self._equipment
        restores = has.restores
        assert restores is not None, "nobody offers it without"
        is_empty = not await has.bridge.ask(Spaces())
        words = (tr("Restore a backup"), tr(ASKED), tr("Restore"))
        question = SecretQuestion(self._window, has.theme, words, is_new=False)
        question.insert(plain_label(tr(ONE_COMPUTER), "hint"))

        async def take(passphrase: str) -> None:
            if is_empty:
                await asyncio.to_thread(restores.here, file, passphrase)
            else:
                await self._open_beside(restores, file, passphrase)

        question.uses(take, has.bridge)
        if not await answer(question):
            return
        if is_empty:
            self.restored.emit()
        else:
            self.done.emit(tr("The backup was restored as a profile of its own, in a new window."))

    async def _open_beside(self, restores: Restores, file: Path, passphrase: str) -> None:
        profiles = self._equipment.profiles
        if profiles is None:
            raise Refused(Refusal.PROFILE_THERE)
        folder = profiles.suggested(file.stem)
        await asyncio.to_thread(restores.into, folder, file, passphrase)
        profiles.add(file.stem, folder)
        profiles.open(folder)

    def take_over(self) -> None:
        """Asks for another computer's code, and takes its profile in place of this one."""
        self._equipment.bridge.start(self._take_over())

    async def _take_over(self) -> None:
        has = self._equipment
        assert has.moves is not None, "nobody offers it without"
        if await has.bridge.ask(Spaces()):  # something was followed before anything was made
            raise Refused(Refusal.PROFILE_THERE)
        dialog = TakingDialog(self._window, has, has.moves)
        if await answer(dialog):
            self.restored.emit()
