"""Where the window's parts for shared folders meet: the place, the pages, the list's menu.

One line in ``main_window`` makes it; nothing else of the window knows folders.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtWidgets import QWidget

from engine.model.feeds import FolderEntryView, FolderView
from engine.model.found import FoundFolder
from engine.model.ids import SpaceId, SpaceKind
from ui.equipment import Equipment
from ui.folders.about import AboutFolderPage
from ui.folders.acts import hand_to_desktop
from ui.folders.book import FolderBook
from ui.folders.code import FolderCodePage
from ui.folders.getting import GetFolderPage
from ui.folders.history import HistoryPage
from ui.folders.page import FolderPage
from ui.folders.placing import PlacingPage
from ui.folders.sharing import ShareFolderPage
from ui.folders.status import status_of_folder
from ui.main_window.folder_menu import FolderSpaceMenu
from ui.main_window.pages import Pages
from ui.main_window.sidebar import Sidebar
from ui.text.language import tr
from ui.wording.states import Status


class FolderHall(QObject):
    """``done`` carries a sentence for the toast, ``undoable`` one and what takes it back."""

    done = Signal(str)
    undoable = Signal(str, object)

    def __init__(
        self,
        equipment: Equipment,
        pages: Pages,
        sidebar: Sidebar,
        window: QWidget,
        hand_over: Callable[[Path], object] = hand_to_desktop,
    ) -> None:
        """``hand_over`` gives a file or directory to the desktop."""
        super().__init__(window)
        self._equipment = equipment
        self._pages = pages
        self._sidebar = sidebar
        self._hand_over = hand_over
        self.place: FolderPage | None = None
        self.book = FolderBook(equipment.bridge, self)
        menu = FolderSpaceMenu(equipment.bridge, equipment.theme, self.book, sidebar.wanted, window)
        self.menu = menu
        sidebar.wanted.offer_menu(SpaceKind.FOLDER, menu.fill)
        menu.about_wanted.connect(self.show_about)
        menu.code_wanted.connect(self.show_code)
        menu.place_wanted.connect(self.show_placing)
        menu.done.connect(self.done)
        menu.undoable.connect(self.undoable)
        sidebar.model.folders_listed.connect(self.book.use)
        self.book.changed.connect(lambda: sidebar.model.show_statuses(self._statuses()))
        sidebar.offer("file-up", tr("Share a folder"), self.show_sharing)
        sidebar.offer("folder-open", tr("Get a folder"), self.show_getting)
        pages.offer_place(SpaceKind.FOLDER, self._make_place)
        pages.folder_found.connect(self.show_getting)
        app = QCoreApplication.instance()
        assert app is not None, "there is a window"
        app.aboutToQuit.connect(self.close)

    def _statuses(self) -> dict[SpaceId, Status]:
        return {space: status_of_folder(view) for space, view in self.book.folders.items()}

    def _make_place(self) -> FolderPage:
        place = self.place = FolderPage(self._equipment, self._hand_over)
        place.code_wanted.connect(self.show_code)
        place.about_wanted.connect(self.show_about)
        place.place_wanted.connect(self.show_placing)
        place.history_wanted.connect(self.show_history)
        place.connections_wanted.connect(self._pages.show_connections)
        place.done.connect(self.done)
        return place

    def _open(self, space: SpaceId) -> None:
        self._sidebar.model.expect(space, SpaceKind.FOLDER)
        self._pages.arrive_in(space)

    def close(self) -> None:
        """The program ends: copies that were lent to other programs are erased."""
        if self.place is not None:
            self.place.acts.close()

    # ---- pages ------------------------------------------------------------------------------

    def show_sharing(self) -> ShareFolderPage:
        """Shares a directory of this computer."""
        page = ShareFolderPage(self._equipment)
        page.finished.connect(self._open)
        self._pages.show_once(page)
        page.open()
        return page

    def show_getting(self, found: FoundFolder | None = None) -> GetFolderPage:
        """Gets somebody's folder; ``found`` is previewed at once."""
        page = GetFolderPage(self._equipment)
        page.finished.connect(self._open)
        self._pages.show_once(page)
        page.open()
        if found is not None:
            page.show_found(found)
        return page

    def show_code(self, view: FolderView) -> FolderCodePage:
        """Its link, as a code, a text and a file."""
        page = FolderCodePage(self._equipment, view)
        self._pages.show_once(page)
        page.open()
        return page

    def show_about(self, view: FolderView) -> AboutFolderPage:
        """All that is known of it."""
        page = AboutFolderPage(self._equipment, view)
        page.code_wanted.connect(self.show_code)
        page.place_wanted.connect(self.show_placing)
        self._pages.show_once(page)
        page.open()
        return page

    def show_placing(self, view: FolderView) -> PlacingPage:
        """Where it lies on this computer."""
        page = PlacingPage(self._equipment, view)
        page.done.connect(self.done)
        self._pages.show_once(page)
        page.open()
        return page

    def show_history(self, view: FolderView, entry: FolderEntryView) -> HistoryPage:
        """Every version of a file."""
        assert self.place is not None, "its menu asked"
        page = HistoryPage(self._equipment, self.place.acts, view, entry)
        self._pages.show_once(page)
        page.open()
        return page
