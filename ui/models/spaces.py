"""The sidebar's list: private channels under one heading, followed ones under another."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from engine.model.ids import SpaceId
from engine.model.views import SpaceView
from ui.text.names import plain_name
from ui.text.peers import connected_words
from ui.wording.endings import short_ending

VIEW_ROLE = Qt.ItemDataRole.UserRole + 1
"""The row's ``SpaceView``, None in a heading."""

Index = QModelIndex | QPersistentModelIndex
_NO_INDEX = QModelIndex()

PRIVATE_TITLE = "Private channels"
FOLLOWED_TITLE = "Followed"


class SpacesModel(QAbstractListModel):
    """Headings (text) and spaces (views), in the order of the ``Spaces`` query."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[SpaceView | str] = []

    def show(self, views: Sequence[SpaceView]) -> None:
        """Takes the views over. Rows that stay are changed in place, so nothing loses its focus."""
        rows = _arranged(views)
        same = [_identity(row) for row in rows] == [_identity(row) for row in self._rows]
        if not same:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()
            return
        for place, row in enumerate(rows):
            if row != self._rows[place]:
                self._rows[place] = row
                index = self.index(place)
                self.dataChanged.emit(index, index)

    def view(self, index: Index) -> SpaceView | None:
        """The space of a row, None for a heading."""
        row = self._rows[index.row()] if index.isValid() else ""
        return row if isinstance(row, SpaceView) else None

    def views(self) -> list[SpaceView]:
        """All spaces, as they are listed."""
        return [row for row in self._rows if isinstance(row, SpaceView)]

    def index_of(self, space: SpaceId | None) -> QModelIndex:
        """The row of a space; an invalid index if it is not listed."""
        for place, row in enumerate(self._rows):
            if isinstance(row, SpaceView) and row.id == space:
                return self.index(place)
        return QModelIndex()

    @override
    def rowCount(self, parent: Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        view = row if isinstance(row, SpaceView) else None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return plain_name(view.name) if view is not None else row
            case Qt.ItemDataRole.AccessibleTextRole:
                return spoken(view) if view is not None else row
            case _ if role == VIEW_ROLE:
                return view
            case _:
                return None

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.view(index) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


def state_words(view: SpaceView) -> str:
    """The second line of a space: what is going on there."""
    if view.left:
        return "Left"
    if view.ending is not None:
        return short_ending(view.ending)
    if view.renewals:
        asks = "1 asks" if view.renewals == 1 else f"{view.renewals:,} ask"
        return f"{asks} to be renewed"
    words = connected_words(view.peers)
    if view.public and view.own_path is None:
        return words  # what it is stands over it: followed
    # One that is our own stands among private channels: whoever writes in it must not forget.
    kind = "Read only" if not view.can_post else "Public" if view.public else ""
    return f"{kind} · {words[0].lower()}{words[1:]}" if kind else words


def spoken(view: SpaceView) -> str:
    """A space as it is read aloud."""
    unread = f", {view.unread} unread" if view.unread else ""
    muted = ", muted" if view.muted else ""
    return f"{plain_name(view.name)}{unread}, {state_words(view)}{muted}"


def _arranged(views: Sequence[SpaceView]) -> list[SpaceView | str]:
    own = [view for view in views if view.own_path is not None or not view.public]
    followed = [view for view in views if view.own_path is None and view.public]
    rows: list[SpaceView | str] = []
    for title, group in ((PRIVATE_TITLE, own), (FOLLOWED_TITLE, followed)):
        if group:
            rows += [title, *group]
    return rows


def _identity(row: SpaceView | str) -> object:
    return row.id if isinstance(row, SpaceView) else row
