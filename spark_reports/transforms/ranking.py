"""Who others speak to: PageRank over the interactions of a space.

Ranks are whole numbers of 10^-12 and what flows along each pair is rounded down, so sums do not
depend on their order and the fixed point is reached exactly as often as it is asked for. The pairs
of a space lie in one row, in which it goes round: a round is one expression, not a plan.
"""

from __future__ import annotations

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as f

from spark_reports.transforms.numbers import DIGITS

DAMPING = 0.85
ROUNDS_MAX = 40
ONE = 1_000_000_000_000
"""The average rank of a space's people."""
STILL = ONE // 1_000
"""Where no rank moves by more in a round, the fixed point is reached."""
_BASE = ONE - int(ONE * DAMPING)
_HEARD = "array<struct<source: int, part: double>>"


def pagerank(interactions: DataFrame) -> DataFrame:
    """By space and author the rank; the average of a space is 1. All who speak or are spoken to.

    Iterated from 1 until the ranks are still, at most ROUNDS_MAX times. Who speaks to nobody gives
    their rank to nobody.
    """
    people = _people(interactions)
    nobody = f.expr(f"cast(array() as {_HEARD})")
    person = f.struct("number", "author", f.coalesce("heard", nobody).alias("heard"))
    spaces = (
        people.join(_heard(interactions, people), ["space", "number"], "left")
        .groupBy("space")
        .agg(f.array_sort(f.collect_list(person)).alias("people"))
        .select(
            "space",
            f.transform("people", lambda one: one["author"]).alias("authors"),
            f.transform("people", lambda one: one["heard"]).alias("heard"),
        )
    )
    ranked = spaces.select("space", "authors", _settled(f.col("heard")).alias("ranks"))
    each = ranked.select("space", f.explode(f.arrays_zip("authors", "ranks")).alias("one"))
    rank = f.round(f.col("one.ranks").cast("double") / ONE, DIGITS).alias("rank")
    return each.select("space", f.col("one.authors").alias("author"), rank)


def _people(interactions: DataFrame) -> DataFrame:
    """Everybody in a space who speaks or is spoken to, numbered from 0."""
    spoken_to = interactions.select("space", f.col("other").alias("author"))
    everybody = interactions.select("space", "author").union(spoken_to).distinct()
    order = Window.partitionBy("space").orderBy("author")
    return everybody.withColumn("number", f.row_number().over(order) - 1)


def _heard(interactions: DataFrame, people: DataFrame) -> DataFrame:
    """By space and number those who speak to somebody: ``source``, and which part of their rank
    flows from there.
    """
    whole = f.sum("all").over(Window.partitionBy("space", "author"))
    sources = people.withColumnRenamed("number", "source")
    targets = people.withColumnRenamed("author", "other")
    return (
        interactions.select("space", "author", "other", (f.col("all") / whole).alias("part"))
        .join(sources, ["space", "author"])
        .join(targets, ["space", "other"])
        .groupBy("space", "number")
        .agg(f.collect_list(f.struct("source", "part")).alias("heard"))
    )


def _settled(heard: Column) -> Column:
    """The ranks, by number, after as many rounds as it takes."""
    at_first = f.array_repeat(f.lit(ONE).cast("long"), f.size(heard))
    nowhere = f.array_repeat(f.lit(0).cast("long"), f.size(heard))

    def after(state: Column, _round: Column) -> Column:
        moved = f.zip_with(state["ranks"], state["before"], lambda one, other: f.abs(one - other))
        fresh = f.transform(heard, lambda sources: _rank(sources, state["ranks"]))
        following = f.struct(fresh.alias("ranks"), state["ranks"].alias("before"))
        return f.when(f.array_max(moved) <= STILL, state).otherwise(following)

    start = f.struct(at_first.alias("ranks"), nowhere.alias("before"))
    rounds = f.sequence(f.lit(1), f.lit(ROUNDS_MAX))
    return f.aggregate(rounds, start, after)["ranks"]


def _rank(sources: Column, ranks: Column) -> Column:
    """Of one person, from those who speak to them."""
    given = f.aggregate(
        sources,
        f.lit(0).cast("long"),
        lambda sum_, one: sum_ + f.floor(f.get(ranks, one["source"]) * one["part"]),
    )
    return f.lit(_BASE).cast("long") + f.floor(given.cast("double") * DAMPING)
