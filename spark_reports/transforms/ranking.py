"""Who others speak to: PageRank over the interactions of a space.

Ranks are whole numbers of 10^-12 and what flows along each pair is rounded down, so sums do not
depend on their order and the fixed point is reached exactly as often as it is asked for. The pairs
of a space lie in one row, in which it goes round: a round is one expression, not a plan. Where they
are too many for that they lie in several, and between rounds only the ranks are brought together
(``rounds``).
"""

from __future__ import annotations

from pyspark import StorageLevel
from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as f

from spark_reports.transforms.numbers import DIGITS
from spark_reports.transforms.rounds import Rounds

DAMPING = 0.85
ROUNDS_MAX = 40
ONE = 1_000_000_000_000
"""The average rank of a space's people."""
STILL = ONE // 1_000
"""Where no rank moves by more in a round, the fixed point is reached."""
PAIRS_AT_ONCE_MAX = 1_000_000  # ours: a row of some tens of MB, and as much again to make it
PAIRS_A_PIECE = 250_000  # ours
_BASE = ONE - int(ONE * DAMPING)


def pagerank(interactions: DataFrame) -> DataFrame:
    """By space and author the rank; the average of a space is 1. All who speak or are spoken to.

    Iterated from 1 until the ranks are still, at most ROUNDS_MAX times. Who speaks to nobody gives
    of their rank to everybody alike.
    """
    sizes = interactions.groupBy("space").agg(f.count("*").alias("pairs"))
    found = sizes.where(f.col("pairs") > PAIRS_AT_ONCE_MAX).collect()
    if not found:
        return _at_once(interactions)
    is_large = f.col("space").isin([row["space"] for row in found])
    small, large = interactions.where(~is_large), interactions.where(is_large)
    return _at_once(small).unionByName(_piece_by_piece(large))


def _at_once(interactions: DataFrame) -> DataFrame:
    people = _people(interactions)
    person = f.struct("number", "author", "speaks", "sources", "parts")
    spaces = (
        _hearing(interactions, people)
        .groupBy("space")
        .agg(f.array_sort(f.collect_list(person)).alias("people"))
    )
    ranked = spaces.select(
        "space",
        f.transform("people", lambda one: one["author"]).alias("authors"),
        _settled(f.col("people")).alias("ranks"),
    )
    each = ranked.select("space", f.explode(f.arrays_zip("authors", "ranks")).alias("one"))
    return each.select("space", f.col("one.authors").alias("author"), _shown("one.ranks"))


def _piece_by_piece(interactions: DataFrame) -> DataFrame:
    people = _people(interactions).persist(StorageLevel.DISK_ONLY)
    pieces = _pieces(_hearing(interactions, people)).persist(StorageLevel.DISK_ONLY)
    fresh = f.transform("people", lambda one: _rank(one, f.col("given_to_all"), f.col("ranks")))
    rounds = Rounds(people, ONE, STILL)
    for _ in range(ROUNDS_MAX):
        if not rounds.go(pieces, fresh):
            break
    pieces.unpersist()
    ranked = people.join(rounds.ranks(), ["space", "number"])
    return ranked.select("space", "author", _shown("rank"))


def _shown(ranks: str) -> Column:
    return f.round(f.col(ranks).cast("double") / ONE, DIGITS).alias("rank")


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


def _hearing(interactions: DataFrame, people: DataFrame) -> DataFrame:
    """``people`` with those who speak to each of them: ``sources``, by number, and which part of
    their rank flows from there (``parts``). Two arrays: one of pairs would need nearly three times
    the memory.
    """
    whole = f.sum("all").over(Window.partitionBy("space", "author"))
    numbers = people.select("space", "author", f.col("number").alias("source"))
    heard = (
        interactions.select("space", "author", "other", (f.col("all") / whole).alias("part"))
        .join(numbers, ["space", "author"])
        .groupBy("space", f.col("other").alias("author"))
        .agg(f.collect_list("source").alias("sources"), f.collect_list("part").alias("parts"))
    )
    return people.join(heard, ["space", "author"], "left").select(
        "space",
        "number",
        "author",
        "speaks",
        f.coalesce("sources", _nothing("int")).alias("sources"),
        f.coalesce("parts", _nothing("double")).alias("parts"),
    )


def _pieces(hearing: DataFrame) -> DataFrame:
    """By space the people in runs of about PAIRS_A_PIECE pairs; ``first``: the number of the first
    of them.
    """
    before = (
        Window.partitionBy("space").orderBy("number").rowsBetween(Window.unboundedPreceding, -1)
    )
    so_far = f.coalesce(f.sum(f.size("sources") + 1).over(before), f.lit(0).cast("long"))
    run = f.floor(so_far / PAIRS_A_PIECE)
    person = f.struct("number", "sources", "parts")
    return (
        hearing.withColumn("run", run)
        .groupBy("space", "run")
        .agg(
            f.min("number").alias("first"),
            f.array_sort(f.collect_list(person)).alias("people"),
        )
        .select("space", "first", "people")
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
