"""All names of a dataset are found in its files, each once, in the order that Spark has."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from spark_reports import names
from spark_reports.dataset import AuthorRow, SpaceRow, post_files
from spark_reports.manifest import Manifest, ManifestUnreadable, load
from spark_reports.names import names_in
from tests.spark.rows import GARDEN, NOON, RELAY, dataset, post

UNSEEN = "5e" * 32
WORDS = st.text("aZé\uff21\U0001f34e", max_size=3)


def found(folder: Path) -> dict[str, list[str]]:
    manifest = load(folder)
    assert manifest is not None
    return {kind: those.to_pylist() for kind, those in _names(folder, manifest).items()}


def _names(folder: Path, manifest: Manifest) -> dict[str, pa.Array]:
    return dict(names_in(folder, manifest, [folder / name for name in post_files(manifest)]))


def in_order(those: set[str]) -> list[str]:
    return sorted(those - {""}, key=str.encode)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(st.tuples(st.sampled_from((GARDEN, RELAY)), WORDS, WORDS), max_size=12), WORDS)
@pytest.mark.parametrize("waiting_max", [names._WAITING_MAX, 1])
def test_every_name_of_posts_spaces_and_authors_is_found_once_in_order(
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    waiting_max: int,
    said: list[tuple[str, str, str]],
    silent: str,
) -> None:
    monkeypatch.setattr(names, "_WAITING_MAX", waiting_max)
    folder = tmp_path_factory.mktemp("dataset")
    posts = {
        space: [
            post(n, NOON, channel=channel, author=author)
            for n, (where, channel, author) in enumerate(said)
            if where == space
        ]
        for space in {where for where, _, _ in said}
    }
    spaces, authors = [SpaceRow(UNSEEN, "peerlinks", "")], [AuthorRow(UNSEEN, silent, "")]
    dataset(folder, posts, spaces=spaces, authors=authors)
    assert found(folder) == {
        "space": in_order({where for where, _, _ in said} | {UNSEEN}),
        "channel": in_order({channel for _, channel, _ in said}),
        "author": in_order({author for _, _, author in said} | {silent}),
    }


def test_an_empty_dataset_has_no_names(tmp_path: Path) -> None:
    dataset(tmp_path, {})
    assert found(tmp_path) == {"space": [], "channel": [], "author": []}


@pytest.mark.parametrize("at", [slice(20, None), slice(97, 400)], ids=["its end", "a page of it"])
def test_a_damaged_file_is_named(tmp_path: Path, at: slice) -> None:
    manifest = dataset(tmp_path, {GARDEN: [post(1)]})
    [name] = post_files(manifest)
    damaged = bytearray((tmp_path / name).read_bytes())
    damaged[at] = bytes(len(damaged[at]))
    (tmp_path / name).write_bytes(damaged)
    with pytest.raises(ManifestUnreadable, match=r"part-000001\.parquet is damaged: remove"):
        found(tmp_path)


def test_what_the_disk_cannot_read_is_its_own_error(tmp_path: Path) -> None:
    manifest = dataset(tmp_path, {GARDEN: [post(1)]})
    [name] = post_files(manifest)
    (tmp_path / name).unlink()
    with pytest.raises(FileNotFoundError):
        found(tmp_path)
