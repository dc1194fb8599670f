"""The dataset: what lies where, in which types, and that it is whole or as it was."""

from __future__ import annotations

import errno
import json
from datetime import UTC, datetime
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spark_reports import dataset_writer
from spark_reports import manifest as manifest_files
from spark_reports.dataset import (
    AUTHORS,
    POSTS,
    SPACES,
    AuthorRow,
    Months,
    PostRow,
    SpaceRow,
    as_table,
    microseconds,
)
from spark_reports.dataset_writer import writing
from spark_reports.manifest import (
    MANIFEST_FILE,
    Manifest,
    ManifestUnreadable,
    Watermark,
    digest_of,
    load,
)
from spark_reports.outputs import OutputTaken
from spark_reports.read import struct_of
from tests.spark.rows import DAY, GARDEN, NOON, RELAY, dataset, post

HOSTILE = (
    "=HYPERLINK(1)", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "\uff1d1", "1e3", "true",
    "2024-01-01", "<script>alert(1)</script>", "\u202egnp.exe", 'a,b;c"d"\ne', "\x00\x07",
    "lone \ud800 surrogate", "NaN", "x" * 1_048_576, "",
)  # fmt: skip


OTHER = (
    '{"schema":1,"include_text":false,"next_number":1,"spaces":{},'
    '"files":{"%s":{"rows":1,"bytes":1,"sha256":""}}}'
)
MARKED = '"spaces":{"a":{"arrived":-1,"last":"","rows":0,"hidden":"","comments":0}}'


def all_rows(folder: Path) -> list[dict[str, object]]:
    """Every post that the manifest knows of, by id."""
    manifest = load(folder)
    assert manifest is not None
    rows: list[dict[str, object]] = []
    for name in manifest.files:
        if name.startswith("posts/"):
            rows += pq.ParquetFile(folder / name).read().to_pylist()
    return sorted(rows, key=lambda row: str(row["id"]))


def test_posts_lie_by_space_and_month_in_the_stated_types(tmp_path: Path) -> None:
    manifest = dataset(tmp_path, {GARDEN: [post(1), post(2, NOON + 30 * DAY)], RELAY: [post(3)]})
    assert sorted(manifest.files) == [
        "authors.parquet",
        f"posts/space={GARDEN}/month=2024-03/part-000001.parquet",
        f"posts/space={GARDEN}/month=2024-04/part-000002.parquet",
        f"posts/space={RELAY}/month=2024-03/part-000003.parquet",
        "spaces.parquet",
    ]
    for name, schema in (("spaces", SPACES), ("authors", AUTHORS)):
        assert pq.read_schema(tmp_path / f"{name}.parquet").equals(schema)
    for name, part in manifest.files.items():
        path = tmp_path / name
        assert (path.stat().st_size, digest_of(path)) == (part.bytes, part.sha256)
        assert path.stat().st_mode & 0o077 == 0
        if name.startswith("posts/"):
            assert pq.read_schema(path).equals(POSTS)


def test_posts_that_come_mixed_from_many_months_are_one_file_a_month(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dataset_writer, "ROWS_HELD_MAX", 8)
    months = 36
    rows = [post(n, NOON + n % months * 31 * DAY) for n in range(4 * months)]
    manifest = dataset(tmp_path, {GARDEN: rows})
    assert manifest.rows == len(rows)
    parts = [name for name in manifest.files if name.startswith("posts/")]
    assert len(parts) == len({name.split("/")[2] for name in parts})


def test_spark_reads_by_the_same_schema_and_infers_nothing() -> None:
    struct = struct_of(POSTS)
    assert [field.name for field in struct.fields] == POSTS.names
    assert struct["at"].dataType.simpleString() == "timestamp"
    assert struct["parents"].dataType.simpleString() == "array<binary>"
    assert [f.nullable for f in struct.fields] == [f.nullable for f in POSTS]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_stay_texts(tmp_path: Path, text: str) -> None:
    row = post(1, text=text, author_name=text, link_domains=[text])
    dataset(tmp_path, {GARDEN: [row]}, include_text=True)
    whole = text.replace("\ud800", "\ufffd")
    [found] = all_rows(tmp_path)
    assert (found["text"], found["author_name"], found["link_domains"]) == (whole, whole, [whole])


def test_what_is_added_later_lies_in_a_further_part_and_the_rest_is_untouched(
    tmp_path: Path,
) -> None:
    first = dataset(tmp_path, {GARDEN: [post(1), post(2)]})
    second = dataset(tmp_path, {GARDEN: [post(3, NOON - DAY)]})
    assert second.rows == 3
    assert first.files.items() <= second.files.items()
    assert [row["id"] for row in all_rows(tmp_path)] == sorted(
        (post(n).id for n in (1, 2, 3)), key=str
    )


def test_a_run_that_adds_nothing_changes_no_file(tmp_path: Path) -> None:
    dataset(tmp_path, {GARDEN: [post(1)]})
    before = {path: digest_of(path) for path in tmp_path.rglob("*") if path.is_file()}
    dataset(tmp_path, {GARDEN: []})
    assert {path: digest_of(path) for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_run_that_fails_leaves_the_dataset_as_it_was(tmp_path: Path) -> None:
    before = dataset(tmp_path, {GARDEN: [post(1)]})
    files = sorted(tmp_path.rglob("*.parquet"))
    batch = pq.ParquetFile(next(path for path in files if "part-" in path.name)).read()

    def fail() -> None:
        with writing(tmp_path) as writer:
            writer.begin_anew(GARDEN)
            writer.add_batch(GARDEN, "2024-03", batch)
            writer.add(GARDEN, [post(n) for n in range(2, 50)])
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert load(tmp_path) == before
    assert sorted(tmp_path.rglob("*.parquet")) == files


def test_a_run_that_fails_at_its_end_leaves_what_is_told_of_spaces_as_it_was(
    tmp_path: Path,
) -> None:
    dataset(tmp_path, {GARDEN: [post(1)]})
    before = {path: digest_of(path) for path in tmp_path.rglob("*") if path.is_file()}
    renamed, no_author = SpaceRow(GARDEN, "peerlinks", "another name"), AuthorRow(GARDEN, "", "x")

    def fail() -> None:
        with writing(tmp_path) as writer:
            writer.finish([renamed], [no_author._replace(valid_to="never")])  # type: ignore[arg-type]

    with pytest.raises(pa.ArrowTypeError):
        fail()
    assert {path: digest_of(path) for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_disk_that_is_full_at_the_last_step_leaves_the_dataset_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dataset(tmp_path, {GARDEN: [post(1)]}, authors=[AuthorRow(GARDEN, "ab" * 32, "Bob")])
    before = {path: digest_of(path) for path in tmp_path.rglob("*") if path.is_file()}

    def fail(_path: Path, _content: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(manifest_files, "write", fail)
    renamed = SpaceRow(GARDEN, "peerlinks", "another name")
    with pytest.raises(OSError, match="No space"):
        dataset(
            tmp_path,
            {GARDEN: [post(2)]},
            spaces=[renamed],
            authors=[AuthorRow(GARDEN, "ab" * 32, "Robert")],
        )
    assert {path: digest_of(path) for path in tmp_path.rglob("*") if path.is_file()} == before


def test_only_one_run_at_a_time_writes_into_a_dataset(tmp_path: Path) -> None:
    with writing(tmp_path) as writer:
        writer.add(GARDEN, [post(1)])
        with pytest.raises(OutputTaken, match="is being written by another run"):
            dataset(tmp_path, {GARDEN: [post(2)]})
        writer.mark(GARDEN, Watermark(0, "", 0, ""))
        writer.finish([], [])
    assert [row["id"] for row in all_rows(tmp_path)] == [post(1).id]


def test_what_a_crash_left_is_neither_read_nor_kept(tmp_path: Path) -> None:
    dataset(tmp_path, {GARDEN: [post(1)]})
    left = tmp_path / f"posts/space={GARDEN}/month=2024-03/part-000002.parquet"
    left.write_bytes(b"PAR1 and no more")
    dataset(tmp_path, {GARDEN: [post(2)]})
    assert len(all_rows(tmp_path)) == 2
    assert not left.exists()


@pytest.mark.parametrize(
    "name",
    [
        "sales.parquet",
        "spaces.parquet",
        "posts/year=2024/month=01/all.parquet",
        "posts/space=mine/month=2024-01/part-000001.parquet",
        "posts/letter",
        "letter",
    ],
)
def test_a_folder_of_other_things_becomes_no_dataset(tmp_path: Path, name: str) -> None:
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_bytes(b"mine")
    with pytest.raises(OutputTaken, match=f"holds other things, such as {name}"):
        dataset(tmp_path, {GARDEN: [post(1)]})
    found = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert found == [tmp_path / name]
    assert found[0].read_bytes() == b"mine"


def test_what_somebody_puts_into_a_dataset_stays_theirs(tmp_path: Path) -> None:
    dataset(tmp_path, {GARDEN: [post(1)]})
    theirs = (
        "sales.parquet",
        "posts/all.parquet",
        "posts/year=2024/month=01/all.parquet",
        f"posts/space={GARDEN}/month=2024-03/copy.parquet",
    )
    for name in theirs:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"mine")
    (tmp_path / "posts" / "empty" / "folder").mkdir(parents=True)
    dataset(tmp_path, {GARDEN: [post(2)]})
    assert [(tmp_path / name).read_bytes() for name in theirs] == [b"mine"] * len(theirs)
    assert (tmp_path / "posts" / "empty" / "folder").is_dir()
    assert len(all_rows(tmp_path)) == 2


def test_a_first_run_that_was_killed_is_begun_once_more(tmp_path: Path) -> None:
    dataset(tmp_path, {GARDEN: [post(1)]})
    (tmp_path / MANIFEST_FILE).unlink()
    for name in ("authors.parquet.new", "_manifest.json.new", ".DS_Store", "posts/.DS_Store"):
        (tmp_path / name).write_bytes(b"")
    dataset(tmp_path, {GARDEN: [post(2)]})
    assert [row["id"] for row in all_rows(tmp_path)] == [post(2).id]
    assert len(list(tmp_path.rglob("part-*.parquet"))) == 1


def test_a_dataset_that_shall_have_texts_is_written_anew(tmp_path: Path) -> None:
    dataset(tmp_path, {GARDEN: [post(1)]})
    with writing(tmp_path, include_text=True) as writer:
        assert writer.watermark(GARDEN) is None
        writer.add(GARDEN, [post(1, text="hello")])
        writer.mark(GARDEN, Watermark(0, "", 1, ""))
        writer.finish([], [])
    assert [row["text"] for row in all_rows(tmp_path)] == ["hello"]


def test_beginning_a_space_anew_drops_its_old_parts_and_no_others(tmp_path: Path) -> None:
    dataset(tmp_path, {GARDEN: [post(1)], RELAY: [post(2)]})
    with writing(tmp_path) as writer:
        writer.add(GARDEN, [post(7)])
        writer.add_batch(GARDEN, "2024-03", as_table([post(9), post(10)], POSTS))
        writer.begin_anew(GARDEN)
        assert writer.watermark(GARDEN) is None
        assert writer.watermark(RELAY) is not None
        writer.add(GARDEN, [post(8)])
        writer.finish([], [])
    assert {row["id"] for row in all_rows(tmp_path)} == {post(2).id, post(8).id}


def test_what_a_space_held_before_is_not_added_by_writing_it_anew(tmp_path: Path) -> None:
    dataset(tmp_path, {GARDEN: [post(1), post(2)], RELAY: [post(3), post(4)]})
    with writing(tmp_path) as writer:
        writer.begin_anew(GARDEN)
        writer.add(GARDEN, [post(1), post(2), post(5)])
        writer.begin_anew(RELAY)
        writer.add(RELAY, [post(3)])
        writer.finish([], [])
        assert writer.added == 1


def test_posts_of_many_months_in_any_order_need_few_open_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dataset_writer, "ROWS_HELD_MAX", 16)
    rows = [post(n, NOON + (n * 37 % 60) * 31 * DAY) for n in range(400)]
    manifest = dataset(tmp_path, {GARDEN: rows})
    assert manifest.rows == 400
    assert [row["id"] for row in all_rows(tmp_path)] == sorted((row.id for row in rows), key=str)


@pytest.mark.parametrize(("length", "is_written"), [(99, False), (100, True)])
def test_so_many_characters_wait_for_their_file_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, length: int, *, is_written: bool
) -> None:
    monkeypatch.setattr(dataset_writer, "CHARACTERS_HELD_MAX", 100)
    with writing(tmp_path, include_text=True) as writer:
        writer.add(GARDEN, [post(1, text="x" * 50), post(2, text="y" * (length - 50))])
        assert any(tmp_path.rglob("part-*.parquet")) == is_written
        writer.finish([], [])
    assert len(all_rows(tmp_path)) == 2


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "[]",
        "no json",
        '{"schema": 2}',
        OTHER % "../x",
        OTHER % "/etc/passwd",
        "\udcff",
        "[" * 100_000,
        (OTHER % "x").replace('"rows":1', '"rows":"a"'),
        (OTHER % "x").replace('"bytes":1', '"bytes":true'),
        (OTHER % "x").replace('"sha256":""', '"sha256":1'),
        (OTHER % "x").replace('"next_number":1', '"next_number":true'),
        (OTHER % "x").replace('"spaces":{}', MARKED.replace("-1", '"-1"')),
        (OTHER % "x").replace('"spaces":{}', MARKED.replace('""', "1")),
    ],
)
def test_another_manifest_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / MANIFEST_FILE).write_text(text, errors="surrogateescape")
    with pytest.raises(ManifestUnreadable):
        load(tmp_path)


@pytest.mark.parametrize("kept", [0, 40])
def test_a_cut_table_is_said_to_be_damaged(tmp_path: Path, kept: int) -> None:
    dataset(tmp_path, {GARDEN: [post(1)]})
    table = tmp_path / "authors.parquet"
    table.write_bytes(table.read_bytes()[:kept])
    with pytest.raises(ManifestUnreadable, match="is damaged"), writing(tmp_path) as writer:
        writer.names(GARDEN)


def test_a_table_with_a_damaged_page_is_said_to_be_damaged(tmp_path: Path) -> None:
    dataset(tmp_path, {GARDEN: [post(1)]})
    table = tmp_path / "authors.parquet"
    damaged = bytearray(table.read_bytes())
    damaged[4:200] = bytes(range(196))
    table.write_bytes(damaged)
    with pytest.raises(ManifestUnreadable, match="is damaged"), writing(tmp_path) as writer:
        writer.names(GARDEN)


def test_the_manifest_says_what_it_said(tmp_path: Path) -> None:
    manifest = dataset(tmp_path, {GARDEN: [post(1)]})
    assert load(tmp_path) == manifest
    told = json.loads((tmp_path / MANIFEST_FILE).read_text())
    assert (told["schema"], told["rows"]) == (1, 1)
    assert Manifest(False, 1, {}, {}).rows == 0  # noqa: FBT003 - the field's place


@given(st.datetimes(datetime(1970, 1, 1), datetime(9999, 12, 31)))  # noqa: DTZ001 - hypothesis adds it
def test_months_are_those_of_the_calendar(moment: datetime) -> None:
    at = int(moment.replace(tzinfo=UTC).timestamp() * 1e6)
    assert Months().of(at) == f"{moment:%Y}".zfill(4) + f"-{moment:%m}"


@pytest.mark.parametrize(
    ("claimed", "kept"),
    [(-1.0, 0), (float("nan"), 0), (1.5, 1_500_000), (1e300, 253_402_300_799_999_999)],
)
def test_no_claimed_time_breaks_the_calendar(claimed: float, kept: int) -> None:
    assert microseconds(claimed) == kept
    assert pa.scalar(kept, pa.timestamp("us", "UTC")).as_py().year <= 9999


def test_a_row_has_a_column_each() -> None:
    assert list(PostRow._fields) == POSTS.names
