"""Brings back the copy that was made before a later version of the program changed the profile.

``backup/pre-vN.db`` is the database as it was before the steps that led to format N. Going back
means: that copy, and the same key for the format it has, are laid ready as a restored profile is
(``restoring``, ``placing``), changed by ``prepare`` like one; the database as it is now is kept as
``backup/after-update.db``, with its log. The caller holds the profile's lock.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.store import keys
from engine.store.backup.placing import DATABASE_NAME, STAGING_NAME, WHOLE_NAME, discard, take_up
from engine.store.backup.restoring import Prepare
from engine.store.connection import LOG_ENDING, Location
from engine.store.database import Database
from engine.store.files import (
    create_private,
    fault_of,
    make_private_folder,
    replace_file,
    sync,
)
from engine.store.migrate import latest_format, stored_format

BACKUP_NAME = "backup"
KEPT_NAME = "after-update.db"

AskKey = Callable[[bytes], bytes]
"""The profile's key, out of the content of its key file. Raises Refused or Fault."""


def go_back(profile: Path, ask_key: AskKey, prepare: Prepare) -> int:
    """The format that the profile has afterwards.

    Of several copies the newest that this program understands. ``ask_key`` is given the content of
    the key file. Raises Refused(NO_COPY) where there is none, and what ``ask_key`` raises; Fault.
    Then nothing has changed.
    """
    copies = sorted((profile / BACKUP_NAME).glob("pre-v*.db"), key=_number, reverse=True)
    copies = [copy for copy in copies if _number(copy) > 0]
    if not copies:
        raise Refused(Refusal.NO_COPY)
    newest = latest_format()
    key = ask_key(keys.of_older_format(profile, newest))
    for copy in copies:
        number = stored_format(Location(str(copy), key))
        if number <= newest:
            _stage(profile, copy, key, number, prepare)
            take_up(profile)
            return number
    raise Fault(FaultReason.PROFILE_NEWER, copies[-1].name)


def _number(copy: Path) -> int:
    digits = copy.stem.removeprefix("pre-v")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 6 else 0


def _stage(profile: Path, copy: Path, key: bytes, number: int, prepare: Prepare) -> None:
    staging = profile / STAGING_NAME
    discard(staging)
    make_private_folder(staging)
    try:
        _keep_present(profile)
        database = staging / DATABASE_NAME
        _copy(copy, database)
        with closing(Database(Location(str(database), key))) as opened:
            _demand_sound(opened, copy)
            prepare(opened)
        sync(database)
        content = keys.of_older_format(profile, number)
        for name in (keys.KEY_NAME, keys.COPY_NAME):
            replace_file(staging / name, content)
        replace_file(staging / WHOLE_NAME, b"")
    except BaseException as problem:
        discard(staging)
        if isinstance(problem, OSError):
            raise fault_of(problem, staging) from problem
        raise


def _demand_sound(database: Database, copy: Path) -> None:
    if database.value("PRAGMA quick_check(1)") != "ok":
        raise Fault(FaultReason.DATABASE_CORRUPT, copy.name)


def _keep_present(profile: Path) -> None:
    """As it lies there, log and all: nobody has opened it since."""
    for ending in ("", LOG_ENDING):
        present = profile / (DATABASE_NAME + ending)
        kept = profile / BACKUP_NAME / (KEPT_NAME + ending)
        kept.unlink(missing_ok=True)
        if present.exists():
            _copy(present, kept)


def _copy(path: Path, to: Path) -> None:
    create_private(to)
    with path.open("rb") as source, to.open("r+b") as copied:
        shutil.copyfileobj(source, copied)
        copied.flush()
        os.fsync(copied.fileno())
    sync(to.parent)
