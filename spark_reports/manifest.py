"""``_manifest.json``: what a dataset holds, and how far each space was written into it.

Whoever reads takes the files it names and no others; whoever writes replaces it in one step.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeVar

from spark_reports.files import write

SCHEMA_VERSION = 1
MANIFEST_FILE = "_manifest.json"
FRESH_MANIFEST_FILE = f"{MANIFEST_FILE}.new"
_CHUNK_BYTES = 1 << 20
_TEXTS = frozenset({"sha256", "last", "hidden"})


class ManifestUnreadable(Exception):  # noqa: N818 - an answer about a folder
    """There is a manifest, but not one of this version, or what it names is damaged. ``what`` says
    which, for a person; the text also says what helps.
    """

    def __init__(self, what: str) -> None:
        """See the class."""
        super().__init__(f"{what}: remove the dataset, and write it once more")
        self.what = what


@dataclass(frozen=True, slots=True)
class Part:
    """One file of the dataset."""

    rows: int
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Watermark:
    """How far a space was written. What the fields mean is up to whoever writes.

    ``arrived``: the number of the last post that was taken, in the order of arrival. ``last``: its
    id. ``rows``: how many there were up to it. ``hidden``: which of them were left out. All of it
    together tells whether what was written before still stands. ``comments``: posts that came
    beside, of no such order.
    """

    arrived: int
    last: str
    rows: int
    hidden: str
    comments: int = 0


Told = TypeVar("Told", Part, Watermark)


@dataclass(frozen=True, slots=True)
class Manifest:
    """``files`` by path inside the dataset, with slashes; ``next_number`` names further files."""

    include_text: bool
    next_number: int
    spaces: Mapping[str, Watermark]
    files: Mapping[str, Part]

    @property
    def rows(self) -> int:
        """How many posts the dataset holds."""
        return sum(part.rows for name, part in self.files.items() if name.startswith("posts/"))


def load(folder: Path) -> Manifest | None:
    """The manifest of the dataset in ``folder``; None: there is none.

    Raises ManifestUnreadable, and OSError where the file cannot be read.
    """
    try:
        content = (folder / MANIFEST_FILE).read_bytes()
    except FileNotFoundError:
        return None
    try:
        return _parsed(json.loads(content))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ManifestUnreadable(f"{folder / MANIFEST_FILE} is damaged") from error


def _parsed(told: dict[str, object]) -> Manifest:
    version = told["schema"]
    if version != SCHEMA_VERSION:
        raise ManifestUnreadable(f"the dataset has version {version}, we read {SCHEMA_VERSION}")
    spaces, files = told["spaces"], told["files"]
    if not isinstance(spaces, dict) or not isinstance(files, dict):
        raise TypeError("no mappings")
    number = told["next_number"]
    if type(number) is not int or not all(_is_inside(name) for name in files):
        raise TypeError("no number, or a path that leads out")
    return Manifest(
        include_text=told["include_text"] is True,
        next_number=number,
        spaces={space: _typed(Watermark(**mark)) for space, mark in spaces.items()},
        files={name: _typed(Part(**part)) for name, part in files.items()},
    )


def _typed(told: Told) -> Told:
    """Raises TypeError where a field is not of its type: a number, but for these texts."""
    for field, value in asdict(told).items():
        if type(value) is not (str if field in _TEXTS else int):
            raise TypeError(field)
    return told


def _is_inside(name: str) -> bool:
    return not name.startswith("/") and not {"..", ""} & set(name.split("/")) and "\\" not in name


def bytes_of(manifest: Manifest) -> bytes:
    """What the file of it has."""
    told = {
        "schema": SCHEMA_VERSION,
        "include_text": manifest.include_text,
        "next_number": manifest.next_number,
        "rows": manifest.rows,
        "spaces": {space: asdict(manifest.spaces[space]) for space in sorted(manifest.spaces)},
        "files": {name: asdict(manifest.files[name]) for name in sorted(manifest.files)},
    }
    return json.dumps(told, indent=1).encode()


def write_beside(folder: Path, manifest: Manifest) -> Path:
    """A file that only needs to be renamed to MANIFEST_FILE. Raises OSError."""
    fresh = folder / FRESH_MANIFEST_FILE
    write(fresh, bytes_of(manifest))
    return fresh


def digest_of(path: Path) -> str:
    """SHA-256 of a file, in hex. Raises OSError."""
    digest = hashlib.sha256()
    with path.open("rb", buffering=0) as file:
        while chunk := file.read(_CHUNK_BYTES):
            digest.update(chunk)
    return digest.hexdigest()


def digest_of_manifest(manifest: Manifest) -> str:
    """One number for the whole input of a report: the same posts in the same files."""
    lines = [f"{name} {manifest.files[name].sha256}\n" for name in sorted(manifest.files)]
    return hashlib.sha256("".join(lines).encode()).hexdigest()
