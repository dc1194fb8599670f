"""What of the window shows outside of it: its title and badge, the tray, and notifications.

Whether closing it ends the program is decided here: with a tray, and if the person chose so, the
window only goes out of sight, and the program goes on receiving.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QWidget

from engine.model.ids import SpaceId
from engine.model.views import SpaceView
from ui.announcing.announcer import Announcer
from ui.announcing.desktop import Desktop
from ui.announcing.notice import PROGRAM
from ui.announcing.unread import title_of, unread_of
from ui.choices import Choice
from ui.equipment import Equipment
from ui.text.language import tr

SETTING_TOLD_OF_TRAY = "window.told_of_tray"


class Outside(QObject):
    """``post_wanted`` carries a SpaceId and an OrderKey (None: the space alone).

    ``open_wanted``: the person wants to see the window, ``quit_wanted``: to end the program.
    """

    open_wanted = Signal()
    quit_wanted = Signal()
    post_wanted = Signal(object, object)

    def __init__(
        self,
        window: QWidget,
        app: QApplication,
        equipment: Equipment,
        desktop: Desktop,
        in_sight: Callable[[], SpaceId | None],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._app = app
        self._equipment = equipment
        self._tray = desktop.tray
        self.announcer = Announcer(equipment, desktop.notifier, in_sight, self)
        self.announcer.pressed.connect(self.post_wanted)
        self.announcer.quiet.changed.connect(self._tray.show_quiet)
        self._tray.quiet_wanted.connect(self.announcer.quiet.be_for)
        self._tray.open_wanted.connect(self.open_wanted)
        self._tray.quit_wanted.connect(self.quit_wanted)
        self._tray.message_pressed.connect(self.open_wanted)
        self._tray.show_quiet(self.announcer.quiet.until)
        self._tray.show()

    def show_spaces(self, views: Sequence[SpaceView]) -> None:
        """What the engine says of all spaces."""
        unread = unread_of(views)
        self._window.setWindowTitle(title_of(PROGRAM, unread))
        self._app.setBadgeNumber(unread.posts)
        self._tray.show_unread(unread)
        self.announcer.show_spaces(views)

    @property
    def can_hide(self) -> bool:
        """Whether there is a tray from which a hidden window comes back."""
        return self._tray.is_there

    @property
    def stays(self) -> bool:
        """Whether the program goes on when the window is closed."""
        wanted = self._equipment.choices.is_on(Choice.CLOSE_TO_TRAY)
        return wanted and self.can_hide and not self.is_saving_session

    @property
    def is_saving_session(self) -> bool:
        """Whether the desktop ends, and waits for nobody."""
        return self._app.isSavingSession()

    def tell_that_it_stays(self) -> None:
        """The window has gone out of sight; at the first time it is said where to."""
        self._tray.show()
        if self._equipment.settings.text(SETTING_TOLD_OF_TRAY, "") != "yes":
            self._equipment.remember(SETTING_TOLD_OF_TRAY, "yes")
            text = tr("Messages still arrive. Open or quit Tidings by its icon in the tray.")
            self._tray.say(tr("Tidings goes on"), text)

    def close(self) -> None:
        """The program ends."""
        self.announcer.close()
        self._tray.hide()
        self._app.setBadgeNumber(0)
