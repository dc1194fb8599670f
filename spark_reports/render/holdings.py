"""Sections on files, feeds, the graph of posts and the health of the replica."""

from __future__ import annotations

from collections.abc import Iterator

from spark_reports.render.charts import Bars, Lines, Rows, Section, Series
from spark_reports.render.made import ALL, Made
from spark_reports.render.times import Counted, Start, chart_of, every_month, spell_of, start_of
from spark_reports.render.words import amount, duration, part_of, size, unit_of

SHOWN = 30
WITH_FILES = Counted("with_files", "post with files", "posts with files")


def sections(made: Made) -> Iterator[Section]:
    """In the order of the page."""
    start = start_of(made.rows("activity_daily", space=ALL))
    yield from _media(made, start)
    yield from _feeds(made)
    yield from _graph(made, start)
    yield from _quality(made)


def _media(made: Made, start: Start) -> Iterator[Section]:
    columns = ("with_files", "bytes")
    having = [row for row in made.summed("media", ("month",), columns) if row["bytes"]]
    if not having:
        return
    rows = list(every_month(having, columns))
    months = [f"{row['month']:%Y-%m}" for row in rows]
    kept, left_out = start.of(rows, WITH_FILES, "month")
    unit, bytes_each = unit_of(max(row["bytes"] for row in kept))
    yield Section(
        "Files",
        f"{amount(sum(row['with_files'] for row in rows), 'post has', 'posts have')} files, "
        f"{size(sum(row['bytes'] for row in rows))}.{left_out}",
        Lines(
            months[-len(kept) :],
            [Series(unit, [row["bytes"] / bytes_each for row in kept])],
            f"{unit} a month",
        ),
        f"Files by month, in {unit}.",
        Rows(
            ("Month", "Posts with files", "Size"),
            [
                (month, f"{row['with_files']:,}", size(row["bytes"]))
                for month, row in zip(months, rows, strict=True)
            ],
            frozenset({1, 2}),
            newest_last=True,
        ),
    )


def _feeds(made: Made) -> Iterator[Section]:
    rows = made.first("feeds", ("blocks", "space"), SHOWN)
    if not rows:
        return
    names = [made.place(row["space"]) for row in rows]
    yield Section(
        "Feeds and folders",
        f"{amount(made.count('feeds'), 'feed or folder', 'feeds and folders')}; blocks are what "
        "they are made of.",
        Bars(names, [row["blocks"] for row in rows], "blocks"),
        "Blocks by feed, the longest first.",
        Rows(
            ("Feed", "Blocks", "Held", "Size", "Size held", "Whole copies", "Entries", "Comments"),
            [
                (
                    name,
                    f"{row['blocks']:,}",
                    f"{row['held_blocks']:,}",
                    size(row["bytes"]),
                    size(row["held_bytes"]),
                    f"{row['holders']:,}",
                    f"{row['entries']:,}",
                    f"{row['comments']:,}",
                )
                for name, row in zip(names, rows, strict=True)
            ],
            frozenset(range(1, 8)),
            part_of=part_of(len(rows), made.count("feeds"), "feeds and folders"),
        ),
    )


def _graph(made: Made, start: Start) -> Iterator[Section]:
    days = made.summed("dag_shape", ("day",), ("merges", "forks", "late"))
    if not days:
        return
    columns = ("merges", "forks", "late")
    spell = spell_of(days, columns)
    chart = chart_of(days, columns, start, None)
    series = [("merges", "joined"), ("forks", "apart"), ("late", "came late")]
    yield Section(
        "Writing at the same time",
        "How often several people wrote without having seen each other's posts (apart), how often "
        "that was joined again, and how many posts came more than a day after they were written."
        f"{chart.undrawn}",
        Lines(
            chart.labels_drawn,
            [Series(name, chart.drawn(column)) for column, name in series],
            f"posts a {chart.unit}",
        ),
        f"Forks, merges and late arrivals a {chart.unit} from {chart.first} to {chart.last}.",
        Rows(
            (spell.unit.capitalize(), "Joined", "Apart", "Came late"),
            [
                (label, *[f"{spell.sums[column][at]:,}" for column, _ in series])
                for at, label in enumerate(spell.labels)
            ],
            frozenset({1, 2, 3}),
            newest_last=True,
        ),
    )


def _quality(made: Made) -> Iterator[Section]:
    rows = made.first("quality", ("rows", "space"), SHOWN)
    if not rows:
        return
    yield Section(
        "How sound the data is",
        "Of everything in the dataset: what was there twice, dated impossibly or more than a "
        "second ahead of the clock that received it, how long posts were on their way (without "
        "those that were written here), and whose right had ended. Some communities date posts in "
        "whole seconds: less than a second is not on the way there.",
        table=Rows(
            (
                "Where",
                "Rows",
                "Twice",
                "Misdated",
                "Ahead",
                "Most ahead",
                "Half arrive within",
                "99 of 100 within",
                "Ended rights",
            ),
            [
                (
                    made.place(row["space"]),
                    f"{row['rows']:,}",
                    f"{row['duplicates']:,}",
                    f"{row['misdated']:,}",
                    f"{row['ahead']:,}",
                    duration(row["skew_ms"]),
                    _delay(row["delay_p50_ms"]),
                    _delay(row["delay_p99_ms"]),
                    f"{row['expired_chains']:,}",
                )
                for row in rows
            ],
            frozenset(range(1, 9)),
            part_of=part_of(len(rows), made.count("quality"), "channels, feeds and folders"),
        ),
    )


def _delay(milliseconds: int) -> str:
    """0: nothing was on its way."""
    return duration(milliseconds) if milliseconds else "\u2013"
