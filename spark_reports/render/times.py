"""Days, weeks and months as charts have them: at even distances, none left out. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

from spark_reports.render.words import amount

DAYS_DRAWN_MAX = 400  # of longer times weeks are drawn
DAYS_A_WEEK = 7
POSTS_A_STRAY = 20  # ours: one of so many may lie before what charts have
SILENCE_DAYS_MIN = 365  # ours: less leaves room enough for the rest
Row = Mapping[str, Any]  # Any: a cell of any column


@dataclass(frozen=True, slots=True)
class Counted:
    """A column of numbers, and what these count: one, and many."""

    column: str
    one: str
    many: str

    def of(self, rows: Sequence[Row]) -> str:
        """How many there are in all of these."""
        return amount(sum(row[self.column] for row in rows), self.one, self.many)


POSTS = Counted("posts", "post", "posts")


@dataclass(frozen=True, slots=True)
class Start:
    """From which day charts over time are drawn: clocks are wrong by years. Tables have all."""

    since: date

    def of(
        self, rows: Sequence[Row], counted: Counted | None, key: str = "day"
    ) -> tuple[Sequence[Row], str]:
        """Those rows, by day or by ``month``, that are drawn, and a sentence on what is not, with
        a blank before it: how much is ``counted`` in those very rows, where they count one thing.
        All, and nothing to say, where else there were no rows.
        """
        since = self.since.replace(day=1) if key == "month" else self.since
        drawn = [row for row in rows if row[key] >= since]
        if len(drawn) in {0, len(rows)}:
            return rows, ""
        before = [row for row in rows if row[key] < since]
        what = counted.of(before) if counted else "what lies"
        return drawn, f" Not drawn: {what} before {since}."


EVERYTHING = Start(date.min)


def start_of(days: Sequence[Row]) -> Start:
    """After a silence that fills most of the chart and SILENCE_DAYS_MIN or more, and before which
    there is at most one post in POSTS_A_STRAY; and so again, of the chart that is left.
    """
    start, before = EVERYTHING, 0
    most = sum(row["posts"] for row in days) // POSTS_A_STRAY
    written = [row for row in days if row["posts"]]
    begins = written[0]["day"] if written else date.min
    for row, following in pairwise(written):
        before += row["posts"]
        if before > most:
            break
        silence = (following["day"] - row["day"]).days
        if silence >= SILENCE_DAYS_MIN and 2 * silence > (days[-1]["day"] - begins).days:
            begins = following["day"]
            start = Start(begins)
    return start


@dataclass(frozen=True, slots=True)
class Spell:
    """Sums by column and ``unit`` (day or week), for a table, whose ``labels`` say of which weeks
    there are only some days; and for a chart, where such weeks would look like quiet ones.

    ``undrawn``: what the chart has not, a sentence with a blank before it, or nothing.
    """

    unit: str
    labels: Sequence[str]
    sums: Mapping[str, Sequence[int]]
    first: date
    last: date
    undrawn: str
    _drawn: slice

    @property
    def labels_drawn(self) -> Sequence[str]:
        """Below the chart."""
        return self.labels[self._drawn]

    def drawn(self, column: str) -> Sequence[int]:
        """What the chart has of it."""
        return self.sums[column][self._drawn]


def chart_of(
    rows: Sequence[Row], columns: Sequence[str], start: Start, counted: Counted | None
) -> Spell:
    """As ``spell_of``, of those that are drawn from ``start`` on; and ``undrawn`` tells of those
    before it as well, by what is ``counted``.
    """
    kept, before = start.of(rows, counted)
    spell = spell_of(kept, columns)
    return replace(spell, undrawn=f"{before}{spell.undrawn}")


def spell_of(rows: Sequence[Row], columns: Sequence[str]) -> Spell:
    """Of rows by ``day``, at least one: by day, or by week where there are many days.

    ``first`` and ``last`` are the days from and to which the chart goes.
    """
    days = list(every_day(rows, columns))
    first, last = days[0]["day"], days[-1]["day"]
    if len(days) <= DAYS_DRAWN_MAX:
        labels = [str(row["day"]) for row in days]
        sums = {column: [row[column] for row in days] for column in columns}
        return Spell("day", labels, sums, first, last, "", slice(None))
    weeks: dict[date, list[Row]] = {}
    for row in days:
        weeks.setdefault(row["day"] - timedelta(row["day"].weekday()), []).append(row)
    whole = [monday for monday, own in weeks.items() if len(own) == DAYS_A_WEEK]
    begins = list(weeks).index(whole[0])
    parts = [own for own in weeks.values() if len(own) < DAYS_A_WEEK]
    return Spell(
        "week",
        [_label(monday, len(own)) for monday, own in weeks.items()],
        {one: [sum(row[one] for row in own) for own in weeks.values()] for one in columns},
        whole[0],
        whole[-1] + timedelta(DAYS_A_WEEK - 1),
        _not_drawn(parts),
        slice(begins, begins + len(whole)),
    )


def _not_drawn(parts: Sequence[Sequence[Row]]) -> str:
    """Of the days of such weeks, which may be the busiest of all."""
    if not parts:
        return ""
    told = (f"{amount(len(own), 'day', 'days')} from {own[0]['day']}" for own in parts)
    return f" The chart leaves out what makes no whole week: {' and '.join(told)}."


def _label(monday: date, days: int) -> str:
    return str(monday) if days == DAYS_A_WEEK else f"{monday} ({days} of 7 days)"


def every_day(rows: Sequence[Row], columns: Sequence[str]) -> Iterator[Row]:
    """From the first day of the rows, which are in order, to the last; those missing are zero."""
    known = {row["day"]: row for row in rows}
    for number in range((rows[-1]["day"] - rows[0]["day"]).days + 1):
        day = rows[0]["day"] + timedelta(number)
        yield known.get(day, {"day": day, **dict.fromkeys(columns, 0)})


def every_month(rows: Sequence[Row], columns: Sequence[str]) -> Iterator[Row]:
    """As ``every_day``; a month is its first day."""
    known = {row["month"]: row for row in rows}
    numbers = [row["month"].year * 12 + row["month"].month - 1 for row in rows]
    for number in range(numbers[0], numbers[-1] + 1):
        month = date(number // 12, number % 12 + 1, 1)
        yield known.get(month, {"month": month, **dict.fromkeys(columns, 0)})
