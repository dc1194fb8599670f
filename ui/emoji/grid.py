"""Emoji side by side, reached by arrows and by the mouse; each is read aloud by its name."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from ui.emoji.catalogue import Emoji
from ui.look.theme import Theme
from ui.widgets.labels import plain_tip

EMOJI_ROLE = Qt.ItemDataRole.UserRole + 1
"""The place's ``Emoji``."""
COLUMNS = 9
CELL_PIXELS = 36
SIGN_SHARE = 0.6  # of a cell

Index = QModelIndex | QPersistentModelIndex
_NO_INDEX = QModelIndex()
_ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space})


class EmojiModel(QAbstractListModel):
    """``signs`` are drawn for ``emoji``, place by place: they may have a skin tone."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._emoji: tuple[Emoji, ...] = ()
        self._signs: tuple[str, ...] = ()
        self._language = ""

    def show(self, emoji: Sequence[Emoji], signs: Sequence[str], language: str) -> None:
        """Takes them over. Names are in that language."""
        self.beginResetModel()
        self._emoji, self._signs, self._language = tuple(emoji), tuple(signs), language
        self.endResetModel()

    @override
    def rowCount(self, parent: Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._emoji)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        emoji = self._emoji[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._signs[index.row()]
            case Qt.ItemDataRole.AccessibleTextRole:
                return emoji.name(self._language)
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(f"{emoji.name(self._language)}  {emoji.code}")
            case _ if role == EMOJI_ROLE:
                return emoji
            case _:
                return None


class _Painter(QStyledItemDelegate):
    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self.font = QFont()

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        colours = self._theme.colours
        room: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        if chosen or state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(colours.selected if chosen else colours.hover)
            painter.setPen(QPen(colours.accent, 2) if chosen else Qt.PenStyle.NoPen)
            inside = room.adjusted(1, 1, -1, -1)
            painter.drawRoundedRect(inside, self._theme.radius, self._theme.radius)
        painter.setFont(self.font)
        painter.setPen(colours.text)
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, str(index.data()))
        painter.restore()

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(CELL_PIXELS, CELL_PIXELS)


class EmojiGrid(QListView):
    """``chosen`` carries the Emoji that was pressed; ``left_upwards`` the Up key in the first row.

    ``reached`` carries the Emoji under the keys or the mouse. ``typed`` carries letters typed here.
    """

    chosen = Signal(object)
    reached = Signal(object)
    left_upwards = Signal()
    typed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.emoji = EmojiModel(self)
        self._painter = _Painter(theme, self)
        self.setModel(self.emoji)
        self.setItemDelegate(self._painter)
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setMovement(QListView.Movement.Static)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setUniformItemSizes(True)
        self.setGridSize(QSize(CELL_PIXELS, CELL_PIXELS))
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.clicked.connect(self._choose)
        self.entered.connect(self._reach)
        self.selectionModel().currentChanged.connect(self._reach)

    def draw_in(self, font: QFont) -> None:
        """Emoji are drawn in that font, as large as a cell allows."""
        self._painter.font = QFont(font)
        self._painter.font.setPixelSize(round(CELL_PIXELS * SIGN_SHARE))
        self.viewport().update()

    def choose_current(self) -> None:
        """As if the emoji that is reached were pressed."""
        self._choose(self.currentIndex())

    def begin(self) -> None:
        """Goes to the first emoji."""
        self.setCurrentIndex(self.emoji.index(0))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        text = event.text()
        if event.key() in _ENTER and self.currentIndex().isValid():
            self._choose(self.currentIndex())
        elif event.key() == Qt.Key.Key_Up and self.currentIndex().row() < self._columns():
            self.left_upwards.emit()
        elif text and text.isprintable() and text != " ":
            self.typed.emit(text)
        else:
            super().keyPressEvent(event)

    def _columns(self) -> int:
        return max(1, self.viewport().width() // CELL_PIXELS)

    def _choose(self, index: QModelIndex) -> None:
        self.chosen.emit(index.data(EMOJI_ROLE))

    def _reach(self, index: QModelIndex) -> None:
        if index.isValid():
            self.reached.emit(index.data(EMOJI_ROLE))
