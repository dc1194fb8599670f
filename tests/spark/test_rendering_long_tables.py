"""Of long tables a page holds a piece at a time, and shows what matters most."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from spark_reports.render import made as made_tables
from spark_reports.render.html import ROWS_SHOWN_MAX, page
from spark_reports.render.made import Made
from tests.spark.rows import RELAY
from tests.spark.test_rendering import long_table, on_paper, table_of_pairs


def test_the_largest_of_a_long_table_are_found_a_piece_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = table_of_pairs(tmp_path, 2_000).to_pylist()
    monkeypatch.setattr(made_tables, "ROWS_AT_ONCE", 64)
    made = Made(tmp_path, {})
    by = ("all", "space", "author", "other")
    ordered = sorted(rows, key=lambda row: (-row["all"], *[row[one] for one in by[1:]]))
    for count in (1, 20, 3_000):
        assert made.first("interactions", by, count) == ordered[:count]
    assert made.rows("interactions", space=RELAY, all=7) == [
        row for row in rows if (row["space"], row["all"]) == (RELAY, 7)
    ]
    assert made.values("interactions", "all") == list(range(211))


def test_sums_of_a_long_table_are_made_a_piece_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted: dict[str, int] = {}
    for row in table_of_pairs(tmp_path, 2_000).to_pylist():
        if row["space"]:
            wanted[row["author"]] = wanted.get(row["author"], 0) + row["all"]
    monkeypatch.setattr(made_tables, "ROWS_AT_ONCE", 64)
    made = Made(tmp_path, {})
    found = made.summed("interactions", ("author",), ("all",))
    assert [(row["author"], row["all"]) for row in found] == sorted(wanted.items())
    count, largest = made.largest_sums("interactions", ("author",), ("all",), 3)
    ordered = sorted(wanted.items(), key=lambda one: (-one[1], one[0]))
    assert (count, [(row["author"], row["all"]) for row in largest]) == (97, ordered[:3])


def test_a_column_of_a_long_table_is_looked_through_a_piece_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alls = [row["all"] for row in table_of_pairs(tmp_path, 2_000).to_pylist()]
    monkeypatch.setattr(made_tables, "ROWS_AT_ONCE", 64)
    made = Made(tmp_path, {})
    assert made.total("interactions", "all") == sum(alls)
    spans = ((0, 0), (1, 9), (10, 100), (101, None))
    below = [sum(one < low for one in alls) for low in (0, 1, 10, 101)]
    counts = [after - before for before, after in pairwise([*below, len(alls)])]
    assert made.spread("interactions", "all", spans) == counts
    assert len(made.values("interactions", "author")) == 97
    pq.write_table(pa.table({"all": pa.array([], pa.int64())}), tmp_path / "none.parquet")
    assert (made.total("none", "all"), made.values("none", "all")) == (0, [])
    assert made.spread("none", "all", spans) == [0, 0, 0, 0]


def test_a_page_never_holds_a_table_of_many_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = table_of_pairs(tmp_path, 200_000).nbytes
    monkeypatch.setattr(made_tables, "ROWS_AT_ONCE", 8_192)
    before, ours = pa.default_memory_pool(), pa.proxy_memory_pool(pa.default_memory_pool())
    pa.set_memory_pool(ours)
    try:
        made = Made(tmp_path, {})
        assert len(made.first("interactions", ("all", "space", "author", "other"), 20)) == 20
        assert len(made.summed("interactions", ("space", "author"), ("all",))) == 2 * 97
        assert made.rows("interactions", space="none") == []
        assert len(made.values("interactions", "other")) == 89
        assert sum(made.spread("interactions", "all", ((0, 9), (10, None)))) == 200_000
        assert made.total("interactions", "all") > 0
    finally:
        pa.set_memory_pool(before)
    assert 0 < (ours.max_memory() or 0) < whole / 3


def test_of_a_long_table_the_largest_are_shown() -> None:
    html = page(long_table(newest_last=False))
    assert html.count("<tr>") == ROWS_SHOWN_MAX + 1
    assert ">row 0<" in html
    assert "row 4999" not in html
    assert "<p>The first 200 of 5,000 rows.</p>" in html
    paper = on_paper(long_table(newest_last=False))
    assert "row 0" in paper
    assert "row 4999" not in paper


def test_of_a_long_table_by_time_the_newest_are_shown() -> None:
    html = page(long_table(newest_last=True))
    assert html.count("<tr>") == ROWS_SHOWN_MAX + 1
    assert ">row 4999<" in html
    assert ">row 0<" not in html
    assert "<p>The last 200 of 5,000 rows.</p>" in html
    paper = on_paper(long_table(newest_last=True))
    assert "row 4999" in paper
    assert "row 0" not in paper
