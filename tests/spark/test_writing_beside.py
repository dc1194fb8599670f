"""Tables become CSV while other work goes on: all of them at the end, or nothing more."""

from __future__ import annotations

import threading
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from spark_reports.write import write_csv, writing_beside


def a_table(folder: Path) -> Path:
    file = folder / "names.parquet"
    pq.write_table(pa.table({"name": ["=1+1", "Ann"], "posts": [1, 2]}), file)
    return file


def test_all_of_it_is_written_at_the_end(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    write_csv(table, tmp_path / "alone.csv")
    with writing_beside() as write:
        for number in range(3):
            write(table, tmp_path / f"beside-{number}.csv")
    alone = (tmp_path / "alone.csv").read_bytes()
    assert b"'=1+1" in alone
    for number in range(3):
        assert (tmp_path / f"beside-{number}.csv").read_bytes() == alone


def test_what_fails_is_told_at_the_end(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), writing_beside() as write:
        write(tmp_path / "missing.parquet", tmp_path / "missing.csv")


def test_where_the_rest_is_called_off_nothing_goes_on(tmp_path: Path) -> None:
    def called_off() -> None:
        with writing_beside() as write:
            write(a_table(tmp_path), tmp_path / "names.csv")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        called_off()
    assert not [one for one in threading.enumerate() if one.name.startswith("csv")]
