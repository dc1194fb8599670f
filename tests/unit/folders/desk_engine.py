"""An engine over a desk (tests/unit/hypercore/desk.py): nobody is connected, and nothing waits."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from engine.api import Unsubscribe
from engine.model.commands import Command
from engine.model.events import Event
from engine.model.feed_commands import (
    ChangeFiles,
    CreateFolder,
    FollowFolder,
    PutContent,
    UseDirectory,
)
from engine.model.feed_queries import FolderListing, OneFolder
from engine.model.feeds import FileWritten, FolderEntryView, FolderUse
from engine.model.ids import PublicKey, SpaceId
from engine.model.queries import Query
from tests.files_there import files_there
from tests.unit.hypercore.desk import Desk, bring

R = TypeVar("R")

CHUNK = 65_536
EARLIER = 1_600_000_000.0


class DeskEngine:
    """Implements ``Engine``."""

    def __init__(self, seed: int = 1) -> None:
        self.desk = Desk(seed)
        self.performed: list[object] = []
        self._listeners: list[Callable[[tuple[Event, ...]], None]] = []

    async def perform(self, command: Command[R]) -> R:
        self.performed.append(command)
        done = self.desk.do(command)
        self.tell_all()
        return done

    async def ask(self, query: Query[R]) -> R:
        return self.desk.ask(query)

    def subscribe(self, listener: Callable[[tuple[Event, ...]], None]) -> Unsubscribe:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def tell_all(self) -> None:
        """What has happened at the desk."""
        events, self.desk.events = tuple(self.desk.events), []
        for listener in self._listeners:
            listener(events)

    # ---- scenes -----------------------------------------------------------------------------

    def folder(self, files: dict[str, bytes] | None = None) -> SpaceId:
        """One of our own."""
        space = self.desk.do(CreateFolder("stuff")).feed.space
        self.write(space, files or {})
        return space

    def write(self, space: SpaceId, files: dict[str, bytes], mtime: float = EARLIER) -> None:
        """Publishes those files."""
        for path, content in files.items():
            blocks = tuple(content[at : at + CHUNK] for at in range(0, len(content), CHUNK))
            place = self.desk.do(PutContent(space, blocks))
            written = FileWritten(path, place, len(blocks), len(content), 0o644, mtime)
            self.desk.do(ChangeFiles(space, written=(written,)))

    def remove(self, space: SpaceId, *paths: str) -> None:
        """Publishes that they are gone."""
        self.desk.do(ChangeFiles(space, removed=paths))

    def follow(self, space: SpaceId, directory: Path | None = None) -> None:
        """Of somebody else; mirrored into that directory."""
        view = self.desk.do(FollowFolder(PublicKey(space)))
        if directory is not None:
            self.desk.do(UseDirectory(view.feed.space, str(directory), FolderUse.MIRRORED))

    def entries(self, space: SpaceId) -> dict[str, FolderEntryView]:
        """All files, by path."""
        listed = self.desk.ask(FolderListing(space, everything=True))
        return {entry.path: entry for entry in listed}


def fetch(author: DeskEngine, reader: DeskEngine, space: SpaceId) -> None:
    """Everything that the author has published, and the reader lacks, has come."""
    fetch_names(author, reader, space)
    key = author.desk.ask(OneFolder(space)).content_key
    assert key is not None
    _bring_rest(author.desk, reader.desk, SpaceId(key))


def fetch_names(author: DeskEngine, reader: DeskEngine, space: SpaceId) -> None:
    """The same of names alone."""
    _bring_rest(author.desk, reader.desk, space)


def _bring_rest(author: Desk, reader: Desk, space: SpaceId) -> None:
    feed = author.feeds.feed(space)
    assert feed is not None
    held = {
        block
        for start, end in reader.feeds.held(space, 0, feed.length)
        for block in range(start, end)
    }
    bring(author, reader, space, [one for one in range(feed.length) if one not in held])


def digests(directory: Path) -> dict[str, str]:
    """The SHA-256 of every file that lies there, by path."""
    there = files_there(directory).items()
    return {path: hashlib.sha256(content).hexdigest() for path, content in there}
