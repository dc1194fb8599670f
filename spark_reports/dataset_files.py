"""Which files of a folder are a dataset's own: no other is ever removed or written over.

A dataset may stand in any folder that a person names, and what else lies there is theirs.
"""

from __future__ import annotations

import contextlib
import errno
import re
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import TypeVar

import pyarrow as pa
import pyarrow.parquet as pq

from spark_reports.dataset import AUTHORS, AUTHORS_FILE, POSTS_FOLDER, SPACES, SPACES_FILE
from spark_reports.manifest import MANIFEST_FILE, Manifest, Part, digest_of
from spark_reports.outputs import OF_DESKTOPS, OutputTaken

FRESH_ENDING = ".new"
"""Behind the name that a file will have."""
_READ_AT_ONCE = 2  # ours: what is summed up, Python lets go of; a disk reads little faster by more
_WAITING_MAX = 64  # ours: files that are asked for at a time; there may be a hundred thousand
_OF_NO_FILE = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOMEM})
"""What a system says of itself when it is asked for a file, and not of that file."""
_PART = re.compile(rf"{POSTS_FOLDER}/space=[0-9a-f]+/month=\d{{4}}-\d\d/part-(\d{{6,}})\.parquet")
_TABLES = {SPACES_FILE: SPACES, AUTHORS_FILE: AUTHORS}
_UNFINISHED = frozenset(f"{name}{FRESH_ENDING}" for name in (*_TABLES, MANIFEST_FILE))

V = TypeVar("V")


def part_name(space: str, month: str, number: int) -> str:
    """What the file of that number is called inside the dataset."""
    return f"{POSTS_FOLDER}/space={space}/month={month}/part-{number:06d}.parquet"


def space_of(name: str) -> str:
    """Whose posts are in the file of posts that is called so."""
    return name.split("/")[1].removeprefix("space=")


def parts_lying(folder: Path) -> Mapping[str, int]:
    """The numbers of the files of posts, by name; of runs that were cut off, too."""
    found = {}
    for path in folder.glob(f"{POSTS_FOLDER}/space=*/month=*/part-*.parquet"):
        name = path.relative_to(folder).as_posix()
        match = _PART.fullmatch(name)
        if match is not None:
            found[name] = int(match[1])
    return found


def check_free(folder: Path) -> None:
    """``folder`` has no manifest. Raises OutputTaken where it holds anything but what a run of ours
    left that never came to its end.
    """
    strange = next(_strange(folder), None)
    if strange is not None:
        raise OutputTaken(folder, f"holds other things, such as {strange}")


def _strange(folder: Path) -> Iterator[str]:
    for one in sorted(folder.iterdir()):
        if one.name != POSTS_FOLDER or not one.is_dir() or one.is_symlink():
            if not _was_left(one):
                yield one.name
            continue
        for below in one.rglob("*"):
            name = below.relative_to(folder).as_posix()
            is_ours = _PART.fullmatch(name) or below.name in OF_DESKTOPS
            if not is_ours and (below.is_symlink() or not below.is_dir()):
                yield name


def _was_left(file: Path) -> bool:
    """Both tables are put in their places before there is a manifest."""
    if file.name in _TABLES:
        return _has_schema(file, _TABLES[file.name])
    return file.name in _UNFINISHED or file.name in OF_DESKTOPS


def _has_schema(file: Path, schema: pa.Schema) -> bool:
    try:
        return bool(pq.read_schema(file).equals(schema))
    except (OSError, pa.ArrowException):
        return False


def strange_table(folder: Path, manifest: Manifest) -> Path | None:
    """One that is not as the manifest has it: a run was killed after it put that in its place.

    Raises OSError.
    """
    known = {name: manifest.files[name] for name in _TABLES if name in manifest.files}
    return strange_file(folder, known)


def strange_file(
    folder: Path, known: Mapping[str, Part], is_called_off: Callable[[], bool] = lambda: False
) -> Path | None:
    """One of those files that is missing, cannot be read, or is not to the byte what was written;
    each is read once, when all are known to be there and as long as they were: of gigabytes the
    last one may be cut.

    Parquet has no check of its own here: a page that is damaged gives other rows, and no error.
    ``is_called_off`` is asked before each, from threads too: of a file that is not read any more
    nobody knows that it is as it was, so it counts as strange. Raises OSError where this computer
    is at its limits.
    """
    for name, part in known.items():
        if is_called_off() or not _is(folder / name, lambda path: path.stat().st_size, part.bytes):
            return folder / name

    def is_same(path: Path, part: Part) -> bool:
        return not is_called_off() and _is(path, digest_of, part.sha256)

    waiting = iter(known.items())
    with ThreadPoolExecutor(_READ_AT_ONCE, "digests") as pool:
        while some := list(islice(waiting, _WAITING_MAX)):
            paths = [folder / name for name, _ in some]
            answers = pool.map(is_same, paths, (part for _, part in some))
            for path, is_as_written in zip(paths, answers, strict=True):
                if not is_as_written:
                    pool.shutdown(cancel_futures=True)
                    return path
    return None


def _is(path: Path, asked: Callable[[Path], V], written: V) -> bool:
    try:
        return asked(path) == written
    except OSError as error:
        if error.errno in _OF_NO_FILE:
            raise
        return False  # gone, locked away, or the disk fails there: nobody gets at what it holds


def remove_empty(folder: Path) -> None:
    """Folders of months and spaces in which nothing is left."""
    for places in ("space=*/month=*", "space=*"):
        for one in (folder / POSTS_FOLDER).glob(places):
            with contextlib.suppress(OSError):
                one.rmdir()
