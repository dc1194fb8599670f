"""What is said of workers that write to disks of their own, where nobody finds it."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq
import pytest
from py4j.protocol import Py4JError
from pyspark.sql import DataFrameWriter, SparkSession

from spark_reports import inputs
from spark_reports.failures import SPARK_FAILURES, NotShared, sentence_of
from spark_reports.inputs import inputs_of
from spark_reports.numbering import Numbers
from spark_reports.read import Range, open_dataset
from spark_reports.write import write_parquet
from tests.spark.rows import GARDEN, RELAY, dataset, post

pytestmark = pytest.mark.needs_java


@pytest.fixture
def lost(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which folders' files are elsewhere; as those of a worker on another computer are."""
    folders: list[str] = []
    real = DataFrameWriter.parquet

    def parquet(writer: DataFrameWriter, path: str) -> None:
        real(writer, path)
        if Path(path).name in folders:
            for part in sorted(Path(path).glob("part-*"))[-1:]:
                part.unlink()

    monkeypatch.setattr(DataFrameWriter, "parquet", parquet)
    return folders


@pytest.mark.parametrize("at", ["gathered.posts.parquet", "posts.parquet", "once.posts.parquet"])
def test_posts_that_did_not_come_back_are_missed(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lost: list[str], at: str
) -> None:
    monkeypatch.setattr(inputs, "FILES_READ_AGAIN_MAX", 0)
    folder = tmp_path / "dataset"
    dataset(folder, {GARDEN: [post(1), post(2), post(2)], RELAY: [post(3)]})
    inputs_of(open_dataset(spark, folder), Range(), tmp_path / "whole")
    lost.append(at)
    with pytest.raises(NotShared):
        inputs_of(open_dataset(spark, folder), Range(), tmp_path / "lost")
    spark.catalog.clearCache()


def test_a_table_that_did_not_come_back_is_missed(
    spark: SparkSession, tmp_path: Path, lost: list[str]
) -> None:
    lost.append(".days.parquet")
    days, file = spark.range(3).toDF("day"), tmp_path / "days.parquet"
    with pytest.raises(NotShared):
        write_parquet(days, ("day",), file, Numbers({}))
    assert not file.exists()
    assert write_parquet(days.where("day > 7"), ("day",), file, Numbers({})) == 0
    assert pq.read_table(file).column_names == ["day"]


def test_it_is_told_in_one_sentence_which_folder_they_do_not_share() -> None:
    assert issubclass(NotShared, SPARK_FAILURES)
    assert sentence_of(NotShared(), Path("/there/report"), "spark://there:7077") == (
        "The workers of spark://there:7077 have disks of their own: "
        "the dataset and /there/report must lie where all of them read and write."
    )


def test_so_it_is_where_a_worker_does_not_find_what_it_is_to_read() -> None:
    text = "[FAILED_READ_FILE.FILE_NOT_EXIST] Encountered error while reading file file:///there/a"
    failure = Py4JError(f"An error occurred while calling o7.collect.\n: {text}")
    assert sentence_of(failure, Path("/there"), "spark://there:7077") == sentence_of(
        NotShared(), Path("/there"), "spark://there:7077"
    )
    assert "FAILED_READ_FILE" in sentence_of(failure, Path("/there"))
