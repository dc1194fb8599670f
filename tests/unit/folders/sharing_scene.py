"""One who shares a directory, and a clock that a test moves."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from app.folders.sharing import Looked, Sharing
from engine.model.feed_commands import PutContent
from engine.model.feed_queries import FileBytes
from tests.unit.folders.desk_engine import DeskEngine

SETTLE = 1.5


class Scene:
    """Ann shares a directory. ``now`` is what her clock says."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.ann = DeskEngine()
        self.space = self.ann.folder()
        self.now = 0.0
        self.again()

    def again(self) -> None:
        """Her program was started again."""
        self.sharing = Sharing(self.ann, self.space, self.directory, lambda: self.now, SETTLE)

    def put(self, path: str, content: bytes, mtime: float | None = None) -> None:
        file = self.directory / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        if mtime is not None:
            os.utime(file, (mtime, mtime))

    def look(self) -> str | None:
        return self.looked().trouble

    def looked(self) -> Looked:
        return asyncio.run(self.sharing.look())

    def settle(self) -> str | None:
        """What has changed comes to rest, and is looked at."""
        self.look()
        self.now += SETTLE
        return self.look()

    @property
    def published(self) -> dict[str, bytes]:
        return {
            path: self.ann.desk.ask(FileBytes(self.space, path, 0, entry.size))
            for path, entry in self.ann.entries(self.space).items()
        }

    def put_blocks(self) -> int:
        """How many blocks were put since this was last asked."""
        put = [one for one in self.ann.performed if isinstance(one, PutContent)]
        self.ann.performed.clear()
        return sum(len(one.blocks) for one in put)
