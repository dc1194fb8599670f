"""A report on the disk: which files it has, and which folder may become one.

Whoever starts the job asks the same questions before, so this module never imports pyspark. A
folder that holds anything but an older report is never touched.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from spark_reports.files import settle, sync

if sys.platform != "win32":
    import fcntl

FORMATS = ("html", "pdf", "csv", "parquet")
HTML_FILE, PDF_FILE, RUN_FILE, TABLES_FOLDER = "report.html", "report.pdf", "run.json", "tables"
PART_ENDING = ".part"
OLDER = "older"
"""In the folder that ends so: the report before, while the new one takes its place."""
_OWN = frozenset({HTML_FILE, PDF_FILE, RUN_FILE, TABLES_FOLDER})
_TABLE_ENDINGS = (".csv", ".parquet")
_TOLD_OF_RUN = frozenset(
    {"title", "posts", "input", "range", "formats", "versions", "rows", "seconds"}
)
"""What ``run.json`` has: by that it is one of ours."""
OF_DESKTOPS = frozenset({".DS_Store", ".directory", ".localized", "Thumbs.db", "desktop.ini"})
"""What file browsers leave in a folder that they show."""


class OutputTaken(Exception):  # noqa: N818 - an answer about a folder
    """No report and no dataset can be at ``place``. ``why`` follows it: "is a file"."""

    def __init__(self, place: Path, why: str) -> None:
        """See the class."""
        super().__init__(f"{place} {why}")
        self.place, self.why = place, why


class InWork(OutputTaken):
    """For now: somebody else of ours writes there."""

    def __init__(self, place: Path) -> None:
        """See the class."""
        super().__init__(place, "is being written by another run")


class NoFolderAbove(OutputTaken):
    """The folder that ``place`` is to be in is not there."""

    def __init__(self, place: Path) -> None:
        """See the class."""
        super().__init__(place, f"cannot be made: there is no folder {place.parent}")


def resolved(out: Path) -> Path:
    """A link to a report's folder stays one. Raises OutputTaken for one that leads to itself."""
    try:
        return out.resolve()
    except RuntimeError as error:  # so Python calls it
        raise OutputTaken(out, "is a link that leads to itself") from error


def check_free(out: Path) -> None:
    """Raises OutputTaken where ``out`` is anything but empty, an older report, or nothing yet."""
    if not out.exists():
        if not out.parent.is_dir():
            raise NoFolderAbove(out)
        return
    if not out.is_dir():
        raise OutputTaken(out, "is a file")
    names = {one.name for one in out.iterdir()} - OF_DESKTOPS
    if not names:
        return
    strange = min(_strange(out), default=None)
    if strange is None and RUN_FILE not in names:
        strange = min(names)
    strange = strange or min(_strange_tables(out), default=None)
    if strange is not None:
        raise OutputTaken(out, f"holds other things, such as {strange}")


def _strange(out: Path) -> Iterator[str]:
    for one in out.iterdir():
        if one.name not in _OWN | OF_DESKTOPS or one.is_dir() != (one.name == TABLES_FOLDER):
            yield one.name


def _strange_tables(out: Path) -> Iterator[str]:
    """Ours are those that ``run.json`` counts the rows of; it, if it is none of ours."""
    tables = _tables_of(out / RUN_FILE)
    if tables is None:
        yield RUN_FILE
        return
    ours = OF_DESKTOPS | {f"{table}{ending}" for table in tables for ending in _TABLE_ENDINGS}
    for one in (out / TABLES_FOLDER).glob("*"):
        if one.name not in ours or one.is_dir():
            yield f"{TABLES_FOLDER}/{one.name}"


def _tables_of(run: Path) -> frozenset[str] | None:
    """Which tables a report was made of; None: nothing of ours says so."""
    try:
        told = json.loads(run.read_bytes())
    except (ValueError, RecursionError):
        return None
    if not isinstance(told, dict) or not told.keys() >= _TOLD_OF_RUN:
        return None
    return frozenset(told["rows"]) if isinstance(told["rows"], dict) else None


def folder_of_parts(out: Path) -> Path:
    """Where a report is written before it is at ``out``: hidden, beside it."""
    return out.with_name(f".{out.name}{PART_ENDING}")


def settle_all(fresh: Path) -> None:
    """All of a report outlasts a power cut. Raises OSError."""
    settle(fresh, [one for one in fresh.rglob("*") if one.is_file()])


def replace(out: Path, fresh: Path) -> None:
    """``fresh``, which is settled, is at ``out`` from now on, in place of an older one: after a
    power cut, too, so that the older one may go. OutputTaken, OSError.

    Whatever is raised: ``out`` is as it was. Whatever interrupts it: it is so, or the fresh one.
    """
    check_free(out)  # somebody may have put something there meanwhile
    older = folder_of_parts(out) / OLDER
    is_placed = False
    try:
        if out.exists():
            out.rename(older)
        fresh.rename(out)
        is_placed = True
        sync(out.parent)
    except BaseException:
        if is_placed:
            out.rename(fresh)  # nobody knows whether it would be there after a power cut
        _put_back(out, older)
        raise


def clear_left(out: Path) -> None:
    """What a run that was killed left beside ``out`` is gone; a report it had moved is back.

    Of a run that is at work nothing is touched, nor, where there were two reports, is the older one
    while the disk fails to keep what is at ``out``.
    """
    parts = folder_of_parts(out)
    with contextlib.suppress(OutputTaken, FileNotFoundError), alone_in(parts):
        older = parts / OLDER
        if older.exists():
            _put_back(out, older)
            with contextlib.suppress(OSError):  # the disk that fails may not even list them
                for one in set(parts.iterdir()) - {older}:  # names and rows, in the clear
                    shutil.rmtree(one, ignore_errors=True)
            # Who was killed just then has not waited for it.
            if not _is_settled(out.parent):
                return
        shutil.rmtree(parts, ignore_errors=True)


def _is_settled(folder: Path) -> bool:
    """Whether the names in it outlast a power cut."""
    try:
        sync(folder)
    except OSError:
        return False
    return True


@contextlib.contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Nobody else of ours works in that folder meanwhile. Raises InWork where somebody does, and
    FileNotFoundError.

    The lock is the operating system's, on the folder itself: free the instant its holder is gone.
    """
    if sys.platform == "win32":  # which has none for folders
        yield
        return
    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise InWork(folder) from error
        except OSError:  # the disk, of another computer perhaps, knows no locks
            pass
        yield
    finally:
        os.close(handle)


def _put_back(out: Path, older: Path) -> None:
    if older.exists() and not out.exists():
        older.rename(out)
