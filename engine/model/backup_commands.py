"""A backup of the whole profile, as a person asks for it."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.model.commands import Command
from engine.model.ids import SpaceId
from engine.model.queries import Query


@dataclass(frozen=True, slots=True)
class BackupView:
    """A backup that was written: where, how many bytes, and when (Unix seconds)."""

    file: str
    bytes: int
    made_at: float


@dataclass(frozen=True, slots=True)
class WriteBackup(Command[BackupView]):
    """Everything of this profile into one file that ``passphrase`` opens; it goes on meanwhile.

    ``file`` is an absolute path; a file of that name is replaced, once the new one is whole and was
    read again. Refused with FILE_UNWRITABLE. Who cancels it waits until it has stopped, which is
    soon; then ``file`` is as it was.
    """

    file: str
    passphrase: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class HandOver(Command[tuple[SpaceId, ...]]):
    """Nothing is appended to feeds of ours from now on, as another computer will: which they were.

    As with a feed that was restored (``FeedView.restored``); ``ContinueFeed`` takes one back. Those
    that may not be appended to anyhow are left as they are. Folders are two feeds each.
    """


@dataclass(frozen=True, slots=True)
class BackupProgressView:
    """Bytes of how many are sealed and were read again. Of 0: the database is being copied yet."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class BackupProgress(Query[BackupProgressView | None]):
    """How far ``WriteBackup`` into ``file`` is; None: none is being written there."""

    file: str


BackupCommand = WriteBackup | HandOver
BackupQuery = BackupProgress
