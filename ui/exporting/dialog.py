"""Exports one history: in which form, where to, how far it is, and where it lies then.

Nothing is written before a file was chosen; what is called off leaves nothing behind.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QTimer, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from engine.errors import Fault, Refused
from engine.model.views import SpaceView
from ui.bridge import Bridge
from ui.exporting.names import file_name
from ui.exporting.place import keeping_place, place_dialog
from ui.look.theme import Gap, Theme
from ui.services import Exports
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import shown_name
from ui.text.numbers import number
from ui.widgets.buttons import IconPushButton, push_button
from ui.widgets.labels import menu_text, plain_label
from ui.widgets.page import Stages, row, stage
from ui.widgets.placing import FittedDialog
from ui.widgets.problem import Problem
from ui.widgets.progress import ThinProgress
from ui.wording.sentences import one_line

WIDTH = 480
PROGRESS_STEPS = 1_000  # of the bar: counts of posts would not fit it
FORMS = {
    ".html": (
        QT_TR_NOOP("A page to read"),
        QT_TR_NOOP("Opens in every browser and prints well. With pictures."),
    ),
    ".csv": (
        QT_TR_NOOP("A table"),
        QT_TR_NOOP("For a spreadsheet: one row a message."),
    ),
    ".jsonl": (
        QT_TR_NOOP("For programs"),
        QT_TR_NOOP("JSON lines: every signed message with its keys and hashes."),
    ),
}
NOT_ENCRYPTED = QT_TR_NOOP(
    "The file is not encrypted: whoever gets it can read it. Messages that you deleted for "
    "yourself, and people whom you hide, are left out."
)

OpenFolder = Callable[[Path], object]


def open_folder(folder: Path) -> None:
    """Shows a folder in the desktop's own window."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


class ExportDialog(FittedDialog):
    """For one space. ``opens`` shows the folder at the end."""

    def __init__(
        self,
        parent: QWidget,
        theme: Theme,
        exports: Exports,
        bridge: Bridge,
        view: SpaceView,
        opens: OpenFolder = open_folder,
    ) -> None:
        super().__init__(parent, WIDTH)
        self._theme = theme
        self._exports = exports
        self._bridge = bridge
        self._view = view
        self._opens = opens
        self._task: asyncio.Task[object] | None = None
        self._file: Path | None = None
        self.setWindowTitle(tr("Export the history"))
        self.problem = Problem(theme)
        self.asking = self._asking()
        self.running = self._running()
        self.ended = self._ended()
        self.stages = Stages(self.asking, self.running, self.ended)
        self.stages.changed.connect(lambda: QTimer.singleShot(0, self, self.fit))
        column = QVBoxLayout(self.content)
        column.setContentsMargins(Gap.XL, Gap.XL, Gap.XL, Gap.L)
        column.setSpacing(Gap.S)
        title = tr("Export the history of {name}").format(name=shown_name(view.name))
        column.addWidget(plain_label(title, "title"))
        column.addWidget(self.stages)

    # ---- its stages -------------------------------------------------------------------------

    def _asking(self) -> QWidget:
        widget, column = stage()
        self.forms = QButtonGroup(self)
        for place, suffix in enumerate(FORMS):
            words, explanation = FORMS[suffix]
            button = QRadioButton(menu_text(f"{tr(words)} ({suffix})"))
            button.setAccessibleName(tr(words))
            button.setAccessibleDescription(tr(explanation))
            button.setChecked(place == 0)
            self.forms.addButton(button, place)
            hint = plain_label(tr(explanation), "meta")
            hint.setContentsMargins(Gap.XL, 0, 0, 0)
            form = QVBoxLayout()
            form.setSpacing(0)
            form.addWidget(button)
            form.addWidget(hint)
            column.addLayout(form)
        self.choose = push_button(tr("Choose a file…"), "primary")
        self.choose.clicked.connect(self._choose)
        self.choose.setDefault(True)
        self.cancel = push_button(tr("Cancel"))
        self.cancel.clicked.connect(self.reject)
        column.addSpacing(Gap.S)
        column.addWidget(plain_label(tr(NOT_ENCRYPTED), "hint"))
        column.addWidget(self.problem)
        column.addLayout(_to_the_right(self.cancel, self.choose))
        return widget

    def _running(self) -> QWidget:
        widget, column = stage()
        self.bar = ThinProgress(self._theme, tr("Progress"))
        self.count = plain_label(tr("Begins…"), "hint")
        self.call_off = push_button(tr("Cancel"))
        self.call_off.clicked.connect(self.reject)
        column.addWidget(self.bar)
        column.addWidget(self.count)
        column.addLayout(_to_the_right(self.call_off))
        return widget

    def _ended(self) -> QWidget:
        widget, column = stage()
        self.outcome = plain_label()
        self.place = plain_label(role="hint")
        self.show_folder = IconPushButton(self._theme, "folder-open", tr("Show in its folder"))
        self.show_folder.clicked.connect(self._show_folder)
        self.close_button = push_button(tr("Close"), "primary")
        self.close_button.clicked.connect(self.accept)
        column.addWidget(self.outcome)
        column.addWidget(self.place)
        column.addLayout(_to_the_right(self.show_folder, self.close_button))
        return widget

    # ---- doing it ---------------------------------------------------------------------------

    @property
    def suffix(self) -> str:
        """The ending of the form that is chosen."""
        return tuple(FORMS)[self.forms.checkedId()]

    def _choose(self) -> None:
        self.problem.clear()
        proposed = keeping_place() / file_name(self._view.name, self.suffix)
        title = tr("Export the history")
        dialog = place_dialog(self, title, proposed, self.export_to, self.problem.say)
        dialog.setNameFilters([f"*{self.suffix}"])
        dialog.setDefaultSuffix(self.suffix.removeprefix("."))
        dialog.open()

    def export_to(self, file: Path) -> None:
        """Begins. A name without the ending of the form gets it, unless a file is called so."""
        named = file if file.suffix.lower() == self.suffix else Path(f"{file}{self.suffix}")
        if named != file and named.exists():  # nobody was asked about that one
            sentence = tr("There is a file called “{name}” already.")
            hint = tr("Choose it, or another name.")
            self.problem.say(sentence.format(name=one_line(named.name)), hint)
            return
        self._file = named
        self.stages.show_stage(self.running)
        self.call_off.setFocus()
        self._task = self._bridge.start(self._export(named))

    async def _export(self, file: Path) -> None:
        try:
            written = await self._exports.export(self._view.id, file, self._told)
        except (Refused, Fault) as problem:
            self.stages.show_stage(self.asking)
            self.problem.show_problem(problem)
            self.choose.setFocus()
            return
        finally:
            self._task = None
        self.outcome.setText(tr("%n messages were exported.", "", written))
        self.place.setText(str(file))
        self.stages.show_stage(self.ended)
        self.close_button.setFocus()

    def _told(self, done: int, total: int) -> None:
        if self._task is None:
            return  # called off: the thread that writes did not know yet
        self.bar.reach(PROGRESS_STEPS * done // max(1, total), PROGRESS_STEPS)
        words = tr("{done} of {total} messages").format(done=number(done), total=number(total))
        self.count.setText(words)

    def _show_folder(self) -> None:
        if self._file is not None:
            self._opens(self._file.parent)

    @override
    def reject(self) -> None:
        """Calls off what is under way."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        super().reject()


def _to_the_right(*widgets: QWidget) -> QHBoxLayout:
    layout = row(stretch=True)
    for widget in widgets:
        layout.addWidget(widget)
    return layout
