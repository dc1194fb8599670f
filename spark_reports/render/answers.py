"""Sections on how people answer each other, and on what."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from spark_reports.render.called import plain
from spark_reports.render.charts import Bars, Lines, Measure, Rows, Section, Series
from spark_reports.render.made import ALL, Made
from spark_reports.render.words import amount, duration, part_of

SHOWN = 20
MONTHS_OF_TERMS = 12
MONTHS_AND_PLACES_SHOWN = 100
WORDS_SHOWN = 10
HOURS = range(24)
HOURS_WRITTEN = 4  # ours: below the chart each so manieth
_SECOND_MS = 1_000
_SIZES = ((1, 1), (2, 2), (3, 5), (6, 10), (11, 50), (51, None))


def sections(made: Made) -> Iterator[Section]:
    """In the order of the page."""
    yield from _conversations(made)
    yield from _response_times(made)
    yield from _interactions(made)
    yield from _ranks(made)
    yield from _terms(made)
    yield from _domains(made)


def _conversations(made: Made) -> Iterator[Section]:
    count = made.count("conversations")
    if not count:
        return
    posts = made.total("conversations", "posts")
    names = [_size_name(low, high) for low, high in _SIZES]
    values = made.spread("conversations", "people", _SIZES)
    longest = made.first("conversations", ("posts", "space", "channel", "number"), SHOWN)
    alone = values[0] / count
    starters = made.authors([(row["space"], row["starter"]) for row in longest])
    yield Section(
        "Conversations",
        f"{amount(count, 'conversation', 'conversations')}, which a silence of 30 minutes ends, of "
        f"{posts / count:,.1f} posts on average; in {alone:.0%} one person wrote alone. "
        "The table has the longest.",
        Bars(names, values, "conversations"),
        "Conversations by how many people took part.",
        Rows(
            ("Where", "Began", "Lasted", "Posts", "People", "Begun by"),
            [
                (
                    made.place(row["space"], row["channel"]),
                    f"{made.local(row['begins']):%Y-%m-%d %H:%M}",
                    duration(row["seconds"] * _SECOND_MS),
                    f"{row['posts']:,}",
                    f"{row['people']:,}",
                    starter,
                )
                for row, starter in zip(longest, starters, strict=True)
            ],
            frozenset({2, 3, 4}),
        ),
    )


def _size_name(low: int, high: int | None) -> str:
    if high is None:
        return f"{low} or more people"
    if low == high:
        return "1 person" if low == 1 else f"{low} people"
    return f"{low} to {high} people"


def _response_times(made: Made) -> Iterator[Section]:
    rows = {row["hour"]: row for row in made.rows("response_times", space=ALL)}
    if not rows:
        return
    half, most = (
        [rows[hour][one] / _SECOND_MS if hour in rows else None for hour in HOURS]
        for one in ("p50_ms", "p90_ms")
    )
    answers = sum(row["answers"] for row in rows.values())
    yield Section(
        "Response times",
        f"How long {amount(answers, 'answer', 'answers')} took, by the hour at which they were "
        "given. The times are at most 0.8 % too short; the table has them rounded.",
        Lines(
            [f"{hour:02d}" for hour in HOURS],
            [Series("9 of 10 within", most), Series("half within", half)],
            "time until the answer",
            Measure.DURATION,
            HOURS_WRITTEN,
        ),
        "How long it took until half, and nine of ten, of the answers came, by hour of the day"
        f"{'.' if len(rows) == len(HOURS) else '; where the lines break off there were none.'}",
        Rows(
            ("Hour", "Answers", "Half within", "9 of 10 within"),
            [
                (
                    f"{hour:02d}",
                    f"{row['answers']:,}",
                    duration(row["p50_ms"]),
                    duration(row["p90_ms"]),
                )
                for hour, row in sorted(rows.items())
            ],
            frozenset({1, 2, 3}),
        ),
    )


def _interactions(made: Made) -> Iterator[Section]:
    """By pair, wherever that was: how it is in each place the table of them has."""
    rows = made.foremost("pairs", "all")
    if not rows:
        return
    names = made.persons([row[one] for one in ("author", "other") for row in rows])
    both = zip(names[: len(rows)], names[len(rows) :], strict=True)
    pairs = [f"{one} → {other}" for one, other in both]
    count = rows[0]["pairs"]
    yield Section(
        "Who answers whom",
        f"How often one person speaks to another, in {amount(count, 'pair', 'pairs')}. Reactions "
        "that were taken back do not count.",
        Bars(pairs, [row["all"] for row in rows], "times"),
        "How often one person spoke to another, the most frequent first.",
        Rows(
            ("Who, to whom", "Where", "Answers", "Reactions", "Builds on", "Back", "Mutual"),
            [
                (
                    pair,
                    made.places(row),
                    f"{row['answers']:,}",
                    f"{row['reactions']:,}",
                    f"{row['builds']:,}",
                    f"{row['back']:,}",
                    f"{row['reciprocity']:.0%}",
                )
                for pair, row in zip(pairs, rows, strict=True)
            ],
            frozenset({2, 3, 4, 5, 6}),
            part_of=part_of(len(rows), count, "pairs"),
        ),
    )


def _ranks(made: Made) -> Iterator[Section]:
    rows = made.first("pagerank", ("rank", "space", "author"), SHOWN)
    if not rows:
        return
    names = made.authors([(row["space"], row["author"]) for row in rows])
    yield Section(
        "Who is answered",
        "PageRank: who is spoken to by those who are themselves spoken to. The average is 1.",
        Bars(made.placed(names, rows), [row["rank"] for row in rows], "rank"),
        "PageRank by person, the highest first.",
        Rows(
            ("Name", "Where", "Rank"),
            [
                (name, made.place(row["space"]), f"{row['rank']:.2f}")
                for name, row in zip(names, rows, strict=True)
            ],
            frozenset({2}),
            part_of=part_of(len(rows), made.count("pagerank"), "people"),
        ),
    )


def _terms(made: Made) -> Iterator[Section]:
    shown: list[tuple[str, str, str]] = []
    for month in reversed(made.values("terms", "month")[-MONTHS_OF_TERMS:]):
        if len(shown) < MONTHS_AND_PLACES_SHOWN:
            shown += [(f"{month:%Y-%m}", *one) for one in _words(made, month)]
    if not shown:
        return
    shown = shown[:MONTHS_AND_PLACES_SHOWN]
    count = made.spread("terms", "place", ((1, 1),))[0]  # the first of each that has any
    yield Section(
        "Words",
        "The words that most set each month of a channel apart from the others (TF-IDF; where "
        "there is only one month of one channel, its most frequent words), "
        f"{WORDS_SHOWN} at most, newest first.",
        table=Rows(
            ("Month", "Where", "Words"),
            shown,
            part_of=part_of(len(shown), count, "months of channels"),
        ),
    )


def _words(made: Made, month: date) -> Iterator[tuple[str, str]]:
    """The channels in which something was said that month, and its words."""
    documents: dict[tuple[str, str], list[str]] = {}
    for row in made.rows("terms", month=month):
        documents.setdefault((row["space"], row["channel"]), []).append(row["term"])
    for (space, channel), terms in sorted(documents.items()):
        yield made.place(space, channel), ", ".join(terms[:WORDS_SHOWN])


def _domains(made: Made) -> Iterator[Section]:
    count, largest = made.largest_sums("domains", ("domain",), ("posts",), SHOWN)
    if not count:
        return
    yield Section(
        "Links",
        f"Posts link to {amount(count, 'site', 'different sites')}.",
        Bars([plain(row["domain"]) for row in largest], [row["posts"] for row in largest], "posts"),
        "Posts by the site that they link to, the most frequent first.",
        Rows(
            ("Site", "Posts"),
            [(plain(row["domain"]), f"{row['posts']:,}") for row in largest],
            frozenset({1}),
            part_of=part_of(len(largest), count, "sites"),
        ),
    )
