"""The wheel: built from a copy of what belongs to it, so that nothing older gets in.

Setuptools keeps what it built in the project's folder and would pack a module that is long gone.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from system_packages import SetupError

ROOMS = ("app", "ui", "engine", "resources", "spark_reports")
FILES = ("pyproject.toml", "README.md", "LICENSE")
CACHES = ("__pycache__", "*.pyc", ".new-*")
PIP = ("-m", "pip", "--disable-pip-version-check", "--no-input")
ALONE = ("--no-deps", "--no-build-isolation", "--no-index")


def make_wheel(root: Path, out: Path) -> Path:
    """Builds it into ``out`` with this Python, which has the build tool. Raises SetupError."""
    with tempfile.TemporaryDirectory() as scratch:
        source, made = Path(scratch) / "source", Path(scratch) / "made"
        copy_sources(root, source)
        command = [sys.executable, *PIP, "--quiet", "wheel", *ALONE, "-w", str(made), str(source)]
        _do(command, "The wheel could not be built; pip's own words are above.")
        (wheel,) = made.glob("*.whl")
        out.mkdir(parents=True, exist_ok=True)
        return Path(shutil.copy2(wheel, out / wheel.name))


def install_wheel(wheel: Path, into: Path | None = None) -> None:
    """Puts it into an environment (None: our own), in the place of an older one. SetupError."""
    place = [] if into is None else ["--python", str(into)]
    options = ["--quiet", "--no-deps", "--no-index", "--force-reinstall"]
    command = [sys.executable, *PIP, *place, "install", *options, str(wheel)]
    _do(command, "The wheel could not be installed; pip's own words are above.")


def copy_sources(root: Path, to: Path) -> None:
    """What a wheel is built from, and nothing else."""
    to.mkdir(parents=True)
    for room in ROOMS:
        shutil.copytree(root / room, to / room, ignore=shutil.ignore_patterns(*CACHES))
    for name in FILES:
        shutil.copy2(root / name, to / name)


def files_of(root: Path) -> Iterator[str]:
    """The files of all rooms as a wheel names them, from ``root``."""
    for room in ROOMS:
        for path in sorted((root / room).rglob("*")):
            is_cache = "__pycache__" in path.parts or any(path.match(one) for one in CACHES)
            if path.is_file() and not is_cache:
                yield path.relative_to(root).as_posix()


def _do(command: list[str], trouble: str) -> None:
    if subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode != 0:
        raise SetupError(trouble)
