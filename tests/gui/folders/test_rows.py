"""The order of rows, the filter, and what is told of a change: single rows, as few as can be."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.feeds import FolderEntryView
from ui.folders.rows import RUNS_MAX, Column, Order, arranged, change_between


def entry(path: str, size: int = 1, **changes: object) -> FolderEntryView:
    one = FolderEntryView(path, is_folder=False, size=size, mtime=0.0, have=0, files=1, version=1)
    return replace(one, **changes)  # type: ignore[arg-type]  # a test names real fields


def paths(rows: list[FolderEntryView]) -> list[str]:
    return [one.path for one in rows]


def test_folders_stand_first_and_names_without_regard_to_capitals_and_accents() -> None:
    rows = [entry("b"), entry("\u00c4pfel"), entry("Z", is_folder=True), entry("C"), entry("a")]
    assert paths(arranged(rows, Order())) == ["Z", "a", "\u00c4pfel", "b", "C"]


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        (Column.NAME, ["a", "b", "c"]),
        (Column.SIZE, ["c", "a", "b"]),
        (Column.CHANGED, ["b", "c", "a"]),
        (Column.STATE, ["b", "a", "c"]),
    ],
)
def test_each_column_sorts_both_ways_and_folders_stay_first(
    column: Column, expected: list[str]
) -> None:
    rows = [
        entry("a", size=20, mtime=9.0, have=10),
        entry("b", size=30, mtime=1.0),
        entry("c", size=10, mtime=5.0, have=10),
        entry("in", size=5, is_folder=True),
    ]
    assert paths(arranged(rows, Order(column))) == ["in", *expected]
    backwards = arranged(rows, Order(column, backwards=True))
    assert paths(backwards) == ["in", *reversed(expected)]


def test_the_filter_looks_at_the_name_alone() -> None:
    rows = [entry("beans/Caf\u00e9 menu"), entry("beans/list"), entry("beans/menus")]
    assert paths(arranged(rows, Order(), "CAFE")) == ["beans/Caf\u00e9 menu"]
    assert paths(arranged(rows, Order(), " beans ")) == []


def test_a_name_with_joiners_is_found_with_and_without_them() -> None:
    rows = [entry("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645.txt"), entry("list")]
    for wanted in ("\u0645\u06cc\u200c\u062e", "\u0645\u06cc\u062e"):
        assert paths(arranged(rows, Order(), wanted)) == [rows[0].path]


PATHS = st.lists(st.text("abcdef", min_size=1, max_size=2), unique=True, max_size=20)


@given(PATHS, PATHS)
def test_a_change_leads_from_the_rows_before_to_the_rows_after(
    before: list[str], after: list[str]
) -> None:
    change = change_between(before, after)
    assert change is not None
    rows = list(before)
    for first, last in change.removed:
        del rows[first : last + 1]
    if change.kept is not None:
        assert sorted(rows) == sorted(change.kept)
        rows = list(change.kept)
    for first, last in change.inserted:
        rows[first:first] = after[first : last + 1]
    assert rows == after


def test_one_new_file_is_one_row_that_is_told() -> None:
    change = change_between(["a", "c"], ["a", "b", "c"])
    assert change is not None
    assert (change.removed, change.kept, change.inserted) == ((), None, ((1, 1),))


def test_a_page_of_further_files_is_one_run() -> None:
    change = change_between(["a"], ["a", *(f"b{number}" for number in range(1_000))])
    assert change is not None
    assert change.inserted == ((1, 1_000),)


def test_too_many_single_changes_are_told_as_new_rows() -> None:
    every_other = [str(number) for number in range(0, 4 * RUNS_MAX, 2)]
    assert change_between([str(number) for number in range(4 * RUNS_MAX)], every_other) is None
