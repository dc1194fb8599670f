"""Backups that are restored from the window: ``ui.services.Restores``."""

from __future__ import annotations

from pathlib import Path

from app.backups.restoring import restore, stage
from app.profile.lock import try_lock
from app.profile.paths import Paths, paths_of
from engine.errors import Fault, FaultReason
from engine.store.files import make_private_folder


class RestoresOnDisk:
    """``ui.services.Restores``. This program holds the lock of ``own``."""

    def __init__(self, own: Paths) -> None:
        self._own = own

    def here(self, backup: Path, passphrase: str) -> None:
        """See ``Restores``. Whoever takes the lock next puts it in place."""
        stage(self._own, backup, passphrase)

    def into(self, folder: Path, backup: Path, passphrase: str) -> None:
        """See ``Restores``."""
        there = paths_of(folder)
        make_private_folder(there.profile)
        held = try_lock(there.lock)
        if held is None:
            raise Fault(FaultReason.PROFILE_IN_USE, str(there.profile))
        try:
            restore(there, backup, passphrase)
        finally:
            held.release()
