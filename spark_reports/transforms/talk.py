"""How people answer each other."""

from __future__ import annotations

from pyspark.sql import Column, DataFrame, Window, WindowSpec
from pyspark.sql import functions as f

from spark_reports.transforms.numbers import share
from spark_reports.transforms.people import ALL, FOREMOST
from spark_reports.transforms.quantiles import quantiles
from spark_reports.transforms.reactions import REACTION, standing

GAP_SECONDS = 1_800
"""A longer silence ends a conversation."""
_MILLISECONDS_A_SECOND = 1_000
GAP_MS = GAP_SECONDS * _MILLISECONDS_A_SECOND
_KINDS = {"answers": "answer", "builds": "build", "reactions": REACTION}
"""By column: via what one speaks to another."""


def turns(near: DataFrame) -> DataFrame:
    """Posts to people in their channel's order: what conversations and response times begin with.

    ``number`` is of the conversation, which ``begins`` with a post (``called``: its author's name
    then; else null). ``silence_ms`` lies before a post, ``of_another`` if somebody else wrote what
    lies before that; both are null for the first. ``names_another``: it says what it answers.

    Of ``near`` what is reported; only silences reach back before that, conversations do not.
    """
    line = Window.partitionBy("space", "channel").orderBy("at", "id")
    before = f.lag(_milliseconds(f.col("at"))).over(line)
    said = near.where("said").select(
        *("space", "channel", "at", "id", "author", "author_name", "reported"),
        f.hour("local").alias("hour"),
        f.col("reply_to").isNotNull().alias("names_another"),
    )
    follows = f.lag("reported").over(line) & (f.col("silence_ms") <= GAP_MS)
    placed = (
        said.withColumn("silence_ms", _milliseconds(f.col("at")) - before)
        .withColumn("of_another", f.col("author") != f.lag("author").over(line))
        .withColumn("begins", f.col("reported") & ~f.coalesce(follows, f.lit(False)))  # noqa: FBT003 - a value
        .withColumn("number", f.sum(f.col("begins").cast("long")).over(_up_to(line)))
    )
    called = f.when(f.col("begins"), f.col("author_name")).alias("called")
    kept = ("space", "channel", "number", "begins", "at", "author", "hour", "names_another")
    return placed.where("reported").select(*kept, "silence_ms", "of_another", called)


def _up_to(line: WindowSpec) -> WindowSpec:
    return line.rowsBetween(Window.unboundedPreceding, Window.currentRow)


def conversations(turns: DataFrame) -> DataFrame:
    """Runs of posts in a channel without a silence of more than GAP_SECONDS, in order.

    ``seconds`` is from the first post to the last, ``people`` counts their authors.
    """
    keys = ["space", "channel", "number"]
    # By people first: to gather who they are would have all rows sorted once more.
    each = turns.groupBy(*keys, "author").agg(
        f.count("*").alias("posts"), f.max("at").alias("ends")
    )
    whole = each.groupBy(*keys).agg(
        f.max("ends").alias("ends"), f.sum("posts").alias("posts"), f.count("*").alias("people")
    )
    openings = turns.where("begins").select(
        *keys,
        f.col("at").alias("begins"),
        f.col("author").alias("starter"),
        f.col("called").alias("starter_name"),
    )
    lasted = _milliseconds(f.col("ends")) - _milliseconds(f.col("begins"))
    return whole.join(openings, keys).select(
        *keys,
        "begins",
        "ends",
        f.floor(lasted / _MILLISECONDS_A_SECOND).alias("seconds"),
        "posts",
        "people",
        "starter",
        "starter_name",
    )


def links(posts: DataFrame, dated: DataFrame, rows: DataFrame) -> DataFrame:
    """Each time somebody spoke to a post of somebody else that is there, also on a day that is not
    asked for (``dated``), and after how long.

    ``via`` is ``answer`` (it names the post), ``reaction`` (one that was not taken back:
    ``standing``) or ``build`` (the post is a parent that it does not answer: whoever answers the
    last post has spoken once).
    """
    reacting = f.struct(f.col("reply_to").alias("target"), f.lit(REACTION).alias("via"))
    speaking = (
        _speaking(posts.where("said"), f.explode(_targets()))
        .unionByName(_speaking(standing(posts, rows), reacting))
        .select("space", "channel", "author", "hour", "ms", "link.target", "link.via")
    )
    known = dated.select(
        "space",
        f.col("id").alias("target"),
        f.col("author").alias("other"),
        _milliseconds(f.col("at")).alias("other_ms"),
    )
    return (
        # The ids first, and not sorted: of 32 bytes, that would take as long as all the rest.
        speaking.join(known.hint("shuffle_hash"), ["target", "space"])
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


def _speaking(posts: DataFrame, link: Column) -> DataFrame:
    """Who speaks where and when, and the ``link`` to what."""
    return posts.select(
        "space",
        "channel",
        "author",
        f.hour("local").alias("hour"),
        _milliseconds(f.col("at")).alias("ms"),
        link.alias("link"),
    )


def _targets() -> Column:
    """What is said speaks to: ``target`` and ``via`` of each."""
    answer = f.when(
        f.col("reply_to").isNotNull(),
        f.array(f.struct(f.col("reply_to").alias("target"), f.lit("answer").alias("via"))),
    )
    builds = f.transform(
        f.filter(f.array_distinct("parents"), lambda one: ~one.eqNullSafe(f.col("reply_to"))),
        lambda one: f.struct(one.alias("target"), f.lit("build").alias("via")),
    )
    nothing = f.expr("cast(array() as array<struct<target: binary, via: string>>)")
    return f.concat(f.coalesce(answer, nothing), f.coalesce(builds, nothing))


def response_times(turns: DataFrame, links: DataFrame) -> DataFrame:
    """How long answers take, by channel and the hour at which they are given, in milliseconds;
    for all together as well.

    An answer names what it answers, or names nothing and follows somebody else's post within
    GAP_SECONDS. ``p50_ms`` and ``p90_ms`` are at most ``quantiles.ERROR_MAX`` too small.
    """
    named = links.where(f.col("via") == "answer").select("space", "channel", "hour", "delay_ms")
    following = turns.where("NOT names_another AND of_another").where(f.col("silence_ms") <= GAP_MS)
    delays = following.select("space", "channel", "hour", f.col("silence_ms").alias("delay_ms"))
    each = named.unionByName(delays)
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
    counted = links.groupBy("space", "author", "other").agg(
        *[f.sum((f.col("via") == via).cast("long")).alias(name) for name, via in _KINDS.items()],
        f.count("*").alias("all"),
    )
    turned = counted.select(
        "space",
        f.col("other").alias("author"),
        f.col("author").alias("other"),
        f.col("all").alias("back"),
    )
    both = counted.join(turned, ["space", "author", "other"], "left")
    return both.select("space", "author", "other", *_KINDS, "all", *_back_and_reciprocity())


def pairs(interactions: DataFrame) -> DataFrame:
    """The FOREMOST pairs in which one speaks to the other most, wherever that was: the same as in
    ``interactions``, and in how many spaces either speaks (``places``); ``space`` is one of these.
    ``pairs`` is how many there are in all. Of equally many times the first by key.
    """
    summed = interactions.groupBy("author", "other").agg(
        *[f.sum(one).alias(one) for one in (*_KINDS, "all")]
    )
    most = summed.orderBy(f.desc("all"), "author", "other").limit(FOREMOST)
    # Not the sum of ``back``: that lacks the places in which the other alone speaks.
    there = interactions.select("author", "other", "space", f.lit(0).alias("back"))
    returned = interactions.select(
        f.col("other").alias("author"), f.col("author").alias("other"), "space", f.col("all")
    )
    both_ways = (
        there.union(returned)
        .join(f.broadcast(most.select("author", "other")), ["author", "other"], "left_semi")
        .groupBy("author", "other")
        .agg(
            f.min("space").alias("space"),
            f.count_distinct("space").alias("places"),
            f.sum("back").alias("back"),
        )
    )
    return (
        most.join(both_ways, ["author", "other"])
        .crossJoin(summed.agg(f.count("*").alias("pairs")))
        .select(
            *("author", "other", "space", "places", *_KINDS, "all", "pairs"),
            *_back_and_reciprocity(),
        )
    )


def _back_and_reciprocity() -> tuple[Column, Column]:
    """Of ``all`` and ``back``, which is null where nothing came back."""
    back = f.coalesce("back", f.lit(0).cast("long"))
    part = share(f.least(f.col("all"), back), f.greatest(f.col("all"), back))
    return back.alias("back"), part.alias("reciprocity")


def _milliseconds(moment: Column) -> Column:
    return f.unix_millis(moment)
