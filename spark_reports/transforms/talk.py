"""How people answer each other."""

from __future__ import annotations

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as f

from spark_reports.transforms.numbers import share
from spark_reports.transforms.people import ALL
from spark_reports.transforms.quantiles import quantiles

GAP_SECONDS = 1_800
"""A longer silence ends a conversation."""
REACTION = "reaction"
_MILLISECONDS_A_SECOND = 1_000


def conversations(posts: DataFrame) -> DataFrame:
    """Runs of posts in a channel without a silence of more than GAP_SECONDS, in order.

    ``seconds`` is from the first post to the last, ``people`` counts their authors.
    """
    line = Window.partitionBy("space", "channel").orderBy("at", "id")
    said = posts.where("said").select("space", "channel", "at", "id", "author", "author_name")
    silence = _milliseconds(f.col("at")) - f.lag(_milliseconds(f.col("at"))).over(line)
    begins = (silence > GAP_SECONDS * _MILLISECONDS_A_SECOND).cast("long")
    numbered = said.withColumn("begins", f.coalesce(begins, f.lit(1).cast("long"))).withColumn(
        "number", f.sum("begins").over(line.rowsBetween(Window.unboundedPreceding, 0))
    )
    opening = f.min(f.struct("at", "id", "author", "author_name"))
    return (
        numbered.groupBy("space", "channel", "number")
        .agg(
            opening.alias("opening"),
            f.max("at").alias("ends"),
            f.count("*").alias("posts"),
            f.size(f.collect_set("author")).cast("long").alias("people"),
        )
        .select(
            "space",
            "channel",
            "number",
            f.col("opening.at").alias("begins"),
            "ends",
            f.floor(
                (_milliseconds(f.col("ends")) - _milliseconds(f.col("opening.at")))
                / _MILLISECONDS_A_SECOND
            ).alias("seconds"),
            "posts",
            "people",
            f.col("opening.author").alias("starter"),
            f.col("opening.author_name").alias("starter_name"),
        )
    )


def links(posts: DataFrame) -> DataFrame:
    """Each time somebody spoke to a post of somebody else that is there, and after how long.

    ``via`` is ``answer`` (it names the post), ``reaction`` or ``build`` (the post is a parent).
    """
    answer = f.when(
        f.col("said") | (f.col("type") == REACTION),
        f.when(
            f.col("reply_to").isNotNull(),
            f.array(
                f.struct(
                    f.col("reply_to").alias("target"),
                    f.when(f.col("said"), "answer").otherwise(REACTION).alias("via"),
                )
            ),
        ),
    )
    builds = f.when(
        f.col("said"),
        f.transform(
            "parents", lambda one: f.struct(one.alias("target"), f.lit("build").alias("via"))
        ),
    )
    nothing = f.expr("cast(array() as array<struct<target: binary, via: string>>)")
    speaking = posts.select(
        "space",
        "channel",
        "author",
        f.hour("local").alias("hour"),
        _milliseconds(f.col("at")).alias("ms"),
        f.explode(f.concat(f.coalesce(answer, nothing), f.coalesce(builds, nothing))).alias("link"),
    ).select("space", "channel", "author", "hour", "ms", "link.target", "link.via")
    known = posts.select(
        "space",
        f.col("id").alias("target"),
        f.col("author").alias("other"),
        _milliseconds(f.col("at")).alias("other_ms"),
    )
    return (
        speaking.join(known, ["space", "target"])
        .where(f.col("author") != f.col("other"))
        .select(
            "space",
            "channel",
            "hour",
            "author",
            "other",
            "via",
            f.greatest(f.col("ms") - f.col("other_ms"), f.lit(0).cast("long")).alias("delay_ms"),
        )
    )


def response_times(posts: DataFrame, links: DataFrame) -> DataFrame:
    """How long answers take, by channel and the hour at which they are given, in milliseconds;
    for all together as well.

    An answer names what it answers, or names nothing and follows somebody else's post within
    GAP_SECONDS. ``p50_ms`` and ``p90_ms`` are at most ``quantiles.ERROR_MAX`` too small.
    """
    named = links.where(f.col("via") == "answer").select("space", "channel", "hour", "delay_ms")
    line = Window.partitionBy("space", "channel").orderBy("at", "id")
    following = (
        posts.where("said")
        .select("space", "channel", "at", "id", "author", "local", "reply_to")
        .select(
            "space",
            "channel",
            f.hour("local").alias("hour"),
            "reply_to",
            (f.col("author") != f.lag("author").over(line)).alias("of_another"),
            (_milliseconds(f.col("at")) - f.lag(_milliseconds(f.col("at"))).over(line)).alias(
                "delay_ms"
            ),
        )
        .where("reply_to IS NULL AND of_another")
        .where(f.col("delay_ms") <= GAP_SECONDS * _MILLISECONDS_A_SECOND)
        .select("space", "channel", "hour", "delay_ms")
    )
    each = named.unionByName(following)
    answers = each.unionByName(
        each.select(f.lit(ALL).alias("space"), f.lit(ALL).alias("channel"), "hour", "delay_ms")
    )
    keys = ["space", "channel", "hour"]
    counts = answers.groupBy(*keys).agg(f.count("*").alias("answers"))
    found = quantiles(answers, keys, "delay_ms", {"p50_ms": 500, "p90_ms": 900})
    return counts.join(found, keys).select(*keys, "answers", "p50_ms", "p90_ms")


def interactions(links: DataFrame) -> DataFrame:
    """By space who (``author``) speaks to whom (``other``), how often, and whether it is mutual.

    ``back`` is how often ``other`` speaks to ``author``; ``reciprocity`` the smaller of the two
    divided by the larger.
    """
    kinds = {"answers": "answer", "builds": "build", "reactions": REACTION}
    counted = links.groupBy("space", "author", "other").agg(
        *[f.sum((f.col("via") == via).cast("long")).alias(name) for name, via in kinds.items()],
        f.count("*").alias("all"),
    )
    turned = counted.select(
        "space",
        f.col("other").alias("author"),
        f.col("author").alias("other"),
        f.col("all").alias("back"),
    )
    back = f.coalesce("back", f.lit(0).cast("long"))
    return counted.join(turned, ["space", "author", "other"], "left").select(
        "space",
        "author",
        "other",
        *kinds,
        "all",
        back.alias("back"),
        share(f.least(f.col("all"), back), f.greatest(f.col("all"), back)).alias("reciprocity"),
    )


def _milliseconds(moment: Column) -> Column:
    return f.unix_millis(moment)
