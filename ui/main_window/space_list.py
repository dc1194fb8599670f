"""The rows of the sidebar under keys and the pointer: pressed, stepped through, dragged over.

A space is dragged inside the list to move it (``ui.models.spaces``). Files of this computer are
dragged over it from elsewhere: let go over a space that takes them, they are for that space; held
over any space for a moment, it opens, so that they can be let go inside it.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRectF,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QApplication, QListView, QWidget
from typing_extensions import override

from ui.attaching.drop_target import files_of
from ui.look.theme import Gap, Theme

DWELL_MS = 800  # ours: longer than one passes over a row on the way to another
_MARKS = frozenset({Qt.Key.Key_Space, Qt.Key.Key_Select})
"""Keys that mark a row in Qt. Marked here is the open space, and only opening one changes that."""
_PRESSES = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter}) | _MARKS
_FOLDS = frozenset({Qt.Key.Key_Left, Qt.Key.Key_Right})


class SpaceList(QListView):
    """``pressed_by_key``: Enter or Space on a row; Qt's own signal comes after a click, too.

    ``reached_by_key``: an arrow has moved there, ``ringed_by_key``: one with Ctrl, which opens
    nothing. The pointer opens a row when it is let go over it, so that one can be dragged without
    being opened: ``drag_ended``. ``folded_by_key``: Left or Right on a row shall hide or show what
    is below it. ``files_dropped`` carries the row and the paths, ``dwelt`` the row that files are
    held over. ``menu_wanted`` carries the row pointed at, or the one that the keys have reached,
    and where in the viewport its menu belongs.
    """

    pressed_by_key = Signal(QModelIndex)
    reached_by_key = Signal(QModelIndex)
    ringed_by_key = Signal(QModelIndex)
    folded_by_key = Signal(QModelIndex, bool)
    drag_ended = Signal()
    files_dropped = Signal(QModelIndex, object)
    dwelt = Signal(QModelIndex)
    menu_wanted = Signal(QModelIndex, QPoint)

    def __init__(
        self,
        theme: Theme,
        takes_files: Callable[[QModelIndex], bool],
        parent: QWidget | None = None,
    ) -> None:
        """``takes_files`` says whether files can be let go over that row."""
        super().__init__(parent)
        self._theme = theme
        self._takes_files = takes_files
        self._held_over = QPersistentModelIndex()
        self.dwelling = QTimer(self, singleShot=True, interval=DWELL_MS)
        self.dwelling.timeout.connect(self._dwell)
        self.typing = QTimer(self, singleShot=True)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.currentIndex()
        has_ctrl = _has_ctrl(event)
        types_on = event.key() == Qt.Key.Key_Space and self.typing.isActive() and not has_ctrl
        if event.key() in _PRESSES and row.isValid() and not types_on:
            if event.key() not in _MARKS or not has_ctrl:
                self.pressed_by_key.emit(row)
        elif event.key() in _FOLDS and row.isValid():
            back = Qt.Key.Key_Right if self.isRightToLeft() else Qt.Key.Key_Left
            self.folded_by_key.emit(row, event.key() == back)
        else:
            self._walk(event)

    def _walk(self, event: QKeyEvent) -> None:
        before = QPersistentModelIndex(self.currentIndex())
        if event.key() in _MARKS:
            self.keyboardSearch(event.text())
        else:
            super().keyPressEvent(event)
        if self.currentIndex() != before:
            told = self.ringed_by_key if _has_ctrl(event) else self.reached_by_key
            told.emit(self.currentIndex())

    @override
    def keyboardSearch(self, search: str) -> None:
        """Whoever types a name means a space in it, and presses nothing by that."""
        self.typing.start(QApplication.keyboardInputInterval())  # as long as Qt takes it for one
        super().keyboardSearch(search)

    @override
    def selectionCommand(
        self, index: QModelIndex | QPersistentModelIndex, event: QEvent | None = None
    ) -> QItemSelectionModel.SelectionFlag:
        """No click unmarks the open one, as Qt would with Ctrl."""
        usual = super().selectionCommand(index, event)
        unmarks = usual & QItemSelectionModel.SelectionFlag.Deselect
        return QItemSelectionModel.SelectionFlag.NoUpdate if unmarks else usual

    @override
    def moveCursor(
        self, cursorAction: QListView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Home or a page may end at a heading, where Qt would stay: the row below it is meant."""
        index = super().moveCursor(cursorAction, modifiers)
        is_heading = index.isValid() and not index.flags() & Qt.ItemFlag.ItemIsEnabled
        return index.siblingAtRow(index.row() + 1) if is_heading else index

    @override
    def startDrag(self, supportedActions: Qt.DropAction) -> None:
        super().startDrag(supportedActions)
        self.drag_ended.emit()

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() is QContextMenuEvent.Reason.Keyboard:  # wherever the pointer rests
            row = self.currentIndex()
            self.menu_wanted.emit(row, self.visualRect(row).center())
        else:
            self.menu_wanted.emit(self.indexAt(event.pos()), event.pos())

    # ---- files ------------------------------------------------------------------------------

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        super().dragEnterEvent(event)
        if files_of(event.mimeData()):
            event.accept()  # else no move over the rows would be told

    @override
    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        super().dragMoveEvent(event)
        if not files_of(event.mimeData()):
            return
        at = event.position().toPoint()
        margin = self.autoScrollMargin()
        if not margin <= at.y() < self.viewport().height() - margin:
            self.startAutoScroll()
        index = self.indexAt(at)
        self._hold_over(index)
        if self._takes_files(index):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
        else:
            event.ignore()

    @override
    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._hold_over(QModelIndex())
        super().dragLeaveEvent(event)

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        paths = files_of(event.mimeData())
        if not paths:
            super().dropEvent(event)
            return
        index = self.indexAt(event.position().toPoint())
        self.dragLeaveEvent(QDragLeaveEvent())  # nothing is dragged any more
        if self._takes_files(index):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            self.files_dropped.emit(index, paths)
        else:
            event.ignore()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        row = self.model().index(self._held_over.row(), 0)
        if self._held_over.isValid() and self._takes_files(row):
            painter = QPainter(self.viewport())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._theme.colours.accent, 2))
            room = QRectF(self.visualRect(row)).adjusted(Gap.S, 2, -Gap.S, -2)
            painter.drawRoundedRect(room, self._theme.radius, self._theme.radius)
            painter.end()

    def _hold_over(self, index: QModelIndex) -> None:
        if index != self._held_over:
            self._held_over = QPersistentModelIndex(index)
            self.viewport().update()
            if index.isValid():
                self.dwelling.start()
            else:
                self.dwelling.stop()

    def _dwell(self) -> None:
        if self._held_over.isValid():
            self.dwelt.emit(self.model().index(self._held_over.row(), 0))


def _has_ctrl(event: QKeyEvent) -> bool:
    return bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
