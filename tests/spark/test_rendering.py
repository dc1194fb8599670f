"""How numbers and names become a page, without a browser and without Java."""

from __future__ import annotations

import io
import math
from datetime import UTC, datetime
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from spark_reports.render import activity
from spark_reports.render.charts import Bars, Grid, Lines, Report, Rows, Section, Series
from spark_reports.render.html import ROWS_SHOWN_MAX, page
from spark_reports.render.made import NAME_CHARACTERS_MAX, Made, Place, plain
from spark_reports.render.pdf import write_pdf
from spark_reports.render.scales import ticks
from spark_reports.render.theme import DARK, LIGHT
from tests.spark.rows import GARDEN, RELAY


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("a\u202eb\u2066c\u200fd", "a b c d"),
        ("line\nbreak\x00\x1b[31m", "line break [31m"),
        ("  wide \t blanks ", "wide blanks"),
        ("x" * 500, "x" * (NAME_CHARACTERS_MAX - 1) + "…"),
        ("", ""),
    ],
)
def test_a_name_is_one_line_that_turns_nothing_around(name: str, shown: str) -> None:
    assert plain(name) == shown


@pytest.mark.parametrize(
    ("place", "channel", "shown"),
    [
        (Place("Garden"), "", "Garden"),
        (Place("Garden"), "general", "Garden #general"),
        (Place("allotments", "Village"), "allotments", "Village #allotments"),
        (Place("allotments", "Village"), "", "Village #allotments"),
        (Place("", ""), "", "0a0a0a0a"),
        (Place("a\u202e", "<b>"), "", "<b> #a"),
    ],
)
def test_a_channel_of_a_community_is_called_by_both_names(
    tmp_path: Path, place: Place, channel: str, shown: str
) -> None:
    assert Made(tmp_path, {GARDEN: place}).place(GARDEN, channel) == shown


def test_who_writes_in_two_channels_is_one_person(tmp_path: Path) -> None:
    moment = datetime(2024, 3, 15, tzinfo=UTC)
    rows = [
        {
            "space": space, "author": "aa" * 32, "name": "Ann", "posts": 1, "share": 1.0,
            "words": 1, "first": moment, "last": moment, "active_days": 1, "median_length": 1,
        }
        for space in (GARDEN, RELAY)
    ]  # fmt: skip
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "authors.parquet")
    assert activity._people(Made(tmp_path, {})).says == "1 person has written."


@pytest.mark.parametrize("top", [0, 1e-6, 0.3, 1, 3, 7, 99, 100, 101, 12_345_678, 9e15])
def test_marks_are_round_and_reach_the_top(top: float) -> None:
    marks = ticks(top)
    assert marks[0] == 0
    assert marks[-1] >= top * (1 - 1e-9)
    assert 2 <= len(marks) <= 6
    step = marks[1]
    assert round(step / 10 ** math.floor(math.log10(step)), 6) in {1, 2, 5}


def _light(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.03928 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_texts_and_lines_stand_out_from_the_ground(colours: dict[str, str]) -> None:
    ground = _light(colours["ground"])
    for name, least in {"text": 4.5, "quiet": 4.5, "link": 4.5, "s0": 3, "s1": 3, "s2": 3}.items():
        other = _light(colours[name])
        ratio = (max(ground, other) + 0.05) / (min(ground, other) + 0.05)
        assert ratio >= least, name


def test_a_page_never_grows_with_a_table() -> None:
    rows = Rows(("a",), [(f"row {n}",) for n in range(5_000)])
    html = page(Report("t", [], [Section("s", "says", table=rows)]))
    assert html.count("<tr>") == ROWS_SHOWN_MAX + 1
    assert "row 4999" in html
    assert "5,000" in html


def test_a_chart_of_nothing_can_be_drawn(tmp_path: Path) -> None:
    empty = [
        Section("lines", "", Lines([], [Series("a", [])], "b"), "x"),
        Section("bars", "", Bars([], [], "b"), "x"),
        Section("grid", "", Grid(["r"], ["c"], [[None]], "b"), "x"),
        Section("zero", "", Lines(["d"], [Series("a", [0])], "b"), "x"),
    ]
    report = Report("$\\frac{1}$ <b>", [("n", "$v$")], empty)
    assert page(report).count("<svg") == 4
    write_pdf(report, tmp_path / "r.pdf")
    write_pdf(report, tmp_path / "s.pdf")
    assert (tmp_path / "r.pdf").read_bytes() == (tmp_path / "s.pdf").read_bytes()
    assert io.BytesIO((tmp_path / "r.pdf").read_bytes()).read(5) == b"%PDF-"
