"""What all tables of a report begin with: the dataset's rows once more, as short as they can be.

They are read many times, a few columns each time, so they are written down first: names as numbers
(``numbering``), moments with the reader's calendar beside them, and nothing that no table needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from pyspark.sql import DataFrame
from pyspark.sql import functions as f

from spark_reports.dataset import post_files
from spark_reports.failures import NotShared
from spark_reports.names import names_in
from spark_reports.numbering import Numbers, numbers_of, written
from spark_reports.persons_names import called_as_persons
from spark_reports.pseudonyms import KEY_AS_NAME, PERSON, forms_of, mixed
from spark_reports.read import Dataset, Range, dated, is_misdated, once, spelled
from spark_reports.transforms.activity import TREND_DAYS
from spark_reports.transforms.health import doubles

FOLDER = "posts.parquet"  # ours, in the scratch folder
FILES_READ_AGAIN_MAX = 4_096  # ours: as many take some seconds
FILES_GATHERED = 64  # ours
DAYS_NEAR = 2  # more than a silence in a conversation, also where a calendar leaves out a day
SILENCE_MAX = timedelta(days=1_098)  # ours: what comes later came while a clock was wrong
_KEPT = (
    *("space", "channel", "id", "author", "author_name", "kind", "type", "said", "reported"),
    *("at", "received_at", "local", "day", "height", "parents", "reply_to"),
    *("text_length", "words", "link_domains", "attachment_bytes", "size_bytes"),
)


def inputs_of(
    dataset: Dataset, chosen: Range, scratch: Path, *, pseudonyms: bool = False
) -> tuple[dict[str, DataFrame], Numbers]:
    """By name, as ``tables.Inputs`` lists them; ``scratch`` is a folder that all workers reach.

    ``pseudonyms``: nothing of it says what people are called, nor their keys; what spaces are
    called stays, but of private channels, feeds and folders that are called as somebody is, or
    by a key.

    Raises NotShared where they write elsewhere, ManifestUnreadable, OSError.
    """
    raw, files = _gathered(dataset, scratch)
    names = names_in(dataset.folder, dataset.manifest, files)
    if pseudonyms:
        names = mixed(names, dataset.manifest)
    forms = forms_of(names) if pseudonyms else {}
    numbers = numbers_of(raw.sparkSession, names, scratch, forms)
    count, spaces = dataset.manifest.rows, dataset.spaces
    encoded = numbers.encode(dated(raw, chosen).select(*_kept(dataset)))
    if pseudonyms:
        encoded = encoded.withColumn("author_name", written("author", PERSON))
        spaces = _without_people(spaces, called_as_persons(dataset.folder, files))
    rows = _written(encoded, scratch / FOLDER, count)
    newest = _newest(scratch / FOLDER)
    found = doubles(rows).persist()
    if further := sum(row["duplicates"] for row in found.collect()):
        rows = _written(once(rows), scratch / f"once.{FOLDER}", count - further)
    posts, are_dated = rows.where("reported"), rows.where(~is_misdated())
    nothing = posts.where("false").withColumn("text", f.lit(None).cast("string"))
    given = {
        "rows": rows,
        "doubles": found,
        "posts": posts,
        "dated": are_dated if chosen.since or chosen.until else posts,  # the same, and quicker
        "near": _near(are_dated, chosen) if chosen.since else posts,
        "asked": _asked(rows, chosen, newest),
        "before": _before(are_dated, chosen),
        "recent": _recent(are_dated, chosen),
        "texts": posts if dataset.manifest.include_text else nothing,
        "spaces_known": numbers.encode(spaces),
        "authors_known": numbers.encode(dataset.authors),
    }
    return given, numbers


def _without_people(spaces: DataFrame, called_so: Iterable[str]) -> DataFrame:
    """Without the names of the spaces ``called_so``, and without those that are the beginning of a
    key: so a feed or channel is called whose author or owner has not named it. Those of communities
    belong to nobody.
    """
    is_key = f.col("name").rlike(KEY_AS_NAME) & (f.col("kind") != "cable")
    is_told = is_key | f.col("space").isin(sorted(called_so))
    return spaces.withColumn("name", f.when(is_told, f.lit("")).otherwise(f.col("name")))


def _asked(rows: DataFrame, chosen: Range, newest: datetime | None) -> DataFrame:
    """One row: the first day asked for (null: all there are), and the ``last`` of those asked for
    that anything is known of (``_newest``).
    """
    came = f.to_date(f.from_utc_timestamp(f.lit(newest).cast("timestamp"), chosen.zone))
    return rows.sparkSession.range(1).select(
        f.lit(chosen.since).cast("date").alias("since"),
        f.least(f.lit(chosen.until).cast("date"), came).alias("last"),
    )


def _newest(folder: Path) -> datetime | None:
    """When one of those rows came last; None: there is no row.

    What seems to have come years after all of them were written came while our clock was wrong, and
    would fill every line of the report with empty days. Of what we wrote ourselves meanwhile nobody
    can tell: it stands on the day that it says.
    """
    times = _times(folder, "at", "received_at")
    newest = _last(pc.if_else(pc.less(at, came), at, came) for at, came in times)
    if newest is None:
        return None
    arrivals = _times(folder, "received_at")
    silence = pa.scalar(SILENCE_MAX)  # taken from those: the calendar may end before it is over
    came = _last(each.filter(pc.less(pc.subtract(each, silence), newest)) for (each,) in arrivals)
    return newest if came is None else max(newest, came)


def _times(folder: Path, *columns: str) -> Iterator[list[pa.ChunkedArray]]:
    """Those columns, some rows at a time: they need not fit into memory."""
    for part in folder.glob("part-*.parquet"):
        with pq.ParquetFile(part) as file:
            for group in range(file.num_row_groups):
                yield file.read_row_group(group, columns=list(columns)).columns


def _last(moments: Iterable[pa.ChunkedArray]) -> datetime | None:
    return max((one for each in moments if (one := pc.max(each).as_py()) is not None), default=None)


def _near(are_dated: DataFrame, chosen: Range) -> DataFrame:
    """What was written on the days asked for, and shortly before."""
    return are_dated.where(f.col("day") >= f.date_sub(f.lit(chosen.since), DAYS_NEAR))


def _before(are_dated: DataFrame, chosen: Range) -> DataFrame:
    """Who wrote where on earlier days than are asked for, and the first of these: whoever did is no
    newcomer.
    """
    found = _earlier(are_dated, chosen)
    return found.groupBy("space", "channel", "author").agg(f.min("day").alias("first"))


def _recent(are_dated: DataFrame, chosen: Range) -> DataFrame:
    """How much was written where on the last days before those asked for."""
    first = f.date_sub(f.lit(chosen.since).cast("date"), TREND_DAYS - 1)
    found = _earlier(are_dated, chosen).where(f.col("day") >= first)
    return found.groupBy("space", "channel", "day").agg(f.count("*").alias("posts"))


def _earlier(are_dated: DataFrame, chosen: Range) -> DataFrame:
    """Where all days are asked for none is earlier: no rows."""
    return are_dated.where(f.col("said") & (f.col("day") < f.lit(chosen.since).cast("date")))


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
