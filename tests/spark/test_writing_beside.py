"""Tables become CSV while other work goes on: all of them at the end, or nothing more."""

from __future__ import annotations

import csv
import threading
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typing_extensions import override

from spark_reports import write as writes
from spark_reports.write import FORMULA_BEGINNINGS, write_csv, writing_beside


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


@pytest.mark.parametrize("first", FORMULA_BEGINNINGS)
def test_what_a_spreadsheet_would_calculate_is_guarded(tmp_path: Path, first: str) -> None:
    file = tmp_path / "names.parquet"
    pq.write_table(pa.table({"name": [f"{first}1", f"1{first}"]}), file)
    write_csv(file, tmp_path / "names.csv")
    with (tmp_path / "names.csv").open(encoding="utf-8", newline="") as opened:
        assert list(csv.reader(opened)) == [["name"], [f"'{first}1"], [f"1{first}"]]


class AfterOne(threading.Event):
    """Set once it was asked: whoever writes has written one piece by then."""

    @override
    def is_set(self) -> bool:
        was = super().is_set()
        self.set()
        return was


def test_a_long_table_is_not_written_on_where_nobody_wants_it_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writes, "ROWS_AT_ONCE", 10)
    file = tmp_path / "long.parquet"
    pq.write_table(pa.table({"posts": range(50)}), file, row_group_size=10)
    for ends, rows in ((AfterOne(), 10), (threading.Event(), 50), (None, 50)):
        write_csv(file, tmp_path / "long.csv", ends)
        assert len((tmp_path / "long.csv").read_text().splitlines()) == 1 + rows


def test_where_the_rest_is_called_off_nothing_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[bool] = []

    def write_until_the_end(_parquet: Path, _file: Path, ends: threading.Event) -> None:
        heard.append(ends.wait(30))

    monkeypatch.setattr(writes, "write_csv", write_until_the_end)

    def called_off() -> None:
        with writing_beside() as write:
            write(a_table(tmp_path), tmp_path / "names.csv")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        called_off()
    assert heard == [True]
    assert not [one for one in threading.enumerate() if one.name.startswith("csv")]
