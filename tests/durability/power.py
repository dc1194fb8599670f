"""A folder whose power can be cut while SQLite writes to it. For whoever plays a crash and goes on.

disk = PowerCutDisk(folder)
store = open_store(folder, key, disk.vfs)
...
disk.cut(dice)      # every connection fails from now on; close it, or let it be
store = open_store(folder, key, disk.vfs)
"""

from __future__ import annotations

import random
import shutil
from pathlib import Path

from tests.durability.disk import Disk, Image, lay_down
from tests.durability.file_calls import SHARED_MEMORY
from tests.durability.vfs import WatchedVfs


class PowerCutDisk:
    """Keeps a model of what is sure. ``close`` it at the end."""

    def __init__(self, folder: Path) -> None:
        """``folder`` is there. What it holds now is sure."""
        self._folder = folder.resolve()
        self._disk = Disk(read_back(self._folder))
        self._vfs = WatchedVfs(self._folder, self._disk.do)

    @property
    def vfs(self) -> str:
        """What ``open_store`` is given."""
        return self._vfs.below_encryption

    def cut(self, dice: random.Random) -> None:
        """The folder then holds what the dice left; all that was open fails from now on."""
        self._vfs.generation += 1
        image = self._disk.cut(dice)
        for entry in self._folder.iterdir():
            if entry.is_dir():
                shutil.rmtree(entry)
            else:
                entry.unlink()
        lay_down(image, self._folder)
        self._disk = Disk(image)
        self._vfs.tell = self._disk.do

    def close(self) -> None:
        """After all connections."""
        self._vfs.unregister()


def read_back(folder: Path) -> Image:
    """What stands in ``folder``; SQLite's shared memory, which no cut leaves, apart."""
    image: Image = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_dir():
            image[f"{name}/"] = b""
        elif not name.endswith(SHARED_MEMORY):
            image[name] = path.read_bytes()
    return image
