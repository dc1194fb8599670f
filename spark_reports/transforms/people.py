"""Who is active, when, and for how long."""

from __future__ import annotations

from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as f

from spark_reports.numbering import NONE
from spark_reports.transforms.numbers import share
from spark_reports.transforms.quantiles import quantiles

ALL = NONE
"""The space of rows about all spaces together, and their channel."""
FOREMOST = 20  # ours: so many a page shows of people, and of pairs of them


def author_days(posts: DataFrame) -> DataFrame:
    """What each author wrote in each channel on each day: what the tables of people begin with."""
    return (
        posts.where("said")
        .groupBy("space", "channel", "author", "day")
        .agg(
            f.count("*").alias("posts"),
            f.sum("words").alias("words"),
            f.sum("size_bytes").alias("bytes"),
            f.min("at").alias("first"),
            f.max("at").alias("last"),
        )
    )


def names(posts: DataFrame) -> DataFrame:
    """What an author was called in a space at last."""
    # Each name first: a maximum of texts has all rows sorted, and hardly anybody has had several.
    each = posts.where("said").groupBy("space", "author", "author_name")
    return (
        each.agg(f.max("at").alias("at"))
        .groupBy("space", "author")
        .agg(f.max(f.struct("at", "author_name")).alias("named"))
        .select("space", "author", f.col("named.author_name").alias("name"))
    )


def lengths(posts: DataFrame) -> DataFrame:
    """The median of the lengths of an author's posts in a space, in characters."""
    texts = posts.where("said").select("space", "author", "text_length")
    return quantiles(texts, ["space", "author"], "text_length", {"median_length": 500})


def authors(author_days: DataFrame, names: DataFrame, lengths: DataFrame) -> DataFrame:
    """By space and author: posts, share of the space, first, last, active days, median length."""
    each = author_days.groupBy("space", "author").agg(
        f.sum("posts").alias("posts"),
        f.sum("words").alias("words"),
        f.min("first").alias("first"),
        f.max("last").alias("last"),
        f.count_distinct("day").alias("active_days"),
    )
    whole = f.sum("posts").over(Window.partitionBy("space"))
    return (
        each.withColumn("share", share(f.col("posts"), whole))
        .join(names, ["space", "author"])
        .join(lengths, ["space", "author"])
        .select(
            "space",
            "author",
            "name",
            "posts",
            "share",
            "words",
            "first",
            "last",
            "active_days",
            "median_length",
        )
    )


def persons(author_days: DataFrame) -> DataFrame:
    """The FOREMOST who wrote most, wherever that was: posts, first, last, active days, and in how
    many spaces (``places``); ``space`` is one of these. Of equally many posts the first by key.
    """
    summed = author_days.groupBy("author").agg(f.sum("posts").alias("posts"))
    most = summed.orderBy(f.desc("posts"), "author").limit(FOREMOST).select("author")
    return (
        author_days.join(f.broadcast(most), "author", "left_semi")
        .groupBy("author")
        .agg(
            f.min("space").alias("space"),
            f.count_distinct("space").alias("places"),
            f.sum("posts").alias("posts"),
            f.min("first").alias("first"),
            f.max("last").alias("last"),
            f.count_distinct("day").alias("active_days"),
        )
    )


def cohorts(author_days: DataFrame, before: DataFrame) -> DataFrame:
    """Of those whose first post was in month ``cohort`` how many wrote ``months_since`` later.

    Until the last month there are posts of; months in which nobody did are zero. Those of
    ``before`` (space, channel, author) wrote on earlier days than are asked for: they are no
    newcomers there.
    """
    months = author_days.select(
        "space", "author", (f.year("day") * 12 + f.month("day") - 1).alias("month")
    )
    both = _and_together(months).join(
        _and_together(before.select("space", "author")), ["space", "author"], "left_anti"
    )
    first = f.min("month").over(Window.partitionBy("space", "author"))
    counted = (
        both.withColumn("first", first)
        .groupBy("space", "first", (f.col("month") - f.col("first")).alias("months_since"))
        .agg(f.count("*").alias("active"))
    )
    sizes = counted.where("months_since = 0").select(
        "space", "first", f.col("active").alias("size")
    )
    last = months.agg(f.max("month").alias("last"))
    grid = sizes.crossJoin(last).select(
        "space",
        "first",
        "size",
        f.explode(f.sequence(f.lit(0), f.col("last") - f.col("first"))).alias("months_since"),
    )
    active = f.coalesce("active", f.lit(0))
    return grid.join(counted, ["space", "first", "months_since"], "left").select(
        "space",
        f.make_date(
            f.floor(f.col("first") / 12).cast("int"),
            (f.col("first") % 12 + 1).cast("int"),
            f.lit(1),
        ).alias("cohort"),
        "months_since",
        "size",
        active.cast("long").alias("active"),
        share(active, f.col("size")).alias("share"),
    )


def _and_together(rows: DataFrame) -> DataFrame:
    """Each once, and once more of all spaces."""
    return rows.unionByName(rows.withColumn("space", f.lit(ALL))).distinct()
