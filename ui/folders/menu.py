"""The menu of files in a shared folder. It only asks; the page does it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal, SignalInstance
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from engine.model.feeds import FolderEntryView, FolderView
from ui.look.theme import Theme
from ui.text.language import tr
from ui.widgets.menus import Menu


class FolderMenu(QObject):
    """Its signals carry the entries that are meant; ``link``, ``add`` and ``past`` nothing."""

    opened = Signal(object)
    fetch = Signal(object)
    unfetch = Signal(object)
    save = Signal(object)
    show_in_files = Signal(object)
    history = Signal(object)
    link = Signal()
    add = Signal()
    past = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._widget = parent

    def menu_for(
        self, view: FolderView, entries: Sequence[FolderEntryView], *, in_past: bool
    ) -> QMenu:
        """All that can be done with ``entries``, and with the folder itself."""
        menu = Menu(self._widget)
        if entries:
            self._add_of_entries(menu, view, entries, in_past=in_past)
            menu.addSeparator()
        if view.feed.own and view.directory is not None and not in_past:
            self._act(menu, "file-up", tr("Add files…"), self.add)
        if view.directory is not None:
            words = tr("Show in the file manager")
            place = self._act(menu, "folder-open", words, self.show_in_files, entries)
            place.setEnabled(len(entries) < 2)
        if view.version > 1 and not in_past:
            self._act(menu, "history", tr("Show an earlier state"), self.past)
        self._act(menu, "link", tr("Copy the folder's link"), self.link)
        return menu

    def _add_of_entries(
        self, menu: QMenu, view: FolderView, entries: Sequence[FolderEntryView], *, in_past: bool
    ) -> None:
        one = entries[0] if len(entries) == 1 else None
        sound = [entry for entry in entries if entry.refusal is None]
        here = [entry for entry in sound if entry.have or entry.size == 0]
        if one is not None:
            words = tr("Open") if one.is_folder else tr("Open…")
            action = self._act(menu, "external-link", words, self.opened, entries)
            action.setEnabled(one.is_folder or (one.refusal is None and not in_past))
        if not view.feed.own:
            lacking = [entry for entry in sound if not entry.is_here and not entry.wanted]
            coming = [entry for entry in sound if not entry.is_here and entry.wanted]
            if lacking or not coming:
                fetch = self._act(menu, "download", tr("Fetch"), self.fetch, lacking)
                fetch.setEnabled(bool(lacking))
            if coming:
                self._act(menu, "x", tr("Do not fetch"), self.unfetch, coming)
        save = self._act(menu, "file-down", tr("Save a copy…"), self.save, here)
        save.setEnabled(bool(here))
        if one is not None and not one.is_folder:
            self._act(menu, "history", tr("History…"), self.history, entries)

    def _act(
        self, menu: QMenu, icon: str, words: str, wanted: SignalInstance, *meant: object
    ) -> QAction:
        action = menu.addAction(self._theme.icon(icon), words)
        action.triggered.connect(lambda _on: wanted.emit(*meant))
        return action
