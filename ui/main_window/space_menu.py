"""The menu of a space: what can be done with it. It only asks; ``SpaceActions`` does it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, SignalInstance
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from engine.model.communities import CommunityView
from engine.model.ids import NotificationLevel, SpaceKind
from engine.model.views import SpaceView
from ui.look.theme import Theme
from ui.text.language import QT_TR_NOOP, tr
from ui.widgets.menus import Menu

_NOBODY_IS_MENTIONED = frozenset({SpaceKind.FEED, SpaceKind.FOLDER})
Fill = Callable[[QMenu, SpaceView], object]
"""Fills a menu with what can be done with a space."""
LEVEL_WORDS = {
    NotificationLevel.ALL: QT_TR_NOOP("All messages"),
    NotificationLevel.MENTIONS: QT_TR_NOOP("Only mentions and answers to you"),
    NotificationLevel.NONE: QT_TR_NOOP("Nothing"),
}


class SpaceMenu(QObject):
    """Its signals carry a ``SpaceView``; ``level`` a ``NotificationLevel`` behind it, ``report``
    perhaps a ``CommunityView``: all its channels that we are in.
    """

    read = Signal(object)
    rename = Signal(object)
    pin = Signal(object)
    mute = Signal(object)
    level = Signal(object, object)
    code = Signal(object)
    export = Signal(object)
    report = Signal(object)
    archive = Signal(object)
    leave = Signal(object)
    take_part = Signal(object)
    forget = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._widget = parent
        self._offers_export = False
        self._offers_report = False
        self._of_kind: dict[SpaceKind, Fill] = {}

    def offer_menu(self, kind: SpaceKind, fill: Fill) -> None:
        """Spaces of that kind have a menu of their own from now on: ``fill`` fills it."""
        self._of_kind[kind] = fill

    def offer_export(self, *, offered: bool) -> None:
        """Whether a history can be written to a file from here."""
        self._offers_export = offered

    def offer_report(self, *, offered: bool) -> None:
        """Whether an activity report can be made from here."""
        self._offers_report = offered

    def menu_for(self, view: SpaceView) -> QMenu:
        """All of it, for the state that the space is in."""
        menu = Menu(self._widget)
        if view.kind in self._of_kind:
            self._of_kind[view.kind](menu, view)
            return menu
        self.add_marks(menu, view)
        menu.addSeparator()
        self.add_rename(menu, view)
        if view.public:
            self._add(menu, "qr-code", tr("Show the channel's code"), self.code, view)
        self.add_export(menu, view)
        self.add_report(menu, view)
        menu.addSeparator()
        self.add_archive(menu, view)
        if view.left:
            self._add(menu, "users", tr("Take part again"), self.take_part, view)
        else:
            self._add(menu, "log-out", tr("Leave…"), self.leave, view)
        self._add(menu, "trash-2", tr("Forget…"), self.forget, view)
        return menu

    # ---- what every kind of space has -------------------------------------------------------

    def add_marks(self, menu: QMenu, view: SpaceView) -> None:
        """Read, pinned, muted, and what is announced."""
        read = self._add(menu, "check-check", tr("Mark as read"), self.read, view)
        read.setEnabled(bool(view.unread))
        if view.pinned:
            self._add(menu, "pin-off", tr("Unpin"), self.pin, view)
        elif not view.archived:
            self._add(menu, "pin", tr("Pin"), self.pin, view)
        if view.muted:
            self._add(menu, "bell", tr("Unmute"), self.mute, view)
        else:
            self._add(menu, "bell-off", tr("Mute"), self.mute, view)
        self._add_levels(menu, view)

    def add_rename(self, menu: QMenu, view: SpaceView) -> None:
        """Our own name for it."""
        self._add(menu, "pencil", tr("Rename…"), self.rename, view)

    def add_export(self, menu: QMenu, view: SpaceView) -> None:
        """Its history as a file."""
        if self._offers_export:
            self._add(menu, "file-down", tr("Export the history…"), self.export, view)

    def add_report(self, menu: QMenu, view: SpaceView | CommunityView) -> None:
        """What goes on there, counted."""
        if self._offers_report:
            self._add(menu, "activity", tr("Activity report…"), self.report, view)

    def add_archive(self, menu: QMenu, view: SpaceView) -> None:
        """Into the archive, or out of it."""
        if view.archived:
            self._add(menu, "archive-restore", tr("Take out of the archive"), self.archive, view)
        else:
            self._add(menu, "archive", tr("Archive"), self.archive, view)

    def _add_levels(self, menu: QMenu, view: SpaceView) -> None:
        submenu = menu.addMenu(self._theme.icon("bell-ring"), tr("Notifications"))
        group = QActionGroup(submenu)
        for level, words in LEVEL_WORDS.items():
            if level is NotificationLevel.MENTIONS and view.kind in _NOBODY_IS_MENTIONED:
                continue
            action = submenu.addAction(tr(words))
            action.setCheckable(True)
            action.setChecked(level is view.notifications)
            action.triggered.connect(lambda _on, chosen=level: self.level.emit(view, chosen))
            group.addAction(action)

    def _add(
        self,
        menu: QMenu,
        icon: str,
        words: str,
        wanted: SignalInstance,
        view: SpaceView | CommunityView,
    ) -> QAction:
        action = menu.addAction(self._theme.icon(icon), words)
        action.triggered.connect(lambda _on: wanted.emit(view))
        return action
