"""What lies in one folder, as rows: name, size, changed, state. Words and icons only.

``show`` takes the whole listing, ``renew`` some of its entries; the view is told of single rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import tzinfo

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from typing_extensions import override

from engine.model.feeds import FolderEntryView
from ui.folders.rows import Change, Column, Order, arranged, change_between
from ui.folders.words import changed_at, entry_icon, entry_name, is_deceptive, size_of, state_of
from ui.look.theme import Theme
from ui.text.language import QT_TR_NOOP, tr
from ui.widgets.labels import plain_tip

HEADINGS = (QT_TR_NOOP("Name"), QT_TR_NOOP("Size"), QT_TR_NOOP("Changed"), QT_TR_NOOP("State"))
SHARE_ROLE = Qt.ItemDataRole.UserRole + 1
"""Of the state: how much of a file that is not whole is here, 0 to 1; else None."""
FLAGS = (
    Qt.ItemFlag.ItemIsEnabled
    | Qt.ItemFlag.ItemIsSelectable
    | Qt.ItemFlag.ItemIsDragEnabled
    | Qt.ItemFlag.ItemNeverHasChildren
)
"""Of every cell; put together once, as the view asks for them twice a row."""

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()


class ListingModel(QAbstractTableModel):
    """``arranged``: other rows are shown, or in another order."""

    arranged = Signal()

    def __init__(
        self, theme: Theme, zone: tzinfo | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._zone = zone
        self._entries: dict[str, FolderEntryView] = {}
        self._rows: list[FolderEntryView] = []
        self._order = Order()
        self._wanted = ""
        self.own = False
        theme.changed.connect(self._dress)

    # ---- what is shown ----------------------------------------------------------------------

    def show(self, entries: Sequence[FolderEntryView], *, own: bool) -> None:
        """The whole listing, in any order."""
        self.own = own
        self._entries = {one.path: one for one in entries}
        self._arrange()

    def renew(self, entries: Iterable[FolderEntryView]) -> None:
        """Entries that may be listed, as they are now; others are passed over."""
        fresh = {one.path: one for one in entries if one.path in self._entries}
        self._entries.update(fresh)
        for place, row in enumerate(self._rows):
            new = fresh.get(row.path)
            if new is not None and new != row:
                self._rows[place] = new
                self._tell(place, place)

    def clear(self) -> None:
        """Another folder is listed from now on."""
        self.beginResetModel()
        self._entries = {}
        self._rows = []
        self.endResetModel()
        self.arranged.emit()

    def look_for(self, wanted: str) -> None:
        """Only names that hold ``wanted`` are shown."""
        self._wanted = wanted
        self._arrange()

    @property
    def looks_for(self) -> str:
        """What names must hold."""
        return self._wanted.strip()

    @property
    def listed(self) -> int:
        """How many entries there are, shown or not."""
        return len(self._entries)

    def entry(self, index: Index) -> FolderEntryView | None:
        """What stands in a row."""
        return self._rows[index.row()] if 0 <= index.row() < len(self._rows) else None

    def entries(self) -> Sequence[FolderEntryView]:
        """All rows, in their order."""
        return tuple(self._rows)

    def index_of(self, path: str) -> QModelIndex:
        """The row of a path; an invalid index if it is not shown."""
        for place, row in enumerate(self._rows):
            if row.path == path:
                return self.index(place, 0)
        return QModelIndex()

    # ---- the rows, told one by one ----------------------------------------------------------

    def _arrange(self) -> None:
        rows = arranged(tuple(self._entries.values()), self._order, self._wanted)
        change = change_between([one.path for one in self._rows], [one.path for one in rows])
        if change is None:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()
        else:
            self._apply(change, rows)
        self.arranged.emit()

    def _apply(self, change: Change, rows: list[FolderEntryView]) -> None:
        for first, last in change.removed:
            self.beginRemoveRows(NOWHERE, first, last)
            del self._rows[first : last + 1]
            self.endRemoveRows()
        if change.kept is not None:
            self._put_into_order(change.kept)
        for first, last in change.inserted:
            self.beginInsertRows(NOWHERE, first, last)
            self._rows[first:first] = rows[first : last + 1]
            self.endInsertRows()
        changed = [at for at, (one, two) in enumerate(zip(self._rows, rows, strict=True))
                   if one is not two and one != two]  # fmt: skip
        self._rows = rows
        if changed:
            self._tell(changed[0], changed[-1])

    def _put_into_order(self, paths: Sequence[str]) -> None:
        self.layoutAboutToBeChanged.emit()
        by_path = {one.path: one for one in self._rows}
        place_of = {path: place for place, path in enumerate(paths)}
        before = self.persistentIndexList()
        after = [self.index(place_of[self._rows[one.row()].path], one.column()) for one in before]
        self._rows = [by_path[path] for path in paths]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()

    def _tell(self, first: int, last: int) -> None:
        self.dataChanged.emit(self.index(first, 0), self.index(last, len(Column) - 1))

    def _dress(self) -> None:
        if self._rows:
            self._tell(0, len(self._rows) - 1)

    # ---- Qt's side --------------------------------------------------------------------------

    @override
    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(Column)

    @override
    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        wanted = Order(Column(max(0, column)), backwards=order == Qt.SortOrder.DescendingOrder)
        if wanted != self._order:
            self._order = wanted
            self._arrange()

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        return FLAGS

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole and section == Column.SIZE:
            return Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter
        return tr(HEADINGS[section]) if role == Qt.ItemDataRole.DisplayRole else None

    @override
    def data(  # noqa: PLR0911 - one line a role
        self, index: Index, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        entry = self.entry(index)
        if entry is None:
            return None
        column = Column(index.column())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._words(entry, column)
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(entry, column)
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(self._tip(entry, column))
            case Qt.ItemDataRole.DecorationRole:
                return self._icon(entry, column)
            case Qt.ItemDataRole.TextAlignmentRole if column is Column.SIZE:
                return Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter
            case _ if role == SHARE_ROLE and column is Column.STATE:
                return state_of(entry, own=self.own).share
            case _:
                return None

    def _words(self, entry: FolderEntryView, column: Column) -> str:
        match column:
            case Column.NAME:
                return entry_name(entry)
            case Column.SIZE:
                return size_of(entry)
            case Column.CHANGED:
                return changed_at(entry, self._zone)
            case Column.STATE:
                return state_of(entry, own=self.own).words

    def _spoken(self, entry: FolderEntryView, column: Column) -> str:
        if column is not Column.NAME:
            return self._words(entry, column)
        kind = tr("folder") if entry.is_folder else tr("file")
        # Whoever hears the name alone must know the state, too: rows are walked by it.
        parts = [entry_name(entry), kind, size_of(entry), state_of(entry, own=self.own).words]
        return ", ".join(parts)

    def _tip(self, entry: FolderEntryView, column: Column) -> str:
        words = self._words(entry, column)
        if column is Column.NAME and is_deceptive(entry):
            return tr("{name}: the name holds characters that cannot be seen.").format(name=words)
        return words

    def _icon(self, entry: FolderEntryView, column: Column) -> object:
        if column is Column.NAME:
            return self._theme.icon(entry_icon(entry), "accent" if entry.is_folder else "text2")
        if column is Column.STATE:
            state = state_of(entry, own=self.own)
            return self._theme.icon(state.icon, state.colour)
        return None
