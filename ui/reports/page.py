"""Activity reports: what is asked for, how far it is, what came of it, and those of before.

``open()`` it when it is shown.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from itertools import chain, count
from pathlib import Path

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices, QShowEvent
from PySide6.QtWidgets import QFileDialog, QWidget
from typing_extensions import override

from engine.errors import Fault, Refused
from engine.model.ids import SpaceId
from engine.model.queries import Spaces
from ui.equipment import Equipment
from ui.exporting.names import file_name
from ui.exporting.place import keeping_place, place_dialog
from ui.report_service import FinishedReport, NoReport, ReportChoice, ReportProgress, Reports
from ui.reports.asking import Asking
from ui.reports.earlier import EarlierReports
from ui.reports.printed import PrintedReport
from ui.reports.words import stage_text
from ui.text.language import tr
from ui.widgets.busy import Busy
from ui.widgets.buttons import IconPushButton, push_button
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label
from ui.widgets.page import Page, Stages, row, stage
from ui.widgets.problem import Problem, attempt
from ui.widgets.progress import ThinProgress

PROGRESS_STEPS = 1_000  # of a bar: counts of messages would not fit it
LAST_STAGE = "finish"  # puts the report in the place of an older one: too late to call it off

Opens = Callable[[Path], object]


def open_outside(path: Path) -> None:
    """Shows a file or a folder by the desktop's own means."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


class ReportPage(Page):
    """``chosen``: which spaces are so at first. ``opens`` shows files and folders outside of the
    window.

    ``came_out_unseen`` carries a sentence: something else was looked at when a report was ready, or
    could not be made.
    """

    came_out_unseen = Signal(str)

    def __init__(
        self,
        equipment: Equipment,
        reports: Reports,
        chosen: Sequence[SpaceId] = (),
        opens: Opens = open_outside,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(equipment.theme, tr("Activity report"), parent)
        self._equipment, self._reports = equipment, reports
        self._chosen, self._opens = chosen, opens
        self._task: asyncio.Task[object] | None = None
        self._is_unseen = False
        self._last_folder: Path | None = None  # in which the last report lies
        self.finished: FinishedReport | None = None
        self.asking = Asking(equipment.theme, equipment.now)
        self.asking.wanted.connect(self._choose_folder)
        self.running, self.ended = self._running(), self._ended()
        self.stages = Stages(self.asking, self.running, self.ended)
        self.column.addWidget(self.stages)
        self.missing = Problem(equipment.theme)
        self.column.addWidget(self.missing)
        self.earlier = EarlierReports(equipment.theme)
        self.earlier.wanted.connect(self._show_again)
        self.column.addWidget(self.earlier)
        self.earlier.hide()
        self.column.addStretch()

    def _running(self) -> QWidget:
        widget, column = stage()
        self.step = plain_label(tr("Begins…"))
        self.bar = ThinProgress(self._equipment.theme, tr("Progress of all steps"))
        self.part = ThinProgress(self._equipment.theme, tr("Progress of this step"))
        self.call_off = push_button(tr("Cancel"))
        self.call_off.clicked.connect(self.cancel)
        for one in (self.step, self.bar, self.part):
            column.addWidget(one)
        column.addLayout(row(self.call_off))
        return widget

    def _ended(self) -> QWidget:
        widget, column = stage()
        theme = self._equipment.theme
        self.outcome = plain_label()
        self.place = plain_label(role="hint")
        self.show_page = IconPushButton(theme, "external-link", tr("Open in the browser"))
        self.show_page.clicked.connect(self._open_page)
        self.show_folder = IconPushButton(theme, "folder-open", tr("Show the folder"))
        self.show_folder.clicked.connect(self._open_folder)
        self.again = push_button(tr("Another one"))
        self.again.clicked.connect(self._ask_again)
        self.printed = PrintedReport(widget)
        column.addWidget(self.outcome)
        column.addWidget(self.place)
        column.addLayout(flow(self.show_page, self.show_folder, self.again))
        column.addWidget(self.printed)
        return widget

    # ---- asking -----------------------------------------------------------------------------

    def open(self) -> None:
        """Asks what there is."""
        attempt(self._equipment.bridge, self._load(), self.asking.problem)

    async def _load(self) -> None:
        views = await self._equipment.bridge.ask(Spaces())
        self.asking.show_spaces(views, self._chosen)
        await self._list_earlier()
        trouble = await self._reports.trouble()
        if trouble is not None:
            self.asking.problem.say(trouble.message, trouble.hint)

    async def _list_earlier(self) -> None:
        found = await self._reports.earlier()
        if found:
            self._last_folder = found[0].out.parent
        self._show_earlier(found)

    def _show_earlier(self, found: Sequence[FinishedReport]) -> None:
        self.earlier.list_reports(found, self._go_on_from())
        self.earlier.setVisible(bool(found) and not self.is_making)

    def _show_again(self, folder: Path) -> None:
        attempt(self._equipment.bridge, self._show_if_there(folder), self.missing)

    async def _show_if_there(self, folder: Path) -> None:
        """Since it was listed its folder may have been deleted, or become another report."""
        found = await self._reports.earlier()
        if self.is_making:
            return  # what was begun meanwhile is looked at
        there = next((one for one in found if one.out == folder), None)
        if there is not None:
            self.show_report(there)
        else:
            self._go_on_from().setFocus()  # what was clicked goes from the list
            self.missing.say(tr("This report is not in its folder any more."))
        self._show_earlier(found)

    def _go_on_from(self) -> QWidget:
        return self.asking.make if self.asking.isVisible() else self.show_folder

    def _choose_folder(self) -> None:
        title, problem = tr("Make the report"), self.asking.problem
        dialog = place_dialog(self, title, self._free_place(), self.make_in, problem.say)
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        dialog.setLabelText(QFileDialog.DialogLabel.FileName, tr("Folder"))
        dialog.open()

    def _free_place(self) -> Path:
        """Beside the last report, under a name that nothing has there yet."""
        last = self._last_folder
        place = last if last is not None and last.is_dir() else keeping_place()
        named = file_name(self._name(), "")
        others = (f"{named} {number}" for number in count(2))
        return next(
            place / one for one in chain((named,), others) if not os.path.lexists(place / one)
        )

    def _name(self) -> str:
        """With pseudonyms it names no channel: that may be called as a person is."""
        chosen = self.asking.chosen_spaces
        if len(chosen) != 1 or self.asking.pseudonyms.isChecked():
            return tr("Activity report")
        return tr("Report on {name}").format(name=self.asking.names[chosen[0]])

    # ---- making -----------------------------------------------------------------------------

    def make_in(self, folder: Path) -> None:
        """Begins. ``folder`` becomes the report."""
        since, until = self.asking.chosen_days
        choice = ReportChoice(
            self.asking.chosen_spaces,
            folder,
            self.asking.chosen_forms,
            since,
            until,
            self.asking.texts.isChecked(),
            self._name(),
            self.asking.pseudonyms.isChecked(),
        )
        self.step.setText(tr("Begins…"))
        self.call_off.setEnabled(True)
        self.bar.be_endless()
        self.part.be_endless()
        self._show_stage(self.running)
        self.earlier.hide()
        self.call_off.setFocus()
        self._task = self._equipment.bridge.start(self._make(choice))

    async def _make(self, choice: ReportChoice) -> None:
        task = asyncio.current_task()
        try:
            made = await self._reports.make(choice, lambda step: self._told(task, step))
        except Exception as problem:
            self._ask_again()
            self._tell(tr("The report could not be made."))
            if not isinstance(problem, (Refused, Fault)):
                raise  # a bug, and nobody shall wait for it
            self.asking.problem.show_problem(problem)
            return
        finally:
            if self._task is task:  # else another one was begun meanwhile
                self._task = None
        if isinstance(made, NoReport):
            self._ask_again()
            self.asking.problem.say(made.message, made.hint)
            self._tell(tr("The report could not be made."))
            return
        self.show_report(made)
        self._tell(tr("The report is ready."))
        await self._list_earlier()

    def _tell(self, words: str) -> None:
        if not self.isVisible():
            self._is_unseen = True
            self.came_out_unseen.emit(words)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._is_unseen = False

    def _told(self, task: object, step: ReportProgress) -> None:
        if self._task is not task:
            return  # called off: who works did not know yet
        self.step.setText(stage_text(step))
        if step.name == LAST_STAGE and self.call_off.isEnabled():
            Busy(self.call_off)  # until another one is begun
        self.part.reach(PROGRESS_STEPS * step.done // max(1, step.total), PROGRESS_STEPS)
        if step.stage:
            self.bar.reach(step.stage - 1, step.stages)

    @property
    def is_making(self) -> bool:
        """Whether one is under way."""
        return self._task is not None

    @property
    def is_waiting(self) -> bool:
        """Whether there is something to return to: one under way, or what came of it unseen."""
        return self.is_making or self._is_unseen

    def cancel(self) -> None:
        """Calls it off; nothing of it stays, unless it was in its place already: then it is listed
        among the earlier ones.
        """
        going, self._task = self._task, None
        self._ask_again()
        if going is not None:
            going.cancel()
            attempt(self._equipment.bridge, self._list_after(going), self.asking.problem)

    async def _list_after(self, going: asyncio.Task[object]) -> None:
        """Which of both came of it shows at its end, and it may take its time."""
        await asyncio.wait({going})
        await self._list_earlier()

    # ---- looking ----------------------------------------------------------------------------

    def show_report(self, report: FinishedReport) -> None:
        """One that is there."""
        self.finished = report
        self.outcome.setText(tr("%n messages are counted in this report.", "", report.posts))
        self.place.setText(str(report.out))
        self.show_page.setVisible(report.page is not None)
        can_show = report.printed is not None and self.printed.show_file(report.printed)
        self.printed.setVisible(can_show)
        self._show_stage(self.ended)
        self.show_folder.setFocus()

    def _open_page(self) -> None:
        if self.finished is not None and self.finished.page is not None:
            self._opens(self.finished.page)

    def _open_folder(self) -> None:
        if self.finished is not None:
            self._opens(self.finished.out)

    def _ask_again(self) -> None:
        self.asking.problem.clear()
        self._show_stage(self.asking)
        self.asking.make.setFocus()
        attempt(self._equipment.bridge, self._look_again(), self.asking.problem)

    def _show_stage(self, stage: QWidget) -> None:
        self.missing.clear()
        self.stages.show_stage(stage)

    async def _look_again(self) -> None:
        """While the page stood open channels may have been left or joined. What is ticked stays."""
        self.asking.show_spaces(await self._equipment.bridge.ask(Spaces()), ())
        await self._list_earlier()
