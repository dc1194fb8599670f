"""When there is something going on, and whether it grows."""

from __future__ import annotations

from pyspark.sql import Column, DataFrame, Window, WindowSpec
from pyspark.sql import functions as f

from spark_reports.transforms.numbers import DIGITS
from spark_reports.transforms.people import ALL

TREND_DAYS = 28
_COUNTS = ("posts", "authors", "words", "bytes")
_GROWING = ("space", "channel", "day", "posts", "further", "new_authors")


def activity_daily(author_days: DataFrame, before: DataFrame, asked: DataFrame) -> DataFrame:
    """By channel, and for all together, each day's posts, authors, words and bytes.

    From a channel's first day, or the first one asked for where it is older (``before``), to the
    last one that is asked for and known of; empty days are zero, also where all of them are.
    """
    sums = [f.sum(name).alias(name) for name in ("posts", "words", "bytes")]
    each = author_days.groupBy("space", "channel", "day").agg(f.count("*").alias("authors"), *sums)
    together = author_days.groupBy("day").agg(f.count_distinct("author").alias("authors"), *sums)
    total = together.select(f.lit(ALL).alias("space"), f.lit(ALL).alias("channel"), "*")
    counts = each.unionByName(total)
    return with_empty_days(counts, begun(before), asked).select("space", "channel", "day", *_COUNTS)


def begun(before: DataFrame) -> DataFrame:
    """Which channels are older than the days asked for, and all together: their ``first`` day."""
    first = f.min("first").alias("first")
    total = before.agg(first).where("first IS NOT NULL")
    return (
        before.groupBy("space", "channel")
        .agg(first)
        .unionByName(total.select(f.lit(ALL).alias("space"), f.lit(ALL).alias("channel"), "first"))
    )


def with_empty_days(counts: DataFrame, begun: DataFrame, asked: DataFrame) -> DataFrame:
    """Days without a row get one of zeros, and so do all days of what had ``begun`` before."""
    line = ["space", "channel"]
    newest = counts.agg(f.max("day").alias("newest"))
    lines = counts.select(*line, "day", f.lit(False).alias("older")).unionByName(  # noqa: FBT003 - a value
        begun.select(*line, f.col("first").alias("day"), f.lit(True).alias("older"))  # noqa: FBT003 - a value
    )
    begins = f.when(f.col("older"), f.col("since")).otherwise(f.col("first"))
    days = (
        lines.groupBy(*line)
        .agg(f.min("day").alias("first"), f.max("older").alias("older"))
        .crossJoin(newest)
        .crossJoin(asked)
        .select(*line, begins.alias("begins"), f.greatest("newest", "last").alias("ends"))
        .where("begins <= ends")  # else nothing is known of the days asked for
        .select(*line, _days_between(f.col("begins"), f.col("ends")))
    )
    filled = [f.coalesce(name, f.lit(0).cast("long")).alias(name) for name in _COUNTS]
    return days.join(counts, [*line, "day"], "left").select(*line, "day", *filled)


def _days_between(first: Column, last: Column) -> Column:
    return f.explode(f.sequence(first, last, f.expr("interval 1 day"))).alias("day")


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


def growth(
    author_days: DataFrame, activity_daily: DataFrame, before: DataFrame, recent: DataFrame
) -> DataFrame:
    """Each day's posts and authors so far, sums over the last 7 and 28 days, and the trend.

    ``new_authors`` write there for the first time: those of ``before`` (space, channel, author) did
    so on earlier days than are asked for. The last days of these (``recent``) count in the sums.

    ``trend`` is by how many posts a day the daily number changes: the slope of the straight line
    through the last TREND_DAYS days, of as many as there were (``trend_days``); 0 on the first.
    """
    firsts = _firsts(author_days, before)
    asked = activity_daily.join(firsts, ["space", "channel", "day"], "left").fillna(
        0, ["further", "new_authors"]
    )
    days = asked.select(*_GROWING, f.lit(True).alias("asked")).unionByName(  # noqa: FBT003 - a value
        _days_before(activity_daily, before, recent), allowMissingColumns=True
    )
    line = Window.partitionBy("space", "channel").orderBy("day")
    up_to = line.rowsBetween(Window.unboundedPreceding, Window.currentRow)
    rolled = days.select(
        "*",
        f.sum(f.when(f.col("asked"), f.col("posts"))).over(up_to).alias("cumulative_posts"),
        f.sum("further").over(up_to).alias("cumulative_authors"),
        f.sum("posts").over(_last_days(line, 7)).alias("posts_7_days"),
        f.sum("posts").over(_last_days(line, TREND_DAYS)).alias("posts_28_days"),
        _slope(line).alias("trend"),
        f.count("*").over(_last_days(line, TREND_DAYS)).alias("trend_days"),
    )
    return rolled.where("asked").select(
        *("space", "channel", "day", "posts", "cumulative_posts", "new_authors"),
        *("cumulative_authors", "posts_7_days", "posts_28_days", "trend", "trend_days"),
    )


def _days_before(activity_daily: DataFrame, before: DataFrame, recent: DataFrame) -> DataFrame:
    """Of channels that are older than the days asked for the days before that sums reach back to,
    with their posts; empty ones too.
    """
    line = ["space", "channel"]
    total = recent.groupBy("day").agg(f.sum("posts").alias("posts"))
    counts = recent.unionByName(
        total.select(f.lit(ALL).alias("space"), f.lit(ALL).alias("channel"), "*")
    )
    farthest = f.greatest(f.col("first"), f.date_sub("since", TREND_DAYS - 1))
    days = (
        activity_daily.groupBy(*line)
        .agg(f.min("day").alias("since"))
        .join(begun(before), line)
        .select(*line, _days_between(farthest, f.date_sub("since", 1)))
    )
    posts = f.coalesce("posts", f.lit(0).cast("long")).alias("posts")
    return days.join(counts, [*line, "day"], "left").select(*line, "day", posts)


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
