"""Tables of Spark beside those of the oracle: equal row for row, quantiles within their error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime

import pyarrow as pa

from spark_reports.transforms.quantiles import ERROR_MAX
from tests.spark.oracle import Row

APPROXIMATE = frozenset({"median_length", "p50_ms", "p90_ms", "delay_p50_ms", "delay_p99_ms"})
FRACTION_ERROR = 2e-6  # both sides round to six digits


def assert_same(made: pa.Table, wanted: Sequence[Row], table: str) -> None:
    """Whatever the order of their rows."""
    rows: Sequence[Row] = made.to_pylist()
    assert len(rows) == len(wanted), f"{table}: {len(rows)} rows, not {len(wanted)}"
    if not wanted:
        return
    assert set(made.column_names) == set(wanted[0]), table
    pairs = zip(_sorted(rows), _sorted(wanted), strict=True)
    for found, expected in pairs:
        for column, value in expected.items():
            told = f"{table}.{column}: {found[column]!r}, not {value!r}, in {expected}"
            assert _agree(column, found[column], value), told


def _sorted(rows: Sequence[Row]) -> Sequence[Row]:
    return sorted(rows, key=_exact)


def _exact(row: Row) -> tuple[str, ...]:
    columns = sorted(row)
    return tuple(
        _plain(row[one])
        for one in columns
        if one not in APPROXIMATE and not isinstance(row[one], float)
    )


def _plain(value: object) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    return f"{value:020d}" if isinstance(value, int) else str(value)


def _agree(column: str, found: object, expected: object) -> bool:
    if column in APPROXIMATE:
        assert isinstance(found, int)
        assert isinstance(expected, int)
        return expected * (1 - ERROR_MAX) - 1e-9 <= found <= expected
    if isinstance(expected, float) or isinstance(found, float):
        assert isinstance(found, float | int)
        assert isinstance(expected, float | int)
        return abs(found - expected) <= FRACTION_ERROR
    if isinstance(expected, date) and not isinstance(expected, datetime):
        return str(found) == str(expected)
    return found == expected


def assert_ranks(
    made: pa.Table, wanted: Mapping[tuple[str, str], float], error: float = 0.01
) -> None:
    """The rounds stop when nothing moves by more than a thousandth."""
    found = {(row["space"], row["author"]): row["rank"] for row in made.to_pylist()}
    assert found.keys() == wanted.keys()
    for place, rank in wanted.items():
        assert abs(found[place] - rank) <= error * max(1.0, rank), place
