"""Opens a dataset for Spark, by the schema that ``dataset`` states; nothing is inferred.

Files that the manifest does not name are not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pyarrow as pa
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as f
from pyspark.sql import types as t

from spark_reports.dataset import (
    AUTHORS,
    AUTHORS_FILE,
    POSTS,
    POSTS_FOLDER,
    SPACES,
    SPACES_FILE,
    post_files,
)
from spark_reports.dataset_files import strange_file
from spark_reports.files import otherwise_named
from spark_reports.manifest import Manifest, load

EARLIEST = "2000-01-01"  # ours: before, there was nothing that we could hold posts of
_OF_PATTERNS = re.compile(r"[\\\[\]{}*?]")
AHEAD_SECONDS_MAX = 86_400  # ours: a post may be so far ahead of the clock that received it
SAID = ("message", "block", "comment")
"""Types that are posts to a person. Others (marks, joins, roots) say something of others."""


class DatasetUnreadable(Exception):  # noqa: N818 - an answer about a folder
    """There is no dataset, or a file of it is missing, cut, another or unreadable. The text
    says which.
    """


@dataclass(frozen=True, slots=True)
class Range:
    """Which days are reported on, in ``zone`` (of the IANA database); both ends inclusive."""

    zone: str = "UTC"
    since: date | None = None
    until: date | None = None


@dataclass(frozen=True, slots=True)
class Dataset:
    """What a report is made of. ``rows``: all posts as they lie there, in ``folder``."""

    folder: Path
    manifest: Manifest
    rows: DataFrame
    spaces: DataFrame
    authors: DataFrame


def open_dataset(spark: SparkSession, folder: Path, named: Path | None = None) -> Dataset:
    """``named``: the folder as Spark can read it, if not by its own name (``readable``).

    Raises DatasetUnreadable, ManifestUnreadable, OSError.
    """
    manifest = manifest_of(folder)
    if (strange := strange_file(folder, manifest.files)) is not None:
        told = "is not what the dataset was written with, or cannot be read"
        raise DatasetUnreadable(f"{strange} {told}: write it once more")
    schema = t.StructType(
        [
            *struct_of(POSTS).fields,
            t.StructField("space", t.StringType(), nullable=False),
            t.StructField("month", t.StringType(), nullable=False),
        ]
    )
    named = named or folder
    paths = [spelled(named / name) for name in post_files(manifest)]
    reader = spark.read.schema(schema).option("basePath", str(named / POSTS_FOLDER))
    rows = reader.parquet(*paths) if paths else spark.createDataFrame([], schema)
    spaces = spark.read.schema(struct_of(SPACES)).parquet(spelled(named / SPACES_FILE))
    authors = spark.read.schema(struct_of(AUTHORS)).parquet(spelled(named / AUTHORS_FILE))
    return Dataset(folder, manifest, rows, spaces, authors)


def spelled(path: Path) -> str:
    """As Spark has to be told of what it reads: it takes a path for a pattern of many."""
    return _OF_PATTERNS.sub(r"\\\g<0>", path.as_posix())


@contextmanager
def readable(folder: Path) -> Iterator[Path]:
    """The same folder under a name that Spark can read by for the block. Raises OSError.

    In a pattern, and so in whatever has to be ``spelled``, Spark takes a colon for a scheme's end.
    """
    whole = folder.absolute()
    inside = whole.as_posix()[len(whole.drive) :]
    if ":" not in inside or _OF_PATTERNS.search(inside) is None:
        yield folder
        return
    with otherwise_named(folder) as other:
        yield other


def manifest_of(folder: Path) -> Manifest:
    """Raises DatasetUnreadable, ManifestUnreadable, OSError."""
    manifest = load(folder)
    if manifest is None:
        raise DatasetUnreadable(f"{folder} holds no dataset")
    return manifest


def struct_of(schema: pa.Schema) -> t.StructType:
    """The same columns for Spark."""
    return t.StructType(
        [t.StructField(field.name, _type_of(field.type), field.nullable) for field in schema]
    )


def _type_of(kind: pa.DataType) -> t.DataType:
    if pa.types.is_list(kind):
        return t.ArrayType(_type_of(kind.value_type), containsNull=False)
    if pa.types.is_timestamp(kind):
        return t.TimestampType()
    by_type = {
        pa.string(): t.StringType(),
        pa.binary(): t.BinaryType(),
        pa.int32(): t.IntegerType(),
        pa.int64(): t.LongType(),
    }
    return by_type[kind]


# ---- what becomes of the rows -------------------------------------------------------------------


def once(rows: DataFrame) -> DataFrame:
    """Each post once, though it lies there twice: of rows that differ the earliest, then the
    least.
    """
    keys, times = ("space", "id"), ("at", "received_at")
    others = [one for one in rows.columns if one not in (*keys, *times)]
    least = f.min(f.struct(*times, *others)).alias("least")
    return rows.groupBy(*keys).agg(least).select(*keys, "least.*").select(*rows.columns)


def is_misdated() -> Column:
    """Whether a post claims a time that it cannot have been written at."""
    ahead = f.col("received_at") + f.make_interval(secs=f.lit(AHEAD_SECONDS_MAX))
    return (f.col("at") < f.lit(EARLIEST).cast("timestamp")) | (f.col("at") > ahead)


def dated(rows: DataFrame, chosen: Range) -> DataFrame:
    """With ``local`` (the reader's clock), ``day``, ``said`` (whether it is a post to a person) and
    ``reported``: whether it is of the days asked for, and not misdated.
    """
    whole = (
        rows.withColumn("local", f.from_utc_timestamp(f.col("at"), chosen.zone))
        .withColumn("day", f.to_date(f.col("local")))
        .withColumn("said", f.col("type").isin(*SAID))
    )
    reported = ~is_misdated()
    if chosen.since is not None:
        reported &= f.col("day") >= f.lit(chosen.since)
    if chosen.until is not None:
        reported &= f.col("day") <= f.lit(chosen.until)
    return whole.withColumn("reported", reported)
