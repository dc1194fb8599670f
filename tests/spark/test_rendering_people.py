"""Who is shown: each person once where posts are summed up, with the place where it matters."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from spark_reports.render import activity, answers, fitting
from spark_reports.render.charts import Bars, Report, Section
from spark_reports.render.made import ALL, Made, Place
from spark_reports.render.svg import BAR_LEFT, BAR_LEFT_MAX, WIDTH, svg
from tests.spark.rows import GARDEN, RELAY
from tests.spark.test_rendering import on_paper

ANN, BOB = "aa" * 32, "bb" * 32
MOMENT = datetime(2024, 3, 15, tzinfo=UTC)
PLACES = {GARDEN: Place("Garden"), RELAY: Place("Relay")}
WRITTEN = (
    (GARDEN, ANN, "Ann", 2),
    (GARDEN, BOB, "Bob", 4),
    (RELAY, ANN, "Annie", 3),
)
"""Space, key, name there, and posts."""


def written(folder: Path, rows: Sequence[tuple[str, str, str, int]] = WRITTEN) -> None:
    one: Mapping[str, Any] = {
        "share": 0.5, "words": 1, "first": MOMENT, "last": MOMENT, "active_days": 1,
        "median_length": 1,
    }  # fmt: skip
    columns = ("space", "author", "name", "posts")
    people = [{**one, **dict(zip(columns, row, strict=True))} for row in rows]
    pq.write_table(pa.Table.from_pylist(people), folder / "authors.parquet")
    grown = {"space": ALL, "cumulative_authors": len({row[1] for row in rows})}
    pq.write_table(pa.Table.from_pylist([grown]), folder / "growth.parquet")
    persons = [person(key, [row for row in rows if row[1] == key]) for key in {r[1] for r in rows}]
    pq.write_table(pa.Table.from_pylist(persons), folder / "persons.parquet")


def person(key: str, rows: Sequence[tuple[str, str, str, int]]) -> Mapping[str, Any]:
    """In each place on another day."""
    last = MOMENT + timedelta(days=len(rows) - 1)
    return {
        "author": key, "space": min(row[0] for row in rows), "places": len(rows),
        "posts": sum(row[3] for row in rows), "active_days": len(rows), "first": MOMENT,
        "last": last,
    }  # fmt: skip


def bars_of(section: Section) -> Sequence[tuple[str, float]]:
    assert isinstance(section.chart, Bars)
    return list(zip(section.chart.labels, section.chart.values, strict=True))


def test_who_writes_in_two_places_is_one_bar_and_one_row_of_all_posts(tmp_path: Path) -> None:
    written(tmp_path)
    section = activity._people(Made(tmp_path, PLACES))
    assert section.says == "2 people have written."
    assert bars_of(section) == [("Annie", 5), ("Bob", 4)], "called as where most was written"
    assert section.table is not None
    assert section.table.headings == (
        *("Name", "Where", "Posts", "Share", "Active days", "First", "Last"),
    )
    assert section.table.rows == [
        ("Annie", "2 places", "5", "55.6%", "2", "2024-03-15", "2024-03-16"),
        ("Bob", "Garden", "4", "44.4%", "1", "2024-03-15", "2024-03-15"),
    ]


def test_where_everybody_shown_writes_in_one_place_their_median_lengths_are_told(
    tmp_path: Path,
) -> None:
    written(tmp_path, WRITTEN[:2])
    table = activity._people(Made(tmp_path, {GARDEN: PLACES[GARDEN]})).table
    assert table is not None
    assert table.headings[5] == "Median length"
    assert [row[0] for row in table.rows] == ["Bob", "Ann"]
    assert table.rows[0] == ("Bob", "Garden", "4", "66.7%", "1", "1", "2024-03-15", "2024-03-15")


def test_it_is_said_where_more_people_have_written_than_are_shown(tmp_path: Path) -> None:
    written(tmp_path)
    grown = {"space": ALL, "cumulative_authors": 1_234}
    pq.write_table(pa.Table.from_pylist([grown]), tmp_path / "growth.parquet")
    says = activity._people(Made(tmp_path, PLACES)).says
    assert says == "1,234 people have written; the table has those who wrote most."


def test_two_people_of_one_name_are_two_bars_told_apart(tmp_path: Path) -> None:
    written(tmp_path, [(GARDEN, ANN, "Ann", 1), (RELAY, BOB, "Ann", 2)])
    section = activity._people(Made(tmp_path, PLACES))
    assert bars_of(section) == [("Ann (bbbbbbbb)", 2), ("Ann (aaaaaaaa)", 1)]


def test_of_numbers_in_the_place_of_names_each_has_one_bar_as_well(tmp_path: Path) -> None:
    first, other = "person-000001", "person-000002"
    rows = [(GARDEN, first, first, 2), (GARDEN, other, other, 4), (RELAY, first, first, 3)]
    written(tmp_path, rows)
    section = activity._people(Made(tmp_path, PLACES, pseudonyms=True))
    assert bars_of(section) == [("Person 1", 5), ("Person 2", 4)]


def ranked(folder: Path, spaces: Sequence[str]) -> None:
    ranks = [{"space": space, "author": ANN, "rank": 2.0 - at} for at, space in enumerate(spaces)]
    pq.write_table(pa.Table.from_pylist(ranks), folder / "pagerank.parquet")
    pair: Mapping[str, Any] = dict.fromkeys(("answers", "reactions", "builds", "back"), 1)
    spoken = {"space": spaces[0], "places": len(spaces), "author": ANN, "other": BOB, "pairs": 1}
    pairs = [{**pair, **spoken, "all": 3, "reciprocity": 0.25}]
    pq.write_table(pa.Table.from_pylist(pairs), folder / "pairs.parquet")


def test_where_there_are_several_places_each_rank_says_its_own(tmp_path: Path) -> None:
    written(tmp_path)
    ranked(tmp_path, [GARDEN, RELAY])
    (ranks,) = answers._ranks(Made(tmp_path, PLACES))
    assert [label for label, _ in bars_of(ranks)] == ["Ann · Garden", "Annie · Relay"]
    assert ranks.table is not None
    assert [row[:2] for row in ranks.table.rows] == [("Ann", "Garden"), ("Annie", "Relay")]


def test_who_speak_to_each_other_in_two_places_are_one_pair(tmp_path: Path) -> None:
    written(tmp_path)
    ranked(tmp_path, [GARDEN, RELAY])
    (pairs,) = answers._interactions(Made(tmp_path, PLACES))
    assert "in 1 pair." in pairs.says
    assert bars_of(pairs) == [("Annie → Bob", 3)], "each called as where they write most"
    assert pairs.table is not None
    assert pairs.table.rows == [("Annie → Bob", "2 places", "1", "1", "1", "1", "25%")]


def test_who_is_spoken_to_and_wrote_nothing_in_these_days_is_called_by_the_key(
    tmp_path: Path,
) -> None:
    written(tmp_path, [(GARDEN, ANN, "Ann", 1)])
    ranked(tmp_path, [GARDEN, RELAY])
    (pairs,) = answers._interactions(Made(tmp_path, PLACES))
    assert [label for label, _ in bars_of(pairs)] == ["Ann → bbbbbbbb"]


def test_where_there_is_one_place_no_rank_says_it(tmp_path: Path) -> None:
    written(tmp_path, WRITTEN[:2])
    ranked(tmp_path, [GARDEN])
    made = Made(tmp_path, {GARDEN: PLACES[GARDEN]})
    (ranks,), (pairs,) = answers._ranks(made), answers._interactions(made)
    assert [label for label, _ in bars_of(ranks)] == ["Ann"]
    assert [label for label, _ in bars_of(pairs)] == ["Ann → Bob"]


@pytest.mark.parametrize("room", [24, 16])
def test_a_name_and_its_place_are_both_left_something(room: int) -> None:
    shown = fitting.fitted("Anna Magdalena · Village of gardens", lambda one: len(one) <= room)
    name, place = shown.split(" · ")
    assert min(len(name), len(place)) >= 5


def test_of_two_who_are_called_as_others_are_the_names_stand_whole_beside_their_bar() -> None:
    pair = "Member 2 (b48a4200) → Member 3 (bdb54048)"
    chart = Bars([pair, "Ann → Bob"], [2, 1], "times")
    assert f">{pair}</text>" in svg(chart, 1, "", "")
    assert pair in on_paper(Report("t", [], [Section("s", "says", chart)]))


def test_bars_begin_where_their_labels_end_and_have_room_whatever_these_are() -> None:
    def begins(label: str) -> int:
        drawn = svg(Bars([label, "Bob"], [2, 1], "times"), 1, "", "")
        [at] = {int(one) for one in re.findall(r'class="bar" x="(\d+)"', drawn)}
        return at

    assert begins("Ann") == BAR_LEFT
    assert BAR_LEFT < begins("Member 2 (b48a4200) → Member 3 (bdb54048)") < BAR_LEFT_MAX
    assert begins(f"{'W' * 40} → {'W' * 40}") <= BAR_LEFT_MAX < WIDTH / 2
