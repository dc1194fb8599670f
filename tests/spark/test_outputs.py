"""Where a report may be put, and how it takes the place of an older one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from spark_reports.outputs import (
    OutputTaken,
    alone_in,
    check_free,
    clear_left,
    folder_of_parts,
    replace,
)

RUN: Mapping[str, object] = {
    "title": "Ours", "posts": 1, "input": {}, "range": {}, "formats": ["csv"], "versions": {},
    "rows": {"authors": 1}, "seconds": {},
}  # fmt: skip


def a_report(folder: Path, title: str = "Ours") -> Path:
    """As one lies there when it is finished."""
    (folder / "tables").mkdir(parents=True)
    (folder / "tables" / "authors.csv").write_text("space")
    (folder / "report.html").write_text("<p>")
    (folder / "run.json").write_text(json.dumps({**RUN, "title": title}))
    return folder


def title_of(folder: Path) -> object:
    """Which report lies there."""
    return json.loads((folder / "run.json").read_text())["title"]


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    """A new report, beside where it shall be."""
    return a_report(folder_of_parts(tmp_path / "out") / "report", "fresh")


@pytest.mark.parametrize("left", [(), (".DS_Store", "tables/.DS_Store"), ("desktop.ini",)])
def test_an_older_report_may_be_replaced_whatever_a_desktop_left_in_it(
    tmp_path: Path, left: tuple[str, ...]
) -> None:
    out = a_report(tmp_path / "out")
    for name in left:
        (out / name).write_bytes(b"\0")
    check_free(out)


def test_nothing_and_an_empty_folder_may_become_one(tmp_path: Path) -> None:
    check_free(tmp_path / "new")
    check_free(tmp_path)


@pytest.mark.parametrize(
    "name",
    [
        "letters",
        "tables/letters.txt",
        "tables/more/x.csv",
        "tables/mine.csv",
        "tables/authors.csv.gz",
        "tables/sales.parquet",
        "report.pdf/letters",
        ".hidden",
    ],
)
def test_a_report_with_other_things_beside_it_is_no_place(tmp_path: Path, name: str) -> None:
    out = a_report(tmp_path / "out")
    (out / name).parent.mkdir(exist_ok=True)
    (out / name).write_text("dear")
    with pytest.raises(OutputTaken, match="holds other things"):
        check_free(out)


def test_a_folder_of_tables_that_is_no_report_is_no_place(tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "mine.csv").write_text("a,b")
    with pytest.raises(OutputTaken, match="holds other things, such as tables"):
        check_free(tmp_path)


@pytest.mark.parametrize(
    "said",
    [
        b"{}",
        b"[]",
        b"no json",
        b"\xff",
        b"[" * 100_000,
        b'{"my": "experiment"}',
        json.dumps({**RUN, "rows": ["authors"]}).encode(),
        json.dumps({name: said for name, said in RUN.items() if name != "versions"}).encode(),
    ],
)
def test_a_run_of_something_else_is_no_report(tmp_path: Path, said: bytes) -> None:
    out = a_report(tmp_path / "out")
    (out / "run.json").write_bytes(said)
    with pytest.raises(OutputTaken, match=r"holds other things, such as run\.json"):
        check_free(out)


def test_a_file_and_a_folder_in_no_folder_are_no_place(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(OutputTaken, match="is a file"):
        check_free(tmp_path / "file")
    with pytest.raises(OutputTaken, match="there is no folder"):
        check_free(tmp_path / "a" / "b")


def test_a_new_report_takes_the_place_of_the_older_one(tmp_path: Path, fresh: Path) -> None:
    out = a_report(tmp_path / "out", "older")
    replace(out, fresh)
    clear_left(out)
    assert title_of(out) == "fresh"
    assert [one.name for one in tmp_path.iterdir()] == ["out"]


def test_what_fails_at_the_last_step_leaves_the_older_one(tmp_path: Path, fresh: Path) -> None:
    out = a_report(tmp_path / "out", "older")
    with pytest.raises(OSError, match="gone"):
        replace(out, fresh.with_name("gone"))
    clear_left(out)
    assert title_of(out) == "older"


def test_who_was_killed_at_the_last_step_has_lost_nothing(tmp_path: Path, fresh: Path) -> None:
    out = a_report(tmp_path / "out", "older")
    out.rename(folder_of_parts(out) / "older")  # and no further
    clear_left(out)
    assert title_of(out) == "older"
    assert [one.name for one in tmp_path.iterdir()] == ["out"]


def test_of_a_run_at_work_nothing_is_touched(tmp_path: Path, fresh: Path) -> None:
    with alone_in(folder_of_parts(tmp_path / "out")):
        clear_left(tmp_path / "out")
        another = alone_in(folder_of_parts(tmp_path / "out"))
        with pytest.raises(OutputTaken, match="is being written by another run"), another:
            pass
    assert title_of(fresh) == "fresh"
    clear_left(tmp_path / "out")
    assert not list(tmp_path.iterdir())


def test_what_came_meanwhile_is_kept(tmp_path: Path, fresh: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "letters").write_text("dear")
    with pytest.raises(OutputTaken):
        replace(out, fresh)
    assert (out / "letters").read_text() == "dear"
