"""Posts that are not what was written: nothing is told of them, and they are written anew."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from spark_reports import dataset_files
from spark_reports.damage import reading
from spark_reports.dataset import post_files
from spark_reports.dataset_files import strange_file
from spark_reports.dataset_writer import writing
from spark_reports.manifest import Manifest, ManifestUnreadable, Part, digest_of
from spark_reports.read import DatasetUnreadable, open_dataset
from tests.spark.rows import DAY, GARDEN, NOON, RELAY, dataset, post

EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
"""The digest of a file that has nothing in it."""
FEW = 70


def damaged(folder: Path, manifest: Manifest, number: int) -> Path:
    """A byte of that file of posts is another one; its size is what it was."""
    path = folder / list(post_files(manifest))[number]
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    return path


def empty_files(folder: Path) -> Mapping[str, Part]:
    """Two hundred of them, in their order."""
    names = [f"{n:03d}" for n in range(200)]
    for name in names:
        (folder / name).write_bytes(b"")
    return {name: Part(0, 0, EMPTY) for name in names}


@pytest.mark.parametrize("kept", [None, 0, -1])
@pytest.mark.needs_java
def test_of_a_file_that_is_gone_or_cut_it_is_said_what_helps(
    spark: SparkSession, tmp_path: Path, kept: int | None
) -> None:
    [name] = post_files(dataset(tmp_path, {GARDEN: [post(1)]}))
    content = (tmp_path / name).read_bytes()
    (tmp_path / name).unlink()
    if kept is not None:
        (tmp_path / name).write_bytes(content[:kept])
    with pytest.raises(
        DatasetUnreadable, match=r"/part-\d+\.parquet is not .*: write it once more$"
    ):
        open_dataset(spark, tmp_path)


@pytest.mark.needs_java
def test_no_report_is_made_of_a_post_that_has_changed(spark: SparkSession, tmp_path: Path) -> None:
    manifest = dataset(tmp_path, {GARDEN: [post(n, NOON + n * 31 * DAY) for n in range(5)]})
    open_dataset(spark, tmp_path)
    path = damaged(tmp_path, manifest, 3)
    told = f"{path} is not what the dataset was written with, or cannot be read: write it once more"
    with pytest.raises(DatasetUnreadable, match=f"^{re.escape(told)}$"):
        open_dataset(spark, tmp_path)


def unreadable(monkeypatch: pytest.MonkeyPatch, path: Path, number: int) -> None:
    """The system says that of the file whenever it is to be read."""

    def digest_of_one(asked: Path) -> str:
        if asked == path:
            raise OSError(number, os.strerror(number), str(asked))
        return digest_of(asked)

    monkeypatch.setattr(dataset_files, "digest_of", digest_of_one)


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM, errno.EIO])
def test_a_file_that_cannot_be_read_is_not_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    manifest = dataset(tmp_path, {GARDEN: [post(1)], RELAY: [post(2)]})
    path = tmp_path / next(iter(post_files(manifest)))
    unreadable(monkeypatch, path, number)
    assert strange_file(tmp_path, manifest.files) == path
    with writing(tmp_path) as writer:
        assert not writer.is_whole(GARDEN)
        assert writer.is_whole(RELAY)
        writer.finish([], [])


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM, errno.EIO])
def test_a_table_that_cannot_be_read_is_named(tmp_path: Path, number: int) -> None:
    path = tmp_path / "authors.parquet"
    told = f"^{re.escape(f'{path} cannot be read')}: remove the dataset"
    with pytest.raises(ManifestUnreadable, match=told), reading(path):
        raise OSError(number, os.strerror(number))


@pytest.mark.parametrize("number", [errno.EMFILE, errno.ENFILE, errno.ENOMEM])
def test_a_computer_at_its_limits_says_nothing_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    manifest = dataset(tmp_path, {GARDEN: [post(1)]})
    unreadable(monkeypatch, tmp_path / next(iter(post_files(manifest))), number)
    with pytest.raises(OSError, match=re.escape(os.strerror(number))):
        strange_file(tmp_path, manifest.files)
    with pytest.raises(OSError, match="limit"), reading(tmp_path):
        raise OSError(number, "limit")


def test_only_the_space_of_a_changed_post_is_not_whole(tmp_path: Path) -> None:
    manifest = dataset(tmp_path, {GARDEN: [post(1)], RELAY: [post(2)]})
    damaged(tmp_path, manifest, 0)
    with writing(tmp_path) as writer:
        assert not writer.is_whole(GARDEN)
        assert writer.is_whole(RELAY)
        writer.finish([], [])


def test_whoever_is_called_off_reads_no_further_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[Path] = []

    def digest_of_one(path: Path) -> str:
        read.append(path)
        return EMPTY

    monkeypatch.setattr(dataset_files, "digest_of", digest_of_one)
    known = empty_files(tmp_path)
    assert strange_file(tmp_path, known, lambda: len(read) >= FEW) is not None
    assert FEW <= len(read) < 2 * FEW


@pytest.mark.parametrize("number", [0, 63, 64, 199])
@pytest.mark.parametrize("kind", ["other", "cut", "gone", "folder"])
def test_the_one_among_many_that_is_not_what_was_written_is_found(
    tmp_path: Path, number: int, kind: str
) -> None:
    known = empty_files(tmp_path)
    assert strange_file(tmp_path, known) is None
    path = tmp_path / list(known)[number]
    if kind in {"other", "cut"}:
        size = 1 if kind == "other" else 2
        known = {**known, path.name: Part(0, size, EMPTY)}
        path.write_bytes(b"x")
    else:
        path.unlink()
        if kind == "folder":
            path.mkdir()
    assert strange_file(tmp_path, known) == path
