"""How sound the replica is that was exported, and what it holds of feeds."""

from __future__ import annotations

from pyspark.sql import DataFrame
from pyspark.sql import functions as f

from spark_reports.read import is_misdated
from spark_reports.transforms.quantiles import quantiles

ROUNDED_MS = 1_000  # a community may keep times in whole seconds (wire S)
NEAR_MS = 1_000  # ours: clocks that are set over the Internet differ by less


def quality(rows: DataFrame, doubles: DataFrame, authors: DataFrame) -> DataFrame:
    """By space, of all rows with their types and times, in range or not.

    ``duplicates``: rows left out because the same post was there already (``doubles``, by space).
    ``misdated``: posts that claim a time they cannot have. Of the others: ``ahead``, those dated
    more than NEAR_MS after they came, and ``skew_ms``, the most of it; ``delay_p50_ms`` and
    ``delay_p99_ms`` from writing to arrival, of those that came later than they were written (what
    was written where the dataset was exported was on no way), without those that are dated at a
    whole second and came less than ROUNDED_MS after it: their time may have been rounded, others
    are finer. 0 where there are none.
    ``expired_chains``: authors whose right ended before the newest post came.
    """
    at, came = f.unix_millis("at"), f.unix_millis("received_at")
    is_rounded = (at % ROUNDED_MS == 0) & (came - at < ROUNDED_MS)
    is_way = ~is_misdated() & (came > at) & ~is_rounded
    is_ahead = ~is_misdated() & (at - came > NEAR_MS)
    measured = rows.select(  # None: of one that was on no way, and of one that is not ahead
        "space",
        "received_at",
        f.when(is_way, came - at).alias("delay_ms"),
        f.when(is_ahead, at - came).alias("ahead_ms"),
        is_misdated().alias("off"),
    )
    counts = measured.groupBy("space").agg(
        f.count("*").alias("rows"),
        f.sum(f.col("off").cast("long")).alias("misdated"),
        f.count("ahead_ms").alias("ahead"),
        f.max("ahead_ms").alias("skew_ms"),
        f.max("received_at").alias("newest"),
    )
    delays = quantiles(
        measured.where("delay_ms IS NOT NULL"),
        ["space"],
        "delay_ms",
        {"delay_p50_ms": 500, "delay_p99_ms": 990},
    )
    expired = (
        authors.join(counts.select("space", "newest"), "space")
        .where(f.col("valid_to") < f.col("newest"))
        .groupBy("space")
        .agg(f.count("*").alias("expired_chains"))
    )
    none = f.lit(0).cast("long")
    return (
        counts.join(delays, "space", "left")
        .join(expired, "space", "left")
        .join(doubles, "space", "left")
        .select(
            "space",
            "rows",
            f.coalesce("duplicates", none).alias("duplicates"),
            "misdated",
            "ahead",
            f.coalesce("skew_ms", none).alias("skew_ms"),
            f.coalesce("delay_p50_ms", none).alias("delay_p50_ms"),
            f.coalesce("delay_p99_ms", none).alias("delay_p99_ms"),
            f.coalesce("expired_chains", none).alias("expired_chains"),
        )
    )


def doubles(rows: DataFrame) -> DataFrame:
    """By space how many rows are of a post that is there already."""
    # Numbers of 64 bits first, which are few bytes to sort out: mostly nothing is left. But it
    # may be all there is, where a history was written twice: Spark sees how much, and joins so.
    number = f.xxhash64("space", "id").alias("number")
    suspects = rows.select(number).groupBy("number").agg(f.count("*").alias("times"))
    suspects = suspects.where("times > 1").select("number")
    return (
        rows.select("space", "id", number)
        .join(suspects, "number", "left_semi")
        .groupBy("space", "id")
        .agg(f.count("*").alias("times"))
        .where("times > 1")
        .groupBy("space")
        .agg(f.sum(f.col("times") - 1).alias("duplicates"))
    )


def spaces(spaces: DataFrame) -> DataFrame:
    """What is called by the ids that stand in the other tables: kind, name, and the community."""
    return spaces.select("space", "kind", "name", "community")


def feeds(posts: DataFrame, spaces: DataFrame) -> DataFrame:
    """Of feeds and folders: blocks and bytes, how much is held, holders, entries, comments."""
    entries = posts.groupBy("space").agg(
        f.sum((f.col("kind") == "feed").cast("long")).alias("entries"),
        f.sum((f.col("kind") == "comment").cast("long")).alias("comments"),
    )
    none = f.lit(0).cast("long")
    return (
        spaces.where("blocks IS NOT NULL")
        .join(entries, "space", "left")
        .select(
            "space",
            "name",
            "blocks",
            "bytes",
            "held_blocks",
            "held_bytes",
            "holders",
            f.coalesce("entries", none).alias("entries"),
            f.coalesce("comments", none).alias("comments"),
        )
    )
