"""Binds the keys of ``ui.keys.table`` to what the window does, wherever the focus is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from ui.channel.details import Details
from ui.choices import Choice, Choices
from ui.keys.sheet import KeysSheet
from ui.keys.table import SHORTCUTS, Act
from ui.look.theme import Theme
from ui.main_window.pages import PageName, Pages
from ui.main_window.panes import Panes
from ui.main_window.rail import Rail
from ui.main_window.sidebar import Sidebar
from ui.main_window.space_actions import SpaceActions
from ui.widgets.focus import FocusRing
from ui.widgets.toast import Toast

USUAL_TEXT_PERCENT = 100


class Parts(Protocol):
    """What of the window the keys reach."""

    theme: Theme
    rail: Rail
    sidebar: Sidebar
    pages: Pages
    panes: Panes
    toast: Toast
    details: Details
    ring: FocusRing
    actions_of_spaces: SpaceActions

    @property
    def knows_who_we_are(self) -> bool: ...

    def switch(self) -> None: ...
    def search(self) -> None: ...
    def leave(self) -> None: ...


class Keyboard(QObject):
    """Binds the keys of one window. ``acts`` is all that they do, for whoever offers it elsewhere.

    An act whose page is not offered is neither bound nor shown.
    """

    def __init__(self, window: QWidget, parts: Parts, choices: Choices) -> None:
        super().__init__(window)
        self._choices = choices
        self._parts = parts
        self._window = window
        self.acts = self._all_acts()
        parts.rail.offer_acts(self.acts)
        for one in SHORTCUTS:
            if one.act in self.acts:
                for keys in one.keys:
                    shortcut = QShortcut(QKeySequence(keys), window)
                    shortcut.activated.connect(self.acts[one.act])

    def _all_acts(self) -> dict[Act, Callable[[], object]]:
        parts = self._parts
        theme, pages, sidebar = parts.theme, parts.pages, parts.sidebar
        acts: dict[Act, Callable[[], object]] = {
            Act.SWITCH: parts.switch,
            Act.SEARCH: parts.search,
            Act.NEXT_CHANNEL: lambda: sidebar.step(1),
            Act.PREVIOUS_CHANNEL: lambda: sidebar.step(-1),
            Act.NEXT_UNREAD: lambda: sidebar.step_unread(1),
            Act.PREVIOUS_UNREAD: lambda: sidebar.step_unread(-1),
            Act.GO_BACK: pages.go_back,
            Act.NEXT_PANE: lambda: self.move_pane(1),
            Act.PREVIOUS_PANE: lambda: self.move_pane(-1),
            Act.CLOSE: self.escape,
            Act.UNDO: parts.toast.take_back,
            Act.NEW_CHANNEL: parts.actions_of_spaces.new_channel,
            Act.JOIN: self.ask_to_join,
            Act.MARK_ALL_READ: self.mark_all_read,
            Act.LARGER_TEXT: lambda: theme.step_text(1),
            Act.SMALLER_TEXT: lambda: theme.step_text(-1),
            Act.USUAL_TEXT: lambda: theme.choose_text_percent(USUAL_TEXT_PERCENT),
            Act.SHOW_KEYS: self.show_keys,
            Act.QUIT: parts.leave,
        }
        if pages.offers(PageName.SETTINGS):
            acts[Act.SETTINGS] = self.show_settings
        return acts

    # ---- panes ----------------------------------------------------------------------------------

    def _panes_in_sight(self) -> list[QWidget]:
        """What takes the focus of each part of the window, from left to right."""
        parts = self._parts
        channel = parts.pages.channel
        order: list[QWidget] = [parts.sidebar.list]
        if parts.pages.shows_channel:
            order += [channel.timeline, channel.composer.edit]
        elif parts.pages.place is not None and parts.pages.shows_space:
            order += [parts.pages.place.main]
        else:
            first = _first_to_focus(parts.pages.stack)
            order += [first] if first is not None else []
        order += [parts.details.main] if parts.panes.details_in_sight else []
        return [pane for pane in order if pane.isVisible()]

    def move_pane(self, steps: int) -> None:
        """Moves the focus to the next pane in sight (steps > 0), or to the one before."""
        there = self._panes_in_sight()
        if not there:
            return
        focus = self._window.focusWidget()
        within = [
            place
            for place, pane in enumerate(there)
            if focus is not None and (pane is focus or pane.isAncestorOf(focus))
        ]
        content = self._parts.pages.content
        if not within and focus is not None and content.isAncestorOf(focus):
            within = [place for place, pane in enumerate(there) if content.isAncestorOf(pane)][-1:]
        place = within[0] + steps if within else 0
        with self._parts.ring.moved_by_keys():
            there[place % len(there)].setFocus(Qt.FocusReason.OtherFocusReason)

    # ---- the others -----------------------------------------------------------------------------

    def mark_all_read(self) -> None:
        """Nothing is unread any more, in any space."""
        self._parts.actions_of_spaces.mark_all_read(self._parts.sidebar.model.views())

    def ask_to_join(self) -> None:
        """Opens the page that asks to be let in; behind the welcome nobody would see it turn."""
        if self._parts.knows_who_we_are:
            self._parts.pages.show_asking()

    def show_settings(self) -> None:
        """Opens the settings, likewise."""
        if self._parts.knows_who_we_are:
            self._parts.pages.show(PageName.SETTINGS)

    def show_keys(self) -> None:
        """Opens the sheet of all keys."""
        sheet = KeysSheet(
            self._window,
            frozenset(self.acts),
            enter_sends=self._choices.is_on(Choice.ENTER_SENDS),
        )
        sheet.finished.connect(sheet.deleteLater)
        sheet.open()

    def escape(self) -> None:
        """Closes what is uppermost: a toast, a page, members over the channel, a selection."""
        parts = self._parts
        if parts.toast.isVisible():
            parts.toast.hide()
        elif parts.pages.shows_page:
            parts.pages.close_page()
        elif parts.panes.details_cover:
            parts.panes.toggle_details()
        elif parts.pages.shows_channel:
            parts.pages.channel.escape()
        elif parts.pages.place is not None:
            parts.pages.place.escape()


def _first_to_focus(page: QWidget) -> QWidget | None:
    """The first thing in sight that the tabulator would reach in a page."""
    one = page.nextInFocusChain()
    while one is not None and one is not page:
        reaches = one.focusPolicy() & Qt.FocusPolicy.TabFocus
        if page.isAncestorOf(one) and reaches and one.isVisible() and one.isEnabled():
            return one
        one = one.nextInFocusChain()
    return None
