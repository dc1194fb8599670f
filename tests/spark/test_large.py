"""Every table of 200,000 made-up posts against the oracle, by the job itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from spark_reports.read import Range
from spark_reports.synthetic import Wish, synthesize
from spark_reports.tables import TABLES
from tests.spark.comparing import assert_ranks, assert_same
from tests.spark.oracle import Oracle

pytestmark = [pytest.mark.needs_java, pytest.mark.slow]

ROOT = Path(__file__).parents[2]
POSTS = 200_000
ZONE = "America/New_York"


def test_the_tables_of_a_large_history_are_what_sql_says(tmp_path: Path) -> None:
    dataset, out = tmp_path / "dataset", tmp_path / "report"
    assert synthesize(dataset, Wish(POSTS, include_text=True)) == POSTS
    words = [f"--input={dataset}", f"--out={out}", f"--zone={ZONE}", "--formats=parquet"]
    subprocess.run(
        [sys.executable, "-m", "spark_reports", *words, "--master=local[2]"], cwd=ROOT, check=True
    )
    oracle = Oracle(dataset, Range(ZONE))
    for table in TABLES:
        made = pq.read_table(out / "tables" / f"{table.name}.parquet")
        if table.name == "pagerank":
            assert_ranks(made, oracle.pagerank())
        else:
            assert_same(made, oracle.rows(table.name), table.name)
    oracle.close()
