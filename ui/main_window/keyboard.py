"""The keys that reach everything, wherever the focus is (ux.md 3.7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from ui.channel.details import Details
from ui.look.theme import Theme
from ui.main_window.pages import Pages
from ui.main_window.panes import Panes
from ui.main_window.sidebar import Sidebar
from ui.main_window.space_actions import SpaceActions
from ui.widgets.dialogs import KeysSheet
from ui.widgets.focus import FocusRing
from ui.widgets.toast import Toast

KEYS = (
    ("Ctrl+K", "Go to a channel by its name"),
    ("Ctrl+N", "New channel"),
    ("Ctrl+Shift+J", "Join or request an invite"),
    ("Alt+Up, Alt+Down", "Channel before, next channel"),
    ("Alt+Shift+Up, Alt+Shift+Down", "The same among channels with unread posts"),
    ("F6", "Next part of the window"),
    ("Escape", "Close what is uppermost"),
    ("Shift+Escape", "Mark everything as read"),
    ("Ctrl++, Ctrl+-", "Larger text, smaller text"),
    ("Ctrl+/", "This list"),
)


class Parts(Protocol):
    """What of the window the keys reach."""

    theme: Theme
    sidebar: Sidebar
    pages: Pages
    panes: Panes
    toast: Toast
    details: Details
    ring: FocusRing
    actions_of_spaces: SpaceActions

    def switch(self) -> None: ...


class Keyboard(QObject):
    """Binds the keys of one window."""

    def __init__(self, window: QWidget, parts: Parts) -> None:
        super().__init__(window)
        self._parts = parts
        self._window = window
        theme, pages, sidebar = parts.theme, parts.pages, parts.sidebar
        bound: tuple[tuple[str, Callable[[], object]], ...] = (
            ("Ctrl+K", parts.switch),
            ("Ctrl+Shift+J", pages.show_asking),
            ("Ctrl+N", parts.actions_of_spaces.new_channel),
            ("Alt+Down", lambda: sidebar.step(1)),
            ("Alt+Up", lambda: sidebar.step(-1)),
            ("Alt+Shift+Down", lambda: sidebar.step_unread(1)),
            ("Alt+Shift+Up", lambda: sidebar.step_unread(-1)),
            ("F6", self.next_pane),
            ("Escape", self.escape),
            ("Shift+Escape", self.mark_all_read),
            ("Ctrl+/", self.show_keys),
            ("Ctrl++", lambda: theme.step_text(1)),
            ("Ctrl+=", lambda: theme.step_text(1)),
            ("Ctrl+-", lambda: theme.step_text(-1)),
        )
        for keys, act in bound:
            QShortcut(QKeySequence(keys), window).activated.connect(act)

    def next_pane(self) -> None:
        """Moves the focus to the next pane in sight."""
        parts = self._parts
        channel = parts.pages.channel
        order: list[QWidget] = [parts.sidebar.list]
        order += [channel.timeline, channel.composer.edit] if parts.pages.shows_channel else []
        order += [parts.details.list] if parts.panes.details_in_sight else []
        there = [pane for pane in order if pane.isVisible()]
        focused = [place for place, pane in enumerate(there) if pane.hasFocus()]
        with parts.ring.moved_by_keys():
            if there:
                there[(focused[0] + 1 if focused else 0) % len(there)].setFocus()

    def mark_all_read(self) -> None:
        """Nothing is unread any more, in any space."""
        self._parts.actions_of_spaces.mark_all_read(self._parts.sidebar.model.views())

    def show_keys(self) -> None:
        """Opens the sheet of all keys."""
        sheet = KeysSheet(self._window, KEYS)
        sheet.finished.connect(sheet.deleteLater)
        sheet.open()

    def escape(self) -> None:
        """Closes what is uppermost: a toast, a page, a selection."""
        parts = self._parts
        if parts.toast.isVisible():
            parts.toast.hide()
        elif parts.pages.shows_page:
            parts.pages.close_page()
        elif parts.pages.shows_channel:
            parts.pages.channel.escape()
