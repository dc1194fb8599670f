"""Fractions as tables hold them."""

from __future__ import annotations

from pyspark.sql import Column
from pyspark.sql import functions as f

DIGITS = 6


def share(part: Column, whole: Column) -> Column:
    """``part / whole`` rounded to DIGITS; 0 of nothing."""
    return f.when(whole == 0, f.lit(0.0)).otherwise(
        f.round(part.cast("double") / f.when(whole == 0, 1).otherwise(whole), DIGITS)
    )
