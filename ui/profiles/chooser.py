"""Which profile to open: one of the list, a new one, or one in a folder.

Shown before anything is open (``ui.starting.choosing``), or over a window whose profile stays
open. The list and the folders are looked at on a thread of its own: a folder may lie on a disk that
does not answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from engine.errors import Fault, Refused
from ui.look.theme import Gap, Theme
from ui.services import KnownProfile, Profiles
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import plain_name
from ui.widgets.buttons import IconPushButton, push_button
from ui.widgets.dialogs import NameQuestion
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label
from ui.widgets.page import row
from ui.widgets.placing import FittedDialog
from ui.widgets.problem import Problem

T = TypeVar("T")

WIDTH = 560
LIST_HEIGHT = 240
ROW_HEIGHT = 52
ROWS_SHAPE = "QListWidget::item { padding: 2px 10px; }"
APART = QT_TR_NOOP(
    "Each profile has its own identities, channels, passphrase and address, in a folder of its own."
)
NO_PROFILE = QT_TR_NOOP("There is no Tidings profile in this folder, and it is not empty.")
CHOOSE_OTHER = QT_TR_NOOP("Choose the folder of a profile, or an empty one for a new profile.")


class ProfileChooser(FittedDialog):
    """``chosen`` carries the folder of the profile to open; then the dialog is accepted."""

    chosen = Signal(Path)
    _looked = Signal(object, object)

    def __init__(self, theme: Theme, profiles: Profiles, parent: QWidget | None = None) -> None:
        super().__init__(parent, WIDTH)
        self._theme = theme
        self._profiles = profiles
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="profiles")
        self._looked.connect(self._answered, Qt.ConnectionType.QueuedConnection)
        self._looking = 0
        self._result: int | None = None
        """How it ends once nothing is looked at any longer."""
        self.setWindowTitle(tr("Choose a profile"))
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Profiles"))
        self.list.setMinimumHeight(LIST_HEIGHT)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setStyleSheet(ROWS_SHAPE)
        self.list.itemActivated.connect(lambda _item: self._open_current())
        self.list.currentRowChanged.connect(lambda _place: self._show_state())
        self.problem = Problem(theme)
        self._make_buttons()
        self._lay_out()
        self.fill()

    def _make_buttons(self) -> None:
        theme = self._theme
        self.new = IconPushButton(theme, "circle-plus", tr("New profile…"))
        self.new.clicked.connect(self._ask_for_new)
        self.folder = IconPushButton(theme, "folder-open", tr("Open a folder…"))
        self.folder.clicked.connect(self._ask_for_folder)
        self.remove = IconPushButton(theme, "x", tr("Remove"))
        self.remove.setAccessibleDescription(tr("From the list only: its folder stays"))
        self.remove.clicked.connect(self._remove)
        self.cancel = push_button(tr("Cancel"))
        self.cancel.clicked.connect(self.reject)
        self.open_button = push_button(tr("Open"), "primary")
        self.open_button.setDefault(True)
        self.open_button.clicked.connect(self._open_current)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self.content)
        column.setContentsMargins(Gap.XL, Gap.XL, Gap.XL, Gap.L)
        column.setSpacing(Gap.S)
        column.addWidget(plain_label(tr("Which profile?"), "title"))
        column.addWidget(plain_label(tr(APART), "hint"))
        column.addWidget(self.list)
        column.addLayout(flow(self.new, self.folder, self.remove))
        column.addWidget(self.problem)
        column.addSpacing(Gap.S)
        buttons = row(stretch=True)
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.open_button)
        column.addLayout(buttons)

    # ---- the list ---------------------------------------------------------------------------

    def fill(self) -> None:
        """Shows what is known, as soon as it was looked up."""
        self._look(self._profiles.known, self._show)

    def _look(self, work: Callable[[], T], then: Callable[[T], object]) -> None:
        """Does ``work`` on the other thread, and ``then`` with its answer on this one."""

        def tell(done: Future[T]) -> None:
            with suppress(RuntimeError):  # the dialog is gone: nobody wants to know any more
                self._looked.emit(done, then)

        self._looking += 1
        self._worker.submit(work).add_done_callback(tell)

    def _answered(self, done: Future[T], then: Callable[[T], object]) -> None:
        self._looking -= 1
        if self._result is not None:
            self.done(self._result)
            return
        try:
            answer = done.result()
        except (Refused, Fault) as problem:
            self.problem.show_problem(problem)
        else:
            then(answer)

    def _show(self, profiles: Sequence[KnownProfile]) -> None:
        self.list.clear()
        for known in profiles:
            item = QListWidgetItem(_words(known), self.list)
            item.setData(Qt.ItemDataRole.UserRole, known)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, _words(known).replace("\n", ", "))
            item.setSizeHint(QSize(0, max(ROW_HEIGHT, 3 * self.list.fontMetrics().height())))
        usable = (place for place, known in enumerate(profiles) if _can_open(known))
        self.list.setCurrentRow(next(usable, 0))
        self._show_state()

    def _at(self, place: int) -> KnownProfile | None:
        item = self.list.item(place) if 0 <= place < self.list.count() else None
        profile = None if item is None else item.data(Qt.ItemDataRole.UserRole)
        return profile if isinstance(profile, KnownProfile) else None

    def _show_state(self) -> None:
        profile = self._at(self.list.currentRow())
        self.open_button.setEnabled(profile is not None and _can_open(profile))
        self.remove.setEnabled(profile is not None and not profile.is_own)

    # ---- what can be done -------------------------------------------------------------------

    def _open_current(self) -> None:
        profile = self._at(self.list.currentRow())
        if profile is not None and _can_open(profile):
            self._choose(profile.folder)

    def _ask_for_new(self) -> None:
        question = NameQuestion(
            self,
            tr("New profile"),
            tr("Its name is for you alone, to tell it from the others on this computer."),
            tr("Make it"),
        )
        question.proceed.clicked.connect(question.accept)
        question.accepted.connect(lambda: self.make(question.name.text().strip()))
        question.finished.connect(question.deleteLater)
        question.open()

    def make(self, name: str) -> None:
        """A new profile of that name, made when it is opened."""

        def keep() -> Path:
            folder = self._profiles.suggested(name)
            self._profiles.add(name, folder)
            return folder

        self._look(keep, self._choose)

    def _ask_for_folder(self) -> None:
        dialog = QFileDialog(self, tr("The folder of a profile"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda path: self.take(Path(path)))
        dialog.open()

    def take(self, folder: Path) -> None:
        """The profile in ``folder``, or a new one in it if it is empty."""

        def keep() -> Path | None:
            if not self._profiles.can_hold(folder):
                return None
            self._profiles.add(folder.name, folder)
            return folder

        self._look(keep, self._taken)

    def _taken(self, folder: Path | None) -> None:
        if folder is None:
            self.problem.say(tr(NO_PROFILE), tr(CHOOSE_OTHER))
        else:
            self._choose(folder)

    def _remove(self) -> None:
        profile = self._at(self.list.currentRow())
        if profile is not None:
            folder = profile.folder
            self._look(lambda: self._profiles.remove(folder), lambda _none: self.fill())

    def _choose(self, folder: Path) -> None:
        self.chosen.emit(folder)
        self.accept()

    @override
    def done(self, result: int) -> None:
        """It is out of sight at once; it ends when its thread has, which may wait for a disk."""
        if self._looking:
            self._result = result
            self.hide()
            return
        self.wait_for_worker()
        super().done(result)

    def wait_for_worker(self) -> None:
        """Returns once nothing is looked at any longer; nothing can be looked at afterwards."""
        self._worker.shutdown(wait=True)


def _can_open(profile: KnownProfile) -> bool:
    return profile.is_there and not profile.is_own


def _words(profile: KnownProfile) -> str:
    state = ""
    if profile.is_own:
        state = tr("open in this window")
    elif not profile.is_there:
        state = tr("its folder is not there")
    name = plain_name(profile.name)
    first = tr("{name} ({state})").format(name=name, state=state) if state else name
    return f"{first}\n{profile.folder}"
