"""What a report shows of bytes: in the unit that leaves a number one can read."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from spark_reports.render import holdings
from spark_reports.render.charts import Lines, Section
from spark_reports.render.made import Made, Place
from spark_reports.render.times import EVERYTHING
from spark_reports.render.words import size
from tests.spark.rows import GARDEN


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (0, "0 B"),
        (1, "1 B"),
        (118, "118 B"),
        (999, "999 B"),
        (1_000, "1.0 kB"),
        (7_000, "7.0 kB"),
        (999_949, "999.9 kB"),
        (999_950, "1.0 MB"),
        (1_000_000, "1.0 MB"),
        (2_345_678, "2.3 MB"),
        (10**9 - 1, "1.0 GB"),
        (10**12, "1.0 TB"),
        (5 * 10**15, "5,000.0 TB"),
    ],
)
def test_bytes_are_told_in_the_largest_unit_of_which_there_is_one(count: int, told: str) -> None:
    assert size(count) == told


def files(folder: Path, sizes: Mapping[date, int]) -> tuple[Section, Lines]:
    rows = [{"space": GARDEN, "channel": "", "month": month, "with_files": 1, "bytes": size}
            for month, size in sizes.items()]  # fmt: skip
    pq.write_table(pa.Table.from_pylist(rows), folder / "media.parquet")
    (section,) = holdings._media(Made(folder, {}), EVERYTHING)
    assert isinstance(section.chart, Lines)
    return section, section.chart


def test_a_small_file_is_told_in_kilobytes_everywhere(tmp_path: Path) -> None:
    section, chart = files(tmp_path, {date(2025, 3, 1): 7_000})
    assert section.says == "1 post has files, 7.0 kB."
    assert (chart.unit, chart.series[0].values) == ("kB a month", [7])
    assert section.alternative == "Files by month, in kB."
    assert section.table is not None
    assert section.table.headings[-1] == "Size"
    assert section.table.rows == [("2025-03", "1", "7.0 kB")]


def test_months_of_all_sizes_are_drawn_in_the_unit_of_the_largest(tmp_path: Path) -> None:
    section, chart = files(tmp_path, {date(2025, 3, 1): 500_000, date(2025, 4, 1): 2 * 10**9})
    assert (chart.unit, chart.series[0].values) == ("GB a month", [0.0005, 2])
    assert section.table is not None
    assert [row[-1] for row in section.table.rows] == ["500.0 kB", "2.0 GB"]


def test_a_small_feed_has_its_bytes(tmp_path: Path) -> None:
    columns = ("blocks", "held_blocks", "holders", "entries", "comments")
    row: dict[str, Any] = dict.fromkeys(columns, 1)
    row |= {"space": GARDEN, "bytes": 4_000_000_118, "held_bytes": 118}
    pq.write_table(pa.Table.from_pylist([row]), tmp_path / "feeds.parquet")
    (section,) = holdings._feeds(Made(tmp_path, {GARDEN: Place("Garden")}))
    assert section.table is not None
    told = dict(zip(section.table.headings, section.table.rows[0], strict=True))
    assert (told["Size"], told["Size held"]) == ("4.0 GB", "118 B")
