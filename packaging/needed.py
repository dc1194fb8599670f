"""What the libraries of a folder need of each other and of the system, as `objdump` tells it."""

from __future__ import annotations

import re
import subprocess
from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ELF_MAGIC = b"\x7fELF"
FILES_A_CALL = 50  # of objdump

_FILE = re.compile(r"^(?P<path>.+):\s+file format elf", re.MULTILINE)
_NEEDED = re.compile(r"^\s+NEEDED\s+(\S+)", re.MULTILINE)
_PLACES = re.compile(r"^\s+(?:RUNPATH|RPATH)\s+(\S+)", re.MULTILINE)
_GLIBC = re.compile(r"\bGLIBC_(\d+)\.(\d+)")

Version = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Library:
    """One library or program: the names of those it needs, and the newest C library it was built
    for, (0, 0) if it names none. ``places``: where it wants them to be looked for first.
    """

    path: Path
    needs: frozenset[str]
    glibc: Version
    places: tuple[str, ...] = ()

    @property
    def foreign_places(self) -> tuple[str, ...]:
        """Those that are no neighbours of the library itself: of the computer it was built on."""
        return tuple(place for place in self.places if not place.startswith("$ORIGIN"))


def is_elf(path: Path) -> bool:
    """Whether it is a regular file (no link) that the system's loader can load."""
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(ELF_MAGIC)) == ELF_MAGIC


def libraries_of(folder: Path) -> Sequence[Library]:
    """All of a folder and of those in it, by their paths."""
    files = [path for path in sorted(folder.rglob("*")) if is_elf(path)]
    found: list[Library] = []
    for start in range(0, len(files), FILES_A_CALL):
        found += libraries_in(_told_of(files[start : start + FILES_A_CALL]))
    return found


def _told_of(files: Sequence[Path]) -> str:
    command = ["objdump", "--private-headers", *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    return done.stdout


def libraries_in(told: str) -> Sequence[Library]:
    """Reads the words of `objdump --private-headers`."""
    heads = list(_FILE.finditer(told))
    ends = [*(head.start() for head in heads[1:]), len(told)][: len(heads)]
    return [
        _library(Path(head["path"]), told[head.end() : end])
        for head, end in zip(heads, ends, strict=True)
    ]


def _library(path: Path, words: str) -> Library:
    glibc = max(((int(a), int(b)) for a, b in _GLIBC.findall(words)), default=(0, 0))
    places = tuple(place for found in _PLACES.findall(words) for place in found.split(":"))
    return Library(path, frozenset(_NEEDED.findall(words)), glibc, places)


def reached(
    libraries: Sequence[Library], roots: Collection[Path], foreign: Collection[str]
) -> frozenset[Path]:
    """The roots, and what they need among ``libraries``, and what those need.

    A name of ``foreign`` is not followed: somebody else brings it.
    """
    by_name: dict[str, list[Library]] = {}
    for library in libraries:
        by_name.setdefault(library.path.name, []).append(library)
    waiting = deque(library for library in libraries if library.path in roots)
    found: set[Path] = set()
    while waiting:
        library = waiting.popleft()
        if library.path in found:
            continue
        found.add(library.path)
        for name in sorted(library.needs - frozenset(foreign)):
            waiting.extend(by_name.get(name, []))
    return frozenset(found)


def missing(libraries: Iterable[Library], names: Collection[str]) -> Mapping[str, Path]:
    """Needed libraries that are not of ``names``, each with one that needs it."""
    return {
        need: library.path
        for library in libraries
        for need in sorted(library.needs)
        if need not in names
    }
