"""Numbers with what they count, in English."""

from __future__ import annotations

from spark_reports.render.charts import Rows


def amount(count: int, one: str, many: str) -> str:
    """``1 post``, ``1,234 posts``."""
    return f"{count:,} {one if count == 1 else many}"


def part_of(shown: int, count: int, what: str) -> str:
    """What so many rows are a part of; empty where they are all."""
    return f"of {count:,} {what}" if shown < count else ""


def rows_left_out(table: Rows, shown: int, *, has_csv: bool) -> str:
    """Which rows are ``shown`` of how many, and where all are; empty where all are shown."""
    count = len(table.rows)
    if shown >= count and not table.part_of:
        return ""
    which = "last" if table.newest_last else "first"
    rows = f"The {which} {shown:,} of {count:,} rows" if shown < count else f"{count:,} rows"
    part = f" ({table.part_of})" if table.part_of else ""
    return f"{rows}{part}{'; the CSV files have all.' if has_csv else '.'}"
