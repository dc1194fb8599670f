"""What all tables of a report begin with: the dataset's rows once more, as short as they can be.

They are read many times, a few columns each time, so they are written down first: names as numbers
(``numbering``), moments with the reader's calendar beside them, and nothing that no table needs.
"""

from __future__ import annotations

from pathlib import Path

from pyspark.sql import DataFrame
from pyspark.sql import functions as f

from spark_reports.numbering import Numbers, numbers_of
from spark_reports.read import Dataset, Range, dated, once, spelled
from spark_reports.transforms.health import doubles

FOLDER = "posts.parquet"  # ours, in the scratch folder
_KEPT = (
    *("space", "channel", "id", "author", "author_name", "kind", "type", "said", "reported"),
    *("at", "received_at", "local", "day", "height", "parents", "reply_to"),
    *("text_length", "words", "link_domains", "attachment_bytes", "size_bytes"),
)


def inputs_of(
    dataset: Dataset, chosen: Range, scratch: Path
) -> tuple[dict[str, DataFrame], Numbers]:
    """By name, as ``tables.Inputs`` lists them; ``scratch`` is a folder that all workers reach."""
    numbers = numbers_of(dataset.rows, dataset.spaces, dataset.authors)
    rows = _laid_down(dataset, chosen, numbers, scratch / FOLDER)
    found = doubles(rows).persist()
    if not found.isEmpty():
        rows = once(rows)
    posts = rows.where("reported")
    nothing = posts.where("false").withColumn("text", f.lit(None).cast("string"))
    given = {
        "rows": rows,
        "doubles": found,
        "posts": posts,
        "texts": posts if dataset.manifest.include_text else nothing,
        "spaces": numbers.encode(dataset.spaces),
        "authors_known": numbers.encode(dataset.authors),
    }
    return given, numbers


def _laid_down(dataset: Dataset, chosen: Range, numbers: Numbers, folder: Path) -> DataFrame:
    columns = [*_KEPT, "text"] if dataset.manifest.include_text else list(_KEPT)
    rows = numbers.encode(dated(dataset.rows, chosen).select(*columns))
    rows.write.option("compression", "snappy").parquet(str(folder))
    return rows.sparkSession.read.schema(rows.schema).parquet(spelled(folder))
