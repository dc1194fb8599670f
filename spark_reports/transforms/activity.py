"""When there is something going on, and whether it grows."""

from __future__ import annotations

from pyspark.sql import Column, DataFrame, Window, WindowSpec
from pyspark.sql import functions as f

from spark_reports.transforms.numbers import DIGITS
from spark_reports.transforms.people import ALL

TREND_DAYS = 28
_COUNTS = ("posts", "authors", "words", "bytes")


def activity_daily(author_days: DataFrame) -> DataFrame:
    """By channel, and for all together, each day's posts, authors, words and bytes.

    From a channel's first day to the last day there are posts of at all; empty days are zero.
    """
    sums = [f.sum(name).alias(name) for name in ("posts", "words", "bytes")]
    each = author_days.groupBy("space", "channel", "day").agg(f.count("*").alias("authors"), *sums)
    together = author_days.groupBy("day").agg(f.count_distinct("author").alias("authors"), *sums)
    total = together.select(f.lit(ALL).alias("space"), f.lit(ALL).alias("channel"), "*")
    return with_empty_days(each.unionByName(total)).select("space", "channel", "day", *_COUNTS)


def with_empty_days(counts: DataFrame) -> DataFrame:
    """Days without a row get one of zeros."""
    last = counts.agg(f.max("day").alias("last"))
    spans = counts.groupBy("space", "channel").agg(f.min("day").alias("first")).crossJoin(last)
    days = spans.select(
        "space",
        "channel",
        f.explode(f.sequence("first", "last", f.expr("interval 1 day"))).alias("day"),
    )
    filled = [f.coalesce(name, f.lit(0).cast("long")).alias(name) for name in _COUNTS]
    return days.join(counts, ["space", "channel", "day"], "left").select(
        "space", "channel", "day", *filled
    )


def activity_heatmap(posts: DataFrame) -> DataFrame:
    """Posts by weekday (1: Monday) and hour of the reader's clock; all 168 of each channel."""
    hour = f.weekday("local") * 24 + f.hour("local")
    counts = (
        posts.where("said")
        .groupBy("space", "channel", hour.alias("at"))
        .agg(f.count("*").alias("posts"))
    )
    total = counts.groupBy("at").agg(f.sum("posts").alias("posts"))
    both = counts.unionByName(
        total.select(f.lit(ALL).alias("space"), f.lit(ALL).alias("channel"), "*")
    )
    # A line of all hours for each channel: no row is looked for a second time.
    found = f.map_from_entries(f.collect_list(f.struct("at", "posts")))
    lines = both.groupBy("space", "channel").agg(found.alias("found"))
    each = lines.select("*", f.explode(f.sequence(f.lit(0), f.lit(7 * 24 - 1))).alias("at"))
    return each.select(
        "space",
        "channel",
        (f.floor(f.col("at") / 24) + 1).cast("int").alias("weekday"),
        (f.col("at") % 24).alias("hour"),
        f.coalesce(f.try_element_at("found", "at"), f.lit(0).cast("long")).alias("posts"),
    )


def growth(author_days: DataFrame, activity_daily: DataFrame, before: DataFrame) -> DataFrame:
    """Each day's posts and authors so far, sums over the last 7 and 28 days, and the trend.

    ``new_authors`` write there for the first time: those of ``before`` (space, channel, author) did
    so on earlier days than are asked for.

    ``trend`` is by how many posts a day the daily number changes: the slope of the straight line
    through the last TREND_DAYS days, of as many as there were; 0 on the first.
    """
    firsts = _firsts(author_days, before)
    days = activity_daily.join(firsts, ["space", "channel", "day"], "left").fillna(
        0, ["further", "new_authors"]
    )
    line = Window.partitionBy("space", "channel").orderBy("day")
    up_to = line.rowsBetween(Window.unboundedPreceding, Window.currentRow)
    return days.select(
        "space",
        "channel",
        "day",
        "posts",
        f.sum("posts").over(up_to).alias("cumulative_posts"),
        "new_authors",
        f.sum("further").over(up_to).alias("cumulative_authors"),
        f.sum("posts").over(_last_days(line, 7)).alias("posts_7_days"),
        f.sum("posts").over(_last_days(line, TREND_DAYS)).alias("posts_28_days"),
        _slope(line).alias("trend"),
    )


def _firsts(author_days: DataFrame, before: DataFrame) -> DataFrame:
    """By channel and day, and for all together, those who write for the first time of these days
    (``further``), and those of them who never did before (``new_authors``).
    """
    line = ["space", "channel", "author"]
    together: list[Column | str] = [
        f.lit(ALL).alias("space"),
        f.lit(ALL).alias("channel"),
        "author",
    ]
    places = author_days.select(*line, "day").unionByName(author_days.select(*together, "day"))
    known = before.select(*line).unionByName(before.select(*together).distinct())
    return (
        places.groupBy(*line)
        .agg(f.min("day").alias("day"))
        .join(known.withColumn("known", f.lit(1)), line, "left")
        .groupBy("space", "channel", "day")
        .agg(f.count("*").alias("further"), f.count_if(f.isnull("known")).alias("new_authors"))
    )


def _last_days(line: WindowSpec, days: int) -> WindowSpec:
    """There is a row for every day, so rows are days."""
    return line.rowsBetween(1 - days, Window.currentRow)


def _slope(line: WindowSpec) -> Column:
    """Least squares in whole numbers: x is the number of the day, of which only differences count.

    slope = (n Σxy - Σx Σy) / (n Σx² - (Σx)²)
    """
    window = _last_days(line, TREND_DAYS)
    x, y = f.datediff("day", f.lit("1970-01-01").cast("date")).cast("long"), f.col("posts")
    n, sum_x, sum_y = (f.sum(one).over(window) for one in (f.lit(1).cast("long"), x, y))
    sum_xy, sum_xx = f.sum(x * y).over(window), f.sum(x * x).over(window)
    below = n * sum_xx - sum_x * sum_x
    above = (n * sum_xy - sum_x * sum_y).cast("double")
    divisor = f.when(below == 0, f.lit(1).cast("long")).otherwise(below)
    return f.when(below == 0, f.lit(0.0)).otherwise(f.round(above / divisor, DIGITS))
