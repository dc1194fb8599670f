"""No statement about one file walks through all that a folder's author ever wrote."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from engine.model.feed_commands import WantFile
from engine.model.feed_queries import FileBytes, FileHistory, FolderListing
from engine.model.ids import SpaceId
from tests.unit.folders.desk_engine import DeskEngine, fetch

FILES = re.compile(r"(SCAN|SEARCH) (hypercore_file|file)\b(.*)")
ALL_OF_THEM = re.compile(r"\(folder=\?\)$")


@pytest.fixture
def ann() -> DeskEngine:
    return DeskEngine(1)


@pytest.fixture
def ben() -> DeskEngine:
    return DeskEngine(2)


def walks(one: DeskEngine, act: Callable[[], object]) -> list[str]:
    """What ``act`` asks that goes through all files of a folder."""
    asked: dict[str, object] = {}
    connection = one.desk.store.database._connection

    def note(_cursor: object, sql: str, values: object) -> bool:
        asked[sql] = values
        return True

    connection.exec_trace = note
    act()
    connection.exec_trace = None
    about_files = {sql: values for sql, values in asked.items() if "FROM hypercore_file" in sql}
    assert about_files
    found = []
    for sql, values in about_files.items():
        for step in connection.execute(f"EXPLAIN QUERY PLAN {sql}", values):  # type: ignore[arg-type]  # as they were given
            way = FILES.search(step[3])
            if way and (way[1] == "SCAN" or ALL_OF_THEM.search(way[3])):
                found.append(f"{sql}: {step[3]}")
    return found


@pytest.fixture
def space(ann: DeskEngine) -> SpaceId:
    return ann.folder({"a": b"1", "b": b"22", "x/c": b"333", "x/y/d": b"4444"})


def test_a_block_of_names_is_read_without_a_look_at_all_others(
    ann: DeskEngine, ben: DeskEngine, space: SpaceId
) -> None:
    ben.follow(space)
    assert walks(ben, lambda: fetch(ann, ben, space)) == []
    ann.write(space, {"a": b"anew"})
    ann.remove(space, "b")
    assert walks(ben, lambda: fetch(ann, ben, space)) == []


def test_what_was_refused_for_a_name_that_goes_is_found_in_its_place(
    ann: DeskEngine, ben: DeskEngine
) -> None:
    space = ann.folder({"a/b": b"1", "A/B": b"2", "A": b"3", "a/B/c": b"4"})
    ben.follow(space)
    fetch(ann, ben, space)
    ann.remove(space, "a/b")
    assert walks(ben, lambda: fetch(ann, ben, space)) == []
    assert ben.entries(space)["A/B"].refusal is None


def test_what_commands_read_of_one_file_goes_to_its_place(ann: DeskEngine, space: SpaceId) -> None:
    files = ann.desk.feeds.folders

    def look() -> None:
        files.file(space, "a")
        files.has_path(space, "x")
        files.version(space, "a", 1)
        files.lacking(space, "x")

    assert walks(ann, look) == []


def test_answers_about_one_file_and_a_folder_inside_go_to_their_place(
    ann: DeskEngine, space: SpaceId
) -> None:
    def ask() -> None:
        ann.desk.ask(FileHistory(space, "a"))
        ann.desk.ask(FileBytes(space, "a", 0, 1))
        ann.desk.ask(FileBytes(space, "a", 0, 1, version=1))
        ann.desk.ask(FolderListing(space, "x"))
        ann.desk.ask(FolderListing(space, "x", everything=True))

    assert walks(ann, ask) == []


def test_a_file_is_wanted_and_called_off_at_its_place(
    ann: DeskEngine, ben: DeskEngine, space: SpaceId
) -> None:
    ben.follow(space)
    fetch(ann, ben, space)
    assert walks(ben, lambda: ben.desk.do(WantFile(space, "a"))) == []
    assert walks(ben, lambda: ben.desk.do(WantFile(space, "b", wanted=False, version=2))) == []
