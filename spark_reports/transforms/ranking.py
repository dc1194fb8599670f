"""Who others speak to: PageRank over the interactions of a space.

Ranks are whole numbers of 10^-12 and what flows along each pair is rounded down, so sums do not
depend on their order and the fixed point is reached exactly as often as it is asked for.
"""

from __future__ import annotations

from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as f

from spark_reports.transforms.numbers import DIGITS

DAMPING_PERCENT = 85
ROUNDS_MAX = 40
ONE = 1_000_000_000_000
"""The average rank of a space's people."""
STILL = ONE // 1_000
"""Where no rank moves by more, the fixed point is reached."""
ROUNDS_A_CHECKPOINT = 4  # ours: the plan would double with each round otherwise


def pagerank(interactions: DataFrame) -> DataFrame:
    """By space and author the rank; the average of a space is 1. All who speak or are spoken to.

    Iterated from 1 until no rank moves by more than a thousandth, at most ROUNDS_MAX times. Who
    speaks to nobody gives their rank to nobody.
    """
    edges = interactions.where(f.col("all") > 0).select(
        "space",
        "author",
        "other",
        (f.col("all") / f.sum("all").over(Window.partitionBy("space", "author"))).alias("part"),
    )
    people = (
        edges.select("space", "author")
        .unionByName(edges.select("space", f.col("other").alias("author")))
        .distinct()
    )
    edges, people = edges.localCheckpoint(), people.localCheckpoint()
    ranks = people.withColumn("rank", f.lit(ONE).cast("long")).withColumn(
        "moved", f.lit(ONE).cast("long")
    )
    for done in range(1, ROUNDS_MAX + 1):
        ranks = _round(ranks, edges)
        if done % ROUNDS_A_CHECKPOINT == 0:
            ranks = ranks.localCheckpoint()
            moved = ranks.agg(f.max("moved")).first()
            if moved is None or moved[0] is None or moved[0] <= STILL:
                break
    return ranks.select(
        "space", "author", f.round(f.col("rank").cast("double") / ONE, DIGITS).alias("rank")
    )


def _round(ranks: DataFrame, edges: DataFrame) -> DataFrame:
    given = (
        edges.join(ranks.select("space", "author", "rank"), ["space", "author"])
        .groupBy("space", f.col("other").alias("author"))
        .agg(f.sum(f.floor(f.col("rank") * f.col("part"))).alias("given"))
    )
    base = ONE * (100 - DAMPING_PERCENT) // 100
    fresh = f.lit(base).cast("long") + f.floor(
        f.coalesce("given", f.lit(0).cast("long")) * f.lit(DAMPING_PERCENT) / 100
    ).cast("long")
    before = ranks.select("space", "author", f.col("rank").alias("before"))
    return (
        before.join(given, ["space", "author"], "left")
        .withColumn("rank", fresh)
        .select("space", "author", "rank", f.abs(f.col("rank") - f.col("before")).alias("moved"))
    )
