"""The narrow column at the far left: which part of the program is shown, and how it looks."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QLabel, QMenu, QVBoxLayout, QWidget

from engine.model.views import IdentityView
from ui.look.avatars import Avatars
from ui.look.theme import Gap, SchemeChoice, Theme
from ui.text.names import plain_name
from ui.widgets.buttons import IconButton
from ui.widgets.labels import plain_tip

WIDTH = 56
BUTTON = 40
AVATAR_PIXELS = 32
SCHEME_NAMES = {
    SchemeChoice.SYSTEM: "Follow the system",
    SchemeChoice.LIGHT: "Light",
    SchemeChoice.DARK: "Dark",
    SchemeChoice.CONTRAST: "High contrast",
}


class Rail(QWidget):
    """Buttons of which one is pressed at a time, by the name of the page it shows."""

    channels_wanted = Signal()
    connections_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._avatars = Avatars(theme)
        self._identity: IdentityView | None = None
        self.setProperty("surface", "sidebar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedWidth(WIDTH)
        self.channels = self._button("messages-square", "Channels")
        self.channels.clicked.connect(self.channels_wanted)
        self.connections = self._button("network", "Connections")
        self.connections.clicked.connect(self.connections_wanted)
        self.appearance = self._button("contrast", "Appearance")
        self.appearance.setCheckable(False)
        self.appearance.clicked.connect(self._show_appearance)
        self.avatar = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self.avatar.setTextFormat(Qt.TextFormat.PlainText)
        self.avatar.setFixedSize(QSize(BUTTON, BUTTON))
        column = QVBoxLayout(self)
        column.setContentsMargins(Gap.S, Gap.M, Gap.S, Gap.M)
        column.setSpacing(Gap.S)
        column.addWidget(self.channels)
        column.addWidget(self.connections)
        column.addStretch()
        column.addWidget(self.appearance)
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
        for button in (self.channels, self.connections):
            button.setChecked(button is pressed)

    def show_identity(self, identity: IdentityView | None) -> None:
        """Shows whose profile this is."""
        self._identity = identity
        self._dress()

    def _dress(self) -> None:
        if self._identity is None:
            self.avatar.clear()
            return
        key, name = self._identity.public_key, self._identity.name
        ratio = self.devicePixelRatioF()
        self.avatar.setPixmap(self._avatars.pixmap(key, name, AVATAR_PIXELS, ratio))
        who = f"You are {plain_name(name)}"
        self.avatar.setToolTip(plain_tip(who))
        self.avatar.setAccessibleName(who)

    def appearance_menu(self) -> QMenu:
        """Schemes and text size."""
        menu = QMenu(self)
        group = QActionGroup(menu)
        for choice, name in SCHEME_NAMES.items():
            action = menu.addAction(name)
            action.setCheckable(True)
            action.setChecked(choice == self._theme.choice)
            action.triggered.connect(lambda _on, c=choice: self._theme.choose(c))
            group.addAction(action)
        menu.addSeparator()
        larger = menu.addAction("Larger text\tCtrl++")
        larger.triggered.connect(lambda: self._theme.step_text(1))
        smaller = menu.addAction("Smaller text\tCtrl+-")
        smaller.triggered.connect(lambda: self._theme.step_text(-1))
        return menu

    def _show_appearance(self) -> None:
        menu = self.appearance_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        corner = self.appearance.mapToGlobal(self.appearance.rect().topRight())
        corner.setY(corner.y() + BUTTON - menu.sizeHint().height())
        menu.popup(corner)
