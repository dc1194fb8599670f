"""The narrow column at the far left: which part of the program is shown, and how it looks."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QActionGroup, QIcon
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from engine.model.views import IdentityView
from ui.keys.shown import in_menu, in_tip
from ui.keys.table import Act
from ui.look.avatars import Avatars
from ui.look.theme import Gap, SchemeChoice, Theme
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import plain_name
from ui.widgets.buttons import IconButton
from ui.widgets.menus import Menu

WIDTH = 56
BUTTON = 40
AVATAR_PIXELS = 32
OF_KEYS = {
    Act.SWITCH: ("arrow-right", QT_TR_NOOP("Go to…")),
    Act.SHOW_KEYS: ("keyboard", QT_TR_NOOP("All keys…")),
}
"""What only keys would do, were it not in the menu of oneself."""
SCHEME_NAMES = {
    SchemeChoice.SYSTEM: QT_TR_NOOP("Follow the system"),
    SchemeChoice.LIGHT: QT_TR_NOOP("Light"),
    SchemeChoice.DARK: QT_TR_NOOP("Dark"),
    SchemeChoice.CONTRAST: QT_TR_NOOP("High contrast"),
}


class Rail(QWidget):
    """Buttons of which one is pressed at a time, by the name of the page it shows."""

    channels_wanted = Signal()
    connections_wanted = Signal()
    search_wanted = Signal()
    settings_wanted = Signal()
    identities_wanted = Signal()
    profiles_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._avatars = Avatars(theme)
        self._identity: IdentityView | None = None
        self.setProperty("surface", "sidebar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedWidth(WIDTH)
        self.channels = self._button("messages-square", tr("Channels"))
        self.channels.clicked.connect(self.channels_wanted)
        self.connections = self._button("network", tr("Connections"))
        self.connections.clicked.connect(self.connections_wanted)
        self.search = self._button("search", in_tip(tr("Search all messages"), Act.SEARCH))
        self.search.clicked.connect(self.search_wanted.emit)
        self.appearance = self._button("contrast", tr("Appearance"))
        self.appearance.setCheckable(False)
        self.appearance.clicked.connect(self._show_appearance)
        self.settings = self._button("settings", in_tip(tr("Settings"), Act.SETTINGS))
        self.settings.clicked.connect(self.settings_wanted.emit)
        self.avatar = self._button("circle-user", tr("You"))
        self.avatar.setCheckable(False)
        self.avatar.clicked.connect(self._show_own)
        self._offers_profiles = False
        self._acts: Mapping[Act, Callable[[], object]] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(Gap.S, Gap.M, Gap.S, Gap.M)
        column.setSpacing(Gap.S)
        column.addWidget(self.channels)
        column.addWidget(self.search)
        column.addWidget(self.connections)
        column.addStretch()
        column.addWidget(self.appearance)
        column.addWidget(self.settings)
        column.addWidget(self.avatar)
        theme.changed.connect(self._dress)
        self.mark(self.channels)

    def _button(self, icon: str, name: str) -> IconButton:
        button = IconButton(self._theme, icon, name, size=22)
        button.setCheckable(True)
        button.setFixedSize(QSize(BUTTON, BUTTON))
        return button

    def mark(self, pressed: IconButton | None) -> None:
        """Shows which part is open."""
        for button in (self.channels, self.search, self.connections, self.settings):
            button.setChecked(button is pressed)

    def show_identity(self, identity: IdentityView | None) -> None:
        """Shows whose profile this is."""
        self._identity = identity
        self._dress()

    def offer_profiles(self, *, offered: bool) -> None:
        """Whether another profile can be opened from here."""
        self._offers_profiles = offered

    def offer_acts(self, acts: Mapping[Act, Callable[[], object]]) -> None:
        """What the keys of the window do, as far as nothing else leads there."""
        self._acts = acts

    def _dress(self) -> None:
        if self._identity is None:
            self.avatar.name(tr("You"))
            return
        key, name = self._identity.public_key, self._identity.name
        ratio = self.devicePixelRatioF()
        self.avatar.setIcon(QIcon(self._avatars.pixmap(key, name, AVATAR_PIXELS, ratio)))
        self.avatar.setIconSize(QSize(AVATAR_PIXELS, AVATAR_PIXELS))
        self.avatar.name(tr("You are {name}").format(name=plain_name(name)))

    def own_menu(self) -> QMenu:
        """What there is of oneself: identities, other profiles; and where the keys lead."""
        menu = Menu(self)
        icon = self._theme.icon
        identities = menu.addAction(icon("key-round"), tr("Your identities…"))
        identities.triggered.connect(lambda _on: self.identities_wanted.emit())
        if self._offers_profiles:
            profiles = menu.addAction(icon("users-round"), tr("Open another profile…"))
            profiles.triggered.connect(lambda _on: self.profiles_wanted.emit())
        menu.addSeparator()
        for act, (name, words) in OF_KEYS.items():
            if act in self._acts:
                action = menu.addAction(icon(name), in_menu(tr(words), act))
                action.triggered.connect(lambda _on, do=self._acts[act]: do())
        return menu

    def _show_own(self) -> None:
        self._pop_up(self.own_menu(), self.avatar)

    def appearance_menu(self) -> QMenu:
        """Schemes and text size."""
        menu = Menu(self)
        group = QActionGroup(menu)
        for choice, name in SCHEME_NAMES.items():
            action = menu.addAction(tr(name))
            action.setCheckable(True)
            action.setChecked(choice == self._theme.choice)
            action.triggered.connect(lambda _on, c=choice: self._theme.choose(c))
            group.addAction(action)
        menu.addSeparator()
        larger = menu.addAction(in_menu(tr("Larger text"), Act.LARGER_TEXT))
        larger.triggered.connect(lambda: self._theme.step_text(1))
        smaller = menu.addAction(in_menu(tr("Smaller text"), Act.SMALLER_TEXT))
        smaller.triggered.connect(lambda: self._theme.step_text(-1))
        return menu

    def _show_appearance(self) -> None:
        self._pop_up(self.appearance_menu(), self.appearance)

    def _pop_up(self, menu: QMenu, button: QWidget) -> None:
        """Beside the button, its foot level with the button's."""
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        corner = button.mapToGlobal(button.rect().topRight())
        corner.setY(corner.y() + BUTTON - menu.sizeHint().height())
        menu.popup(corner)
