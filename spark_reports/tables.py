"""Which tables a report has, in the order in which they are made, and how their rows are sorted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pyspark.sql import DataFrame

from spark_reports.transforms import (
    activity,
    contents,
    graph,
    health,
    people,
    ranking,
    talk,
)

Inputs = Mapping[str, DataFrame]
"""By name: ``posts``, ``texts`` (the same, or none where there are no texts), ``rows`` (with those
that are not reported on), ``dated`` (those of them that claim a possible time), ``near`` (of these
what is reported on or was written shortly before), ``asked`` (one row: ``since``, ``last``),
``before`` (who wrote on earlier days than are asked for), ``recent`` (how much, on the last of
these), ``doubles``, ``spaces_known``, ``authors_known``, the stepping stones of ``STONES``, and
those tables made before that are ``kept``.
"""


@dataclass(frozen=True, slots=True)
class Table:
    """``keys`` name each row and order the file; ``make`` is pure; ``kept``: others begin so."""

    name: str
    keys: tuple[str, ...]
    make: Callable[[Inputs], DataFrame]
    kept: bool = False


STONES = (
    Table(
        "author_days",
        ("space", "channel", "author", "day"),
        lambda given: given["posts"].transform(people.author_days),
    ),
    Table(
        "links",
        (),
        lambda given: given["posts"].transform(talk.links, given["dated"], given["rows"]),
    ),
    Table("turns", (), lambda given: given["near"].transform(talk.turns)),
    Table(
        "term_counts",
        ("space", "channel", "month", "term"),
        lambda given: given["texts"].transform(contents.term_counts, given["rows"]),
    ),
)
"""What tables begin with more than once; kept while a report is made, and in no output."""

_LINE = ("space", "channel")
_DAY = (*_LINE, "day")

TABLES = (
    Table(
        "activity_daily",
        _DAY,
        lambda given: given["author_days"].transform(
            activity.activity_daily, given["before"], given["asked"]
        ),
        kept=True,
    ),
    Table(
        "activity_heatmap",
        (*_LINE, "weekday", "hour"),
        lambda given: given["posts"].transform(activity.activity_heatmap),
    ),
    Table(
        "authors",
        ("space", "author"),
        lambda given: given["author_days"].transform(
            people.authors,
            given["posts"].transform(people.names),
            given["posts"].transform(people.lengths),
        ),
    ),
    Table(
        "cohorts",
        ("space", "cohort", "months_since"),
        lambda given: given["author_days"].transform(people.cohorts, given["before"]),
    ),
    Table(
        "growth",
        _DAY,
        lambda given: given["author_days"].transform(
            activity.growth, given["activity_daily"], given["before"], given["recent"]
        ),
    ),
    Table(
        "conversations",
        (*_LINE, "number"),
        lambda given: given["turns"].transform(talk.conversations),
    ),
    Table(
        "response_times",
        (*_LINE, "hour"),
        lambda given: given["turns"].transform(talk.response_times, given["links"]),
    ),
    Table(
        "interactions",
        ("space", "author", "other"),
        lambda given: given["links"].transform(talk.interactions),
        kept=True,
    ),
    Table(
        "pagerank",
        ("space", "author"),
        lambda given: given["interactions"].transform(ranking.pagerank),
    ),
    Table("dag_shape", _DAY, lambda given: given["posts"].transform(graph.dag_shape)),
    Table(
        "terms",
        (*_LINE, "month", "place"),
        lambda given: given["term_counts"].transform(contents.terms),
    ),
    Table(
        "domains",
        (*_LINE, "domain"),
        lambda given: given["posts"].transform(contents.domains, given["rows"]),
    ),
    Table("media", (*_LINE, "month"), lambda given: given["posts"].transform(contents.media)),
    Table(
        "quality",
        ("space",),
        lambda given: given["rows"].transform(
            health.quality, given["doubles"], given["authors_known"]
        ),
    ),
    Table(
        "feeds",
        ("space",),
        lambda given: given["posts"].transform(health.feeds, given["spaces_known"]),
    ),
    Table("spaces", ("space",), lambda given: given["spaces_known"].transform(health.spaces)),
)

OF_PAGES = (
    Table("persons", ("author",), lambda given: given["author_days"].transform(people.persons)),
    Table(
        "pairs",
        ("author", "other"),
        lambda given: given["interactions"].transform(talk.pairs),
    ),
)
"""What pages show of people wherever they are. The foremost alone, so they are in no other output:
the tables above have everybody, by place.
"""
