"""Asks for the profile's passphrase before anything of it is opened, in a small window of its own.

There is no loop of the window's yet: this one has its own until the person has answered. Trying a
passphrase is slow on purpose, so it is tried on another thread and the window stays alive.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QDialog, QLineEdit, QVBoxLayout
from typing_extensions import override

from engine.errors import Fault, Refusal, Refused
from ui.choices import Choice
from ui.languages import Languages
from ui.look.application_icon import icon_label
from ui.look.theme import Gap, Theme, Type
from ui.services import Settings
from ui.starting.application import make_application
from ui.starting.ending import ending_signals
from ui.text.language import QT_TR_NOOP, tr
from ui.widgets.buttons import IconButton, push_button
from ui.widgets.focus import OtherRings
from ui.widgets.labels import ElidedLabel, plain_label
from ui.widgets.page import row
from ui.widgets.placing import FittedDialog
from ui.widgets.problem import Problem

TITLE = QT_TR_NOOP("Unlock Tidings")
PROTECTED = QT_TR_NOOP("Everything in this profile is encrypted. Its passphrase opens it.")
LOST = QT_TR_NOOP("A forgotten passphrase cannot be recovered: nobody else knows it.")
WIDTH = 460
WAKING_MS = 200  # ours: how soon a signal is noticed while Qt waits

T = TypeVar("T")


def ask_passphrase(try_it: Callable[[str], T], folder: Path, settings: Settings) -> T:
    """What ``try_it`` makes of the passphrase, once it does not raise Refused(PASSPHRASE_WRONG).

    Asks again until then. ``try_it`` is called on another thread. ``folder`` is the profile's.
    Raises Refused(PASSPHRASE_NEEDED) if the person gives up, and what else ``try_it`` raises.
    """
    application = make_application(sys.argv[:1])
    Languages(application).speak(settings.text(Choice.LANGUAGE, ""))
    taken: list[T] = []
    window = UnlockWindow(
        Theme(application, settings), folder, lambda words: taken.append(try_it(words))
    )
    OtherRings(window.theme, application, window)
    with closed_by_signals(window):
        window.exec()
    window.wait_for_worker()
    trouble = window.trouble
    is_open = window.result() == int(QDialog.DialogCode.Accepted)
    window.deleteLater()
    application.processEvents()
    if trouble is not None:
        raise trouble
    if not is_open:
        raise Refused(Refusal.PASSPHRASE_NEEDED)
    return taken[-1]


class UnlockWindow(FittedDialog):
    """Which profile, one field, and beside it what is wrong with what was written.

    Accepted once ``try_it`` took the passphrase. ``trouble`` is what it raised instead of taking or
    refusing it.
    """

    _tried = Signal(object)

    def __init__(self, theme: Theme, folder: Path, try_it: Callable[[str], object]) -> None:
        super().__init__(None, WIDTH)
        self.trouble: BaseException | None = None
        self.theme = theme
        self._try_it = try_it
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="unlocking")
        self._is_trying = False
        self._gives_up = False
        self.setWindowTitle(tr(TITLE))
        self.folder = ElidedLabel(str(folder), elide=Qt.TextElideMode.ElideMiddle)
        self.folder.setFont(theme.mono_font(Type.UI))
        self._make_field()
        self.unlock = push_button(tr("Unlock"), "primary")
        self.unlock.setDefault(True)
        self.unlock.clicked.connect(self._try)
        self.cancel = push_button(tr("Cancel"))
        self.cancel.clicked.connect(self.reject)
        self._lay_out()
        self._tried.connect(self._answered, Qt.ConnectionType.QueuedConnection)
        self._written()
        self.passphrase.setFocus()

    def _make_field(self) -> None:
        self.passphrase = QLineEdit()
        self.passphrase.setEchoMode(QLineEdit.EchoMode.Password)
        self.passphrase.setInputMethodHints(Qt.InputMethodHint.ImhSensitiveData)
        self.passphrase.setAccessibleName(tr("Passphrase"))
        self.passphrase.setAccessibleDescription(tr(LOST))
        self.passphrase.textChanged.connect(self._written)
        self.eye = IconButton(self.theme, "eye", tr("Show the passphrase"))
        self.eye.setCheckable(True)
        self.eye.toggled.connect(self._show_or_hide)
        self.problem = Problem(self.theme)

    def _lay_out(self) -> None:
        title = plain_label(tr(TITLE), "page")
        title.setWordWrap(False)
        label = plain_label(tr("Passphrase"))
        label.setBuddy(self.passphrase)
        field = row(self.passphrase, self.eye, stretch=False)
        column = QVBoxLayout(self.content)
        column.setContentsMargins(Gap.XL, Gap.XL, Gap.XL, Gap.L)
        column.setSpacing(Gap.S)
        column.addLayout(row(icon_label(self), title))
        column.addSpacing(Gap.S)
        column.addWidget(plain_label(tr(PROTECTED)))
        column.addSpacing(Gap.XS)
        column.addWidget(plain_label(tr("Folder of the profile"), "hint"))
        column.addWidget(self.folder)
        column.addSpacing(Gap.S)
        column.addWidget(label)
        column.addLayout(field)
        column.addWidget(self.problem)
        column.addWidget(plain_label(tr(LOST), "meta"))
        column.addSpacing(Gap.M)
        buttons = row(stretch=True)
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.unlock)
        column.addLayout(buttons)

    # ---- trying -----------------------------------------------------------------------------

    def _try(self) -> None:
        if self._is_trying or not self.passphrase.text():
            return
        self._is_trying = True
        self._show_state()
        trying = self._worker.submit(self._try_it, self.passphrase.text())
        trying.add_done_callback(self._tried.emit)

    def _answered(self, tried: Future[object]) -> None:
        self._is_trying = False
        self._show_state()
        raised = tried.exception()
        match raised:
            case _ if self._gives_up:
                super().reject()
            case None:
                self.accept()
            case Refused(reason=Refusal.PASSPHRASE_WRONG):
                self._say_wrong(raised)
            case _:
                self.trouble = raised
                super().reject()

    def _say_wrong(self, problem: Refused | Fault) -> None:
        self.problem.show_problem(problem)
        self._mark_field("error")
        self.passphrase.selectAll()
        self.passphrase.setFocus()

    def _written(self) -> None:
        self.problem.clear()
        self._mark_field("")
        self._show_state()

    def _show_state(self) -> None:
        trying = self._is_trying
        self.passphrase.setReadOnly(trying)
        self.unlock.setEnabled(bool(self.passphrase.text()) and not trying)
        self.unlock.setText(tr("Unlocking…") if trying else tr("Unlock"))

    def _mark_field(self, state: str) -> None:
        self.passphrase.setProperty("state", state)
        self.passphrase.style().polish(self.passphrase)

    def _show_or_hide(self, shown: bool) -> None:  # noqa: FBT001 - a signal's value
        modes = QLineEdit.EchoMode
        self.passphrase.setEchoMode(modes.Normal if shown else modes.Password)
        self.eye.show_icon("eye-off" if shown else "eye")
        self.eye.name(tr("Hide the passphrase") if shown else tr("Show the passphrase"))
        self.passphrase.setFocus()

    def wait_for_worker(self) -> None:
        """Returns once nothing is being tried any longer; nothing can be tried afterwards."""
        self._worker.shutdown(wait=True)

    @override
    def reject(self) -> None:
        """The person gives up; what is being tried is waited for first, a second at most."""
        if self._is_trying:
            self._gives_up = True
            self.hide()
        else:
            super().reject()


@contextmanager
def closed_by_signals(window: QDialog) -> Iterator[None]:
    """While it is shown, a signal that ends programs closes it.

    Python sees a signal only while it runs: so it runs a little now and then.
    """
    waking = QTimer(window, interval=WAKING_MS)
    waking.timeout.connect(lambda: None)
    waking.start()
    before = {number: signal.getsignal(number) for number in ending_signals()}
    for number in before:
        signal.signal(number, lambda _number, _frame: window.reject())
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        waking.stop()
