"""The menu of a feed, in the list and over its page: what can be done with it in its state."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu

from engine.model.feeds import FeedState, FeedView
from engine.model.views import SpaceView
from ui.feeds.acts import FeedActs
from ui.feeds.desk import FeedDesk
from ui.look.theme import Theme
from ui.main_window.space_menu import SpaceMenu
from ui.text.language import tr


class FeedMenu(QObject):
    """``about_wanted`` and ``code_wanted`` carry the FeedView."""

    about_wanted = Signal(object)
    code_wanted = Signal(object)

    def __init__(self, theme: Theme, desk: FeedDesk, acts: FeedActs, spaces: SpaceMenu) -> None:
        """``spaces`` has what can be done with every space."""
        super().__init__(spaces)
        self._theme = theme
        self._desk = desk
        self._book = desk.book
        self._acts = acts
        self._spaces = spaces

    def fill(self, menu: QMenu, view: SpaceView) -> None:
        """All of it, for the state that the feed is in."""
        feed = self._book.one(view.id)
        self._spaces.add_marks(menu, view)
        menu.addSeparator()
        if feed is not None:
            self._add_transfer(menu, feed)
            self._add_order(menu)
            menu.addSeparator()
            self._add(menu, "info", tr("About this feed…"), lambda: self.about_wanted.emit(feed))
            self._add(
                menu, "qr-code", tr("Show the feed's code"), lambda: self.code_wanted.emit(feed)
            )
        self._spaces.add_rename(menu, view)
        menu.addSeparator()
        self._spaces.add_report(menu, view)
        self._spaces.add_archive(menu, view)
        if feed is not None:
            self._add_endings(menu, view, feed)

    def _add_transfer(self, menu: QMenu, feed: FeedView) -> None:
        acts = self._acts
        can_move = feed.state not in {FeedState.LEFT, FeedState.FORKED}
        if feed.paused:
            resume = self._add(menu, "play", tr("Resume"), lambda: acts.resume(feed))
            resume.setEnabled(can_move)
        else:
            pause = self._add(menu, "pause", tr("Pause"), lambda: acts.pause(feed))
            pause.setEnabled(can_move)
        if feed.own:
            return
        submenu = menu.addMenu(self._theme.icon("download"), tr("Download"))
        submenu.setEnabled(can_move)
        group = QActionGroup(submenu)
        for whole, words in ((True, tr("All of it")), (False, tr("Only what I read"))):
            action = submenu.addAction(words)
            action.setCheckable(True)
            action.setChecked(feed.whole is whole)
            action.triggered.connect(
                lambda _on, chosen=whole: (
                    acts.fetch_whole(feed, whole=chosen) if chosen is not feed.whole else None
                )
            )
            group.addAction(action)
        self._add(menu, "hard-drive", tr("Storage limit…"), lambda: acts.limit(feed))

    def _add_order(self, menu: QMenu) -> None:
        submenu = menu.addMenu(self._theme.icon("arrow-up-down"), tr("Order of all feeds"))
        group = QActionGroup(submenu)
        for newest, words in ((False, tr("Oldest entry first")), (True, tr("Newest entry first"))):
            action = submenu.addAction(words)
            action.setCheckable(True)
            action.setChecked(self._desk.newest_first is newest)
            action.triggered.connect(lambda _on, to=newest: self._desk.turn(newest_first=to))
            group.addAction(action)

    def _add_endings(self, menu: QMenu, view: SpaceView, feed: FeedView) -> None:
        acts = self._acts
        if not feed.own and feed.downloaded:
            self._add(menu, "x", tr("Erase what is here…"), lambda: acts.drop(feed))
        if view.left:
            self._add(menu, "rss", tr("Follow again"), lambda: acts.follow_again(feed))
        elif not feed.own:
            self._add(menu, "log-out", tr("Stop following…"), lambda: acts.leave(feed))
        self._add(menu, "trash-2", tr("Forget…"), lambda: acts.forget(feed))

    def _add(self, menu: QMenu, icon: str, words: str, act: Callable[[], object]) -> QAction:
        action = menu.addAction(self._theme.icon(icon), words)
        action.triggered.connect(lambda _on: act())
        return action
