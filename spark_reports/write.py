"""Tables as files: Parquet by Spark, and from it CSV that no spreadsheet calculates with."""

from __future__ import annotations

import shutil
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pc_csv
import pyarrow.parquet as pq
from pyspark.sql import DataFrame

from spark_reports.files import create

FORMULA_BEGINNINGS = "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20"
"""What a spreadsheet takes for the beginning of a formula (reliability.md D-3)."""
ROWS_AT_ONCE = 65_536
_IS_FORMULA = "^[=+\\-@\\t\\r\\n\uff1d\uff0b\uff0d\uff20]"
_MOMENT = "%Y-%m-%dT%H:%M:%SZ"


def write_parquet(table: DataFrame, keys: tuple[str, ...], file: Path) -> int:
    """One file, sorted by ``keys``; how many rows it has. Replaces what is there."""
    folder = file.with_name(f".{file.name}")
    # A whole shuffle before: else one task would do all the work of the last step.
    table.repartition(1).sortWithinPartitions(*keys).write.mode("overwrite").parquet(str(folder))
    parts = sorted(folder.glob("part-*.parquet"))
    if len(parts) == 1:
        parts[0].replace(file)
    else:  # Spark writes none for a table without rows where it found that out early
        schema = table.limit(0).toArrow().schema
        pq.write_table(schema.empty_table(), file)
    shutil.rmtree(folder)
    file.chmod(0o600)
    return int(pq.read_metadata(file).num_rows)


def write_csv(parquet: Path, file: Path) -> None:
    """The same rows as CSV: UTF-8, a header, moments in ISO 8601 and UTC, guarded texts."""
    source = pq.ParquetFile(parquet)
    shape = _written(source.schema_arrow.empty_table()).schema
    options = pc_csv.WriteOptions(quoting_style="needed")
    with create(file) as sink, pc_csv.CSVWriter(sink, shape, write_options=options) as writer:
        for batch in source.iter_batches(ROWS_AT_ONCE):
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
