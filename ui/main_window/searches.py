"""The search page in its place among the pages, made when it is first wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from engine.model.views import SpaceView
from ui.equipment import Equipment
from ui.main_window.pages import PageName, Pages
from ui.searching.page import SearchPage


class Searches(QObject):
    """``chosen`` carries SpaceId and OrderKey of a message to be shown, and what was looked for,
    ``comment_chosen`` the SearchHit of a comment, ``message_named`` a line that names a message.
    """

    chosen = Signal(object, object, str)
    comment_chosen = Signal(object)
    message_named = Signal(str)

    def __init__(
        self, equipment: Equipment, pages: Pages, views: Callable[[], Sequence[SpaceView]]
    ) -> None:
        """``views`` are our spaces, in their order."""
        super().__init__(pages)
        self._equipment = equipment
        self._pages = pages
        self._views = views
        self.page: SearchPage | None = None
        pages.offer(PageName.SEARCH, self._make)

    def open(self, words: str = "") -> None:
        """Shows it, and looks for ``words`` if there are any."""
        page = self._pages.show(PageName.SEARCH)
        assert isinstance(page, SearchPage)
        page.open(words)

    def refresh(self) -> None:
        """Spaces came, went, or are called otherwise."""
        if self.page is not None:
            self.page.show_spaces(self._views())

    def _make(self) -> SearchPage:
        self.page = SearchPage(self._equipment)
        self.page.show_spaces(self._views())
        self.page.chosen.connect(self.chosen)
        self.page.comment_chosen.connect(self.comment_chosen)
        self.page.message_named.connect(self.message_named)
        return self.page
