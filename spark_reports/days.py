"""Which days a report can be asked about.

Whoever starts the job asks the same before, so this module never imports pyspark.
"""

from __future__ import annotations

from datetime import date

FIRST_DAY = date(1000, 1, 1)  # of years before, Python writes fewer digits than Java reads


def day_of(text: str) -> date:
    """The day written as 2026-01-31. Raises ValueError, whose text says why it is none."""
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise ValueError(f"“{text}” is no day") from error
    if day.isoformat() != text:  # Python reads weeks, too, and days without dashes
        raise ValueError(f"“{text}” is not written as a day")
    if day < FIRST_DAY:
        raise ValueError(f"“{text}” is before the year {FIRST_DAY.year}")
    return day
