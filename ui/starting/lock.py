"""Puts the unlock page in the place of all windows of the program while the profile is locked.

The others are hidden, so that neither their content nor their keys can be reached; when it is
unlocked they are as they were. The engine goes on meanwhile (``ui.services.Gate``).
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from shiboken6 import isValid
from typing_extensions import override

from engine.errors import Fault, Refused
from ui.choices import Value
from ui.equipment import Equipment
from ui.look.theme import Theme
from ui.main_window.window import MainWindow
from ui.services import Gate
from ui.starting.idle import IdleWatch
from ui.starting.unlocking import UnlockWindow
from ui.text.language import tr

MINUTE = 60.0


class LockWindow(UnlockWindow):
    """The unlock page of a program that runs. ``left``: the person closes it, or wants the end."""

    left = Signal()

    def __init__(self, theme: Theme, gate: Gate, folder: Path) -> None:
        super().__init__(theme, folder, gate.unlock)
        self.cancel.setText(tr("Quit Tidings"))
        self.cancel.setAccessibleName(tr("Quit Tidings"))
        self.cancel.clicked.disconnect()
        self.cancel.clicked.connect(self.left)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape would close a dialog; here it only empties the field."""
        if event.key() == Qt.Key.Key_Escape:
            self.passphrase.clear()
            return
        super().keyPressEvent(event)

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        """The window's own cross does what the main window's does."""
        event.ignore()
        self.left.emit()


class WindowLock(QObject):
    """Over one window. Locks by itself where the person chose so, and whenever ``gate`` does."""

    _changed = Signal()

    def __init__(
        self, app: QApplication, equipment: Equipment, gate: Gate, window: MainWindow
    ) -> None:
        super().__init__(window)
        self._app = app
        self._equipment = equipment
        self._gate = gate
        self._window = window
        self._hidden: list[QWidget] = []
        self.page: LockWindow | None = None
        self.watch = IdleWatch(app, self._idle_seconds, equipment.steady, self)
        self.watch.idle.connect(self.lock)
        # Somebody else may lock it, on any thread.
        self._changed.connect(self._follow, Qt.ConnectionType.QueuedConnection)
        stop_listening = gate.subscribe(self._changed.emit)
        window.destroyed.connect(stop_listening)
        window.ended.connect(self._let_go)
        self._follow()

    def _let_go(self) -> None:
        """The window may go on out of sight for what it began: another one's lock counts then."""
        self._changed.disconnect(self._follow)
        self.watch.idle.disconnect(self.lock)

    def _idle_seconds(self) -> float:
        if self._gate.is_locked:
            return 0.0
        return MINUTE * self._equipment.choices.number(Value.LOCK_MINUTES, 0)

    def lock(self) -> None:
        """Now; where there is no passphrase to unlock it with, nothing happens."""
        try:
            if self._gate.can_lock:
                self._gate.lock()
                self._follow()  # what is typed on must not reach what is hidden only later
        except (Refused, Fault) as problem:
            self._window.show_failure(problem)

    def _follow(self) -> None:
        if self._gate.is_locked and self.page is None:
            self._show_page()
        elif not self._gate.is_locked and self.page is not None:
            self._take_page_away()

    def _show_page(self) -> None:
        profile = self._equipment.profile
        folder = Path("" if profile is None else profile.folder)
        page = self.page = LockWindow(self._equipment.theme, self._gate, folder)
        page.left.connect(self._leave)
        was_seen = self._window.isVisible()
        seen = [one for one in self._app.topLevelWidgets() if one is not page and one.isVisible()]
        self._hidden = [one for one in seen if one is not self._window]
        page.move(self._window.geometry().center() - page.rect().center())
        self._window.stand_behind(page)
        self._window.outside.announcer.hide_words()
        for one in seen:
            one.hide()
        self._app.installEventFilter(self)
        if was_seen:
            page.show()
            page.raise_()
            page.activateWindow()

    def _take_page_away(self) -> None:
        page, self.page = self.page, None
        assert page is not None
        was_seen = page.isVisible() or page.result() == int(QDialog.DialogCode.Accepted)
        page.wait_for_worker()
        self._window.stand_behind(None)
        self._app.removeEventFilter(self)
        hidden, self._hidden = self._hidden, []
        # In the tray the window stays there; a question over it would else be lost for ever.
        for one in (self._window, *hidden) if was_seen else hidden:
            if isValid(one):
                one.show()
        page.hide()
        page.deleteLater()
        self.watch.touch()

    def _leave(self) -> None:
        """As the main window is left: into the tray, or for good."""
        if self._window.outside.stays:
            assert self.page is not None
            self.page.hide()
        else:
            self._window.quit()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What would show itself while it is locked waits until it is unlocked."""
        if (
            event.type() == QEvent.Type.Show
            and isinstance(watched, QWidget)
            and watched.isWindow()
            and not self._is_of_page(watched)
        ):
            self._hidden.append(watched)
            QTimer.singleShot(0, watched, watched.hide)
        return False

    def _is_of_page(self, widget: QWidget) -> bool:
        above: QWidget | None = widget
        while above is not None and above is not self.page:
            above = above.parentWidget()
        return above is not None
