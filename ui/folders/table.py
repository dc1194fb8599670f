"""The rows of a folder, as a file browser shows them: keys, columns, dragging.

It decides nothing: what was chosen, dropped or dragged is told to whoever made it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QItemSelectionModel, QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)
from typing_extensions import override

from engine.model.feeds import FolderEntryView
from ui.folders.listing import SHARE_ROLE, Index, ListingModel
from ui.folders.rows import Column
from ui.look.theme import Gap, Theme
from ui.text.language import tr

ROW_HEIGHT_LEAST = 36
BAR_HEIGHT = 3
ICON_PIXELS = 16
NAME_CHARACTERS = 22  # ours: what a name always gets
COLUMN_CHARACTERS = {Column.SIZE: 19, Column.CHANGED: 19, Column.STATE: 25}
NARROW_ORDER = (Column.CHANGED, Column.SIZE)
"""Which columns go first where there is no room; the state stays."""
HEAD_SHAPE = (
    "QHeaderView { background: transparent; border: none; } "
    "QHeaderView::section { border: none; background: transparent; padding: 6px 8px; } "
    "QHeaderView::section:first { padding-left: 16px; }"
)
_ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
_THIS_ROW = (
    QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
)


class FolderRowDelegate(QStyledItemDelegate):
    """Rows with room to breathe, and a thin bar under the state of what is on its way."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    @override
    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        if index.column() == Column.NAME:
            option.textElideMode = Qt.TextElideMode.ElideMiddle  # its ending tells what it is
        option.state &= ~QStyle.StateFlag.State_HasFocus  # the whole row shows it: ``drawRow``
        if index.column() != Column.NAME:
            palette = option.palette
            colours = self._theme.colours
            palette.setColor(palette.ColorRole.Text, colours.text2)
            palette.setColor(palette.ColorRole.HighlightedText, colours.text2)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        share = index.data(SHARE_ROLE)
        if isinstance(share, float):
            room: QRect = option.rect
            bar = QRect(room.left() + Gap.S, room.bottom() - 2 * BAR_HEIGHT,
                        room.width() - 2 * Gap.S, BAR_HEIGHT)  # fmt: skip
            painter.fillRect(bar, self._theme.colours.hairline)
            done = QRect(bar)
            done.setWidth(max(1, round(bar.width() * share)))
            if option.direction == Qt.LayoutDirection.RightToLeft:
                done.moveRight(bar.right())
            painter.fillRect(done, self._theme.colours.accent)


class FolderTable(QTreeView):
    """``chosen`` carries the FolderEntryView that Enter or a double click is about.

    ``up_wanted``: to the folder above. ``dropped`` carries local paths. ``drag_wanted``: the
    selection is being dragged away. ``menu_wanted`` carries where on the screen.
    """

    chosen = Signal(object)
    up_wanted = Signal()
    dropped = Signal(object)
    drag_wanted = Signal()
    menu_wanted = Signal(QPoint)

    def __init__(self, theme: Theme, model: ListingModel) -> None:
        super().__init__()
        self._theme = theme
        self._listing = model
        self.takes_drops = False
        self._is_dragged = False
        self.setModel(model)
        self.setItemDelegate(FolderRowDelegate(theme, self))
        self.setAccessibleName(tr("Files"))
        self.setRootIsDecorated(False)
        self.setItemsExpandable(False)
        self.setUniformRowHeights(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        self.setDropIndicatorShown(False)
        self.doubleClicked.connect(self._choose)
        self._make_head()
        theme.changed.connect(self._dress)
        self._dress()

    def _make_head(self) -> None:
        head = self.header()
        head.setAccessibleName(tr("Columns"))
        head.setStyleSheet(HEAD_SHAPE)
        head.setStretchLastSection(False)
        head.setSectionsMovable(False)
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        head.setSectionResizeMode(Column.NAME, QHeaderView.ResizeMode.Stretch)
        self.setSortingEnabled(True)
        self.sortByColumn(Column.NAME, Qt.SortOrder.AscendingOrder)

    def _dress(self) -> None:
        character = self.fontMetrics().averageCharWidth()
        for column, characters in COLUMN_CHARACTERS.items():
            self.header().resizeSection(column, characters * character + 2 * Gap.M)
        height = max(ROW_HEIGHT_LEAST, self.fontMetrics().height() + 2 * Gap.S)
        colours = self._theme.colours
        self.setStyleSheet(
            f"QTreeView::item {{ height: {height}px; padding: 0 {Gap.S}px; border: none; }}"
            f"QTreeView::item:hover {{ background: {colours.hover.name()}; }}"
            f"QTreeView::item:selected {{ background: {colours.selected.name()}; }}"
        )
        self._share_room()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_room()

    def _share_room(self) -> None:
        """What has no room is hidden: the tool tip of a row, and what is read aloud, have it."""
        character = self.fontMetrics().averageCharWidth()
        shown = {*Column}
        for column in NARROW_ORDER:
            others = sum(self.header().sectionSize(one) or COLUMN_CHARACTERS[one] * character
                         for one in shown if one is not Column.NAME)  # fmt: skip
            if self.viewport().width() - others >= NAME_CHARACTERS * character:
                break
            shown.discard(column)
        for column in Column:
            self.setColumnHidden(column, column not in shown)

    # ---- what is chosen ---------------------------------------------------------------------

    def selected(self) -> list[FolderEntryView]:
        """The chosen rows, in their order: none, where the keys have only reached one."""
        places = sorted(one.row() for one in self.selectionModel().selectedRows())
        entries = [self._listing.entry(self._listing.index(place, 0)) for place in places]
        return [one for one in entries if one is not None]

    def reach(self, path: str) -> None:
        """Chooses the row of ``path``, and brings it into sight."""
        index = self._listing.index_of(path)
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)

    def first_in_sight(self) -> str:
        """The path of the uppermost row that is in sight."""
        entry = self._listing.entry(self.indexAt(QPoint(0, 0)))
        return "" if entry is None else entry.path

    def _choose(self, index: Index) -> None:
        entry = self._listing.entry(index)
        if entry is not None:
            self.chosen.emit(entry)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Where the pointer is; the menu key means the row that the keys have reached."""
        index, at = self.indexAt(event.pos()), event.pos()
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            index = self.currentIndex()
            at = self.visualRect(index).center() if index.isValid() else QPoint(Gap.M, Gap.M)
        if index.isValid() and not self.selectionModel().isSelected(index):
            # This row alone: Qt's own way adds it to the others while Ctrl is held.
            self.selectionModel().setCurrentIndex(index, _THIS_ROW)
        if not index.isValid():
            self.clearSelection()
        self.menu_wanted.emit(self.viewport().mapToGlobal(at))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() in _ENTER and not plain and self.currentIndex().isValid():
            self._choose(self.currentIndex())
        elif event.key() == Qt.Key.Key_Backspace and not plain:
            self.up_wanted.emit()
        else:
            super().keyPressEvent(event)

    @override
    def drawRow(self, painter: QPainter, options: QStyleOptionViewItem, index: Index) -> None:
        super().drawRow(painter, options, index)
        if self.hasFocus() and index.row() == self.currentIndex().row():
            room: QRect = options.rect
            painter.setPen(self._theme.colours.accent)
            painter.drawRect(room.adjusted(1, 0, -2, -1))

    # ---- dragging ---------------------------------------------------------------------------

    @override
    def startDrag(self, supportedActions: Qt.DropAction) -> None:
        if self.selected():
            self._is_dragged = True
            self.drag_wanted.emit()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._is_dragged = False
        super().mousePressEvent(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """What is dragged is prepared beside: until the button is let go it chooses no rows."""
        if not (self._is_dragged and event.buttons() & Qt.MouseButton.LeftButton):
            super().mouseMoveEvent(event)

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self._weigh(event)

    @override
    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        self._weigh(event)

    def _weigh(self, event: QDragMoveEvent) -> None:
        ours = event.source() is self
        if self.takes_drops and not ours and local_paths(event):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
        else:
            event.ignore()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        paths = local_paths(event)
        if self.takes_drops and event.source() is not self and paths:
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            self.dropped.emit(paths)
        else:
            event.ignore()


def local_paths(event: QDropEvent) -> Sequence[Path]:
    """The files and directories of this computer that are being dropped."""
    urls = event.mimeData().urls()
    return [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]
