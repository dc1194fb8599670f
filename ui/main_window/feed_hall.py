"""Where the window's parts for feeds meet: menu, pages and what is pressed on a feed's page.

One line in ``main_window`` makes it; nothing else of the window knows feeds.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QWidget

from engine.model.feeds import FeedState, FeedView
from engine.model.found import FoundFeed
from engine.model.ids import SpaceKind
from engine.model.views import SpaceView
from ui.equipment import Equipment
from ui.feeds.about import AboutFeedPage
from ui.feeds.acts import FeedActs
from ui.feeds.code import FeedCodePage
from ui.feeds.following import FollowFeedPage
from ui.feeds.making import NewFeedPage
from ui.main_window.feed_menu import FeedMenu
from ui.main_window.pages import Pages
from ui.main_window.sidebar import Sidebar
from ui.text.language import tr
from ui.wording.feeds import lies_elsewhere


class FeedHall(QObject):
    """``done`` carries a sentence for the toast, ``undoable`` one and what takes it back."""

    done = Signal(str)
    undoable = Signal(str, object)

    def __init__(
        self, equipment: Equipment, pages: Pages, sidebar: Sidebar, window: QWidget
    ) -> None:
        super().__init__(window)
        self._equipment = equipment
        self._pages = pages
        self._sidebar = sidebar
        self.desk = pages.channel.feed
        self.book = self.desk.book
        self.acts = FeedActs(equipment.bridge, equipment.theme, self.book, window)
        self.menu = FeedMenu(equipment.theme, self.desk, self.acts, sidebar.wanted)
        sidebar.wanted.offer_menu(SpaceKind.FEED, self.menu.fill)
        self.acts.done.connect(self.done)
        self.acts.undoable.connect(self.undoable)
        self.menu.about_wanted.connect(self.show_about)
        self.menu.code_wanted.connect(self.show_code)
        self.book.changed.connect(lambda: sidebar.model.show_feeds(self.book.feeds))
        sidebar.model.feeds_listed.connect(self.book.use)
        pages.feed_found.connect(self.show_following)
        pages.home.feeds_wanted.connect(sidebar.show_offers)
        sidebar.offer("square-pen", tr("New feed"), self.show_new)
        sidebar.offer("rss", tr("Follow a feed"), self.show_following)
        self._connect_page()

    def _connect_page(self) -> None:
        head, strip = self._pages.channel.head, self.desk.strip
        head.about_wanted.connect(lambda: self._with_open(self.show_about))
        head.code_wanted.connect(lambda: self._with_open(self.show_code))
        head.menu_wanted.connect(self._open_menu)
        strip.pause_wanted.connect(self.acts.pause)
        strip.resume_wanted.connect(self.acts.resume)
        strip.limit_wanted.connect(self.acts.limit)
        strip.about_wanted.connect(self.show_about)
        strip.continue_wanted.connect(self.acts.carry_on)
        strip.connections_wanted.connect(lambda _feed: self._pages.show_connections())
        self.desk.empty_pressed.connect(self._empty_pressed)

    # ---- pages ------------------------------------------------------------------------------

    def show_about(self, feed: FeedView) -> AboutFeedPage:
        """All that is known of a feed."""
        page = AboutFeedPage(self._equipment, self.book, self.acts, feed)
        page.code_wanted.connect(self.show_code)
        self._pages.show_once(page)
        page.open()
        return page

    def show_code(self, feed: FeedView) -> FeedCodePage:
        """Its link, as a code, a text and a file."""
        page = FeedCodePage(self._equipment, feed)
        self._pages.show_once(page)
        page.open()
        return page

    def show_new(self) -> NewFeedPage:
        """Makes a feed."""
        page = NewFeedPage(self._equipment)
        page.finished.connect(self._pages.joined)
        self._pages.show_once(page)
        page.open()
        return page

    def show_following(self, found: FoundFeed | None = None) -> FollowFeedPage:
        """Follows somebody's feed; ``found`` is previewed at once."""
        page = FollowFeedPage(self._equipment, self.book)
        page.finished.connect(self._pages.joined)
        page.meant.connect(self._pages.folder_found)
        self._pages.show_once(page)
        page.open()
        if found is not None:
            page.show_found(found)
        return page

    # ---- inside -----------------------------------------------------------------------------

    def _with_open(self, show: Callable[[FeedView], object]) -> None:
        if self.desk.feed is not None:
            show(self.desk.feed)

    def _open_menu(self, button: QWidget) -> None:
        view = self._pages.channel.view
        if isinstance(view, SpaceView):
            menu = self._sidebar.wanted.menu_for(view)
            menu.aboutToHide.connect(menu.deleteLater)
            menu.popup(button.mapToGlobal(QPoint(0, button.height())))

    def _empty_pressed(self, feed: FeedView) -> None:
        if feed.own and feed.signed:
            self.show_code(feed)
        elif feed.state is FeedState.PAUSED:
            self.acts.resume(feed)
        elif lies_elsewhere(feed):
            self.acts.fetch_whole(feed, whole=True)
        else:
            self._pages.show_connections()
