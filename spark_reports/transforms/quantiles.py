"""Quantiles of whole numbers, the same whatever order the rows come in.

Each value counts as the largest step not above it: steps of 1 below 256, then 128 to each doubling.
So a quantile is exact for small values, and never above the true one nor more than 1/128 (0.8 %)
of it below. Only counts are shuffled, at most some thousand steps a group, however many rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as f

BITS_KEPT = 8
ERROR_MAX = 1 / 128


def step_of(value: str) -> Column:
    """The step of a column of whole numbers; those below zero count as zero."""
    clean = f"greatest(`{value}`, 0L)"
    shift = f"greatest(length(bin({clean})) - {BITS_KEPT}, 0)"
    above = f"shiftleft(shiftright({clean}, {shift}), {shift})"
    return f.expr(f"if({clean} < {1 << BITS_KEPT}, {clean}, {above})")  # most are small


def quantiles(
    rows: DataFrame, keys: Sequence[str], value: str, wanted: Mapping[str, int]
) -> DataFrame:
    """By ``keys`` the quantiles of ``value``: names and thousandths (500: the median).

    The nearest rank counts: the smallest value that at least so many thousandths do not exceed.
    """
    counts = rows.groupBy(*keys, step_of(value).alias("step")).agg(f.count("*").alias("count"))
    group = Window.partitionBy(*keys)
    ordered = group.orderBy("step").rowsBetween(Window.unboundedPreceding, Window.currentRow)
    placed = counts.withColumn("up_to", f.sum("count").over(ordered)).withColumn(
        "all", f.sum("count").over(group)
    )
    return placed.groupBy(*keys).agg(
        *[
            f.min(
                f.when(f.col("up_to") * 1_000 >= f.col("all") * thousandths, f.col("step"))
            ).alias(name)
            for name, thousandths in wanted.items()
        ]
    )
