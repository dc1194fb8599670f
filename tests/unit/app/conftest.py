"""A short folder for sockets, and a process that is afterwards as it was."""

from __future__ import annotations

import logging
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.profile.paths import Paths


@pytest.fixture
def short() -> Iterator[Path]:
    """A folder whose path is short, as names of sockets must be; its owner's alone."""
    folder = Path(tempfile.mkdtemp(prefix="tidings-app-"))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def paths(short: Path) -> Paths:
    """The places of a profile that is not there yet."""
    return Paths((short / "profile").resolve(), short / "run")


@pytest.fixture
def own_logging() -> Iterator[None]:
    """Logging as it was before, once the test has ended."""
    root = logging.getLogger()
    handlers, level, raises = root.handlers[:], root.level, logging.raiseExceptions
    yield
    for handler in root.handlers:
        if handler not in handlers:
            handler.close()
    root.handlers[:], root.level, logging.raiseExceptions = handlers, level, raises
