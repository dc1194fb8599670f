"""A report with pseudonyms: who is who is in none of its files, and nothing else has changed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from PySide6.QtPdf import QPdfDocument
from PySide6.QtWidgets import QApplication
from pyspark.sql import SparkSession

from spark_reports.command import _chosen, _wish
from spark_reports.dataset import AuthorRow, SpaceRow, post_files
from spark_reports.manifest import Watermark, digest_of_manifest, load
from spark_reports.names import names_in
from spark_reports.pseudonyms import called, forms_of, mixed
from spark_reports.tables import TABLES
from tests.spark.hostile import NAMES
from tests.spark.reporting import report_in
from tests.spark.rows import DAY, GARDEN, MINUTE, NOON, dataset, name, post

KEYS = tuple(hashlib.sha256(b"key %d" % number).hexdigest() for number in range(len(NAMES)))
CALLED = tuple(f"{one[:60]}quitte{number:02d}" for number, one in enumerate(NAMES))
MARK = "quitte"
"""In all names, and nowhere else."""
FEED, NAMELESS, SILENT, OWN = (
    hashlib.sha256(one).hexdigest() for one in (b"feed", b"shed", b"silent", b"own")
)
PEOPLE = frozenset({*KEYS, FEED, SILENT})


def people_of_bad_names(folder: Path) -> None:
    """Each of them says something and answers the one before; one only reacts, one only reads. A
    feed is named by its author's key, a channel by the beginning of its owner's, and another one by
    somebody's name.
    """
    posts = [
        post(
            number,
            NOON + number * MINUTE,
            author=KEYS[number],
            author_name=CALLED[number],
            parents=[name(number - 1)] if number else [],
            reply_to=name(number - 1) if number else None,
            mentions=[KEYS[number - 1]],
            height=number,
            type="reaction" if number == 3 else "message",
            text="kettle and garden",
        )
        for number in range(len(NAMES))
    ]
    blocks = [
        post(100 + n, NOON + n * DAY, kind="feed", type="block", author=FEED, author_name=MARK)
        for n in range(3)
    ]
    comment = post(200, kind="comment", type="comment", author=KEYS[5], author_name=CALLED[6])
    known = [AuthorRow(GARDEN, SILENT, f"{MARK} too", NOON)]
    spaces = [
        SpaceRow(GARDEN, "peerlinks", "Garden"),
        SpaceRow(FEED, "feed", "News", "", 3, 300, 3, 300, 1),
        SpaceRow(NAMELESS, "peerlinks", KEYS[0][:8]),  # as we call it by its owner's key
        SpaceRow(OWN, "peerlinks", CALLED[1]),  # as a new identity's first one is called
    ]
    there = {
        GARDEN: posts,
        FEED: [*blocks, comment],
        NAMELESS: [post(300, author=KEYS[0])],
        OWN: [post(400, author=KEYS[1], author_name=CALLED[1])],
    }
    dataset(folder, there, include_text=True, spaces=spaces, authors=known)


@dataclass(frozen=True)
class Made:
    """``plain``, ``hidden`` and once more hidden are reports on the same dataset."""

    folder: Path
    plain: Path
    hidden: Path
    again: Path


@pytest.fixture(scope="module")
def made(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Made:
    folder = tmp_path_factory.mktemp("pseudonyms")
    people_of_bad_names(folder / "dataset")
    reports = [
        report_in(spark, folder / "dataset", folder / one, pseudonyms=one != "plain")
        for one in ("plain", "hidden", "again")
    ]
    return Made(folder / "dataset", *reports)


def texts_in(report: Path) -> Iterator[tuple[str, str]]:
    """Everything that can be read in a report, by its files."""
    for file in sorted(one for one in report.rglob("*") if one.is_file()):
        yield file.name, file.read_bytes().decode("latin-1")
        if file.suffix == ".parquet":
            about = pq.read_metadata(file)
            yield file.name, f"{about.to_dict()} {about.metadata} {pq.read_table(file).to_pylist()}"
    yield "report.pdf", "\n".join(on_paper(report / "report.pdf"))


def on_paper(file: Path) -> Sequence[str]:
    """What stands on each page."""
    document = QPdfDocument()
    assert document.load(str(file)) == QPdfDocument.Error.None_
    pages = [document.getAllText(number).text() for number in range(document.pageCount())]
    document.close()
    return pages


def found_in(report: Path, words: Sequence[str]) -> set[tuple[str, str]]:
    return {(file, word) for file, text in texts_in(report) for word in words if word in text}


SECRETS = (MARK, *(key[:8] for key in (*sorted(PEOPLE), GARDEN, NAMELESS, OWN)))


@pytest.mark.needs_java
def test_no_file_of_it_has_a_name_or_a_key_of_anybody(made: Made, qapp: QApplication) -> None:
    assert found_in(made.hidden, SECRETS) == set()
    raw = [bytes.fromhex(key).decode("latin-1") for key in PEOPLE]
    assert found_in(made.hidden, raw) == set()


@pytest.mark.needs_java
def test_what_is_not_found_there_is_found_in_the_plain_one(made: Made, qapp: QApplication) -> None:
    """So that the search itself is one."""
    files = {file for file, _ in found_in(made.plain, SECRETS)}
    assert {"report.html", "report.pdf", "authors.csv", "authors.parquet"} < files
    assert {"pagerank.parquet", "interactions.csv", "conversations.csv", "feeds.csv"} < files


def persons(made: Made) -> Mapping[str, str]:
    """By id and key of whom or what there is what stands in the report instead."""
    manifest = load(made.folder)
    assert manifest is not None
    files = [made.folder / one for one in post_files(manifest)]
    names = mixed(names_in(made.folder, manifest, files), manifest)
    return {
        f"{kind} {one}": form % number
        for kind, form in forms_of(names).items()
        for number, one in enumerate(names[kind].to_pylist(), 1)
    } | {"space ": ""}


@pytest.mark.needs_java
def test_but_for_names_it_is_the_plain_report_row_for_row(made: Made) -> None:
    known = persons(made)
    kinds = dict.fromkeys(("author", "other", "starter"), "author") | {"space": "space"}

    def hidden(table: str, row: Mapping[str, Any]) -> Mapping[str, Any]:
        there = {one: known[f"{kind} {row[one]}"] for one, kind in kinds.items() if one in row}
        if table == "authors":
            there["name"] = called(there["author"])
        if "starter" in row:
            there["starter_name"] = called(there["starter"])
        if table == "spaces" and row["space"] in (NAMELESS, OWN):
            there["name"] = ""
        return {**row, **there}

    for table in TABLES:
        plain, numbered = (
            pq.read_table(one / "tables" / f"{table.name}.parquet")
            for one in (made.plain, made.hidden)
        )
        wanted = [hidden(table.name, row) for row in plain.to_pylist()]
        found = numbered.to_pylist()
        assert sorted(map(str, found)) == sorted(map(str, wanted)), table.name
        keys = [tuple(row[one] for one in table.keys) for row in found]
        assert keys == sorted(keys), f"{table.name}: numbers have the order of their texts"


@pytest.mark.needs_java
def test_people_are_not_numbered_in_the_order_of_their_keys(made: Made) -> None:
    known = persons(made)
    numbers = [known[f"author {key}"] for key in sorted(PEOPLE)]
    assert len(set(numbers)) == len(PEOPLE)
    assert numbers != sorted(numbers)


@pytest.mark.needs_java
def test_the_same_dataset_gives_the_same_bytes(made: Made) -> None:
    def content(report: Path) -> Mapping[str, bytes]:
        files = [one for one in report.rglob("*") if one.is_file() and one.name != "run.json"]
        return {one.relative_to(report).as_posix(): one.read_bytes() for one in files}

    assert content(made.hidden) == content(made.again)


@pytest.mark.needs_java
def test_people_read_which_person_it_is_and_that_names_are_replaced(
    made: Made, qapp: QApplication
) -> None:
    known = persons(made)
    page = (made.hidden / "report.html").read_text(encoding="utf-8")
    paper = "\n".join(on_paper(made.hidden / "report.pdf"))
    for text in (page, paper):
        assert "replaced by numbers" in text
        assert called(known[f"author {FEED}"]) in text
        assert called(known[f"space {NAMELESS}"]) in text
        assert called(known[f"space {OWN}"]) in text
        assert "Garden" in text
        assert "person-0" not in text
        assert "space-0" not in text
    assert "as they call themselves" in (made.plain / "report.html").read_text(encoding="utf-8")
    told = [json.loads((one / "run.json").read_text()) for one in (made.plain, made.hidden)]
    assert [run["pseudonyms"] for run in told] == [False, True]


def test_the_digest_that_a_report_tells_does_not_tell_who_is_who(tmp_path: Path) -> None:
    """Two datasets of the same files, of which a report would tell the same."""
    manifest = dataset(tmp_path, {GARDEN: [post(1)]})
    other = replace(manifest, spaces={GARDEN: Watermark(7, "", 0, "")})
    assert digest_of_manifest(manifest) == digest_of_manifest(other)
    names = {"author": pa.array(sorted(KEYS)), "channel": pa.array(["a", "b"])}
    orders = [mixed(names, one) for one in (manifest, other, manifest)]
    assert orders[0]["author"] != orders[1]["author"]
    assert orders[0]["author"] == orders[2]["author"]
    assert all(sorted(one["author"].to_pylist()) == sorted(KEYS) for one in orders)
    assert all(one["channel"] == names["channel"] for one in orders)


def test_numbers_have_as_many_digits_however_many_people_there_are() -> None:
    few = {"author": pa.nulls(7), "space": pa.nulls(0)}
    assert forms_of(few) == {"author": "person-%06d", "space": "space-%06d"}
    many = {"author": pa.nulls(1_000_000), "space": pa.nulls(999_999)}
    assert forms_of(many) == {"author": "person-%07d", "space": "space-%06d"}
    assert [called(one) for one in ("person-000012", "space-0100000", "")] == [
        *("Person 12", "Space 100000", ""),
    ]


def test_the_command_line_of_the_job_asks_for_them() -> None:
    words = ["--input=dataset", "--out=report"]
    assert [_wish(_chosen([*words, *one])).pseudonyms for one in ([], ["--pseudonyms"])] == [
        *(False, True),
    ]
