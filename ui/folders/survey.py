"""What sharing a directory would publish, shown before it is done: how much, and what is left out.

Whoever shares must know what goes out: it cannot be called back.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Event

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QListWidget, QSizePolicy, QVBoxLayout, QWidget

from engine.errors import Fault, Refused
from ui.equipment import Equipment
from ui.folders.words import refusal_words
from ui.look.theme import Gap
from ui.services import LeftOut, SharedDirectories, Survey
from ui.text.language import tr
from ui.text.numbers import number, size_words
from ui.timeline.parts.file_words import file_name
from ui.widgets.labels import plain_label
from ui.widgets.problem import Problem
from ui.widgets.progress import ThinProgress

LIST_ROWS_MAX = 6


class SurveyView(QWidget):
    """``done`` carries whether the directory can be shared."""

    done = Signal(bool)

    def __init__(self, equipment: Equipment) -> None:
        super().__init__()
        self._equipment = equipment
        self._called_off = Event()  # of the latest look: a thread cannot be cancelled
        self.bar = ThinProgress(equipment.theme, tr("Looking at the directory"))
        self.sum = plain_label(role="title")
        self.out = plain_label()
        self.list = QListWidget()
        self.list.setAccessibleName(tr("What is left out"))
        self.list.setWordWrap(True)
        self.list.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.problem = Problem(equipment.theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Gap.XS)
        for widget in (self.bar, self.sum, self.out, self.list, self.problem):
            column.addWidget(widget)
        self.forget()

    def forget(self) -> None:
        """Nothing has been looked at."""
        self._called_off.set()
        for widget in (self.bar, self.sum, self.out, self.list):
            widget.hide()
        self.problem.clear()

    def look_at(self, directory: Path) -> None:
        """Looks at all of a directory, in a thread."""
        self.forget()
        directories = self._equipment.directories
        if directories is None:  # nobody can look: what is shared is said once it is
            self.done.emit(True)  # noqa: FBT003 - a signal's value
            return
        self.bar.show()
        self._called_off = Event()
        self.destroyed.connect(self._called_off.set)  # there is nowhere to show it any more
        self._equipment.bridge.start(self._look(directories, directory, self._called_off))

    async def _look(
        self, directories: SharedDirectories, directory: Path, called_off: Event
    ) -> None:
        try:
            survey = await asyncio.to_thread(directories.survey, directory, called_off.is_set)
        except asyncio.CancelledError:
            called_off.set()
            raise
        except (Refused, Fault) as problem:
            if not called_off.is_set():
                self.bar.hide()
                self.problem.show_problem(problem)
                self.done.emit(False)  # noqa: FBT003 - a signal's value
            return
        if not called_off.is_set():
            self._show(survey)
            self.done.emit(True)  # noqa: FBT003 - a signal's value

    def _show(self, survey: Survey) -> None:
        self.bar.hide()
        files = tr("%n files", "", survey.files)
        words = tr("{files}, {size}").format(files=files, size=size_words(survey.bytes))
        empty = tr("The directory is empty: what you put into it later is shared.")
        self.sum.setText(words if survey.files else empty)
        self.sum.show()
        self.out.setVisible(survey.left_out_count > 0)
        self.list.setVisible(bool(survey.left_out))
        self.out.setText(tr("%n things in it are left out:", "", survey.left_out_count))
        self.list.clear()
        self.list.addItems([_line(one) for one in survey.left_out])
        more = survey.left_out_count - len(survey.left_out)
        if more > 0:
            words = tr("and {count} more").format(count=number(more))
            self.list.addItem(f"\N{HORIZONTAL ELLIPSIS} {words}")
        rows = min(self.list.count(), LIST_ROWS_MAX)
        height = rows * (self.list.sizeHintForRow(0) + 2) if rows else 0
        self.list.setFixedHeight(height + Gap.XS)


def _line(one: LeftOut) -> str:
    name = " / ".join(file_name(part) for part in one.path.split("/"))
    return tr("{name}: {why}").format(name=name, why=refusal_words(one.reason))
