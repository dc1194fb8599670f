"""Tables as files: Parquet by Spark, and from it CSV that no spreadsheet calculates with."""

from __future__ import annotations

import contextlib
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pc_csv
import pyarrow.parquet as pq
from pyspark.sql import DataFrame

from spark_reports.failures import NotShared
from spark_reports.files import create
from spark_reports.numbering import Numbers

FORMULA_BEGINNINGS = "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20"
"""What a spreadsheet takes for the beginning of a formula (reliability.md D-3)."""
ROWS_AT_ONCE = 65_536
_IS_FORMULA = f"^[{re.escape(FORMULA_BEGINNINGS)}]"
_MOMENT = "%Y-%m-%dT%H:%M:%SZ"


def write_parquet(table: DataFrame, keys: tuple[str, ...], file: Path, numbers: Numbers) -> int:
    """One file, sorted by ``keys``, with names for ``numbers``; how many rows it has. Replaces what
    is there. Raises NotShared.
    """
    folder = file.with_name(f".{file.name}")
    # A whole shuffle before: else one task would do all the work of the last step.
    ordered = numbers.decode_in_order(table, keys)
    writer = ordered.write.mode("overwrite").option("maxRecordsPerFile", "0")  # else a cluster's
    writer.parquet(str(folder))
    parts = sorted(folder.glob("part-*.parquet"))
    if parts:
        [part] = parts  # one of several would not be the table
        part.replace(file)
    elif not table.isEmpty():
        raise NotShared
    else:  # Spark writes none for a table without rows where it found that out early
        schema = table.limit(0).toArrow().schema
        pq.write_table(schema.empty_table(), file)
    shutil.rmtree(folder)
    file.chmod(0o600)
    return int(pq.read_metadata(file).num_rows)


@contextlib.contextmanager
def writing_beside() -> Iterator[Callable[[Path, Path], None]]:
    """Takes what ``write_csv`` does and does it one after the other while the block goes on: one
    core is mostly free then. All is written at the end; where the block raises, nothing more is.
    """
    ends = threading.Event()
    begun: list[Future[None]] = []
    with ThreadPoolExecutor(1, "csv") as pool:
        try:
            yield lambda parquet, file: begun.append(pool.submit(write_csv, parquet, file, ends))
            for one in begun:
                one.result()
        except BaseException:
            ends.set()
            raise


def write_csv(parquet: Path, file: Path, ends: threading.Event | None = None) -> None:
    """The same rows as CSV: UTF-8, a header, moments in ISO 8601 and UTC, guarded texts.

    Not on to the end where ``ends`` is set: nobody wants it any more.
    """
    source = pq.ParquetFile(parquet)
    shape = _written(source.schema_arrow.empty_table()).schema
    options = pc_csv.WriteOptions(quoting_style="needed")
    with create(file) as sink, pc_csv.CSVWriter(sink, shape, write_options=options) as writer:
        for batch in source.iter_batches(ROWS_AT_ONCE):
            if ends is not None and ends.is_set():
                return
            writer.write_table(_written(pa.Table.from_batches([batch])))


def _written(table: pa.Table) -> pa.Table:
    columns = [_cells(table.column(name)) for name in table.column_names]
    return pa.Table.from_arrays(columns, names=table.column_names)


def _cells(column: pa.ChunkedArray) -> pa.ChunkedArray:
    if pa.types.is_timestamp(column.type):
        return pc.strftime(column.cast(pa.timestamp("us", "UTC")), format=_MOMENT)
    if pa.types.is_string(column.type):
        return pc.if_else(
            pc.match_substring_regex(column, pattern=_IS_FORMULA),
            pc.binary_join_element_wise("'", column, ""),
            column,
        )
    return column
