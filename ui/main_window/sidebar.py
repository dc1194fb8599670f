"""The list of spaces at the left: what is new, who is there, and what can be done with each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListView,
    QMenu,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from engine.model.communities import CommunityView
from engine.model.ids import CommunityId, SpaceId
from engine.model.views import SpaceView
from ui.composing.fitting import may_take_files
from ui.keys.shown import in_menu_with
from ui.look.theme import Gap, Theme
from ui.main_window.space_list import SpaceList
from ui.main_window.space_menu import SpaceMenu
from ui.main_window.space_rows import SpaceDelegate
from ui.models.community_rows import BrowseRow, CommunityRow
from ui.models.spaces import SpacesModel
from ui.text.language import tr
from ui.widgets.buttons import IconPushButton
from ui.widgets.labels import plain_label
from ui.widgets.menus import Menu

FillCommunity = Callable[[QMenu, CommunityView], object]
"""Fills a menu with what can be done with a community."""
MOVE_UP, MOVE_DOWN = "Ctrl+Shift+Up", "Ctrl+Shift+Down"


class Sidebar(QWidget):
    """``opened`` carries the space that was chosen, ``opened_again``: it is the open one.
    ``reached`` carries one that an arrow came to: it is shown, and the keyboard stays in the list.

    ``community_wanted`` carries the CommunityId of one whose page is asked for.
    ``files_dropped`` carries a SpaceId and the paths of files that were let go over its row.
    ``moved`` carries a ``Move``, ``by_name_wanted`` that the list is to be in order of names again.
    What can be done with one space is asked for by ``wanted``: see ``SpaceMenu``.
    """

    opened = Signal(object)
    reached = Signal(object)
    opened_again = Signal()
    new_wanted = Signal()
    join_wanted = Signal()
    follow_wanted = Signal()
    community_wanted = Signal(object)
    files_dropped = Signal(object, object)
    moved = Signal(object)
    by_name_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "sidebar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self.wanted = SpaceMenu(theme, self)
        self.model = SpacesModel(self)
        self.model.moved.connect(self.moved)
        self.list = SpaceList(theme, self._takes_files)
        self.list.setModel(self.model)
        self.list.setItemDelegate(SpaceDelegate(theme, self.list))
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setAccessibleName(tr("Channels"))
        self._opened: SpaceId | None = None
        self._ringed: object = None  # while the list is begun anew
        self.offers: list[tuple[str, str, Callable[[], object]]] = []
        self._fill_community: FillCommunity | None = None
        self._allow_moving()
        self._connect_list()
        self._lay_out(theme)
        theme.changed.connect(self._dress)
        self._dress()

    def _allow_moving(self) -> None:
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.list.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.list.setDragDropOverwriteMode(False)
        self.list.setDropIndicatorShown(True)
        for keys, steps in ((MOVE_UP, -1), (MOVE_DOWN, 1)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WindowShortcut)
            shortcut.activated.connect(lambda steps=steps: self._step_row(steps))

    def _connect_list(self) -> None:
        self.list.menu_wanted.connect(self._show_menu)
        self.list.reached_by_key.connect(self._reached)
        self.list.ringed_by_key.connect(lambda index: self._mark_row(self.model.identity(index)))
        self.list.drag_ended.connect(lambda: self._mark_open(self._opened))
        self.list.clicked.connect(self._clicked)
        self.list.pressed_by_key.connect(self._clicked)
        self.list.folded_by_key.connect(self._fold_by_key)
        self.list.files_dropped.connect(self._drop_files)
        self.list.dwelt.connect(self._dwelt)
        # After the list has its model: the list forgets the ring first, then it is put back.
        self.model.modelAboutToBeReset.connect(self._remember_ring)
        self.model.modelReset.connect(lambda: self._mark_row(self._ringed))

    def _lay_out(self, theme: Theme) -> None:
        self.title = plain_label(tr("Channels"), "title")
        head = QHBoxLayout()
        head.setContentsMargins(Gap.L, 0, Gap.S, 0)
        head.addWidget(self.title)
        foot = QVBoxLayout()
        foot.setContentsMargins(Gap.S, Gap.S, Gap.S, Gap.S)
        foot.setSpacing(0)
        self.new = IconPushButton(theme, "circle-plus", tr("New channel"), "row")
        self.new.clicked.connect(self.new_wanted)
        self.join = IconPushButton(theme, "qr-code", tr("Join or request an invite"), "row")
        self.join.clicked.connect(self.join_wanted)
        self.follow = IconPushButton(theme, "rss", tr("Follow a public channel"), "row")
        self.follow.clicked.connect(self.follow_wanted)
        self.more = IconPushButton(theme, "newspaper", tr("Communities, feeds, folders"), "row")
        self.more.setAccessibleDescription(tr("Opens a menu"))
        self.more.clicked.connect(lambda: self.show_offers(self.more, above=True))
        self.more.hide()
        for button in (self.new, self.join, self.follow, self.more):
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

    def offer(self, icon: str, words: str, act: Callable[[], object]) -> None:
        """Adds something to be made or followed to the menu at the foot."""
        self.offers.append((icon, words, act))
        self.more.show()

    def offer_community_menu(self, fill: FillCommunity) -> None:
        """Communities have a menu from now on: ``fill`` fills it."""
        self._fill_community = fill

    def show_offers(self, beside: QWidget, *, above: bool = False) -> None:
        """Opens the menu of what was offered, below that widget or above it."""
        menu = Menu(beside)
        for icon, words, act in self.offers:
            action = menu.addAction(self._theme.icon(icon), words)
            action.triggered.connect(lambda _on, act=act: act())
        menu.aboutToHide.connect(menu.deleteLater)
        y = -menu.sizeHint().height() if above else beside.height()
        menu.popup(beside.mapToGlobal(QPoint(0, y)))

    # ---- choosing ---------------------------------------------------------------------------

    def choose(self, space: SpaceId | None) -> None:
        """Marks ``space`` as the open one, without telling anybody. If it was that before, or is
        none, whoever walks the list with the keys stays on their row.
        """
        ring = self.model.identity(self.list.currentIndex())
        stays = space in {None, self._opened} and self.list.hasFocus()
        self._mark_open(space)
        if stays:
            self._put_ring(ring)

    def _mark_open(self, space: SpaceId | None) -> None:
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
        ids = [view.id for view in self.model.listed()]
        if not ids:
            return
        place = ids.index(self._opened) + steps if self._opened in ids else 0
        self.opened.emit(ids[place % len(ids)])

    def step_unread(self, steps: int) -> None:
        """The same among spaces with unread posts."""
        listed = self.model.listed()
        ids = [view.id for view in listed if view.unread or view.id == self._opened]
        if len(ids) > int(self._opened in ids):
            place = ids.index(self._opened) + steps if self._opened in ids else 0
            self.opened.emit(ids[place % len(ids)])

    def _reached(self, index: QModelIndex) -> None:
        view = self.model.view(index)
        if view is not None:  # a fold waits until it is pressed
            self._opened = view.id
            self.reached.emit(view.id)

    def _dwelt(self, index: QModelIndex) -> None:
        if self.model.view(index) is not None:  # nothing can be let go inside a fold
            self._clicked(index)

    def _clicked(self, index: QModelIndex) -> None:
        view = self.model.view(index)
        if view is None:
            self._fold(index)
        elif view.id != self._opened:
            self._opened = view.id
            self.opened.emit(view.id)
        else:
            self.opened_again.emit()

    def _fold(self, index: QModelIndex) -> None:
        match self.model.community_row(index):
            case CommunityRow(view, folded):
                self._fold_community(view.id, index, folded=not folded)
            case BrowseRow(community):
                self._mark_row(self.model.identity(index))
                self.community_wanted.emit(community)
            case None:
                self._fold_archive(index)

    def _fold_by_key(self, index: QModelIndex, folded: bool) -> None:  # noqa: FBT001 - a signal's value
        row = self.model.community_row(index)
        if isinstance(row, CommunityRow):
            self._fold_community(row.view.id, index, folded=folded)
        else:
            heading = self.model.heading(index)
            if heading is not None and heading.folded not in {None, folded}:
                self._fold_archive(index)

    def _fold_community(self, community: CommunityId, row: QModelIndex, *, folded: bool) -> None:
        identity = self.model.identity(row)
        self.model.fold_community(community, folded=folded)
        self._mark_row(identity)

    def _fold_archive(self, index: QModelIndex) -> None:
        heading = self.model.heading(index)
        if heading is not None and heading.folded is not None:
            place, identity = index.row(), self.model.identity(index)
            self.model.fold_archive(folded=not heading.folded)
            self._mark_row(identity)
            self.list.scrollTo(self.model.index(min(place + 1, self.model.rowCount() - 1)))

    def _remember_ring(self) -> None:
        self._ringed = self.model.identity(self.list.currentIndex())

    def _mark_row(self, identity: object) -> None:
        """Where the arrow keys go on from, without opening anything; the open one stays marked."""
        self._mark_open(self._opened)
        self._put_ring(identity)

    def _put_ring(self, identity: object) -> None:
        """On the row that is that; it stays where it is if that row is there no more."""
        index = self.model.index_of_row(identity)
        if not index.isValid():
            return
        selection = self.list.selectionModel()
        selection.blockSignals(True)  # noqa: FBT003 - Qt's own setter
        selection.setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
        selection.blockSignals(False)  # noqa: FBT003 - Qt's own setter

    # ---- files ------------------------------------------------------------------------------

    def _takes_files(self, index: QModelIndex) -> bool:
        view = self.model.view(index)
        return view is not None and may_take_files(view)

    def _drop_files(self, index: QModelIndex, paths: Sequence[Path]) -> None:
        view = self.model.view(index)
        if view is not None:
            self.files_dropped.emit(view.id, paths)

    # ---- what can be done -------------------------------------------------------------------

    def _step_row(self, steps: int) -> None:
        """Moves the space that the keys have reached, else the open one."""
        view = self.model.view(self.list.currentIndex()) if self.list.hasFocus() else None
        space = self._opened if view is None else view.id
        if space is not None:
            self.model.step(space, steps)

    def _show_menu(self, index: QModelIndex, at: QPoint) -> None:
        view = self.model.view(index)
        community = self.model.community_row(index)
        if isinstance(community, CommunityRow):
            menu = self.menu_for_community(community.view)
        elif view is not None:
            menu = self.menu_for(view)
        else:
            self._mark_row(self.model.identity(index))
            return
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        identity = self.model.identity(index)
        menu.aboutToHide.connect(lambda: self._mark_row(identity))
        menu.popup(self.list.viewport().mapToGlobal(at))

    def menu_for_community(self, view: CommunityView) -> QMenu:
        """What can be done with a community."""
        menu = Menu(self)
        if self._fill_community is not None:
            self._fill_community(menu, view)
        return menu

    def menu_for(self, view: SpaceView) -> QMenu:
        """What can be done with a space."""
        menu = self.wanted.menu_for(view)
        menu.addSeparator()
        moves = (
            (tr("Move up"), "arrow-up", MOVE_UP, -1),
            (tr("Move down"), "arrow-down", MOVE_DOWN, 1),
        )
        for words, icon, keys, steps in moves:
            action = menu.addAction(self._theme.icon(icon), in_menu_with(words, keys))
            action.setEnabled(self.model.can_step(view.id, steps))
            action.triggered.connect(lambda _on, by=steps: self.model.step(view.id, by))
        order = menu.addAction(self._theme.icon("arrow-up-down"), tr("Sort all by name"))
        order.triggered.connect(lambda _on: self.by_name_wanted.emit())
        return menu
