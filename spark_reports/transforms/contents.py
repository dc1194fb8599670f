"""What is written about: words, domains, files."""

from __future__ import annotations

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as f

from spark_reports.transforms.numbers import DIGITS, share

TERMS_A_MONTH = 20
TERM_CHARACTERS_MIN = 3
TERM_CHARACTERS_MAX = 32
RETRACTION = "retraction"
_DOCUMENT = ("space", "channel", "month")
_WORD = r"[\p{L}\p{M}\p{N}]+"
_OF_ALL_LINKS = "://"
_BEHIND_LINKS = "\u3001\u3002\uff0c\uff1b\uff1a\uff01\uff1f\uff09\u3011\u300d\u300f\u300b"
_LINK = rf"[a-z][a-z0-9+.-]{{0,15}}://[^\s\p{{Z}}<>\"\\)\]{_BEHIND_LINKS}]+"
"""Of a text in lower case: up to what stands behind a link, also where no blank does. A scheme of
any length would be looked for anew from each letter of a long word.
"""


def term_counts(posts: DataFrame, rows: DataFrame) -> DataFrame:
    """By channel, month and word how often it was said: what ``terms`` is reckoned from.

    Posts that their author took back are left out, also where that was said on a day that is not
    asked for: ``rows`` are all there are. The parts of a link are no words. Empty for a dataset
    without texts.
    """
    words = (
        _kept(posts.where("text IS NOT NULL"), rows)
        .select(
            "space",
            "channel",
            f.trunc("day", "month").alias("month"),
            f.explode(f.regexp_extract_all(_without_links(), f.lit(_WORD), 0)).alias("term"),
        )
        .where(f.length("term").between(TERM_CHARACTERS_MIN, TERM_CHARACTERS_MAX))
    )
    return words.groupBy(*_DOCUMENT, "term").agg(f.count("*").alias("count"))


def _without_links() -> Column:
    """The text in lower case, as words are told apart in."""
    text = f.lower("text")
    # Few texts have any, and to look for them by a pattern takes as long as to look for words.
    has_links = f.contains(text, f.lit(_OF_ALL_LINKS))
    return f.when(has_links, f.regexp_replace(text, _LINK, " ")).otherwise(text)


def terms(term_counts: DataFrame) -> DataFrame:
    """The words that set a channel's month apart: TF-IDF, the TERMS_A_MONTH highest.

    A document is all that was said in a channel in a month. ``score`` is
    ``count / words of the document * ln(documents / documents with it)``: what is said in all of
    them sets none apart, however often it is said, and is left out. A document that is alone is
    told by its most frequent words: ``score`` is ``count / words of the document``.
    """
    documents = term_counts.select(*_DOCUMENT).distinct().agg(f.count("*").alias("documents"))
    weighed = (
        term_counts.withColumn("words", f.sum("count").over(Window.partitionBy(*_DOCUMENT)))
        .join(term_counts.groupBy("term").agg(f.count("*").alias("with_it")), "term")
        .crossJoin(documents)
    )
    frequency = f.col("count") / f.col("words")
    is_alone = f.col("documents") == 1
    rarity = f.when(is_alone, 1.0).otherwise(f.log(f.col("documents") / f.col("with_it")))
    best = Window.partitionBy(*_DOCUMENT).orderBy(f.desc("score"), "term")
    return (
        weighed.withColumn("score", f.round(frequency * rarity, DIGITS))
        .where("score > 0")
        .withColumn("place", f.row_number().over(best))
        .where(f.col("place") <= TERMS_A_MONTH)
        .select(*_DOCUMENT, "place", "term", "count", "score")
    )


def _kept(posts: DataFrame, rows: DataFrame) -> DataFrame:
    """What was said and not taken back by its author."""
    taken_back = rows.where(f.col("type") == RETRACTION).select(
        "space", "author", f.col("reply_to").alias("id")
    )
    return posts.where("said").join(taken_back, ["space", "author", "id"], "left_anti")


def domains(posts: DataFrame, rows: DataFrame) -> DataFrame:
    """By channel and domain: how many posts link there, by how many authors.

    Without posts that were taken back, as ``terms``.
    """
    linking = _kept(posts.where(f.size("link_domains") > 0), rows).select(
        "space", "channel", "author", f.explode(f.array_distinct("link_domains")).alias("domain")
    )
    return linking.groupBy("space", "channel", "domain").agg(
        f.count("*").alias("posts"), f.count_distinct("author").alias("authors")
    )


def media(posts: DataFrame) -> DataFrame:
    """By channel and month: posts, those with files, how much these weigh, and the largest."""
    has_files = (f.col("attachment_bytes") > 0).cast("long")
    return (
        posts.where("said")
        .groupBy("space", "channel", f.trunc("day", "month").alias("month"))
        .agg(
            f.count("*").alias("posts"),
            f.sum(has_files).alias("with_files"),
            f.sum("attachment_bytes").alias("bytes"),
            f.max("attachment_bytes").alias("largest"),
        )
        .withColumn("share", share(f.col("with_files"), f.col("posts")))
    )
