"""A dataset into which a history was written before: what does not stand is written anew."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from spark_reports.dataset_writer import DatasetWriter
from spark_reports.manifest import MANIFEST_FILE
from tests.unit.app.terminal import Terminal
from tests.unit.app.test_datasets import rows_in


def parts_of(folder: Path) -> frozenset[str]:
    """Their names: what is written anew has others."""
    return frozenset(path.name for path in folder.rglob("part-*.parquet"))


def test_an_edit_makes_nothing_else_new(ann: Terminal, tmp_path: Path) -> None:
    said = ann.do("channel", "post", "ann", "hello")
    ann.do("dataset", "ann", "--to", str(tmp_path))
    ann.do("channel", "post", "ann", "hello you", "--edit", said["id"])
    told = ann.do("dataset", "ann", "--to", str(tmp_path))
    assert (told["posts"], told["new"]) == (3, 1)  # the edit is a post itself
    ann.do("channel", "post", "ann", "hello again")
    assert ann.do("dataset", "ann", "--to", str(tmp_path))["new"] == 1


@pytest.mark.parametrize("between", [None, "ann"])
def test_a_run_killed_among_its_last_steps_leaves_no_old_name_for_ever(
    ann: Terminal, tmp_path: Path, between: str | None
) -> None:
    """The tables of names were in their places, and the manifest was not yet."""
    ann.do("community", "new", "Village")
    ann.do("channel", "post", "Village#default", "hello")
    killed, ended = str(tmp_path / "killed"), str(tmp_path / "ended")
    ann.do("dataset", "Village#default", "ann", "--to", killed)
    ann.do("profile", "set", "Village", "name", "Bob")
    shutil.copytree(killed, ended)
    ann.do("dataset", "Village#default", "ann", "--to", ended)
    for table in ("spaces.parquet", "authors.parquet"):
        shutil.copy(tmp_path / "ended" / table, killed)
    if between is not None:
        ann.do("dataset", between, "--to", killed)
    ann.do("dataset", "Village#default", "ann", "--to", killed)
    assert rows_in(tmp_path / "killed") == rows_in(tmp_path / "ended")


@pytest.mark.parametrize(
    "mark",
    [
        pytest.param({"last": "00" * 32}, id="another post has the number of the last one"),
        pytest.param({"arrived": 1_000}, id="no post has the number of the last one"),
        pytest.param({"rows": 1}, id="there are more posts up to it than there were"),
        pytest.param({"rows": 1_000}, id="there are fewer posts up to it than there were"),
        pytest.param({"comments": 9}, id="there are fewer comments than there were"),
    ],
)
def test_where_its_mark_does_not_hold_any_more_a_space_is_written_anew(
    ann: Terminal, tmp_path: Path, mark: dict[str, object]
) -> None:
    folder = tmp_path / "d"
    ann.do("feed", "new", "news")
    for text in ("first", "second"):
        ann.do("feed", "append", "news", "--text", text)
    ann.do("comment", "add", "news", "well said")
    ann.do("dataset", "news", "--to", str(folder))
    before, parts = rows_in(folder), parts_of(folder)
    told = json.loads((folder / MANIFEST_FILE).read_text())
    (held,) = told["spaces"].values()
    held.update(mark)
    (folder / MANIFEST_FILE).write_text(json.dumps(told))
    ann.do("dataset", "news", "--to", str(folder))
    assert parts_of(folder).isdisjoint(parts)
    assert rows_in(folder) == before


@pytest.mark.parametrize("why", ["another post was the last one", "somebody has another name"])
def test_what_is_written_anew_in_any_case_is_not_looked_through(
    ann: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    folder = tmp_path / "d"
    ann.do("community", "new", "Village")
    ann.do("channel", "post", "Village#default", "hello")
    ann.do("dataset", "Village#default", "--to", str(folder))
    if why == "somebody has another name":
        ann.do("profile", "set", "Village", "name", "Bob")
    else:
        told = json.loads((folder / MANIFEST_FILE).read_text())
        (held,) = told["spaces"].values()
        held["last"] = "00" * 32
        (folder / MANIFEST_FILE).write_text(json.dumps(told))
    parts, looked_through = parts_of(folder), list[object]()
    monkeypatch.setattr(DatasetWriter, "is_whole", lambda *given: looked_through.append(given))
    ann.do("dataset", "Village#default", "--to", str(folder))
    assert parts_of(folder).isdisjoint(parts)
    assert not looked_through


def test_a_space_whose_posts_were_damaged_is_written_anew(ann: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "d"
    ann.do("channel", "post", "ann", "hello")
    ann.do("dataset", "ann", "--to", str(folder))
    before = rows_in(folder)
    [part] = folder.rglob("part-*.parquet")
    content = part.read_bytes()
    part.write_bytes(content[:-100] + bytes([content[-100] ^ 1]) + content[-99:])
    ann.do("dataset", "ann", "--to", str(folder))
    assert part.name not in parts_of(folder)
    assert rows_in(folder) == before


def test_an_owner_is_called_as_the_channel_so_that_a_report_can_hide_both(
    ann: Terminal, tmp_path: Path
) -> None:
    ann.do("channel", "rename", "ann", "Club")
    ann.do("dataset", "Club", "--to", str(tmp_path / "d"))
    names = pq.read_table(tmp_path / "d" / "authors.parquet")["name"].to_pylist()
    assert names == ["Club"]
