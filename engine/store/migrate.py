"""The profile's format: numbered steps, forward only, one transaction each.

A step is ``migrations/NNNN_name.sql``; the number of the last one done is the file's
``user_version`` and the format a profile's key file names in the clear. Before the first step of an
existing file a copy is put into ``backup/``. A file of a later program is refused with nothing
written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from pathlib import Path

from engine.errors import Fault, FaultReason
from engine.store.connection import MEMORY, Location
from engine.store.database import Database, open_header
from engine.store.files import fault_of, make_private_folder, sync

Told = Callable[[int, int], object]
"""Hears how many steps of how many are done; the first is a copy of the file as it was."""

BACKUPS_KEPT = 2  # ours
_FRESH_SUFFIX = ".new"  # a copy has its own name once it is whole


@dataclass(frozen=True, slots=True)
class Step:
    """Leads from format ``number`` - 1 to ``number``."""

    number: int
    sql: str


@cache
def shipped_steps() -> tuple[Step, ...]:
    """The steps of this program, 1 first, without gaps; read once, for each opening asks twice."""
    folder = resources.files("engine.store") / "migrations"
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".sql")), key=lambda f: f.name)
    steps = tuple(Step(int(f.name[:4]), f.read_text("utf-8")) for f in files)
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    return steps


def latest_format() -> int:
    """The format that this program writes."""
    return shipped_steps()[-1].number


def stored_format(location: Location) -> int:
    """The format of an existing file; reading it changes no file and leaves none behind."""
    beside = [Path(location.path + ending) for ending in ("-wal", "-shm")]
    strangers = [file for file in beside if not file.exists()]
    reading = open_header(location)
    try:
        number: int = reading.value("PRAGMA user_version")
    finally:
        reading.close()
        for file in strangers:
            with suppress(OSError):  # it is empty, and no reason not to open the profile
                file.unlink(missing_ok=True)
    return number


def refuse_newer(location: Location, steps: Sequence[Step]) -> None:
    """Raises Fault(PROFILE_NEWER) for a file of a later program; a missing file is none."""
    path = Path(location.path)
    if location.path == MEMORY or not path.exists() or path.stat().st_size == 0:
        return
    if _was_cut_short(path):
        return
    number = stored_format(location)
    if number > steps[-1].number:
        raise Fault(FaultReason.PROFILE_NEWER, str(number))


def _was_cut_short(path: Path) -> bool:
    """Whether its making was: only then is there a rollback journal, which no mere reader can play
    back. What comes out is an empty file.
    """
    journal = Path(f"{path}-journal")
    return journal.exists() and journal.stat().st_size > 0


def _nobody(_done: int, _steps: int) -> None:
    """Hears nothing."""


def migrate(
    database: Database, backups: Path | None, steps: Sequence[Step], told: Told = _nobody
) -> None:
    """Does the steps that ``database`` lacks, first copying it to ``backups`` (None: no copy).

    ``told`` hears how far it has come, where there is something to be done with an existing file.
    """
    number: int = database.value("PRAGMA user_version")
    if number > steps[-1].number:
        raise Fault(FaultReason.PROFILE_NEWER, str(number))
    missing = [step for step in steps if step.number > number]
    of_older_file = bool(missing) and number > 0
    if of_older_file and backups is not None:
        told(0, len(missing) + 1)
        _copy_before(database, backups, steps[-1].number)
    for place, step in enumerate(missing, 1):
        if of_older_file:
            told(place, len(missing) + 1)
        with database.atomic():
            database.run(step.sql)
            database.run(f"PRAGMA user_version = {step.number:d}")


def _copy_before(database: Database, backups: Path, target: int) -> None:
    """As it was before the first of the steps that lead to ``target``, durable under its name."""
    make_private_folder(backups)
    copy = backups / f"pre-v{target}.db"
    if _is_of_earlier_format(copy, database):
        return  # of an attempt that was cut short after some of its steps
    fresh = copy.with_suffix(_FRESH_SUFFIX)
    try:
        fresh.unlink(missing_ok=True)
        database.copy_to(fresh)
        fresh.replace(copy)
        sync(backups)
        copies = sorted(backups.glob("pre-v*.db"), key=lambda file: file.stat().st_mtime_ns)
        for old in copies[:-BACKUPS_KEPT]:
            old.unlink(missing_ok=True)
    except OSError as error:
        raise fault_of(error, copy) from error


def _is_of_earlier_format(copy: Path, database: Database) -> bool:
    if not copy.exists():
        return False
    try:
        number = stored_format(replace(database.location, path=str(copy)))
    except Fault:
        return False
    return number < int(database.value("PRAGMA user_version"))
