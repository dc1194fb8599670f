"""Sharing a directory of this computer: which, under what name, and what goes out with it.

``open()`` it when it is shown. ``finished`` carries the SpaceId to open.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from engine.errors import Fault, Refused
from engine.model.commands import ForgetSpace
from engine.model.feed_commands import CreateFolder, UseDirectory
from engine.model.feeds import FolderUse
from engine.model.limits import NAME_UNITS_MAX
from ui.equipment import Equipment
from ui.folders.directory_field import DirectoryField, without_links
from ui.folders.survey import SurveyView
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import plain_name
from ui.widgets.buttons import push_button
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label
from ui.widgets.page import Page
from ui.widgets.problem import Problem, attempt

FIELD_WIDTH_MAX = 360
WHAT = QT_TR_NOOP(
    "Choose a directory. Its files, and every change of them, go to those who have the folder's "
    "link; nobody but you can change them."
)
MEANS = QT_TR_NOOP(
    "What was shared cannot be called back: earlier versions and deleted files stay in the "
    "folder's history, and with those who fetched them. Names, sizes and times are shared, too."
)


class ShareFolderPage(Page):
    """Directory, name, what is in it, and one button."""

    finished = Signal(object)

    def __init__(self, equipment: Equipment, parent: QWidget | None = None) -> None:
        super().__init__(equipment.theme, tr("Share a folder"), parent)
        self._equipment = equipment
        self._can_share = False
        self._named_by_hand = False
        self.field = DirectoryField(equipment.theme, tr("Choose a directory to share"))
        self.field.chosen.connect(self.look_at)
        self.name = QLineEdit()
        self.name.setMaxLength(NAME_UNITS_MAX)
        self.name.setMaximumWidth(FIELD_WIDTH_MAX)
        self.name.setAccessibleName(tr("Name of the folder"))
        self.name.textEdited.connect(self._on_edited)
        self.name.textChanged.connect(self._fit)
        self.name.returnPressed.connect(self._share)
        self.survey = SurveyView(equipment)
        self.survey.done.connect(self._on_surveyed)
        self.problem = Problem(equipment.theme)
        self.share = push_button(tr("Share it"), "primary")
        self.share.clicked.connect(self._share)
        label = plain_label(tr("Its name, as those see it who get its link"))
        label.setBuddy(self.name)
        for widget in (plain_label(tr(WHAT)), self.field, label, self.name, self.survey):
            self.column.addWidget(widget)
        self.column.addWidget(plain_label(tr(MEANS), role="hint"))
        self.column.addWidget(self.problem)
        self.column.addLayout(flow(self.share))
        self.column.addStretch()
        self._fit()

    def open(self) -> None:
        """The first thing to do is to choose."""
        self.field.choose.setFocus()

    def look_at(self, directory: Path) -> None:
        """This directory is meant: what is in it is looked at, and nothing is done yet."""
        self.field.show_directory(directory)
        self._can_share = False
        self.problem.clear()
        if not self._named_by_hand:
            self.name.setText(plain_name(directory.name) if directory.name else "")
        self._fit()
        self.survey.look_at(directory)

    def _on_edited(self) -> None:
        self._named_by_hand = True

    def _on_surveyed(self, can_share: bool) -> None:  # noqa: FBT001 - a signal's value
        self._can_share = can_share
        self._fit()

    def _fit(self) -> None:
        self.share.setEnabled(self._can_share and bool(self.name.text().strip()))

    def _share(self) -> None:
        directory = self.field.directory
        if directory is not None and self.share.isEnabled():
            work = self._shared(directory, self.name.text().strip())
            attempt(self._equipment.bridge, work, self.problem, self.share, self.name)

    async def _shared(self, directory: Path, name: str) -> None:
        bridge, place = self._equipment.bridge, await without_links(directory)
        view = await bridge.perform(CreateFolder(name))
        space = view.feed.space
        try:
            await bridge.perform(UseDirectory(space, place, FolderUse.SHARED))
        except (Refused, Fault):
            with suppress(Refused, Fault):  # why it is not shared is what is told
                await bridge.perform(ForgetSpace(space))  # it is empty, and nobody knows it
            raise
        self.finished.emit(space)
