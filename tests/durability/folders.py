"""Folders for thousands of small files: in memory where the machine has such a place."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_IN_MEMORY = Path("/dev/shm")  # Linux


@contextmanager
def quick_folder() -> Iterator[Path]:
    """Holds the private folder ``here``, and nothing is left of it afterwards."""
    where = _IN_MEMORY if _IN_MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="tidings-", dir=where) as made:
        folder = Path(made).resolve()
        (folder / "here").mkdir(mode=0o700)
        yield folder
