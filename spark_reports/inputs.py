"""What all tables of a report begin with: the dataset's rows once more, as short as they can be.

They are read many times, a few columns each time, so they are written down first: names as numbers
(``numbering``), moments with the reader's calendar beside them, and nothing that no table needs.
"""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq
from pyspark.sql import DataFrame
from pyspark.sql import functions as f

from spark_reports.dataset import post_files
from spark_reports.failures import NotShared
from spark_reports.names import names_in
from spark_reports.numbering import Numbers, numbers_of
from spark_reports.read import Dataset, Range, dated, is_misdated, once, spelled
from spark_reports.transforms.health import doubles

FOLDER = "posts.parquet"  # ours, in the scratch folder
FILES_READ_AGAIN_MAX = 4_096  # ours: as many take some seconds
FILES_GATHERED = 64  # ours
_KEPT = (
    *("space", "channel", "id", "author", "author_name", "kind", "type", "said", "reported"),
    *("at", "received_at", "local", "day", "height", "parents", "reply_to"),
    *("text_length", "words", "link_domains", "attachment_bytes", "size_bytes"),
)


def inputs_of(
    dataset: Dataset, chosen: Range, scratch: Path
) -> tuple[dict[str, DataFrame], Numbers]:
    """By name, as ``tables.Inputs`` lists them; ``scratch`` is a folder that all workers reach.

    Raises NotShared where they write elsewhere, ManifestUnreadable, OSError.
    """
    raw, files = _gathered(dataset, scratch)
    names = names_in(dataset.folder, dataset.manifest, files)
    numbers = numbers_of(raw.sparkSession, names, scratch)
    count = dataset.manifest.rows
    encoded = numbers.encode(dated(raw, chosen).select(*_kept(dataset)))
    rows = _written(encoded, scratch / FOLDER, count)
    found = doubles(rows).persist()
    if further := sum(row["duplicates"] for row in found.collect()):
        rows = _written(once(rows), scratch / f"once.{FOLDER}", count - further)
    posts = rows.where("reported")
    nothing = posts.where("false").withColumn("text", f.lit(None).cast("string"))
    given = {
        "rows": rows,
        "doubles": found,
        "posts": posts,
        "before": _before(rows, chosen),
        "texts": posts if dataset.manifest.include_text else nothing,
        "spaces_known": numbers.encode(dataset.spaces),
        "authors_known": numbers.encode(dataset.authors),
    }
    return given, numbers


def _before(rows: DataFrame, chosen: Range) -> DataFrame:
    """Who wrote where on earlier days than are asked for: whoever did is no newcomer."""
    earlier = f.col("day") < f.lit(chosen.since)  # where all days are asked for none is: no rows
    found = rows.where(f.col("said") & earlier & ~is_misdated())
    return found.select("space", "channel", "author").distinct()


def _kept(dataset: Dataset) -> tuple[str, ...]:
    return (*_KEPT, "text") if dataset.manifest.include_text else _KEPT


def _gathered(dataset: Dataset, scratch: Path) -> tuple[DataFrame, list[Path]]:
    """All rows, and the files they stand in; those of very many files are put together first, for
    each file costs some milliseconds whenever it is looked into.
    """
    files = [dataset.folder / name for name in post_files(dataset.manifest)]
    if len(files) <= FILES_READ_AGAIN_MAX:
        return dataset.rows, files
    found = [one for one in _kept(dataset) if one in dataset.rows.columns]
    rows = dataset.rows.select(*found).coalesce(FILES_GATHERED)
    folder = scratch / f"gathered.{FOLDER}"
    written = _written(rows, folder, dataset.manifest.rows)
    return written, sorted(folder.glob("part-*.parquet"))


def _written(rows: DataFrame, folder: Path, count: int) -> DataFrame:
    """``count``: so many they are. Fewer are found again where a worker writes to another disk."""
    rows.write.option("compression", "snappy").parquet(str(folder))
    if sum(pq.read_metadata(part).num_rows for part in folder.glob("part-*.parquet")) != count:
        raise NotShared
    return rows.sparkSession.read.schema(rows.schema).parquet(spelled(folder))
