"""Numbers with what they count or measure, in English."""

from __future__ import annotations

from spark_reports.render.charts import Rows

_SECOND = 1_000
_UNITS = ((86_400_000, "d"), (3_600_000, "h"), (60_000, "min"), (_SECOND, "s"), (100, "tenths"))
_FEW = 10
_BYTES = (
    *(("TB", 1_000_000_000_000), ("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000)),
    ("B", 1),
)
_SHORT_PART = 125  # ours: quantiles are at most 1/128 (0.8 %) too small


def amount(count: int, one: str, many: str) -> str:
    """``1 post``, ``1,234 posts``."""
    return f"{count:,} {one if count == 1 else many}"


def duration(milliseconds: int) -> str:
    """``350 ms``, ``3.4 s``, ``45 s``, ``12 min``, ``2 d 14 h``, ``56 d``: of a few units the next
    smaller ones, too. Of 0 or more; rounded to the smallest unit that is shown.

    What is as little below a whole number of units as quantiles are too small is told as that.
    """
    if milliseconds < _SECOND:
        return f"{milliseconds} ms" if milliseconds else "0 s"
    told = _rounded(milliseconds)
    at = _largest(told)
    (size, name), (smaller, called) = _UNITS[at : at + 2]
    if size == _SECOND:
        return f"{told / size:g} {name}"
    count, left = divmod(told, size)
    return f"{count:,} {name} {left // smaller} {called}" if left else f"{count:,} {name}"


def _rounded(milliseconds: int) -> int:
    """To what is shown. Rounded before it is told apart: 59.7 min are 1 h, not 60 min."""
    at = _largest(milliseconds)
    size = _UNITS[at][0]
    missing = -milliseconds % size
    is_whole = milliseconds >= _FEW * size or missing * _SHORT_PART <= milliseconds + missing
    shown = size if is_whole else _UNITS[at + 1][0]
    return (milliseconds + shown // 2) // shown * shown


def _largest(milliseconds: int) -> int:
    """Which of the units is the first of which there is a whole one, from a second on."""
    return next(at for at, (size, _) in enumerate(_UNITS) if milliseconds >= size)


def unit_of(count: int) -> tuple[str, int]:
    """The unit that so many bytes are told in, and how many bytes it is: the largest of which there
    is a whole one. What tenths of a smaller unit would round to a thousand is told as that one.
    """
    rounded_up = ((one, one[1] - one[1] // 1_000 // 20) for one in _BYTES)
    return next((one for one, least in rounded_up if count >= least), _BYTES[-1])


def size(count: int) -> str:
    """``118 B``, ``7.0 kB``, ``2.3 MB``: bytes, of 0 or more, in units of a thousand."""
    unit, bytes_each = unit_of(count)
    return f"{count:,} {unit}" if bytes_each == 1 else f"{count / bytes_each:,.1f} {unit}"


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
