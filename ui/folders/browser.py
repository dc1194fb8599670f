"""The files of one shared folder, to be walked: path, filter, rows, earlier states.

It shows and tells what a person points at; what is done with it is the page's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QItemSelectionModel, QPoint, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QStackedWidget, QVBoxLayout, QWidget

from engine.errors import Fault, Refused
from engine.model.feeds import FolderEntryView, FolderView
from ui.equipment import Equipment
from ui.folders.emptiness import empty_folder
from ui.folders.listing import ListingModel
from ui.folders.loading import Loading
from ui.folders.path_bar import PathBar
from ui.folders.strips import PastStrip
from ui.folders.table import FolderTable
from ui.folders.trouble import takes_files
from ui.look.theme import Gap, Theme
from ui.text.language import tr
from ui.text.names import plain_name
from ui.text.numbers import size_words
from ui.widgets.clearing import let_clear
from ui.widgets.empty import EmptyState
from ui.wording.sentences import sentence_of

FILTER_WIDTHS = (90, 200)


class Browser(QWidget):
    """``chosen`` carries a file's entry, ``menu_wanted`` entries and where on the screen.

    ``dragged`` carries entries, ``dropped`` local paths; ``counted`` says what is chosen, for the
    foot. ``empty_pressed``: the one thing to do where nothing is.
    """

    chosen = Signal(object)
    menu_wanted = Signal(object, QPoint)
    dragged = Signal(object)
    dropped = Signal(object)
    counted = Signal(str)
    empty_pressed = Signal()

    def __init__(self, equipment: Equipment) -> None:
        super().__init__()
        self._now = equipment.now
        self.view: FolderView | None = None
        self._reach_next = ""
        self._problem: Refused | Fault | None = None
        theme = equipment.theme
        self.past = PastStrip(theme)
        self.path_bar = PathBar(theme)
        self.model = ListingModel(theme)
        self.table = FolderTable(theme, self.model)
        self.empty = EmptyState(theme)
        self.loading = Loading(equipment.bridge, self.model, self.table.first_in_sight, self)
        self._make_filter(theme)
        self._lay_out()
        self._connect_parts()

    @property
    def path(self) -> str:
        """Which folder inside the shared one is shown."""
        return self.loading.path

    @property
    def main(self) -> QWidget:
        """What the keyboard comes to first: the rows, or the one thing to do where nothing is."""
        return self.table if self.rows.currentWidget() is self.table else self.empty.action

    @property
    def version(self) -> int | None:
        """Which earlier state is shown; None: as it is now."""
        return self.loading.version

    # ---- making -----------------------------------------------------------------------------

    def _make_filter(self, theme: Theme) -> None:
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(tr("Filter"))
        self.filter.setAccessibleName(tr("Show only names with"))
        let_clear(self.filter, theme)
        self.filter.setMinimumWidth(FILTER_WIDTHS[0])
        self.filter.setMaximumWidth(FILTER_WIDTHS[1])

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        bar.setContentsMargins(Gap.L, Gap.XS, Gap.L, Gap.XS)
        bar.setSpacing(Gap.S)
        bar.addWidget(self.path_bar, 1)
        bar.addWidget(self.filter)
        self.rows = QStackedWidget()
        self.rows.addWidget(self.table)
        self.rows.addWidget(self.empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.past)
        column.addLayout(bar)
        column.addWidget(self.rows, 1)

    def _connect_parts(self) -> None:
        table = self.table
        self.past.version_wanted.connect(self._show_version)
        self.path_bar.wanted.connect(self.go)
        self.filter.textChanged.connect(self.model.look_for)
        self.filter.returnPressed.connect(table.setFocus)
        self.model.arranged.connect(self._show_rows)
        self.loading.loaded.connect(self._on_loaded)
        self.loading.failed.connect(self._on_failed)
        table.chosen.connect(self.choose)
        table.up_wanted.connect(self.path_bar.go_up)
        table.dropped.connect(self.dropped)
        table.drag_wanted.connect(lambda: self.dragged.emit(table.selected()))
        table.menu_wanted.connect(lambda at: self.menu_wanted.emit(table.selected(), at))
        table.selectionModel().selectionChanged.connect(self._count)
        self.empty.action.clicked.connect(self._on_empty_pressed)
        self._key(QKeySequence.StandardKey.Find, self._to_filter)

    def _key(self, keys: str | QKeySequence.StandardKey, act: Callable[[], object]) -> None:
        shortcut = QShortcut(QKeySequence(keys), self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(act)

    # ---- what is shown ----------------------------------------------------------------------

    def open(self, view: FolderView) -> None:
        """Shows a folder from its beginning; the keyboard stays where it is."""
        self.view = view
        self._go(view, "")

    def renew(self, view: FolderView) -> None:
        """What the engine says of it now."""
        before, self.view = self.view, view
        self.table.takes_drops = takes_files(view) and self.version is None
        self.path_bar.show_path(plain_name(view.feed.name), self.path)
        if before is not None and before.version != view.version and self.version is None:
            self.loading.ask()
        self._show_rows()

    def close_folder(self) -> None:
        """Shows nothing."""
        self.view = self._problem = None
        self.past.hide()
        self.filter.clear()
        self.loading.close()

    def go(self, path: str) -> None:
        """Shows the folder at ``path`` inside the shared one, "" for all of it."""
        if self.view is not None:
            self._go(self.view, path)
            self.table.setFocus()

    def _go(self, view: FolderView, path: str) -> None:
        self._reach_next = _step_towards(self.path, path)
        self.filter.clear()
        self.path_bar.show_path(plain_name(view.feed.name), path)
        self.loading.open(view.feed.space, path, self.version, own=view.feed.own)

    def choose(self, entry: FolderEntryView) -> None:
        """Goes into a folder; of a file it is told that it was chosen."""
        if entry.is_folder:
            self.go(entry.path)
        else:
            self.chosen.emit(entry)

    def show_past(self) -> None:
        """Shows the folder as it was, version by version."""
        if self.view is not None:
            self.past.begin(self.view.version)

    def _show_version(self, version: int | None) -> None:
        self.past.setVisible(version is not None)
        if self.view is not None:
            feed = self.view.feed
            self.loading.open(feed.space, self.path, version, own=feed.own)
            self.renew(self.view)
            if version is None:
                self.table.setFocus()

    # ---- rows -------------------------------------------------------------------------------

    def _on_loaded(self) -> None:
        self._problem = None
        chosen = self.table.selectionModel()
        if self._reach_next:
            self.table.reach(self._reach_next)
            self._reach_next = ""
        elif not self.table.currentIndex().isValid() and self.model.rowCount():
            first = self.model.index(0, 0)
            chosen.setCurrentIndex(first, QItemSelectionModel.SelectionFlag.NoUpdate)
        self._show_rows()

    def _on_failed(self, problem: Refused | Fault) -> None:
        self._problem = problem
        self._show_rows()

    def _show_rows(self) -> None:
        self._count()
        if self.view is None or self.model.rowCount():
            self._turn_to_table()
        elif self._problem is not None:
            words = sentence_of(self._problem)
            self.empty.say("circle-alert", words.message, words.hint)
            self.rows.setCurrentWidget(self.empty)
        elif self.loading.is_whole:
            said = empty_folder(self.view, self.path, self.model.looks_for, self._now())
            self.empty.say(said.icon, said.title, said.sentence, said.action)
            self.rows.setCurrentWidget(self.empty)

    def _turn_to_table(self) -> None:
        focus = self.empty.focusWidget()
        had_focus = focus is not None and focus.hasFocus()
        self.rows.setCurrentWidget(self.table)
        if had_focus:
            self.table.setFocus()

    def _count(self) -> None:
        chosen: Sequence[FolderEntryView] = self.table.selected()
        rows = self.model.rowCount()
        words = tr("%n entries", "", rows) if rows else ""
        if len(chosen) > 1:
            size = size_words(sum(one.size for one in chosen))
            words = tr("%n chosen, {size}", "", len(chosen)).format(size=size)
        self.counted.emit(words)

    def _on_empty_pressed(self) -> None:
        if self.model.looks_for:
            self.filter.clear()
            self.table.setFocus()
        else:
            self.empty_pressed.emit()

    # ---- keys -------------------------------------------------------------------------------

    def _to_filter(self) -> None:
        self.filter.setFocus()
        self.filter.selectAll()

    def escape(self) -> None:
        """Ends the filter, else the look at an earlier state, else the choice."""
        if self.filter.text():
            self.filter.clear()
            self.table.setFocus()
        elif self.version is not None:
            self._show_version(None)
        else:
            self.table.clearSelection()


def _step_towards(came_from: str, path: str) -> str:
    """Going up: the path of the folder that one comes out of, which is then marked; else ""."""
    start = f"{path}/" if path else ""
    if not came_from or came_from == path or not came_from.startswith(start):
        return ""
    return start + came_from[len(start) :].partition("/")[0]
