"""The menus of a community and of its channels: what can be done with each in its state."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from engine.model.communities import CommunityView
from engine.model.views import SpaceView
from ui.communities.acts import CommunityActs
from ui.communities.book import CommunityBook
from ui.communities.page import CHANNELS, MEMBERS, MODERATION
from ui.look.theme import Theme
from ui.main_window.space_menu import SpaceMenu
from ui.text.language import tr
from ui.widgets.labels import menu_text


class CommunityMenu(QObject):
    """``page_wanted`` carries a CommunityView and the part of its page; ``share_wanted`` a view."""

    page_wanted = Signal(object, str)
    share_wanted = Signal(object)

    def __init__(
        self, theme: Theme, book: CommunityBook, acts: CommunityActs, spaces: SpaceMenu
    ) -> None:
        """``spaces`` has what can be done with every space."""
        super().__init__(spaces)
        self._theme = theme
        self._book = book
        self._acts = acts
        self._spaces = spaces

    def fill(self, menu: QMenu, view: CommunityView) -> None:
        """What can be done with a community."""
        acts = self._acts
        self._add_pages(menu, view)
        menu.addSeparator()
        if not view.left:
            self._add(
                menu, "user-plus", tr("Let somebody in…"), lambda: self.share_wanted.emit(view)
            )
            self._add(menu, "plus", tr("New channel…"), lambda: acts.new_channel(view))
            self._add(menu, "user", tr("Change your name…"), lambda: acts.change_nickname(view))
        self._add(menu, "pencil", tr("Rename…"), lambda: acts.rename(view))
        if not view.left:
            self._spaces.add_report(menu, view)
        menu.addSeparator()
        if view.left:
            self._add(menu, "users", tr("Take part again"), lambda: acts.take_part_again(view))
        else:
            self._add(menu, "log-out", tr("Leave…"), lambda: acts.leave(view))
        self._add(menu, "trash-2", tr("Forget…"), lambda: acts.forget(view))

    def fill_channel(self, menu: QMenu, view: SpaceView) -> None:
        """What can be done with one of its channels."""
        acts, community = self._acts, self._book.of(view)
        self._spaces.add_marks(menu, view)
        menu.addSeparator()
        if community is not None:
            self._add_pages(menu, community)
            if not community.left:
                words = tr("Let somebody in…")
                self._add(menu, "user-plus", words, lambda: self.share_wanted.emit(community))
        menu.addSeparator()
        self._spaces.add_export(menu, view)
        self._spaces.add_report(menu, view)
        self._spaces.add_archive(menu, view)
        if not view.left:
            self._add(menu, "log-out", tr("Leave"), lambda: acts.leave_channel(view))
        elif community is not None and not community.left:
            again = partial(acts.join_channel, community, self._book.channel_of(view))
            self._add(menu, "users", tr("Join again"), again)
        self._add(menu, "trash-2", tr("Forget…"), lambda: acts.forget_channel(view))

    def _add_pages(self, menu: QMenu, view: CommunityView) -> None:
        for part, icon, words in (
            (CHANNELS, "list", tr("All channels")),
            (MEMBERS, "users", tr("All members")),
            (MODERATION, "shield", tr("Moderation")),
        ):
            self._add(menu, icon, words, partial(self.page_wanted.emit, view, part))

    def _add(self, menu: QMenu, icon: str, words: str, act: Callable[[], object]) -> QAction:
        action = menu.addAction(self._theme.icon(icon), menu_text(words))
        action.triggered.connect(lambda _on: act())
        return action
