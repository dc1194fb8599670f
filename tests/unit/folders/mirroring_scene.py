"""One who has a folder, and one who mirrors it into a directory."""

from __future__ import annotations

import asyncio
from pathlib import Path

from app.folders.mirroring import Mirroring
from app.folders.room import Room
from engine.model.feeds import FolderUse
from tests.unit.folders.desk_engine import DeskEngine, fetch

FILES = {
    "readme.txt": b"hello",
    "empty": b"",
    "pictures/large.bin": bytes(range(256)) * 6_000,
    "pictures/deep/er/small": b"small",
}


class Scene:
    """Ann has a folder, Ben mirrors it."""

    def __init__(self, directory: Path, files: dict[str, bytes], free: int = 1 << 40) -> None:
        self.directory = directory
        directory.mkdir(exist_ok=True)
        self.ann, self.ben = DeskEngine(1), DeskEngine(2)
        self.space = self.ann.folder(files)
        self.ben.follow(self.space, directory)
        self.room = Room(lambda _: free)
        self.now = 0.0
        self.again()

    def again(self) -> None:
        """Ben's program was started again."""
        tie = (self.directory, FolderUse.MIRRORED)
        self.mirroring = Mirroring(self.ben, self.space, tie, self.room, lambda: self.now)

    def look(self) -> str | None:
        return asyncio.run(self.mirroring.look())

    def fetch(self) -> str | None:
        """All has come, and was looked at."""
        fetch(self.ann, self.ben, self.space)
        return self.look()

    def text(self, path: str) -> str:
        return (self.directory / path).read_text()
