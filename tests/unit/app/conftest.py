"""A short folder for sockets, and a process that is afterwards as it was."""

from __future__ import annotations

import logging
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.profile.paths import Paths
from tests.unit.app.faked import WatchedEngine
from tests.unit.app.terminal import Terminal


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
    last_resort = logging.lastResort
    yield
    logging.lastResort = last_resort
    for handler in root.handlers:
        if handler not in handlers:
            handler.close()
    root.handlers[:], root.level, logging.raiseExceptions = handlers, level, raises


@pytest.fixture
def shell(
    short: Path,
    own_logging: None,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[[str], Terminal]:
    """Makes shells of people with a profile each, not there yet."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(short))
    return lambda name: Terminal(short / name, capsys)


@pytest.fixture
def ann(shell: Callable[[str], Terminal]) -> Terminal:
    """Ann's shell; she has an identity of that name."""
    made = shell("ann")
    made.do("identity", "new", "ann")
    return made


@pytest.fixture
def faked(monkeypatch: pytest.MonkeyPatch) -> WatchedEngine:
    """The engine that every command of the test reaches, without a profile."""
    engine = WatchedEngine()
    monkeypatch.setattr("app.cli.session.reach", engine.reach)
    return engine


@pytest.fixture
def tina(shell: Callable[[str], Terminal]) -> Terminal:
    """The shell of somebody who has nothing yet."""
    return shell("tina")


@pytest.fixture
def quiet(short: Path, own_logging: None, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same person's folder, where the test itself looks at what is written."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(short))
    return short / "tina"
