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


def pagerank(interactions: DataFrame) -> DataFrame:
    """By space and author the rank; the average of a space is 1. All who speak or are spoken to.

    Iterated from 1 until the ranks are still, at most ROUNDS_MAX times. Who speaks to nobody gives
    of their rank to everybody alike.
    """
    people = _people(interactions)
    person = f.struct(
        "number",
        "author",
        "speaks",
        f.coalesce("sources", _nothing("int")).alias("sources"),
        f.coalesce("parts", _nothing("double")).alias("parts"),
    )
    spaces = (
        people.join(_heard(interactions, people), ["space", "number"], "left")
        .groupBy("space")
        .agg(f.array_sort(f.collect_list(person)).alias("people"))
    )
    ranked = spaces.select(
        "space",
        f.transform("people", lambda one: one["author"]).alias("authors"),
        _settled(f.col("people")).alias("ranks"),
    )
    each = ranked.select("space", f.explode(f.arrays_zip("authors", "ranks")).alias("one"))
    rank = f.round(f.col("one.ranks").cast("double") / ONE, DIGITS).alias("rank")
    return each.select("space", f.col("one.authors").alias("author"), rank)


def _nothing(kind: str) -> Column:
    return f.expr(f"cast(array() as array<{kind}>)")


def _people(interactions: DataFrame) -> DataFrame:
    """Everybody in a space who ``speaks`` or is spoken to, numbered from 0."""
    speaking = interactions.selectExpr("space", "author", "true AS speaks")
    spoken_to = interactions.selectExpr("space", "other", "false")
    each = speaking.union(spoken_to).groupBy("space", "author")
    everybody = each.agg(f.max("speaks").alias("speaks"))
    order = Window.partitionBy("space").orderBy("author")
    return everybody.withColumn("number", f.row_number().over(order) - 1)


def _heard(interactions: DataFrame, people: DataFrame) -> DataFrame:
    """By space and number those who speak to somebody: ``sources``, and which part of their rank
    flows from there (``parts``). Two arrays: one of pairs would need nearly three times the memory.
    """
    whole = f.sum("all").over(Window.partitionBy("space", "author"))
    sources = people.select("space", "author", f.col("number").alias("source"))
    targets = people.select("space", f.col("author").alias("other"), "number")
    return (
        interactions.select("space", "author", "other", (f.col("all") / whole).alias("part"))
        .join(sources, ["space", "author"])
        .join(targets, ["space", "other"])
        .groupBy("space", "number")
        .agg(f.collect_list("source").alias("sources"), f.collect_list("part").alias("parts"))
    )


def _settled(people: Column) -> Column:
    """The ranks, by number, after as many rounds as it takes."""
    at_first = f.array_repeat(f.lit(ONE).cast("long"), f.size(people))
    nowhere = f.array_repeat(f.lit(0).cast("long"), f.size(people))

    def after(state: Column, _round: Column) -> Column:
        moved = f.zip_with(state["ranks"], state["before"], lambda one, other: f.abs(one - other))
        given_to_all = f.array(_given_to_all(people, state["ranks"]))  # of one: found but once
        fresh = f.transform(
            given_to_all,
            lambda given: f.transform(people, lambda one: _rank(one, given, state["ranks"])),
        )
        following = f.struct(f.get(fresh, 0).alias("ranks"), state["ranks"].alias("before"))
        return f.when(f.array_max(moved) <= STILL, state).otherwise(following)

    start = f.struct(at_first.alias("ranks"), nowhere.alias("before"))
    rounds = f.sequence(f.lit(1), f.lit(ROUNDS_MAX))
    return f.aggregate(rounds, start, after)["ranks"]


def _given_to_all(people: Column, ranks: Column) -> Column:
    """What each gets of the ranks of those who speak to nobody."""
    silent = f.zip_with(
        people, ranks, lambda one, rank: f.when(one["speaks"], 0).otherwise(rank).cast("long")
    )
    return f.floor(_sum(silent).cast("double") / f.size(people))


def _rank(person: Column, given_to_all: Column, ranks: Column) -> Column:
    """Of one person, from those who speak to them."""
    flows = f.zip_with(
        person["sources"],
        person["parts"],
        lambda source, part: f.floor(f.get(ranks, source) * part),
    )
    given = given_to_all + _sum(flows)
    return f.lit(_BASE).cast("long") + f.floor(given.cast("double") * DAMPING)


def _sum(numbers: Column) -> Column:
    return f.aggregate(numbers, f.lit(0).cast("long"), lambda sum_, one: sum_ + one)
