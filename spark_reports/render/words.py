"""Numbers with what they count, in English."""

from __future__ import annotations

from spark_reports.render.charts import Rows

_UNITS = ((86_400_000, "d"), (3_600_000, "h"), (60_000, "min"), (1_000, "s"))
_FEW = 10


def amount(count: int, one: str, many: str) -> str:
    """``1 post``, ``1,234 posts``."""
    return f"{count:,} {one if count == 1 else many}"


def duration(milliseconds: int) -> str:
    """``350 ms``, ``3.4 s``, ``45 s``, ``12 min``, ``2 d 14 h``, ``56 d``: of a few units the next
    smaller ones, too. What is left over is cut off, not rounded.
    """
    if milliseconds < 1_000:
        return f"{milliseconds} ms" if milliseconds else "0 s"
    at = next(at for at, (size, _) in enumerate(_UNITS) if milliseconds >= size)
    (size, name), count = _UNITS[at], milliseconds // _UNITS[at][0]
    left = milliseconds - count * size
    if count >= _FEW:
        return f"{count:,} {name}"
    if at + 1 == len(_UNITS):
        tenths = left // 100
        return f"{count}.{tenths} {name}" if tenths else f"{count} {name}"
    smaller, called = _UNITS[at + 1]
    more = left // smaller
    return f"{count} {name} {more} {called}" if more else f"{count} {name}"


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
