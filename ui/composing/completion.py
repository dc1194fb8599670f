"""The list over the field: what could complete the word at the cursor.

The focus stays in the field. Up and Down choose, Enter or Tab takes, Escape closes; a press of the
mouse takes. What is chosen is told to screen readers.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from ui.composing.proposals import Proposal
from ui.look.avatars import Avatars
from ui.look.theme import Gap, Theme, Type
from ui.text.language import tr

PROPOSAL_ROLE = Qt.ItemDataRole.UserRole + 1
"""The row's ``Proposal``."""
WIDTH = 420
AVATAR_PIXELS = 20

Index = QModelIndex | QPersistentModelIndex
_NO_INDEX = QModelIndex()
_TAKES = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab})


class _Model(QAbstractListModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.proposals: tuple[Proposal, ...] = ()

    def show(self, proposals: Sequence[Proposal]) -> None:
        self.beginResetModel()
        self.proposals = tuple(proposals)
        self.endResetModel()

    @override
    def rowCount(self, parent: Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.proposals)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        proposal = self.proposals[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return proposal.words
            case Qt.ItemDataRole.AccessibleTextRole:
                return proposal.aloud
            case _ if role == PROPOSAL_ROLE:
                return proposal
            case _:
                return None


class _Rows(QStyledItemDelegate):
    """A sign, words, and a detail in quieter letters that gives way first."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._avatars = Avatars(theme)

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        text = round(self._theme.pixels(Type.UI) * self._theme.line_height)
        return QSize(0, max(self._theme.hit, text + Gap.M))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        proposal = index.data(PROPOSAL_ROLE)
        assert isinstance(proposal, Proposal)
        colours, room = self._theme.colours, option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if chosen or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.selected if chosen else colours.hover)
            painter.drawRoundedRect(room, self._theme.radius, self._theme.radius)
        inside = room.adjusted(Gap.S, 0, -Gap.S, 0)
        if proposal.key is not None or proposal.sign:
            self._paint_sign(painter, inside, proposal)
            indent = AVATAR_PIXELS + Gap.S
            right = option.direction == Qt.LayoutDirection.RightToLeft
            inside = inside.adjusted(0 if right else indent, 0, -indent if right else 0, 0)
        self._paint_words(painter, inside, proposal, option.direction)
        painter.restore()

    def _paint_sign(self, painter: QPainter, room: QRect, proposal: Proposal) -> None:
        right = painter.layoutDirection() == Qt.LayoutDirection.RightToLeft
        left = room.right() - AVATAR_PIXELS if right else room.left()
        place = QRect(left, room.center().y() - AVATAR_PIXELS // 2, AVATAR_PIXELS, AVATAR_PIXELS)
        if proposal.key is not None:
            ratio = painter.device().devicePixelRatioF()
            picture = self._avatars.pixmap(proposal.key, proposal.words, AVATAR_PIXELS, ratio)
            painter.drawPixmap(place.topLeft(), picture)
        else:
            painter.setFont(self._theme.font(Type.BODY))
            painter.setPen(self._theme.colours.text)
            place.adjust(-Gap.XS, -Gap.XS, Gap.XS, Gap.XS)
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, proposal.sign)

    def _paint_words(
        self, painter: QPainter, room: QRect, proposal: Proposal, direction: Qt.LayoutDirection
    ) -> None:
        side = Qt.AlignmentFlag.AlignLeft
        if direction == Qt.LayoutDirection.RightToLeft:
            side = Qt.AlignmentFlag.AlignRight
        align = side | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
        painter.setFont(self._theme.font(Type.UI))
        metrics = painter.fontMetrics()
        elide = Qt.TextElideMode.ElideRight
        words = metrics.elidedText(proposal.words, elide, room.width())
        taken = metrics.horizontalAdvance(words) + Gap.M
        painter.setPen(self._theme.colours.text)
        painter.drawText(room, align, words)
        if side == Qt.AlignmentFlag.AlignLeft:
            rest = room.adjusted(taken, 0, 0, 0)
        else:
            rest = room.adjusted(0, 0, -taken, 0)
        painter.setFont(self._theme.font(Type.META))
        painter.setPen(self._theme.colours.text2)
        detail = painter.fontMetrics().elidedText(proposal.detail, elide, max(0, rest.width()))
        painter.drawText(rest, align, detail)


class Completion(QFrame):
    """``taken`` carries the Proposal. It belongs to a window and floats over its content."""

    taken = Signal(object)

    def __init__(self, theme: Theme, field: QWidget, window: QWidget) -> None:
        super().__init__(window)
        self._theme = theme
        self._field = field
        self._window = window
        self.setProperty("surface", "toast")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._model = _Model(self)
        self.list = QListView()
        self.list.setAccessibleName(tr("Completions"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setModel(self._model)
        self.list.setItemDelegate(_Rows(theme, self))
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.clicked.connect(self._take)
        column = QVBoxLayout(self)
        column.setContentsMargins(Gap.XS, Gap.XS, Gap.XS, Gap.XS)
        column.addWidget(self.list)
        self.hide()

    @property
    def proposals(self) -> tuple[Proposal, ...]:
        """What is listed; nothing while it is closed."""
        return self._model.proposals if not self.isHidden() else ()

    def offer(self, proposals: Sequence[Proposal], over: QWidget) -> None:
        """Lists them over that widget, the first one chosen; closes where there are none."""
        if not proposals:
            self.hide()
            return
        if tuple(proposals) == self.proposals:
            return
        self._model.show(proposals)
        self._place(over)
        self.show()
        self.raise_()
        self._choose(0)

    def key(self, event: QKeyEvent) -> bool:
        """Whether the key was for the list."""
        if self.isHidden() or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        row, rows = self.list.currentIndex().row(), len(self._model.proposals)
        match event.key():
            case Qt.Key.Key_Down:
                self._choose((row + 1) % rows)
            case Qt.Key.Key_Up:
                self._choose((row - 1) % rows)
            case Qt.Key.Key_Escape:
                self.hide()
            case key if key in _TAKES:
                self._take(self.list.currentIndex())
            case _:
                return False
        return True

    def _place(self, over: QWidget) -> None:
        corner = over.mapTo(self._window, QPoint(0, 0))
        rows = len(self._model.proposals)
        row = self.list.sizeHintForRow(0)
        height = min(rows * row + 2 * Gap.XS + 2, max(row + 2 * Gap.XS, corner.y() - Gap.S))
        width = min(WIDTH, over.width())
        left = corner.x()
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            left += over.width() - width
        self.setGeometry(left, corner.y() - height - Gap.XS, width, height)

    def _choose(self, row: int) -> None:
        index = self._model.index(row)
        self.list.setCurrentIndex(index)
        self.list.scrollTo(index)
        words = tr("{proposal}, {place} of {count}").format(
            proposal=self._model.proposals[row].aloud,
            place=row + 1,
            count=len(self._model.proposals),
        )
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._field, words))

    def _take(self, index: QModelIndex) -> None:
        proposal = index.data(PROPOSAL_ROLE)
        self.hide()
        if isinstance(proposal, Proposal):
            self.taken.emit(proposal)
