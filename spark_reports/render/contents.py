"""Which sections a report has, and what they say. Numbers come from the tables alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from spark_reports.read import Dataset, Range
from spark_reports.render import activity, answers, holdings
from spark_reports.render.charts import Report, Section
from spark_reports.render.fitting import fitted
from spark_reports.render.made import ALL, Made, Row, places_in

SPACES_NAMED = 3
NAME_IN_ABOUT_MAX = 24  # characters
SECTIONS: Sequence[Callable[[Made], Iterator[Section]]] = (
    activity.sections,
    answers.sections,
    holdings.sections,
)


def report_of(
    folder: Path,
    dataset: Dataset,
    chosen: Range,
    title: str,
    version: str,
    *,
    has_csv: bool,
    pseudonyms: bool = False,
) -> Report:
    """The report over the tables in ``folder``. ``has_csv``: whether they are made as CSV, too;
    ``pseudonyms``: whether people are numbers in them.
    """
    made = Made(folder, places_in(folder), chosen.zone, pseudonyms=pseudonyms)
    sections = [section for part in SECTIONS for section in part(made)]
    return Report(title, _facts(made, dataset, chosen, version), sections, has_csv)


def _facts(made: Made, dataset: Dataset, chosen: Range, version: str) -> Sequence[tuple[str, str]]:
    days = made.rows("activity_daily", space=ALL)
    misdated = made.total("quality", "misdated")
    text = "included" if dataset.manifest.include_text else "not included"
    names = "replaced by numbers" if made.pseudonyms else "as they call themselves"
    return [
        ("About", about(made)),
        ("Posts", f"{sum(row['posts'] for row in days):,}"),
        ("Days", _days(days)),
        ("Asked for", _asked(chosen)),
        ("Time zone", chosen.zone),
        ("People", f"{made.people():,}"),
        ("People's names", names),
        ("Channels, feeds and folders", f"{made.count('spaces'):,}"),
        ("Rows of the dataset", f"{dataset.manifest.rows:,}"),
        ("Left out for impossible dates", f"{misdated:,}"),
        ("Always left out", "hidden people, and messages deleted for oneself"),
        ("Taken back by their authors", "counted as posts, without words, links and files"),
        ("Text of messages", text),
        ("Made by", f"Tidings {version}"),
    ]


def about(made: Made) -> str:
    """Which spaces, those with the most posts first."""
    largest = made.largest_sums("activity_daily", ("space",), ("posts",), SPACES_NAMED)[1]
    spaces = list(dict.fromkeys([*(row["space"] for row in largest), *made.spaces()]))
    named, others = spaces[:SPACES_NAMED], len(spaces[SPACES_NAMED:])
    names = [
        fitted(made.place(space), lambda text: len(text) <= NAME_IN_ABOUT_MAX) for space in named
    ]
    if others:
        return f"{', '.join(names)} and {others:,} more"
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:]))) or "nothing"


def _days(days: Sequence[Row]) -> str:
    return f"{days[0]['day']} to {days[-1]['day']}" if days else "none with a post"


def _asked(chosen: Range) -> str:
    if chosen.since is None and chosen.until is None:
        return "everything"
    since = "the beginning" if chosen.since is None else chosen.since.isoformat()
    until = "the end" if chosen.until is None else chosen.until.isoformat()
    return f"{since} to {until}"
