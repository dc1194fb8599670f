"""Where a shared folder lies on this computer: chosen anew, or nowhere any more.

``open()`` it when it is shown; ``closed`` takes the page away, also once it is done. ``done``
carries a sentence for the toast.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.model.feed_commands import UseDirectory
from engine.model.feeds import FolderUse, FolderView
from ui.equipment import Equipment
from ui.folders.directory_field import DirectoryField, without_links
from ui.folders.place_choice import PlaceChoice, prepared
from ui.folders.survey import SurveyView
from ui.folders.words import use_words
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import shown_name
from ui.widgets.buttons import push_button
from ui.widgets.dialogs import Question, answer
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label
from ui.widgets.page import Page
from ui.widgets.problem import Problem, attempt

OWN = QT_TR_NOOP(
    "Others get what lies in this directory. If you choose another one, its files take the place "
    "of those that are shared now; what was shared stays in the history."
)
STOPPED = QT_TR_NOOP(
    "Changes in the directory are not shared any more. What others have, they keep, and what is "
    "here is still given to them. Files on your disk stay as they are."
)
OTHERS = QT_TR_NOOP("Files that lie in the directory of before stay there.")


class PlacingPage(Page):
    """The choice of another's folder, or the directory of our own."""

    done = Signal(str)

    def __init__(
        self, equipment: Equipment, view: FolderView, parent: QWidget | None = None
    ) -> None:
        super().__init__(equipment.theme, tr("Where the folder lies"), parent)
        self._equipment = equipment
        self._view = view
        self.problem = Problem(equipment.theme)
        self.apply = push_button(tr("Use this"), "primary")
        self.column.addWidget(plain_label(shown_name(view.feed.name), role="title"))
        self.column.addWidget(plain_label(use_words(view)))
        if view.feed.own:
            self._make_own()
        else:
            self._make_others()
        self.column.addStretch()

    @property
    def is_own(self) -> bool:
        """Whether it is our directory that others get."""
        return self._view.feed.own

    # ---- our own ----------------------------------------------------------------------------

    def _make_own(self) -> None:
        theme = self._equipment.theme
        self.field = DirectoryField(theme, tr("Choose a directory to share"))
        self.survey = SurveyView(self._equipment)
        self.field.chosen.connect(self.look_at)
        self.survey.done.connect(self.apply.setEnabled)
        self.apply.setEnabled(False)
        self.apply.setText(tr("Share this directory"))
        self.apply.setAccessibleName(self.apply.text())
        self.apply.clicked.connect(self._apply_own)
        self.stop = push_button(tr("Stop sharing…"), "danger")
        self.stop.clicked.connect(self.stop_sharing)
        self.stop.setVisible(self._view.directory is not None)
        for widget in (plain_label(tr(OWN), role="hint"), self.field, self.survey, self.problem):
            self.column.addWidget(widget)
        self.column.addLayout(flow(self.apply, self.stop))

    def look_at(self, directory: Path) -> None:
        """This directory is meant: what is in it is looked at, and nothing is done yet."""
        self.field.show_directory(directory)
        self.apply.setEnabled(False)
        self.survey.look_at(directory)

    def _apply_own(self) -> None:
        if self.field.directory is not None:
            work = self._use(self.field.directory, FolderUse.SHARED)
            attempt(self._equipment.bridge, work, self.problem, self.apply)

    def stop_sharing(self) -> None:
        """Asks, and unties the directory."""
        attempt(self._equipment.bridge, self._stop(), self.problem)

    async def _stop(self) -> None:
        title = tr("Stop sharing {name}?").format(name=shown_name(self._view.feed.name))
        words = tr("Stop sharing")
        question = Question(self.window(), title, tr(STOPPED), words, danger=True)
        if await answer(question):
            await self._use(None, None)

    # ---- another's --------------------------------------------------------------------------

    def _make_others(self) -> None:
        self.place = PlaceChoice(self._equipment.theme)
        self.place.show_folder(self._view)
        self.place.changed.connect(self._fit)
        self.apply.clicked.connect(self._apply_others)
        self._fit()
        for widget in (self.place, plain_label(tr(OTHERS), role="hint"), self.problem):
            self.column.addWidget(widget)
        self.column.addLayout(flow(self.apply))

    def _fit(self) -> None:
        self.apply.setEnabled(self.place.is_complete)

    def _apply_others(self) -> None:
        attempt(self._equipment.bridge, self._place_others(), self.problem, self.apply)

    async def _place_others(self) -> None:
        directory = self.place.directory
        is_new = directory is not None and str(directory) != self._view.directory
        if directory is None or not is_new or await prepared(self, directory):
            await self._use(directory, self.place.use)

    # ---- both -------------------------------------------------------------------------------

    def open(self) -> None:
        """The first thing that can be chosen has the focus."""
        if self._view.feed.own:
            self.field.choose.setFocus()
        else:
            self.place.buttons[self.place.use].setFocus()

    async def _use(self, directory: Path | None, use: FolderUse | None) -> None:
        named = None if directory is None else await without_links(directory)
        view = await self._equipment.bridge.perform(
            UseDirectory(self._view.feed.space, named, use if named is not None else None)
        )
        self.done.emit(use_words(view))
        self.closed.emit()
