"""How many posts of a dataset were not in it before, however many have gone meanwhile.

A post stands in the month in which it was written, always: of one month at a time the ids of both
runs are held in memory. Files are never written twice under one name, so those of both runs hold
the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path, PurePosixPath

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from spark_reports.damage import reading
from spark_reports.manifest import ManifestUnreadable, Part

Files = Mapping[str, Part]
"""Of posts, by path inside the dataset."""


def posts_new(
    folder: Path, before: Files, now: Files, is_called_off: Callable[[], bool] = lambda: False
) -> int:
    """Those of ``now`` that are not in ``before``; all of both lie in ``folder``.

    Of a month whose older files are damaged or gone: how many more it has. Once ``is_called_off``
    says so, the answer is worth nothing. Raises OSError.
    """
    gone, fresh = _by_month(before, now), _by_month(now, before)
    new = 0
    for month, names in fresh.items():
        if is_called_off():
            break
        rows, left = sum(now[name].rows for name in names), gone.get(month, [])
        try:
            new += rows - (_in_both(folder, left, names) if left else 0)
        except (ManifestUnreadable, FileNotFoundError):
            new += max(0, rows - sum(before[name].rows for name in left))
    return new


def _by_month(files: Files, others: Files) -> Mapping[str, Sequence[str]]:
    """Those that the others have not, by the folder of their space and month."""
    found: dict[str, list[str]] = {}
    for name in files.keys() - others.keys():
        found.setdefault(str(PurePosixPath(name).parent), []).append(name)
    return found


def _in_both(folder: Path, before: Sequence[str], now: Sequence[str]) -> int:
    """How many posts of ``now`` are in ``before`` as well."""
    # At once: what is looked up in is made ready anew each time, and a month may have many files.
    found = pc.is_in(_ids(folder, now), _ids(folder, before))
    return int(pc.sum(found).as_py() or 0)


def _ids(folder: Path, names: Sequence[str]) -> pa.Array:
    """Of all posts of these files."""
    return pa.concat_arrays([chunk for name in names for chunk in _column(folder / name).chunks])


def _column(path: Path) -> pa.ChunkedArray:
    # The file alone: asked for by its path, Arrow would look for columns in the names of folders.
    with reading(path), pq.ParquetFile(path) as file:
        return file.read(columns=["id"])["id"]
