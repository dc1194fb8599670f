"""Free space that is left on a disk, whatever others send (reliability F-5 as amended)."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path

from engine.model.feeds import FREE_BYTES_MIN


class NoRoom(Exception):  # noqa: N818 - a finding, told as a trouble
    """Less than FREE_BYTES_MIN would be left."""


def free_bytes(directory: Path) -> int:
    """Of the disk on which ``directory`` lies. Raises OSError."""
    return shutil.disk_usage(directory).free


class Room:
    """Shared by all directories of an event loop: what is being written counts as written."""

    def __init__(self, free: Callable[[Path], int] = free_bytes) -> None:
        """``free``: how many bytes are free on the disk of a directory. May block."""
        self._free = free
        self._taken = 0

    async def take(self, directory: Path, size: int) -> None:
        """A file of ``size`` bytes will be written. Raises NoRoom, or OSError."""
        free = await asyncio.to_thread(self._free, directory)
        if free - self._taken - size < FREE_BYTES_MIN:
            raise NoRoom
        self._taken += size

    def give_back(self, size: int) -> None:
        """It is written, or was given up."""
        self._taken -= size
