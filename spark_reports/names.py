"""The names that stand in a dataset: found by reading the columns that hold them, without Spark.

Files keep each name once and refer to it in every row, so that reading them takes no time; a job of
Spark's would sort all rows, and its first ones are its slowest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from spark_reports.damage import reading
from spark_reports.dataset import AUTHORS_FILE, SPACES_FILE, post_files
from spark_reports.dataset_files import space_of
from spark_reports.manifest import Manifest

OF_POSTS = ("channel", "author")
"""The columns of names in files of posts."""
_WAITING_MAX = 1_000_000  # ours: names, some of them again and again, until each is kept once


class _Names:
    """Of one kind, each once."""

    def __init__(self) -> None:
        self._found: list[pa.Array] = []
        self._waiting = 0

    def add(self, column: pa.ChunkedArray | pa.Array) -> None:
        """Plain strings, or a dictionary of them."""
        chunks = column.chunks if isinstance(column, pa.ChunkedArray) else [column]
        for chunk in chunks:
            names = chunk.dictionary if pa.types.is_dictionary(chunk.type) else chunk
            self._found.append(names.cast(pa.string()))
            self._waiting += len(names)
        if self._waiting > _WAITING_MAX:
            self._found, self._waiting = [self._once()], 0

    def in_order(self) -> pa.Array:
        """Of their bytes, as Spark compares them, too. The empty name is none."""
        names = self._once()
        names = names.filter(pc.not_equal(names, ""))
        return names.take(pc.sort_indices(names))

    def _once(self) -> pa.Array:
        return pc.unique(pa.chunked_array(self._found, pa.string()).drop_null())


def names_in(folder: Path, manifest: Manifest, posts: Iterable[Path]) -> Mapping[str, pa.Array]:
    """Of a dataset whose rows stand in the files ``posts``: by kind (``space``, ``channel``,
    ``author``), each once, in order. Raises ManifestUnreadable, OSError.
    """
    found = {kind: _Names() for kind in ("space", *OF_POSTS)}
    found["space"].add(pa.array({space_of(name) for name in post_files(manifest)}, pa.string()))
    for path in posts:
        _add(found, path, OF_POSTS)
    for name, kinds in ((SPACES_FILE, ("space",)), (AUTHORS_FILE, ("space", "author"))):
        _add(found, folder / name, kinds)
    return {kind: names.in_order() for kind, names in found.items()}


def _add(found: Mapping[str, _Names], path: Path, kinds: Sequence[str]) -> None:
    with reading(path), pq.ParquetFile(path, read_dictionary=list(kinds)) as file:
        for group in range(file.num_row_groups):
            read = file.read_row_group(group, columns=list(kinds), use_threads=False)
            for kind in kinds:
                found[kind].add(read.column(kind))
