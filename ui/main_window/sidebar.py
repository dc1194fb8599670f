"""The list of spaces at the left: what is new, who is there, and what can be done with each."""

from __future__ import annotations

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListView,
    QMenu,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from engine.model.ids import SpaceId
from engine.model.views import SpaceView
from ui.look.avatars import SpaceMarks
from ui.look.painting import draw_badge, draw_line, draw_presence
from ui.look.theme import Gap, Theme, Type
from ui.models.spaces import VIEW_ROLE, SpacesModel, state_words
from ui.text.names import plain_name
from ui.widgets.buttons import IconPushButton
from ui.widgets.labels import plain_label

ROW_HEIGHT = 52
HEADING_HEIGHT = 34
MARK_PIXELS = 34

Index = QModelIndex | QPersistentModelIndex


class SpaceDelegate(QStyledItemDelegate):
    """Paints a heading, or a space: mark, presence, name, state, unread count, muted."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme = theme
        self._marks = SpaceMarks(theme)

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        grown = round(self._theme.pixels(Type.UI) - 13) * 3
        heading = index.data(VIEW_ROLE) is None
        return QSize(120, (HEADING_HEIGHT if heading else ROW_HEIGHT) + max(0, grown))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        room = QRectF(option.rect)
        painter.save()
        view = index.data(VIEW_ROLE)
        if isinstance(view, SpaceView):
            state: QStyle.StateFlag = option.state
            self._paint_space(painter, room, view, state)
        else:
            text = str(index.data(Qt.ItemDataRole.DisplayRole))
            font = self._theme.font(Type.META, QFont.Weight.DemiBold)
            where = room.adjusted(Gap.L, Gap.S, -Gap.S, 0)
            draw_line(painter, where, text, font, self._theme.colours.text3)
        painter.restore()

    def _paint_space(
        self, painter: QPainter, room: QRectF, view: SpaceView, state: QStyle.StateFlag
    ) -> None:
        colours = self._theme.colours
        selected = bool(state & QStyle.StateFlag.State_Selected)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        card = room.adjusted(Gap.S, 1, -Gap.S, -1)
        ground = colours.selected if selected else colours.hover if hovered else colours.sidebar
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(card, self._theme.radius, self._theme.radius)
        top = card.center().y() - MARK_PIXELS / 2
        ratio = painter.device().devicePixelRatioF()
        mark = self._marks.pixmap(view.id, view.name, MARK_PIXELS, ratio)
        painter.drawPixmap(QPointF(card.left() + Gap.S, top), mark)
        corner = QPointF(card.left() + Gap.S + MARK_PIXELS - 3, top + MARK_PIXELS - 3)
        draw_presence(painter, corner, ground, self._theme, online=view.peers > 0)
        right = self._paint_marks(painter, card, view)
        left = card.left() + Gap.S + MARK_PIXELS + Gap.M
        self._paint_lines(painter, QRectF(left, card.top(), right - left, card.height()), view)

    def _paint_marks(self, painter: QPainter, card: QRectF, view: SpaceView) -> float:
        """Paints badge and bell from the right; answers where they begin."""
        right = card.right() - Gap.S
        if view.unread and not view.left:
            middle = QPointF(right, card.center().y())
            right -= draw_badge(painter, middle, view.unread, self._theme) + Gap.S
        if view.muted:
            ratio = painter.device().devicePixelRatioF()
            bell = self._theme.pixmap("bell-off", 16, "text3", ratio)
            painter.drawPixmap(QPointF(right - 16, card.center().y() - 8), bell)
            right -= 16 + Gap.S
        return right

    def _paint_lines(self, painter: QPainter, room: QRectF, view: SpaceView) -> None:
        colours = self._theme.colours
        bold = QFont.Weight.Bold if view.unread and not view.left else QFont.Weight.Medium
        half = room.height() / 2
        upper = QRectF(room.left(), room.top() + 4, room.width(), half - 3)
        lower = QRectF(room.left(), room.top() + half, room.width(), half - 4)
        name_colour = colours.text2 if view.left else colours.text
        draw_line(
            painter, upper, plain_name(view.name), self._theme.font(Type.UI, bold), name_colour
        )
        meta = self._theme.font(Type.META)
        needs_care = not view.left and (view.ending is not None or view.renewals > 0)
        colour = colours.warn if needs_care else colours.text2
        draw_line(painter, lower, state_words(view), meta, colour)


class Sidebar(QWidget):
    """``opened`` carries the space that was chosen, ``opened_again``: it is the open one.

    The other signals ask for what they are named; ``rename_wanted`` and its kind carry a
    ``SpaceView``.
    """

    opened = Signal(object)
    opened_again = Signal()
    new_wanted = Signal()
    join_wanted = Signal()
    follow_wanted = Signal()
    rename_wanted = Signal(object)
    mute_wanted = Signal(object)
    code_wanted = Signal(object)
    leave_wanted = Signal(object)
    return_wanted = Signal(object)
    forget_wanted = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "sidebar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self.model = SpacesModel(self)
        self.list = QListView()
        self.list.setModel(self.model)
        self.list.setItemDelegate(SpaceDelegate(theme, self.list))
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.setAccessibleName("Channels")
        self.list.customContextMenuRequested.connect(self._show_menu)
        self.list.selectionModel().currentChanged.connect(self._current_changed)
        self.list.clicked.connect(self._clicked)
        self.list.activated.connect(self._clicked)
        self._opened: SpaceId | None = None
        self._lay_out(theme)
        theme.changed.connect(self._dress)
        self._dress()

    def _lay_out(self, theme: Theme) -> None:
        self.title = plain_label("Channels", "title")
        head = QHBoxLayout()
        head.setContentsMargins(Gap.L, 0, Gap.S, 0)
        head.addWidget(self.title)
        foot = QVBoxLayout()
        foot.setContentsMargins(Gap.S, Gap.S, Gap.S, Gap.S)
        foot.setSpacing(0)
        self.new = IconPushButton(theme, "circle-plus", "New channel", "row")
        self.new.clicked.connect(self.new_wanted)
        self.join = IconPushButton(theme, "qr-code", "Join or request an invite", "row")
        self.join.clicked.connect(self.join_wanted)
        self.follow = IconPushButton(theme, "rss", "Follow a public channel", "row")
        self.follow.clicked.connect(self.follow_wanted)
        for button in (self.new, self.join, self.follow):
            # Narrower than its words where the text is large: it says them in its tool tip then.
            button.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            foot.addWidget(button)
        line = QWidget()
        line.setProperty("surface", "line")
        line.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        line.setFixedHeight(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.list, 1)
        column.addWidget(line)
        column.addLayout(foot)

    def _dress(self) -> None:
        self.title.setMinimumHeight(self._theme.head_height)
        self.list.doItemsLayout()

    # ---- choosing ---------------------------------------------------------------------------

    def choose(self, space: SpaceId | None) -> None:
        """Marks ``space`` as the open one, without telling anybody."""
        self._opened = space
        index = self.model.index_of(space)
        self.list.selectionModel().blockSignals(True)  # noqa: FBT003 - Qt's own setter
        self.list.setCurrentIndex(index)
        self.list.selectionModel().blockSignals(False)  # noqa: FBT003 - Qt's own setter
        if not index.isValid():
            self.list.clearSelection()
        self.list.viewport().update()

    def step(self, steps: int) -> None:
        """Opens the next space (steps > 0) or the one before."""
        views = self.model.views()
        if not views:
            return
        ids = [view.id for view in views]
        place = ids.index(self._opened) + steps if self._opened in ids else 0
        self.opened.emit(ids[place % len(ids)])

    def step_unread(self, steps: int) -> None:
        """The same among spaces with unread posts."""
        ids = [view.id for view in self.model.views() if view.unread or view.id == self._opened]
        if len(ids) > int(self._opened in ids):
            place = ids.index(self._opened) + steps if self._opened in ids else 0
            self.opened.emit(ids[place % len(ids)])

    def _current_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        self._clicked(current)

    def _clicked(self, index: QModelIndex) -> None:
        view = self.model.view(index)
        if view is None:
            return
        if view.id != self._opened:
            self._opened = view.id
            self.opened.emit(view.id)
        else:
            self.opened_again.emit()

    # ---- what can be done -------------------------------------------------------------------

    def _show_menu(self, at: QPoint) -> None:
        view = self.model.view(self.list.indexAt(at))
        if view is not None:
            menu = self.menu_for(view)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(self.list.viewport().mapToGlobal(at))

    def menu_for(self, view: SpaceView) -> QMenu:
        """What can be done with a space."""
        menu = QMenu(self)
        bell = ("bell", "Unmute") if view.muted else ("bell-off", "Mute")
        entries = [
            ("pencil", "Rename…", self.rename_wanted),
            (*bell, self.mute_wanted),
            *([("qr-code", "Show the channel's code", self.code_wanted)] if view.public else []),
            ("users", "Take part again", self.return_wanted)
            if view.left
            else ("log-out", "Leave…", self.leave_wanted),
            ("trash-2", "Forget…", self.forget_wanted),
        ]
        for icon, words, wanted in entries:
            action = menu.addAction(self._theme.icon(icon), words)
            action.triggered.connect(lambda _on, signal=wanted: signal.emit(view))
        return menu
