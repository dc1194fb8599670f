"""Shows that the profile is being opened where that takes longer than half a second, and why.

There is no window yet: a profile of an older version is first copied, then brought up to date, and
only then is anything shown of it. It is done on another thread.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from ui.choices import Choice
from ui.languages import Languages
from ui.look.application_icon import icon_label
from ui.look.theme import Gap, Theme
from ui.services import Settings
from ui.starting.application import make_application
from ui.text.language import QT_TR_NOOP, tr
from ui.text.numbers import number
from ui.widgets.labels import plain_label
from ui.widgets.page import row
from ui.widgets.progress import ThinProgress

T = TypeVar("T")
Told = Callable[[int, int], object]
"""Hears how many steps of how many are done; the first is a copy of the profile as it was."""

SHOWN_AFTER_MS = 500  # the issue: progress for everything longer than half a second
WIDTH = 460
TITLE = QT_TR_NOOP("Opening your profile")
LONG = QT_TR_NOOP("This takes longer than usual. Please wait: nothing is lost.")
COPYING = QT_TR_NOOP(
    "This version keeps its records in another form. First the profile is copied as it is, into "
    "its folder “backup”. With a long history that takes some minutes."
)
CHANGING = QT_TR_NOOP(
    "The copy is made. Now the records are brought into the new form, step {step} of {count}. If "
    "this is interrupted, it goes on at the next start."
)


def opened_in_sight(work: Callable[[Told], T], settings: Settings) -> T:
    """What ``work`` gives, done on another thread; raises what it raises.

    Shows a window if it takes longer than ``SHOWN_AFTER_MS``.
    """
    hears = _Hearing()
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="opening") as worker:
        shows = _Showing(settings, hears)
        done = worker.submit(work, hears.told.emit)  # while Qt gets ready
        shows.begin(make_application(sys.argv[:1]))
        loop = QEventLoop()
        hears.ended.connect(loop.quit, Qt.ConnectionType.QueuedConnection)
        done.add_done_callback(hears.ended.emit)
        loop.exec()
    shows.end()
    return done.result()


class _Hearing(QObject):
    """From the other thread to ours."""

    told = Signal(int, int)
    ended = Signal(object)


class _Showing(QObject):
    """Makes the window once it is needed, and not before: most starts never see it."""

    def __init__(self, settings: Settings, hears: _Hearing) -> None:
        super().__init__()
        self._application: QApplication | None = None
        self._settings = settings
        self._at: tuple[int, int] | None = None
        self.window: OpeningWindow | None = None
        self._begins = QTimer(self, singleShot=True, interval=SHOWN_AFTER_MS)
        self._begins.timeout.connect(self._show)
        hears.told.connect(self._tell, Qt.ConnectionType.QueuedConnection)

    def begin(self, application: QApplication) -> None:
        """There is an application: from now on a window can be."""
        self._application = application
        self._begins.start()

    def _show(self) -> None:
        assert self._application is not None, "begun with one"
        Languages(self._application).speak(self._settings.text(Choice.LANGUAGE, ""))
        self.window = OpeningWindow(Theme(self._application, self._settings))
        if self._at is not None:
            self.window.tell(*self._at)
        self.window.show()

    def _tell(self, done: int, steps: int) -> None:
        self._at = done, steps
        if self.window is not None:
            self.window.tell(done, steps)

    def end(self) -> None:
        """It is open, or cannot be."""
        self._begins.stop()
        if self.window is not None:
            self.window.hide()
            self.window.deleteLater()
            QApplication.processEvents()


class OpeningWindow(QWidget):
    """A title, what is being done, and how far it has come. Whoever closes it hides it only.

    Ending the program meanwhile (a signal, the end of the session) loses nothing.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setWindowTitle(tr(TITLE))
        self.setFixedWidth(WIDTH)
        self.words = plain_label(tr(LONG))
        self.progress = ThinProgress(theme, tr(TITLE))
        title = plain_label(tr(TITLE), "page")
        title.setWordWrap(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(Gap.XL, Gap.XL, Gap.XL, Gap.XL)
        column.setSpacing(Gap.M)
        column.addLayout(row(icon_label(self), title))
        column.addWidget(self.words)
        column.addWidget(self.progress)

    def tell(self, done: int, steps: int) -> None:
        """So many of the steps are done."""
        if done:
            words = tr(CHANGING).format(step=number(done), count=number(steps - 1))
            self.words.setText(words)
            self.progress.reach(done, steps)
        else:
            self.words.setText(tr(COPYING))
