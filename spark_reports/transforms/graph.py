"""The shape of the graph of posts: what was written at the same time, apart, and joined again."""

from __future__ import annotations

from pyspark.sql import DataFrame
from pyspark.sql import functions as f

LATE_SECONDS = 86_400
"""A post that came so long after it was written came late."""
WITH_HEIGHTS = ("peerlinks", "feed")
"""Kinds of posts that say how many came before them; of all others the dataset has 0."""


def dag_shape(posts: DataFrame) -> DataFrame:
    """By channel and day, of posts of all types.

    ``width``: the most posts of one height. ``merges``: posts with several different parents.
    ``forks``: posts on which several were built, counted on the day of the first of these.
    ``height``: the largest. ``late``: posts that came more than LATE_SECONDS after they were
    written. Where nothing has a height (``WITH_HEIGHTS``), as in communities, there is neither
    width nor height.
    """
    keys = ["space", "channel", "day"]
    late = f.unix_millis("received_at") - f.unix_millis("at") > LATE_SECONDS * 1_000
    has_height = f.col("kind").isin(*WITH_HEIGHTS)
    levels = (
        posts.withColumn("height", f.when(has_height, f.col("height")))
        .groupBy(*keys, "height")
        .agg(
            f.count("*").alias("posts"),
            f.sum((f.size(f.array_distinct("parents")) > 1).cast("long")).alias("merges"),
            f.sum(late.cast("long")).alias("late"),
        )
        .groupBy(*keys)
        .agg(
            f.sum("posts").alias("posts"),
            f.max(f.when(f.col("height").isNotNull(), f.col("posts"))).alias("width"),
            f.sum("merges").alias("merges"),
            f.max("height").alias("height"),
            f.sum("late").alias("late"),
        )
    )
    forks = (
        posts.select(
            "space", "channel", "day", f.explode(f.array_distinct("parents")).alias("parent")
        )
        .groupBy("space", "channel", "parent")
        .agg(f.count("*").alias("children"), f.min("day").alias("day"))
        .where("children > 1")
        .groupBy(*keys)
        .agg(f.count("*").alias("forks"))
    )
    return levels.join(forks, keys, "left").select(
        *keys,
        "posts",
        "width",
        "merges",
        f.coalesce("forks", f.lit(0).cast("long")).alias("forks"),
        "height",
        "late",
    )
