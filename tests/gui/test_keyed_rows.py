"""A list whose rows have names: what stays keeps its place, whatever comes, goes or moves."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPersistentModelIndex
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QListView
from typing_extensions import override

from ui.models.keyed_rows import Index, KeyedRows

ROWS = st.dictionaries(st.integers(0, 12), st.text("ab", max_size=1), max_size=10).flatmap(
    lambda rows: st.permutations(list(rows.items())).map(dict)
)


class Letters(KeyedRows):
    """Shows what it holds."""

    @override
    def data(self, index: Index, role: int = 0) -> object:
        return self.row_at(index) if role == 0 else None


def shown(model: Letters) -> list[object]:
    return [model.data(model.index(row)) for row in range(model.rowCount())]


@given(st.lists(ROWS, max_size=6))
def test_rows_are_shown_as_given_and_what_stays_keeps_its_place(
    qapp: QApplication, many: list[dict[int, str]]
) -> None:
    assert qapp is not None
    model = Letters()
    tester = QAbstractItemModelTester(model)
    before: dict[int, str] = {}
    for rows in many:
        kept = {key: QPersistentModelIndex(model.index(place)) for place, key in enumerate(before)}
        model.show_rows(rows.items())
        assert shown(model) == list(rows.values())
        for key, index in kept.items():
            if key in rows:
                assert index.isValid()
                assert index.row() == list(rows).index(key)
            else:
                assert not index.isValid()
        before = rows
    assert tester.model() is model


def test_the_keyboards_row_stays_the_same_one(qapp: QApplication) -> None:
    assert qapp is not None
    model, view = Letters(), QListView()
    view.setModel(model)
    model.show_rows([("ann", "a"), ("ben", "b"), ("cat", "c")])
    view.setCurrentIndex(model.index(1))
    model.show_rows([("cat", "c online"), ("dan", "d"), ("ben", "b")])
    assert view.currentIndex().data() == "b"
    assert view.currentIndex().row() == 2
