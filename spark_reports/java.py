"""Finds the Java that Spark runs on, or says in one sentence what to do."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

VERSION_MIN = 17
ASKING_SECONDS = 20.0  # ours: a Java from a cold disk
_PLACES = (  # where systems put Java that is on no PATH
    "/usr/lib/jvm/*",
    "/usr/java/*",
    "/opt/java*",
    "/opt/jdk*",
    "/Library/Java/JavaVirtualMachines/*/Contents/Home",
    "/opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home",
    "/usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home",
)
_WINDOWS_PLACES = ("Java/*", "Eclipse Adoptium/*", "Microsoft/jdk*", "Zulu/*")
_VERSION = re.compile(r'version "(?:1\.)?(\d+)')


class JavaMissing(Exception):  # noqa: N818 - an answer about this computer
    """There is no Java of VERSION_MIN or newer. The text is one sentence with what to do."""


@dataclass(frozen=True, slots=True)
class Java:
    """``home`` is the folder that ``JAVA_HOME`` should name."""

    home: Path
    version: int

    @property
    def program(self) -> Path:
        """The executable."""
        return _program(self.home)


def find_java(environ: Mapping[str, str] = os.environ) -> Java:
    """The first that is new enough: of JAVA_HOME, of PATH, of the usual places. JavaMissing."""
    too_old = 0
    asked: set[Path] = set()
    for home in _homes(environ):
        program = _program(home)
        real = program.resolve()
        if real in asked or not program.exists():
            continue
        asked.add(real)
        version = _version(program)
        if version is not None and version >= VERSION_MIN:
            return Java(home, version)
        too_old = max(too_old, version or 0)
    raise JavaMissing(missing_sentence(too_old))


def missing_sentence(found: int = 0) -> str:
    """What to tell a person; ``found``: the newest version there is (0: none)."""
    lacks = f"this computer has Java {found}" if found else "this computer has none"
    return (
        f"Activity reports need Java {VERSION_MIN} or newer, and {lacks}: "
        f"install it with “{install_command()}”."
    )


def install_command() -> str:
    """The command that installs it on this system."""
    if sys.platform == "darwin":
        return f"brew install openjdk@{VERSION_MIN}"
    if sys.platform == "win32":
        return f"winget install EclipseAdoptium.Temurin.{VERSION_MIN}.JRE"
    known: Sequence[tuple[str, str]] = (
        ("apt-get", "sudo apt-get install default-jre-headless"),
        ("dnf", f"sudo dnf install java-{VERSION_MIN}-openjdk-headless"),
        ("zypper", f"sudo zypper install java-{VERSION_MIN}-openjdk-headless"),
        ("pacman", f"sudo pacman -S jre{VERSION_MIN}-openjdk-headless"),
        ("apk", f"sudo apk add openjdk{VERSION_MIN}-jre-headless"),
    )
    return next((command for tool, command in known if shutil.which(tool)), known[0][1])


def _homes(environ: Mapping[str, str]) -> Iterator[Path]:
    if named := environ.get("JAVA_HOME"):
        yield Path(named)
    if found := shutil.which("java", path=environ.get("PATH")):
        yield Path(found).resolve().parent.parent
    for place in _PLACES:
        root, _, pattern = place.partition("*")
        folder = Path(root).parent if not root.endswith("/") else Path(root)
        rest = place.removeprefix(str(folder)).lstrip("/")
        yield from sorted(folder.glob(rest)) if folder.is_dir() and pattern is not None else ()
    if programs := environ.get("ProgramFiles"):
        for pattern in _WINDOWS_PLACES:
            yield from sorted(Path(programs).glob(pattern))


def _program(home: Path) -> Path:
    return home / "bin" / ("java.exe" if os.name == "nt" else "java")


def _version(program: Path) -> int | None:
    """What it says of itself; None if it does not run."""
    try:
        told = subprocess.run(  # noqa: S603 - what JAVA_HOME, PATH or the system names
            [str(program), "-version"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=ASKING_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = _VERSION.search(told.stderr + told.stdout)
    return int(found.group(1)) if found else None
