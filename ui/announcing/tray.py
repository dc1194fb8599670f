"""The icon in the desktop's tray: a dot while something is unread, and a short menu.

Where the desktop has no tray, ``is_there`` says so and nothing is shown.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPointF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from ui.announcing.unread import Unread
from ui.look.application_icon import application_icon
from ui.look.theme import Theme
from ui.text.language import tr
from ui.text.times import clock

HOUR_SECONDS = 3_600.0
QUIET_HOURS = (1, 8)
ICON_SIDES = (16, 22, 24, 32, 48, 64)
DOT_SHARE = 0.36  # of the icon's side
MESSAGE_MS = 8_000
LOOK_AGAIN_MS, LOOKS_MAX = 5_000, 12  # for a minute


class Tray(QObject):
    """``quiet_wanted`` carries for how many seconds nothing shall be announced (0: no longer)."""

    open_wanted = Signal()
    quit_wanted = Signal()
    quiet_wanted = Signal(float)
    message_pressed = Signal()

    def __init__(
        self,
        theme: Theme,
        has_tray: Callable[[], bool] = QSystemTrayIcon.isSystemTrayAvailable,
    ) -> None:
        super().__init__()
        self._theme = theme
        self._has_tray = has_tray
        self._unread = Unread()
        self._quiet_until = 0.0
        self._looks = 0
        self._late = QTimer(self, singleShot=True, interval=LOOK_AGAIN_MS)
        self._late.timeout.connect(self.show)
        self.menu = QMenu()
        self.open_action = self.menu.addAction(tr("Open Tidings"))
        self.open_action.triggered.connect(self.open_wanted)
        self.menu.addSeparator()
        self.quiet_actions = [self._quiet_action(hours) for hours in QUIET_HOURS]
        self.loud_action = self.menu.addAction(tr("Unmute notifications"))
        self.loud_action.setData(0.0)
        self.menu.triggered.connect(self._chosen)
        self.menu.addSeparator()
        self.quit_action = self.menu.addAction(tr("Quit"))
        self.quit_action.triggered.connect(self.quit_wanted)
        self.icon = QSystemTrayIcon()
        self.icon.setContextMenu(self.menu)
        self.icon.activated.connect(self._activated)
        self.icon.messageClicked.connect(self.message_pressed)
        theme.changed.connect(self._dress)
        self.show_quiet(0.0)
        self._dress()

    def _quiet_action(self, hours: int) -> QAction:
        words = tr("Mute notifications for %n hours", "", hours)
        action = self.menu.addAction(words)
        action.setData(hours * HOUR_SECONDS)
        return action

    def _chosen(self, action: QAction) -> None:
        # Not a function for each of them: it would hold the tray, and the menu with it, for ever.
        if action.data() is not None:
            self.quiet_wanted.emit(action.data())

    @property
    def is_there(self) -> bool:
        """Whether the desktop has a tray to be in."""
        return self._has_tray()

    def show(self) -> None:
        """Puts the icon into the tray, if there is one; just after a log-in it may come late."""
        if self.is_there:
            self._late.stop()
            self.icon.show()
        elif self._looks < LOOKS_MAX:
            self._looks += 1
            self._late.start()

    def hide(self) -> None:
        """Takes it away."""
        self._late.stop()
        self.icon.hide()

    def show_unread(self, unread: Unread) -> None:
        """What the dot and the tool tip say."""
        if unread != self._unread:
            self._unread = unread
            self._dress()

    def show_quiet(self, until: float) -> None:
        """Nothing is announced before that (Unix seconds; 0: everything is)."""
        self._quiet_until = until
        self.loud_action.setVisible(until > 0)
        for action in self.quiet_actions:
            action.setVisible(until <= 0)
        self._dress()

    def say(self, title: str, text: str) -> None:
        """A balloon at the icon, where the desktop shows such."""
        if self.icon.isVisible() and QSystemTrayIcon.supportsMessages():
            self.icon.showMessage(title, text or title, self.icon.icon(), MESSAGE_MS)

    def _activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason != QSystemTrayIcon.ActivationReason.Context:
            self.open_wanted.emit()

    def _dress(self) -> None:
        self.icon.setIcon(self._drawn())
        self.icon.setToolTip(plain_tip_of(self._unread, self._quiet_until))

    def _drawn(self) -> QIcon:
        plain = application_icon()
        if not self._unread.posts:
            return plain
        icon = QIcon()
        for side in ICON_SIDES:
            icon.addPixmap(self._with_dot(plain.pixmap(QSize(side, side)), side))
        return icon

    def _with_dot(self, picture: QPixmap, side: int) -> QPixmap:
        """A dot, with a rim that sets it off from the picture. The tool tip says it in words."""
        drawn = QPixmap(side, side)
        drawn.fill(Qt.GlobalColor.transparent)
        colours = self._theme.colours
        radius = side * DOT_SHARE / 2
        middle = QPointF(side - radius - 0.5, radius + 0.5)
        painter = QPainter(drawn)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawPixmap(drawn.rect(), picture)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.bg)
        painter.drawEllipse(middle, radius + 0.5, radius + 0.5)
        painter.setBrush(colours.danger)  # the picture itself is blue
        painter.drawEllipse(middle, radius - 0.5, radius - 0.5)
        painter.end()
        return drawn


def plain_tip_of(unread: Unread, quiet_until: float) -> str:
    """What the icon says when it is pointed at.

    Some trays read markup: no stranger's word is in it.
    """
    words = [tr("Tidings")]
    if unread.posts:
        words.append(tr("%n unread", "", unread.posts))
    if unread.mentions:
        words.append(tr("%n mentions", "", unread.mentions))
    if quiet_until > 0:
        words.append(tr("muted until {time}").format(time=clock(quiet_until, None)))
    return ", ".join(words)
