"""Whether the files of a dataset are as they were written: little is read where they are not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from spark_reports import dataset_files
from spark_reports.dataset_files import strange_file
from spark_reports.manifest import digest_of, load
from tests.spark.rows import DAY, GARDEN, NOON, dataset, post

LAST = f"posts/space={GARDEN}/month=2024-05/part-000003.parquet"


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Files of a dataset of three months that were read."""
    dataset(tmp_path, {GARDEN: [post(n, NOON + 30 * n * DAY) for n in range(3)]})
    paths: list[Path] = []

    def read_one(path: Path) -> str:
        paths.append(path)
        return digest_of(path)

    monkeypatch.setattr(dataset_files, "digest_of", read_one)
    return paths


def looked_through(folder: Path, is_called_off: Callable[[], bool] = lambda: False) -> str | None:
    """Which file of the dataset there is not as it was."""
    manifest = load(folder)
    assert manifest is not None
    assert LAST in manifest.files
    found = strange_file(folder, manifest.files, is_called_off)
    return None if found is None else found.relative_to(folder).as_posix()


def test_all_are_read_where_each_is_as_long_as_it_was(tmp_path: Path, read: list[Path]) -> None:
    assert looked_through(tmp_path) is None
    assert len(read) == 5
    (tmp_path / LAST).write_bytes(bytes((tmp_path / LAST).stat().st_size))
    assert looked_through(tmp_path) == LAST


@pytest.mark.parametrize("is_there", [False, True])
def test_none_is_read_where_the_last_one_is_cut_or_gone(
    tmp_path: Path, read: list[Path], *, is_there: bool
) -> None:
    whole = (tmp_path / LAST).read_bytes()
    (tmp_path / LAST).unlink()
    if is_there:
        (tmp_path / LAST).write_bytes(whole[:-1])
    assert looked_through(tmp_path) == LAST
    assert read == []


def test_called_off_while_their_sizes_are_asked_for_none_is_known_to_be_as_it_was(
    tmp_path: Path, read: list[Path]
) -> None:
    answers = iter([False, False, True])
    assert looked_through(tmp_path, lambda: next(answers)) is not None
    assert read == []
