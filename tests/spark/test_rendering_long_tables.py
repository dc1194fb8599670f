"""Of long tables a page holds a piece at a time, and shows what matters most."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from itertools import pairwise
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from spark_reports.render import activity, answers, holdings
from spark_reports.render import made as made_tables
from spark_reports.render.charts import Report, Section
from spark_reports.render.html import ROWS_SHOWN_MAX, page
from spark_reports.render.made import ALL, Made
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


def cells_of(number: int) -> Mapping[str, object]:
    """Of a row of any table that a page shows the first rows of."""
    texts = dict.fromkeys(("channel", "name"), "") | {"domain": f"{number}.example", "term": "moss"}
    sums = dict.fromkeys(("all", "answers", "reactions", "builds", "back", "posts", "place"), 1)
    more = ("rows", "duplicates", "misdated", "ahead", "skew_ms", "delay_p50_ms", "delay_p99_ms")
    feeds = ("blocks", "held_blocks", "bytes", "held_bytes", "holders", "entries", "comments")
    parts = {"reciprocity": 0.5, "rank": 1.0, "share": 1.0, "size": 1, "months_since": 0}
    key = f"{number:064x}"
    return {
        "space": key,
        "author": key,
        "other": RELAY,
        "month": date(2024, 3, 1),
        **texts,
        **sums,
        **dict.fromkeys((*more, *feeds, "expired_chains"), 1),
        **parts,
    }


@pytest.mark.parametrize(
    ("table", "sections", "told"),
    [
        ("pagerank", answers._ranks, "20 rows (of 150 people)"),
        ("terms", answers._terms, "100 rows (of 150 months of channels)"),
        ("domains", answers._domains, "20 rows (of 150 sites)"),
        ("feeds", holdings._feeds, "30 rows (of 150 feeds and folders)"),
        ("quality", holdings._quality, "30 rows (of 150 channels, feeds and folders)"),
    ],
)
def test_where_a_page_has_the_first_rows_alone_it_says_of_how_many(
    tmp_path: Path, table: str, sections: Callable[[Made], Iterator[Section]], told: str
) -> None:
    nobody = {"space": pa.array([], pa.string()), "author": pa.array([], pa.string())}
    pq.write_table(
        pa.table({**nobody, "name": pa.array([], pa.string())}), tmp_path / "authors.parquet"
    )
    for count, says in ((150, f"<p>{told}; the CSV files have all.</p>"), (2, "")):
        rows = pa.Table.from_pylist([cells_of(number) for number in range(count)])
        pq.write_table(rows, tmp_path / f"{table}.parquet")
        html = page(Report("t", [], [*sections(Made(tmp_path, {}))], has_csv=True))
        assert says in html
        assert ("the CSV files have all" in html) == bool(says)


def test_of_the_pairs_who_speak_to_each_other_it_is_said_how_many_there_are(tmp_path: Path) -> None:
    nobody = pa.schema([(one, pa.string()) for one in ("space", "author", "name")]).empty_table()
    pq.write_table(
        nobody.append_column("posts", pa.array([], pa.int64())), tmp_path / "authors.parquet"
    )
    rows = [{**cells_of(number), "places": 1, "pairs": 150} for number in range(20)]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "pairs.parquet")
    html = page(Report("t", [], [*answers._interactions(Made(tmp_path, {}))], has_csv=True))
    assert "in 150 pairs." in html
    assert "<p>20 rows (of 150 pairs); the CSV files have all.</p>" in html


def test_of_many_months_in_which_people_began_it_is_said_how_many_are_shown(
    tmp_path: Path,
) -> None:
    rows = [
        {"space": ALL, "cohort": date(2020 + number // 12, number % 12 + 1, 1)}
        | {"months_since": since, "size": 1, "share": 1.0}
        for number in range(20)
        for since in range(25)
    ]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "cohorts.parquet")
    [section] = activity._cohorts(Made(tmp_path, {}))
    told = "<p>18 rows (of 20 months and of 25 months since).</p>"
    assert told in page(Report("t", [], [section]))


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
