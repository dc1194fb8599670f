"""Sections on who is active and when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from spark_reports.render.charts import Bars, Grid, Lines, Rows, Section, Series
from spark_reports.render.made import ALL, Made, Row
from spark_reports.render.times import DAYS_DRAWN_MAX, POSTS, Start, chart_of, spell_of, start_of
from spark_reports.render.words import amount, part_of

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
PLACES_SHOWN = 30
COHORTS_SHOWN = 18


def sections(made: Made) -> Iterator[Section]:
    """In the order of the page."""
    days = made.rows("activity_daily", space=ALL)
    if days:
        start = start_of(days)
        yield _daily(days, start)
        yield _growth(made.rows("growth", space=ALL), start)
        if any(row["posts"] for row in days):
            yield _heatmap(made)
    yield _places(made)
    yield _people(made)
    yield from _cohorts(made)


def _daily(days: Sequence[Row], start: Start) -> Section:
    posts = sum(row["posts"] for row in days)
    busiest = max(days, key=lambda row: (row["posts"], row["day"]))
    most = f"; the busiest day was {busiest['day']} with {busiest['posts']:,}" if posts else ""
    columns = ("posts", "words", "bytes")
    spell = spell_of(days, columns)
    chart = chart_of(days, columns, start, POSTS)
    return Section(
        "Activity",
        f"{amount(posts, 'post', 'posts')} in {amount(len(days), 'day', 'days')}{most}."
        f"{chart.undrawn}",
        Lines(chart.labels_drawn, [Series("posts", chart.drawn("posts"))], f"posts a {chart.unit}"),
        f"Posts a {chart.unit} from {chart.first} to {chart.last}.",
        Rows(
            (spell.unit.capitalize(), "Posts", "Words", "Bytes"),
            [
                (label, *[f"{one:,}" for one in row])
                for label, *row in zip(
                    spell.labels, *[spell.sums[one] for one in columns], strict=True
                )
            ],
            frozenset({1, 2, 3}),
            newest_last=True,
        ),
    )


def _growth(days: Sequence[Row], start: Start) -> Section:
    last = days[-1]
    kept, left_out = start.of(days, POSTS)
    _, drawn = _evenly(kept)
    step, listed = _evenly(days)
    return Section(
        "Growth",
        f"{amount(last['cumulative_posts'], 'post', 'posts')} by "
        f"{amount(last['cumulative_authors'], 'person', 'people')} in these days"
        f"{_trend(last)}.{left_out}",
        Lines(
            [str(row["day"]) for row in drawn],
            [
                Series("last 28 days", [row["posts_28_days"] for row in drawn]),
                Series("last 7 days", [row["posts_7_days"] for row in drawn]),
            ],
            "posts",
        ),
        f"Posts of the last 28 and of the last 7 days, from {drawn[0]['day']} to {last['day']}.",
        Rows(
            ("Day", "Posts so far", "People so far", "Last 7 days", "Last 28 days"),
            [
                (
                    str(row["day"]),
                    f"{row['cumulative_posts']:,}",
                    f"{row['cumulative_authors']:,}",
                    f"{row['posts_7_days']:,}",
                    f"{row['posts_28_days']:,}",
                )
                for row in listed
            ],
            frozenset({1, 2, 3, 4}),
            newest_last=True,
            part_of="" if step == 1 else f"one day in {step} of {len(days):,}",
        ),
    )


def _evenly(days: Sequence[Row]) -> tuple[int, Sequence[Row]]:
    """So many days that they can be drawn, equally far apart and with the last one; how far."""
    step = max(1, -(-len(days) // DAYS_DRAWN_MAX))
    return step, days[(len(days) - 1) % step :: step]


def _trend(last: Row) -> str:
    """Of one day there is none."""
    if last["trend_days"] == 1:
        return ""
    trend = round(last["trend"], 2)
    direction = "growing" if trend > 0 else "shrinking" if trend < 0 else "level"
    told = f"{direction} ({trend:+,.2f} a day, each day)" if trend else direction
    return f"; over the last {last['trend_days']} days the daily number is {told}"


def _heatmap(made: Made) -> Section:
    counts = {
        (r["weekday"], r["hour"]): r["posts"] for r in made.rows("activity_heatmap", space=ALL)
    }
    field = [[counts.get((day, hour), 0) for hour in range(24)] for day in range(1, 8)]
    most = max(counts.values(), default=0)
    at = min((place for place, posts in counts.items() if posts == most), default=(1, 0))
    when = f"{WEEKDAYS[at[0] - 1]} from {at[1]:02d}:00"
    hours = [f"{hour:02d}" for hour in range(24)]
    return Section(
        "The week",
        f"Most is written on {when}.",
        Grid(WEEKDAYS, hours, field, "posts", "hour"),
        f"Posts by weekday and hour; the most, {most:,}, on {when}.",
        Rows(
            ("", *hours),
            [
                (name, *[f"{one:,}" for one in row])
                for name, row in zip(WEEKDAYS, field, strict=True)
            ],
            frozenset(range(1, 25)),
        ),
    )


def _places(made: Made) -> Section:
    count, largest = made.largest_sums(
        "activity_daily", ("space", "channel"), ("posts", "words", "bytes"), PLACES_SHOWN
    )
    if not largest:
        return Section("Where", "No channel or feed has posts.")
    names = [made.place(row["space"], row["channel"]) for row in largest]
    return Section(
        "Where",
        f"{amount(count, 'channel or feed has', 'channels and feeds have')} posts"
        f"{'; the table has the largest.' if count > len(largest) else '.'}",
        Bars(names, [row["posts"] for row in largest], "posts"),
        "Posts by channel, the largest first.",
        Rows(
            ("Channel", "Posts", "Words", "Bytes"),
            [
                (name, f"{row['posts']:,}", f"{row['words']:,}", f"{row['bytes']:,}")
                for name, row in zip(names, largest, strict=True)
            ],
            frozenset({1, 2, 3}),
        ),
    )


def _people(made: Made) -> Section:
    """By person, wherever that was: what people did in each place the table of them has."""
    rows = made.foremost("persons", "posts")
    if not rows:
        return Section("People", "Nobody has written.")
    names = made.persons([row["author"] for row in rows])
    people = made.people()
    return Section(
        "People",
        f"{amount(people, 'person has', 'people have')} written"
        f"{'; the table has those who wrote most.' if people > len(rows) else '.'}",
        Bars(names, [row["posts"] for row in rows], "posts"),
        "Posts by person, the most active first.",
        _persons(made, names, rows),
    )


def _persons(made: Made, names: Sequence[str], rows: Sequence[Row]) -> Rows:
    posts = made.total("authors", "posts")
    medians = _medians(made, rows)
    return Rows(
        ("Name", "Where", "Posts", "Share", "Active days")
        + (("Median length",) if medians else ())
        + ("First", "Last"),
        [
            (
                name,
                made.places(row),
                f"{row['posts']:,}",
                f"{row['posts'] / posts:.1%}",
                f"{row['active_days']:,}",
                *([f"{medians[row['author']]:,}"] if medians else []),
                f"{made.local(row['first']):%Y-%m-%d}",
                f"{made.local(row['last']):%Y-%m-%d}",
            )
            for name, row in zip(names, rows, strict=True)
        ],
        frozenset({2, 3, 4, 5} if medians else {2, 3, 4}),
    )


def _medians(made: Made, rows: Sequence[Row]) -> Mapping[str, int]:
    """The median lengths of their posts; none where somebody writes in several places: those of
    places have no sum.
    """
    if any(row["places"] > 1 for row in rows):
        return {}
    found = made.of_authors([row["author"] for row in rows], ["author", "median_length"])
    return {row["author"]: row["median_length"] for row in found}


def _cohorts(made: Made) -> Iterator[Section]:
    rows = made.rows("cohorts", space=ALL)
    all_months = sorted({row["cohort"] for row in rows})
    months = all_months[-COHORTS_SHOWN:]
    if not months:
        return
    shares = {(row["cohort"], row["months_since"]): row for row in rows}
    after = max(row["months_since"] for row in rows if row["cohort"] in months) + 1
    since = range(min(COHORTS_SHOWN, after))
    cut = (
        part_of(len(months), len(all_months), "months"),
        part_of(len(since), after, "months since"),
    )
    field = [
        [shares[month, one]["share"] if (month, one) in shares else None for one in since]
        for month in months
    ]
    names = [f"{month:%Y-%m}" for month in months]
    sizes = [shares[month, 0]["size"] for month in months]
    yield Section(
        "Who stays",
        "Of those who began in a month, the part that wrote in the months after.",
        Grid(names, [str(one) for one in since], field, "part", "months since"),
        "By month of the first post and months since: which part was still active.",
        Rows(
            ("Began", "People", *[f"+{one}" for one in since]),
            [
                (name, f"{size:,}", *["" if one is None else f"{one:.0%}" for one in row])
                for name, size, row in zip(names, sizes, field, strict=True)
            ],
            frozenset(range(1, len(since) + 2)),
            newest_last=True,
            part_of=" and ".join(filter(None, cut)),
        ),
    )
