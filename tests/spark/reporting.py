"""Whole reports by the session of the tests, in which no Java has to begin first."""

from __future__ import annotations

from pathlib import Path

from pyspark.sql import SparkSession

from spark_reports.job import Wish, _Job, stage_names
from spark_reports.outputs import FORMATS
from spark_reports.progress import Stages


def report_in(spark: SparkSession, dataset: Path, out: Path, *, pseudonyms: bool = False) -> Path:
    """The report's folder; what was needed on the way lies beside it."""
    scratch = out.with_name(f"{out.name}.scratch")
    for folder in (out, scratch):
        folder.mkdir()
    wish = Wish(dataset, out, version="1", pseudonyms=pseudonyms)
    stages = Stages(stage_names(FORMATS), lambda _step: None)
    _Job(spark, wish, stages, out, scratch, dataset).run()
    stages.ended()
    spark.catalog.clearCache()
    return out
