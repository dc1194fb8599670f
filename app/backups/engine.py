"""The engine, with backups written on a thread of their own: nobody waits for one but who asked.

Who calls one off waits until it has stopped.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

from app.control.codec import PROGRAM_VERSION
from app.to_its_end import seen_through
from engine.api import Engine, Unsubscribe
from engine.model.backup_commands import (
    BackupProgress,
    BackupProgressView,
    BackupView,
    WriteBackup,
)
from engine.model.commands import Command
from engine.model.events import Event
from engine.model.queries import Query
from engine.store.backup.course import Course
from engine.store.backup.writing import Backups, Source
from engine.store.connection import Location

R = TypeVar("R")

SETTINGS_NAME = "settings.json"  # as app.profile.paths has it


class BackedUp:
    """An ``Engine``; all but ``WriteBackup`` and ``BackupProgress`` is the other's business.
    ``stop`` it at the end.
    """

    def __init__(self, engine: Engine, location: Location) -> None:
        """``location``: of the profile's database."""
        self._engine = engine
        self._location = location
        self._backups = Backups(os.urandom)
        self._courses: dict[str, Course] = {}

    async def perform(self, command: Command[R]) -> R:
        """See ``Engine``."""
        if isinstance(command, WriteBackup):
            return cast("R", await self._written(command))  # what WriteBackup is a command for
        return await self._engine.perform(command)

    async def ask(self, query: Query[R]) -> R:
        """See ``Engine``."""
        if isinstance(query, BackupProgress):
            return cast("R", self._progress(query.file))  # what BackupProgress is a query for
        return await self._engine.ask(query)

    def subscribe(self, listener: Callable[[tuple[Event, ...]], None]) -> Unsubscribe:
        """See ``Engine``."""
        return self._engine.subscribe(listener)

    def stop(self) -> None:
        """A backup that is being written ends, and leaves nothing."""
        self._backups.stop()

    async def _written(self, command: WriteBackup) -> BackupView:
        course = self._courses[command.file] = Course()
        try:
            writing = asyncio.to_thread(self._write, command, course)
            return await seen_through(writing, course.call_off)
        finally:
            if self._courses.get(command.file) is course:  # not that of a later one
                del self._courses[command.file]

    def _progress(self, file: str) -> BackupProgressView | None:
        course = self._courses.get(file)
        return None if course is None else BackupProgressView(*course.progress)

    def _write(self, command: WriteBackup, course: Course) -> BackupView:
        settings = Path(self._location.path).parent / SETTINGS_NAME
        source = Source(self._location, [settings], PROGRAM_VERSION, time.time())
        return self._backups.write(source, Path(command.file), command.passphrase, course)
