"""Makes a backup of a profile that is open, while it goes on.

1. A compact copy of the database as it is at one moment, still encrypted under its own key, is put
   into ``outgoing/`` of the profile, or, where that disk is full, next to the file that is wanted.
   Nobody who writes waits for that.
2. The copy, the key and the files beside are sealed into a new file next to the one that is wanted
   (engine/store/backup/sealed_file.py), which is then read again from its first byte to its last.
3. Only then it takes its name. Whatever fails before leaves what was there, and nothing else; so
   does who calls it off (``Course``), which is noticed at its next step.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO

from engine.crypto.entropy import Entropy
from engine.crypto.wrap import MODERATE, Cost
from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.model.backup_commands import BackupView
from engine.store.backup.beside import COPY_ENDING, FRESH_ENDING
from engine.store.backup.contents import BESIDE, DATABASE, KEY, MANIFEST, Manifest, encode_manifest
from engine.store.backup.course import Course
from engine.store.backup.placing import OUTGOING_NAME, discard
from engine.store.backup.sealed_file import PIECE_BYTES, Member, SealedReader, SealedWriter
from engine.store.connection import Location
from engine.store.database import open_read_only
from engine.store.files import (
    FILE_MODE,
    create_private,
    fault_of,
    make_private_folder,
    place_of,
    sync,
)

_TURN_SECONDS = 0.1
"""So long it waits for another backup before it looks whether it is wanted still."""
_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)


@dataclass(frozen=True, slots=True)
class Source:
    """What is backed up: the database, and files beside it (those that are not there are not).

    ``program`` is this program's version, ``now`` the Unix time.
    """

    location: Location
    beside: Sequence[Path]
    program: str
    now: float

    @property
    def outgoing(self) -> Path:
        """Where the copy is made."""
        return Path(self.location.path).parent / OUTGOING_NAME


class Backups:
    """One backup at a time; any thread."""

    def __init__(self, entropy: Entropy, cost: Cost = MODERATE) -> None:
        self._entropy = entropy
        self._cost = cost
        self._one_at_a_time = threading.Lock()
        self._is_stopped = threading.Event()

    def write(
        self, source: Source, file: Path, passphrase: str, course: Course | None = None
    ) -> BackupView:
        """The backup of ``source`` under ``passphrase``, in ``file``, 0600 and on the disk.

        Raises Refused(FILE_UNWRITABLE) or Fault: DISK_*, DATABASE_*, MEMORY_LACKING, and
        ENGINE_CLOSED after ``stop``; CalledOff, as ``course`` may be. Then ``file`` is as it was.
        """
        course, file = course or Course(), place_of(file)
        profile = Path(source.location.path).parent
        if file.is_relative_to(_real(profile)):  # it would be lost with it, or replace it
            raise Refused(Refusal.FILE_UNWRITABLE, f"{file} (it lies in the profile's own folder)")
        with self._turn_of(course), self._copy_of(source, file, course) as (copy, made):
            return self._sealed(list(_members(source, made, copy)), made, file, passphrase, course)

    def stop(self) -> None:
        """Whoever waits hears Fault(ENGINE_CLOSED), soon; any thread."""
        self._is_stopped.set()

    @contextmanager
    def _turn_of(self, course: Course) -> Iterator[None]:
        while not self._one_at_a_time.acquire(timeout=_TURN_SECONDS):
            self._demand_going(course)
        try:
            yield
        finally:
            self._one_at_a_time.release()

    def _demand_going(self, course: Course) -> None:
        if self._is_stopped.is_set():
            raise Fault(FaultReason.ENGINE_CLOSED)
        course.demand_wanted()

    @contextmanager
    def _copy_of(
        self, source: Source, file: Path, course: Course
    ) -> Iterator[tuple[Path, Manifest]]:
        """It goes at the end."""
        copy, beside = source.outgoing / "copy.db", file.with_name(file.name + COPY_ENDING)
        try:
            try:
                made = self._copied(source, copy, course)
            except Fault as fault:
                if fault.reason is not FaultReason.DISK_FULL:
                    raise
                discard(source.outgoing)
                copy, made = beside, self._copied_beside(source, beside, course)
            yield copy, made
        finally:
            discard(source.outgoing)
            with suppress(OSError):
                beside.unlink(missing_ok=True)

    def _copied(self, source: Source, copy: Path, course: Course) -> Manifest:
        discard(source.outgoing)  # what a crash left
        make_private_folder(source.outgoing)
        create_private(copy)
        return self._copy_into(source, copy, course)

    def _copied_beside(self, source: Source, copy: Path, course: Course) -> Manifest:
        try:
            _made(copy).close()
        except OSError as error:
            raise _unwritable(error, copy) from error
        return self._copy_into(source, copy, course)

    def _copy_into(self, source: Source, copy: Path, course: Course) -> Manifest:
        with closing(open_read_only(source.location)) as reading:
            reading.rows_until(
                "VACUUM INTO ?",
                (str(copy),),
                lambda: self._is_stopped.is_set() or course.is_called_off,
            )
            self._demand_going(course)
            return Manifest(reading.value("PRAGMA user_version"), source.now, source.program)

    def _sealed(
        self,
        members: Sequence[Member],
        manifest: Manifest,
        file: Path,
        passphrase: str,
        course: Course,
    ) -> BackupView:
        fresh = file.with_name(file.name + FRESH_ENDING)
        course.begin(sum(member.size for member in members))
        try:
            with _made(fresh) as sealed:
                key, digest = self._write_all(sealed, passphrase, members, course)
                sealed.flush()
                os.fsync(sealed.fileno())
            with fresh.open("rb") as sealed:
                self._demand_same(sealed, key, digest, course)
            self._demand_going(course)
            size = fresh.stat().st_size
            fresh.replace(file)
            sync(file.parent)
        except OSError as error:
            raise _unwritable(error, file) from error
        finally:
            with suppress(OSError):
                fresh.unlink(missing_ok=True)
        return BackupView(str(file), size, manifest.made_at)

    def _write_all(
        self, sealed: BinaryIO, passphrase: str, members: Sequence[Member], course: Course
    ) -> tuple[bytes, bytes]:
        """What opens it again, and a hash of all that went in."""
        writer = SealedWriter(sealed, passphrase, self._entropy, self._cost)
        digest = blake2b()
        for member in members:
            digest.update(member.name.encode())
            pieces = self._hashed(member, digest.update, course)
            writer.write(Member(member.name, member.size, pieces))
        writer.end()
        return writer.key, digest.digest()

    def _demand_same(self, sealed: BinaryIO, key: bytes, expected: bytes, course: Course) -> None:
        """Read from the disk, or what the system takes for it. Raises Fault(DISK_FAILED)."""
        digest = blake2b()
        try:
            for member in SealedReader(sealed, key).members():
                digest.update(member.name.encode())
                for _ in self._hashed(member, digest.update, course):
                    pass
        except Refused as error:
            raise Fault(FaultReason.DISK_FAILED, sealed.name) from error
        if digest.digest() != expected:
            raise Fault(FaultReason.DISK_FAILED, sealed.name)

    def _hashed(
        self, member: Member, update: Callable[[bytes], None], course: Course
    ) -> Iterator[bytes]:
        for piece in member.pieces:
            self._demand_going(course)
            update(piece)
            course.advance(len(piece))
            yield piece


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _members(source: Source, manifest: Manifest, copy: Path) -> Iterator[Member]:
    """The database comes last."""
    key = source.location.key
    assert key is not None, "what lies in memory is not backed up"
    yield _member(MANIFEST, encode_manifest(manifest))
    yield _member(KEY, key)
    for path in source.beside:
        with suppress(FileNotFoundError):
            yield _member(BESIDE + path.name, path.read_bytes())
    yield _file_member(DATABASE, copy)


def _member(name: str, content: bytes) -> Member:
    return Member(name, len(content), [content])


def _file_member(name: str, path: Path) -> Member:
    return Member(name, path.stat().st_size, _pieces_of(path))


def _pieces_of(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(PIECE_BYTES):
            yield piece


def _made(fresh: Path) -> BinaryIO:
    """A new file for its owner alone. Raises OSError."""
    fresh.unlink(missing_ok=True)  # left by a crash, perhaps with another mode
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINKS
    return open(os.open(fresh, flags, FILE_MODE), "wb")  # noqa: PTH123 - with a mode


def _unwritable(error: OSError, file: Path) -> Refused | Fault:
    """A full disk is the machine's trouble, a folder that is none the person's choice."""
    fault = fault_of(error, file)
    if fault.reason is FaultReason.DISK_FULL:
        return fault
    return Refused(Refusal.FILE_UNWRITABLE, f"{file} ({error.strerror or error})")
