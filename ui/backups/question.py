"""Asks for the passphrase of a new backup, then shows how far it is. Cancel calls it off."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from PySide6.QtWidgets import QWidget
from shiboken6 import isValid
from typing_extensions import override

from engine.errors import Fault, Refused
from engine.model.backup_commands import BackupProgress, BackupProgressView
from ui.equipment import Equipment
from ui.people.secret_dialog import SecretQuestion
from ui.text.language import tr
from ui.text.numbers import size_words
from ui.widgets.labels import plain_label
from ui.widgets.progress import ThinProgress

SHOWN_AFTER_SECONDS = 0.5  # what is done by then needs no bar
LOOK_SECONDS = 0.2


class BackupQuestion(SecretQuestion):
    """For a backup into ``file``. ``words`` as ``SecretQuestion`` has them."""

    def __init__(
        self, parent: QWidget, equipment: Equipment, words: tuple[str, str, str], file: Path
    ) -> None:
        super().__init__(parent, equipment.theme, words, is_new=True)
        self._bridge = equipment.bridge
        self._file = file
        self._writing: asyncio.Task[object] | None = None
        self._is_called_off = False
        self.bar = ThinProgress(equipment.theme, tr("Progress"))
        self.count = plain_label(role="hint")
        for widget in (self.bar, self.count):
            widget.hide()
            self.insert(widget)

    @override
    @contextmanager
    def doing(self) -> Iterator[None]:
        """While it is written. Unlike other things that have begun it can be called off."""
        self._writing = asyncio.current_task()
        looking = self._bridge.start(self._look())
        try:
            yield
        finally:
            looking.cancel()
            self._writing = None
            if isValid(self):
                self.bar.hide()
                self.count.hide()
                self.cancel.setEnabled(True)
                if self._is_called_off:
                    self.reject()

    @override
    def reject(self) -> None:
        """The person gives up; what is under way is called off first."""
        if self._writing is None:
            super().reject()
        elif not self._is_called_off:
            self._is_called_off = True
            self.cancel.setEnabled(False)
            self._writing.cancel()

    async def _look(self) -> None:
        await asyncio.sleep(SHOWN_AFTER_SECONDS)
        with suppress(Refused, Fault):  # who writes hears of it, too
            while True:
                view = await self._bridge.ask(BackupProgress(str(self._file)))
                if view is not None and isValid(self):
                    self._show(view)
                await asyncio.sleep(LOOK_SECONDS)

    def _show(self, view: BackupProgressView) -> None:
        if view.total == 0:
            self.count.setText(tr("The database is being copied…"))
        else:
            self.bar.reach(view.done, view.total)
            words = tr("{done} of {total}")
            done, total = size_words(view.done), size_words(view.total)
            self.count.setText(words.format(done=done, total=total))
        self.bar.show()
        self.count.show()
