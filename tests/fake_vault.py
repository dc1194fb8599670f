"""A profile's lock and its backups, without a profile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.errors import Refusal, Refused
from ui.services import KnownProfile

WORDS = "correct horse"


@dataclass
class FakeGate:
    """``ui.services.Gate``. ``words``: what unlocks it; None: nothing is needed."""

    words: str | None = WORDS
    is_locked: bool = False
    listeners: list[Callable[[], object]] = field(default_factory=list)

    @property
    def can_lock(self) -> bool:
        return self.words is not None

    def lock(self) -> None:
        if not self.can_lock:
            raise Refused(Refusal.NOTHING_TO_LOCK)
        self.is_locked = True
        self._tell()

    def unlock(self, passphrase: str) -> None:
        if passphrase != self.words:
            raise Refused(Refusal.PASSPHRASE_WRONG)
        self.is_locked = False
        self._tell()

    def subscribe(self, listener: Callable[[], object]) -> Callable[[], None]:
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)

    def _tell(self) -> None:
        for listener in tuple(self.listeners):
            listener()


@dataclass
class FakeKeyRing:
    """``ui.services.OwnKeyRing``. ``missing``: why there is none; ``silent``: it keeps the key."""

    is_used: bool = False
    missing: Refused | None = None
    silent: Refused | None = None
    looked: int = 0

    def trouble(self) -> Refused | None:
        self.looked += 1
        return self.missing

    def remember(self, passphrase: str) -> None:
        if passphrase != WORDS:
            raise Refused(Refusal.PASSPHRASE_WRONG)
        self.is_used = True

    def forget(self) -> None:
        if self.silent is not None:
            raise self.silent
        self.is_used = False


@dataclass
class FakeRestores:
    """``ui.services.Restores``: what was restored, and where to (None: here)."""

    restored: list[tuple[Path | None, Path]] = field(default_factory=list)

    def here(self, backup: Path, passphrase: str) -> None:
        self._take(None, backup, passphrase)

    def into(self, folder: Path, backup: Path, passphrase: str) -> None:
        self._take(folder, backup, passphrase)

    def _take(self, folder: Path | None, backup: Path, passphrase: str) -> None:
        if passphrase != WORDS:
            raise Refused(Refusal.PASSPHRASE_WRONG)
        self.restored.append((folder, backup))


@dataclass
class FakeMoves:
    """``ui.services.Moves``. ``end``: set by the test, when the other computer has it all."""

    code: str = "TIDINGS-MOVE:ABCDEFGH"
    prefix: str = "TIDINGS-MOVE:"
    failure: Refused | None = None
    taken: list[tuple[str, str | None]] = field(default_factory=list)
    is_called_off: bool = False
    end: asyncio.Event = field(default_factory=asyncio.Event)

    async def give(self, show: Callable[[str], object], told: Callable[[int, int], object]) -> None:
        show(self.code)
        try:
            await self.end.wait()
        except asyncio.CancelledError:
            self.is_called_off = True
            raise
        if self.failure is not None:
            raise self.failure
        told(1, 2)

    async def take(
        self, code: str, passphrase: str | None, told: Callable[[int, int], object]
    ) -> None:
        if not code.startswith(self.prefix):
            raise Refused(Refusal.MOVE_CODE_INVALID)
        told(1, 2)
        self.taken.append((code, passphrase))


@dataclass
class FakeProfiles:
    """``ui.services.Profiles`` as far as restoring needs it."""

    folder: Path
    opened: list[Path] = field(default_factory=list)
    names: dict[Path, str] = field(default_factory=dict)

    def known(self) -> Sequence[KnownProfile]:
        return ()

    def add(self, name: str, folder: Path) -> None:
        self.names[folder] = name

    def remove(self, folder: Path) -> None:
        del self.names[folder]

    def can_hold(self, folder: Path) -> bool:
        return True

    def suggested(self, name: str) -> Path:
        return self.folder / name

    def open(self, folder: Path) -> None:
        self.opened.append(folder)
