"""What a report shows, before it has a form: sections with charts and tables. Plain values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto


@dataclass(frozen=True, slots=True)
class Series:
    """A line of a chart. None: it breaks off there, for nothing is known."""

    name: str
    values: Sequence[float | None]

    @property
    def pieces(self) -> Sequence[Sequence[tuple[int, float]]]:
        """Places and values, as far as the line goes each time."""
        found: list[list[tuple[int, float]]] = [[]]
        for at, value in enumerate(self.values):
            if value is not None:
                found[-1].append((at, value))
            elif found[-1]:
                found.append([])
        return [piece for piece in found if piece]


class Measure(Enum):
    """What the values of lines are: by that the side of their chart is marked."""

    NUMBER = auto()
    DURATION = auto()
    """Seconds, of which some are few and others weeks: as far apart as their logarithms are."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Values over ``labels`` (days, weeks, hours: none is left out), from left to right.

    ``every``: which labels are written, each so manieth; None: some, from the first to the last.
    """

    labels: Sequence[str]
    series: Sequence[Series]
    unit: str
    measure: Measure = Measure.NUMBER
    every: int | None = None

    def written(self, most: int) -> Sequence[int]:
        """The places of the labels that are written: of those from the first to the last at most
        so many, which is two or more.
        """
        count = len(self.labels)
        if self.every is not None:
            return range(0, count, self.every)
        if count <= most:
            return range(count)
        return sorted({round(one * (count - 1) / (most - 1)) for one in range(most)})


@dataclass(frozen=True, slots=True)
class Bars:
    """One bar a label, the largest first; labels are what people wrote."""

    labels: Sequence[str]
    values: Sequence[float]
    unit: str


@dataclass(frozen=True, slots=True)
class Grid:
    """A field of numbers, darker where there are more. None: there is no such field.

    ``across`` says what the columns are, which are numbers.
    """

    rows: Sequence[str]
    columns: Sequence[str]
    values: Sequence[Sequence[float | None]]
    unit: str
    across: str


Chart = Lines | Bars | Grid


@dataclass(frozen=True, slots=True)
class Rows:
    """A table. ``numbers``: which columns are set to the right. ``newest_last``: ordered by time,
    else what matters most stands first. ``part_of``: what it has only a part of, in words.
    """

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    numbers: frozenset[int] = frozenset()
    newest_last: bool = False
    part_of: str = ""

    def foremost(self, count: int) -> Sequence[Sequence[str]]:
        """So many rows, or all: the newest, or those that matter most."""
        return self.rows[-count:] if self.newest_last else self.rows[:count]


@dataclass(frozen=True, slots=True)
class Section:
    """``says`` is a sentence on what is seen; ``alternative`` says what the chart shows, for those
    who do not see it. A table without a chart is shown open.
    """

    title: str
    says: str
    chart: Chart | None = None
    alternative: str = ""
    table: Rows | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """``facts`` are names and values: what the report is about, and how it was made.
    ``has_csv``: whether its tables lie beside it as CSV.
    """

    title: str
    facts: Sequence[tuple[str, str]]
    sections: Sequence[Section]
    has_csv: bool = False
