"""What lies in a directory while somebody else works in it: read by tests as it is at the moment.

A file or folder that goes while one looks is not there; what is being written (``is_part``) is no
content yet.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from app.folders.ignoring import is_part


def files_there(directory: Path) -> dict[str, bytes]:
    """The content of every file, by its path with slashes, in order."""
    return {path: content for path, content in _everything(directory) if not _is_part(path)}


def parts_there(directory: Path) -> list[str]:
    """The paths of files that are being written, or were when somebody was cut off."""
    return [path for path, _ in _everything(directory) if _is_part(path)]


def _everything(directory: Path) -> Iterator[tuple[str, bytes]]:
    found = [
        Path(folder, name)
        for folder, _, names in os.walk(directory)  # passes over what has gone, as rglob does not
        for name in names
    ]
    for file in sorted(found):
        with suppress(FileNotFoundError):
            yield file.relative_to(directory).as_posix(), file.read_bytes()


def _is_part(path: str) -> bool:
    return is_part(path.rpartition("/")[2])
