"""Brings a backup back: everything is laid ready and looked over before anything is replaced.

``stage`` reads the file into ``restored/`` of the profile's folder: the database, brought to this
program's format and changed by ``prepare``, its key under the backup's passphrase, and the files
beside. The last thing to be written there is ``whole``. ``take_up`` then puts all of it in place,
file by file; where a crash stops it, the next one goes on, for what is in place is not in
``restored/`` any more. So there is the profile as it was, or the restored one, and after a crash in
between the restored one as soon as somebody opens it.

The caller holds the profile's lock, of both.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from engine.crypto.entropy import Entropy
from engine.crypto.wrap import MODERATE, Cost
from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.store import keys
from engine.store.backup.contents import (
    BESIDE,
    BESIDE_BYTES_MAX,
    DATABASE,
    KEY,
    MANIFEST,
    MANIFEST_BYTES_MAX,
    Manifest,
    decode_manifest,
)
from engine.store.backup.placing import DATABASE_NAME, STAGING_NAME, WHOLE_NAME, discard
from engine.store.backup.sealed_file import Member, SealedReader
from engine.store.connection import KEY_BYTES, Location
from engine.store.database import Database
from engine.store.files import FILE_MODE, fault_of, make_private_folder, replace_file, sync
from engine.store.migrate import latest_format, migrate, shipped_steps

Prepare = Callable[[Database], object]
"""Changes the database of a restored profile before anybody uses it."""

_OF_THE_FILE = frozenset({FaultReason.DATABASE_CORRUPT, FaultReason.DATABASE_UNREADABLE})


@dataclass(frozen=True, slots=True)
class Restoring:
    """``beside``: the names of files that a profile may have besides its key and its database."""

    prepare: Prepare
    beside: frozenset[str]
    entropy: Entropy
    cost: Cost = MODERATE

    def stage(self, profile: Path, backup: Path, passphrase: str, *others: str | None) -> Manifest:
        """Lays the profile in ``backup`` ready beside the one in ``profile``; what it says of
        itself.

        The passphrase opens the restored profile, too, unless there is another one for that (None:
        none is needed). Raises Refused: BACKUP_INVALID,
        BACKUP_DAMAGED, FILE_NEWER, PASSPHRASE_WRONG, FILE_UNREADABLE; Fault: DISK_*,
        MEMORY_LACKING. Then there is nothing of it.
        """
        staging = profile / STAGING_NAME
        make_private_folder(profile)
        discard(staging)
        make_private_folder(staging)
        try:
            with _opened(backup) as file:
                manifest, key = self._unpacked(file, backup, passphrase, staging)
            self._made_ready(staging, key, others[0] if others else passphrase)
            replace_file(staging / WHOLE_NAME, b"")
        except BaseException as problem:
            discard(staging)
            if isinstance(problem, OSError):
                raise fault_of(problem, staging) from problem
            raise
        return manifest

    def _unpacked(
        self, file: BinaryIO, backup: Path, passphrase: str, staging: Path
    ) -> tuple[Manifest, bytes]:
        with _told_of(backup):
            members = SealedReader(file, passphrase).members()
            manifest = decode_manifest(_small(next(members, None), MANIFEST, MANIFEST_BYTES_MAX))
            if manifest.format > latest_format():
                raise Refused(Refusal.FILE_NEWER)
            key = _small(next(members, None), KEY, KEY_BYTES)
            has_database = False
            for member in members:  # to the end: only then it is known to be whole
                if member.name == DATABASE:
                    _write(staging / DATABASE_NAME, member)
                    has_database = True
                elif member.name.removeprefix(BESIDE) in self.beside:
                    content = _small(member, member.name, BESIDE_BYTES_MAX)
                    replace_file(staging / member.name.removeprefix(BESIDE), content)
            if not has_database or len(key) != KEY_BYTES:
                raise Refused(Refusal.BACKUP_DAMAGED)
        return manifest, key

    def _made_ready(self, staging: Path, key: bytes, passphrase: str | None) -> None:
        try:
            with closing(Database(Location(str(staging / DATABASE_NAME), key))) as database:
                if database.value("PRAGMA quick_check(1)") != "ok":
                    raise Refused(Refusal.BACKUP_DAMAGED)
                migrate(database, None, shipped_steps())
                self.prepare(database)
        except Fault as fault:
            if fault.reason in _OF_THE_FILE:
                raise Refused(Refusal.BACKUP_DAMAGED) from fault
            raise
        sync(staging / DATABASE_NAME)
        keys.keep(staging, key, passphrase, self.entropy, latest_format(), self.cost)


def _write(path: Path, member: Member) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    with open(os.open(path, flags, FILE_MODE), "wb") as file:  # noqa: PTH123 - with a mode
        file.writelines(member.pieces)
        file.flush()
        os.fsync(file.fileno())


def _small(member: Member | None, name: str, bytes_max: int) -> bytes:
    """All of a member that must be of that name and no longer."""
    if member is None or member.name != name or member.size > bytes_max:
        raise Refused(Refusal.BACKUP_DAMAGED)
    return b"".join(member.pieces)


@contextmanager
def _opened(backup: Path) -> Iterator[BinaryIO]:
    try:
        file = backup.open("rb")
    except OSError as error:
        raise _unreadable(error, backup) from error
    with file:
        yield file


@contextmanager
def _told_of(backup: Path) -> Iterator[None]:
    """Where the file itself is at fault, it is named."""
    try:
        yield
    except Refused as refused:
        named = Refusal.BACKUP_INVALID
        raise Refused(refused.reason, backup.name if refused.reason is named else "") from refused


def _unreadable(error: OSError, backup: Path) -> Refused:
    return Refused(Refusal.FILE_UNREADABLE, f"{backup} ({error.strerror or error})")
