"""A list whose rows have names: what stays keeps its place under the keyboard and the reader.

Rows that go are taken out, new ones put in, the rest moved and changed; only where nothing stays is
the list begun anew.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex
from typing_extensions import override

Index = QModelIndex | QPersistentModelIndex
_NO_INDEX = QModelIndex()


class KeyedRows(QAbstractListModel):
    """Derived models show rows of any kind with ``show_rows``, and read one with ``row_at``."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._keys: list[Hashable] = []
        self._rows: dict[Hashable, object] = {}

    def row_at(self, index: Index) -> object:
        """What that row shows; None where there is none."""
        return self._rows[self._keys[index.row()]] if index.isValid() else None

    @override
    def rowCount(self, parent: Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._keys)

    def show_rows(self, keyed: Iterable[tuple[Hashable, object]]) -> None:
        """These, each with its key, in this order, and no others."""
        rows = dict(keyed)
        if rows == self._rows and list(rows) == self._keys:
            return
        self._rows = self._rows | rows  # a view may still read what goes
        self._show_keys(list(rows))
        self._rows = rows

    def _show_keys(self, now: list[Hashable]) -> None:
        wanted = set(now)
        stays = wanted.intersection(self._keys)
        if not stays:
            self.beginResetModel()
            self._keys = now
            self.endResetModel()
            return
        self._take_out(wanted)
        self._put_in([key for key in now if key not in stays])
        self._arrange(now)
        self.dataChanged.emit(self.index(0), self.index(len(now) - 1))

    def _take_out(self, wanted: set[Hashable]) -> None:
        for row in range(len(self._keys) - 1, -1, -1):
            if self._keys[row] not in wanted:
                self.beginRemoveRows(QModelIndex(), row, row)
                del self._keys[row]
                self.endRemoveRows()

    def _put_in(self, new: Sequence[Hashable]) -> None:
        if new:
            first = len(self._keys)
            self.beginInsertRows(QModelIndex(), first, first + len(new) - 1)
            self._keys += new
            self.endInsertRows()

    def _arrange(self, now: list[Hashable]) -> None:
        if now == self._keys:
            return
        self.layoutAboutToBeChanged.emit()
        places = {key: row for row, key in enumerate(now)}
        before = self.persistentIndexList()
        after = [self.index(places[self._keys[one.row()]], one.column()) for one in before]
        self.changePersistentIndexList(before, after)
        self._keys = now
        self.layoutChanged.emit()
